import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import { examine } from "../doctor/examine.js";
import type { Finding } from "../doctor/finding.js";
import { REPAIR_TEXTS, type RepairOptions, repair, requireConsent } from "../doctor/repair.js";
import { Screen } from "../screen.js";
import { type CliParts, type CommonOptions, configOf } from "../session.js";
import { textsOf } from "../texts.js";
import { withCommonOptions, withExample } from "./shared-options.js";

const TEXTS = {
  en: {
    title: "Check this deployment",
    about:
      "Looks at folder, store, models, keys, audit log, queues and settings, and says of each fault how to mend it. Changes nothing but the audit log, unless --repair is given. Exits with 1 when something failed.",
    status: { ok: "ok", notice: "notice", warning: "warning", failed: "FAILED" },
    sum: (checks: number, failed: number, warnings: number) =>
      `${checks} checks: ${failed} failed, ${warnings} warning${warnings === 1 ? "" : "s"}.`,
  },
  zh: {
    title: "检查本部署",
    about:
      "检查文件夹、存储、模型、密钥、审计日志、队列与设置，并逐项给出处理办法。除非给出 --repair，否则除审计日志外不作改动。有失败项时退出码为 1。",
    status: { ok: "正常", notice: "提示", warning: "警告", failed: "失败" },
    sum: (checks: number, failed: number, warnings: number) =>
      `共 ${checks} 项检查：${failed} 项失败，${warnings} 项警告。`,
  },
} as const;

function count(findings: readonly Finding[], status: Finding["status"]): number {
  return findings.filter((one) => one.status === status).length;
}

async function run(options: CommonOptions & RepairOptions, parts: CliParts): Promise<void> {
  requireConsent(options);
  const base = configOf(parts.io, options);
  const config = { ...base, worker: { ...base.worker, enabled: false } };
  const { language } = config;
  const mended = await repair(options, config, parts.openEngine);
  const findings = await examine(config, parts.openEngine);
  const failed = count(findings, "failed");
  if (failed > 0) parts.setExitCode(1);
  const screen = new Screen(parts.io, { json: options.json === true, timeZone: config.defaultTimeZone, language });
  if (screen.json) {
    const items = findings.map(({ check, status, what, remedy }) => ({
      ...{ check, status, what: what[language] },
      ...(remedy === undefined ? {} : { remedy: remedy[language] }),
    }));
    screen.data({ healthy: failed === 0, items, ...(mended === undefined ? {} : { repaired: mended }) });
    return;
  }
  const texts = TEXTS[language];
  if (mended !== undefined) screen.say(REPAIR_TEXTS[language].mended(mended));
  for (const { check, status, what, remedy } of findings) {
    const word = texts.status[status];
    screen.say(`${status === "failed" ? screen.red(word) : word}  ${check}: ${what[language]}`);
    if (remedy !== undefined) screen.say(`    → ${remedy[language]}`);
  }
  screen.say(texts.sum(findings.length, failed, count(findings, "warning")));
}

/** `doctor`: what is wrong with this deployment, and how to mend it. */
export function doctorCommand(make: (name: string) => Command, parts: CliParts, language: Language): Command {
  const command = make("doctor").summary(TEXTS[language].title).description(TEXTS[language].about);
  const repairs = REPAIR_TEXTS[language];
  command.option("--repair", repairs.repair).option("--dry-run", repairs.dryRun).option("--yes", repairs.yes);
  withCommonOptions(command, textsOf(language), { user: false });
  withExample(command, "keepsake doctor --json", textsOf(language));
  return command.action(async () => run(command.opts<CommonOptions & RepairOptions>(), parts));
}
