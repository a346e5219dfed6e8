import { KeepsakeError } from "../../../domain/index.js";
import { inChinese } from "../../../operations/index.js";
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
