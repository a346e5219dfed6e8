import type { KeepsakeConfig, Language } from "../../../config/index.js";
import { KeepsakeError } from "../../../domain/index.js";
import { type MendReport, mendIndexes } from "../../../upkeep/index.js";
import type { DoorEngine } from "../../engine.js";

export interface RepairOptions {
  readonly repair?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export const REPAIR_TEXTS = {
  en: {
    repair: "index again what no search finds, and order the vectors that are missing (with --yes or --dry-run)",
    dryRun: "with --repair: say what would be done, and change nothing",
    yes: "with --repair: do it",
    mended: ({ dryRun, users, unindexed, withoutVector }: MendReport) =>
      `${dryRun ? "Would index" : "Indexed"} ${unindexed} items again and ${dryRun ? "order" : "ordered"} ${withoutVector} missing vectors (${users} users). Other faults are told below, with what to do.`,
  },
  zh: {
    repair: "为检索不到的内容重建索引，并补做缺失的向量（需 --yes 或 --dry-run）",
    dryRun: "与 --repair 同用：只说明将做什么，不作改动",
    yes: "与 --repair 同用：确认执行",
    mended: ({ dryRun, users, unindexed, withoutVector }: MendReport) =>
      `${dryRun ? "将" : "已"}为 ${unindexed} 项重建索引，${dryRun ? "将" : "已"}安排补做 ${withoutVector} 个缺失的向量（${users} 个用户）。其他问题及处理办法见下。`,
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
    return await mendIndexes(engine.parts, { dryRun: options.dryRun === true });
  } finally {
    await engine.close();
  }
}
