import { z } from "zod";
import { type Attachment, KeepsakeError, toIso } from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { exactly, field, id, isoText } from "./wire.js";

export const attachmentIdField = id("The attachment's id.", "附件的编号。");

const fields = {
  ...{ id: z.string(), sessionId: z.string(), turnId: z.string().exactOptional(), agentId: z.string().exactOptional() },
  ...{ name: z.string(), mediaType: z.string(), bytes: z.int(), recordedAt: isoText },
};

export const attachmentWire = z.object(fields).meta({
  id: "Attachment",
  description: "A file that belongs to a conversation.",
  "x-zh": "属于某个会话的文件。",
});

export const attachmentContentWire = z.object({ ...fields, content: z.string() }).meta({ id: "AttachmentContent" });

export function attachmentToWire(attachment: Attachment): z.output<typeof attachmentWire> {
  const { id: own, sessionId, turnId, agentId, name, mediaType, bytes, recordedAt } = attachment;
  const from = { ...field("turnId", turnId), ...field("agentId", agentId) };
  return { id: own, sessionId, ...from, name, mediaType, bytes, recordedAt: toIso(recordedAt) };
}

const BASE64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";

/** Bytes as base64 (RFC 4648, with padding). */
export const base64 = exactly(z.string().min(1), { pattern: BASE64, contentEncoding: "base64" });

const WHOLE = new RegExp(BASE64);

/** @throws INVALID_INPUT: what is no base64 is never read as something else */
export function bytesOf(text: string, name: string): Uint8Array {
  if (WHOLE.test(text)) return Uint8Array.from(Buffer.from(text, "base64"));
  throw new KeepsakeError("INVALID_INPUT", `${name} must be base64 with padding`, { field: name });
}

/** What any call to what lies beside the store can end in. */
export const BESIDE_ERRORS = [...WRITE_ERRORS, "UNAVAILABLE", "CONFIG_INVALID", "NOT_FOUND"] as const;
