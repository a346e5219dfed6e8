import { KeepsakeError } from "../../../domain/index.js";
import { inChinese } from "../../../operations/index.js";
import { strayFiles } from "../../../upkeep/index.js";
import { both, type Finding, finding, type Patient } from "./finding.js";

/* Where attachments and transcripts rest. */

const REMEDY = both(
  "Mend the settings blobs.*, or start the server. Until then attachments are refused, transcripts wait, and what is forgotten there is still to be erased.",
  "请更正 blobs.* 设置或启动服务。在此之前不接受附件、会话全文等待写入，那里应遗忘的内容尚未抹除。",
);

/** A probe is written, read and erased, so that rights are seen before anybody needs them. */
export async function checkBlobs({ engine: { parts } }: Pick<Patient, "engine">): Promise<readonly Finding[]> {
  if (parts.blobs === undefined) return [];
  try {
    const { summary } = await parts.blobs.store.examine();
    const told = parts.blobs.keepsTranscripts ? both("; transcripts are kept", "；保留会话全文") : both("", "");
    return [finding("blobs", "ok", both(`Attachments: ${summary}${told.en}`, `附件：${summary}${told.zh}`))];
  } catch (thrown) {
    if (!(thrown instanceof KeepsakeError)) throw thrown;
    const { code, message } = thrown;
    return [
      finding("blobs", "failed", both(`${code}: ${message}`, `${code}：${inChinese(message) ?? message}`), REMEDY),
    ];
  }
}

const STRAYS_REMEDY = both(
  "`keepsake doctor --repair --yes` erases them, `--dry-run` in place of `--yes` counts them. Not from a copy of the store that shares the place with the original: what the original keeps since then belongs to nothing in the copy.",
  "`keepsake doctor --repair --yes` 将其抹除；以 `--dry-run` 代替 `--yes` 则只计数。请勿在与原存储共用存放处的副本上执行：原存储此后保存的文件在副本中也是无主的。",
);
const STRANGERS_REMEDY = both(
  "Give each store a folder or a prefix of its own (KEEPSAKE_BLOBS_PREFIX). What is left of a store that is no more, remove by hand.",
  "请让每个存储使用自己的文件夹或前缀（KEEPSAKE_BLOBS_PREFIX）。已不存在的存储所遗留的，请手动删除。",
);

/** Files that nothing refers to; what cannot be listed is told by the check of the place itself. */
export async function checkStrayFiles({ engine: { parts } }: Pick<Patient, "engine">): Promise<readonly Finding[]> {
  if (parts.blobs === undefined) return [];
  const { files, strangers } = await strayFiles(parts, { removes: false });
  const none = finding("stray-files", "ok", both("Every file belongs to a conversation.", "每个文件都属于某个会话。"));
  const found: Finding[] = [];
  if (files > 0) {
    const what = both(`Files that belong to no conversation: ${files}.`, `${files} 个文件不属于任何会话。`);
    found.push(finding("stray-files", "warning", what, STRAYS_REMEDY));
  }
  if (strangers > 0) {
    const what = both(
      `The place holds files of users whom this store does not know: ${strangers}.`,
      `存放处有 ${strangers} 个本存储不认识的用户的文件。`,
    );
    found.push(finding("stray-files", "warning", what, STRANGERS_REMEDY));
  }
  return found.length === 0 ? [none] : found;
}
