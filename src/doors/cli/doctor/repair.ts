import type { KeepsakeConfig, Language } from "../../../config/index.js";
import { KeepsakeError } from "../../../domain/index.js";
import { type MendReport, mendStore } from "../../../upkeep/index.js";
import type { DoorEngine } from "../../engine.js";
import { tellFaults } from "./store-faults.js";

export interface RepairOptions {
  readonly repair?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

function told(mended: MendReport["mended"], verb: string, language: Language): string {
  if (mended.length === 0) return "";
  return language === "en"
    ? ` ${verb}: ${tellFaults(mended, language)}.`
    : `${verb}：${tellFaults(mended, language)}。`;
}

export const REPAIR_TEXTS = {
  en: {
    repair:
      "make links, figures and indexes right from what is stored, order the vectors that are missing, and erase files that belong to no conversation (with --yes or --dry-run)",
    dryRun: "with --repair: say what would be done, and change nothing",
    yes: "with --repair: do it",
    mended: ({ dryRun, users, unindexed, withoutVector, mended, strayFiles }: MendReport) =>
      `${dryRun ? "Would index" : "Indexed"} ${unindexed} items again and ${dryRun ? "order" : "ordered"} ${withoutVector} missing vectors (${users} users).${told(mended, dryRun ? "Would make right" : "Made right", "en")}${strayFiles === 0 ? "" : ` ${dryRun ? "Would erase" : "Erased"} ${strayFiles} files that belong to no conversation.`} Other faults are told below, with what to do.`,
  },
  zh: {
    repair: "根据已存内容修正链接、计数与索引，补做缺失的向量，并抹除不属于任何会话的文件（需 --yes 或 --dry-run）",
    dryRun: "与 --repair 同用：只说明将做什么，不作改动",
    yes: "与 --repair 同用：确认执行",
    mended: ({ dryRun, users, unindexed, withoutVector, mended, strayFiles }: MendReport) =>
      `${dryRun ? "将" : "已"}为 ${unindexed} 项重建索引，${dryRun ? "将" : "已"}安排补做 ${withoutVector} 个缺失的向量（${users} 个用户）。${told(mended, dryRun ? "将修正" : "已修正", "zh")}${strayFiles === 0 ? "" : `${dryRun ? "将抹除" : "已抹除"} ${strayFiles} 个不属于任何会话的文件。`}其他问题及处理办法见下。`,
  },
} as const satisfies Record<Language, unknown>;

/** Nothing is changed without a word: --yes, or --dry-run. */
export function requireConsent({ repair, dryRun, yes }: RepairOptions): void {
  if (repair !== true || dryRun === true || yes === true) return;
  throw new KeepsakeError("INVALID_INPUT", "--repair needs --yes or --dry-run", {
    field: "--yes",
    remedy: {
      en: "See what would be done with --dry-run, then give --yes.",
      zh: "请先用 --dry-run 查看将做什么，再加上 --yes。",
    },
  });
}

/** Before the examination, so that this one tells what is left. undefined: not asked for. */
export async function repair(
  options: RepairOptions,
  config: KeepsakeConfig,
  open: (config: KeepsakeConfig) => Promise<DoorEngine>,
): Promise<MendReport | undefined> {
  if (options.repair !== true) return undefined;
  const engine = await open(config);
  try {
    return await mendStore(engine.parts, { dryRun: options.dryRun === true });
  } finally {
    await engine.close();
  }
}
