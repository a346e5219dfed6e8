import type { Language } from "../../../config/index.js";
import type { StoreFault, StoreFaultKind } from "../../../ports/index.js";
import { isMendable } from "../../../upkeep/index.js";
import { type Bilingual, both } from "./finding.js";

const KINDS: Readonly<Record<StoreFaultKind, Bilingual>> = {
  damaged: both("damaged", "损坏"),
  dangling: both("leading nowhere", "指向不存在的行"),
  unindexed: both("that no search finds", "检索不到"),
  orphaned: both("in an index only", "仅存于索引"),
  miscounted: both("with a wrong count", "计数有误"),
};

/** What is done about each kind by a repair. */
const REPAIRS: Readonly<Record<StoreFaultKind, Bilingual>> = {
  damaged: both("takes the vectors that cannot be read away and orders them anew", "删除无法读取的向量并安排补做"),
  dangling: both("removes the links, and makes sessions again from their turns", "删除这些链接，并根据对话重建会话"),
  unindexed: both("indexes them again from the stored text", "根据存储的原文重建其索引"),
  orphaned: both("removes what an index holds of nothing", "删除无主的索引行"),
  miscounted: both("counts anew", "重新计数"),
};

const RESTORE = both(
  "Stop every process, put a copy of the data aside, and go back to the newest backup that this check finds whole.",
  "请停止所有进程，另存一份数据，再恢复到通过此项检查的最新备份。",
);

export function tellFaults(faults: readonly StoreFault[], language: Language): string {
  const separator = language === "en" ? "; " : "；";
  return faults.map(({ kind, place, rows }) => `${place}: ${rows} ${KINDS[kind][language]}`).join(separator);
}

/** What to do about them: a repair where it helps, and for what it cannot make right a backup. */
export function remedyOf(faults: readonly StoreFault[]): Bilingual {
  const mendable = faults.filter(isMendable);
  const kinds = [...new Set(mendable.map(({ kind }) => kind))];
  const steps = (language: Language) =>
    kinds.map((kind) => REPAIRS[kind][language]).join(language === "en" ? "; " : "；");
  const repair = both(
    `\`keepsake doctor --repair --yes\` ${steps("en")}; \`--dry-run\` in place of \`--yes\` says what would be done.`,
    `\`keepsake doctor --repair --yes\` 将${steps("zh")}；以 \`--dry-run\` 代替 \`--yes\` 则只说明将做什么。`,
  );
  if (mendable.length === faults.length) return repair;
  if (mendable.length === 0) return RESTORE;
  return both(`${RESTORE.en} ${repair.en}`, `${RESTORE.zh}${repair.zh}`);
}
