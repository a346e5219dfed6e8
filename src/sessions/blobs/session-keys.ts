import { createHash } from "node:crypto";
import { KeepsakeError, type SessionId } from "../../domain/index.js";

/* Where in a scope's blobs a session's lie. Ids of sessions are of any form: a digest stands for each. */

const DIGEST_LENGTH = 32;
const ID = /^att_([0-9a-f]{32})([0-9a-f]{32})$/;

export function digest(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex").slice(0, DIGEST_LENGTH);
}

export const ATTACHMENTS = "attachments";
const TRANSCRIPTS = "transcripts";

export function attachmentsFolder(sessionId: SessionId): string {
  return `${ATTACHMENTS}/${digest(sessionId)}`;
}

export function transcriptKey(sessionId: SessionId): string {
  return `${TRANSCRIPTS}/${digest(sessionId)}`;
}

export function attachmentId(sessionId: SessionId, content: string): string {
  return `att_${digest(sessionId)}${content}`;
}

/** @throws NOT_FOUND: of another form no id was ever given out */
export function attachmentKey(id: string): string {
  const [, session, content] = ID.exec(id) ?? [];
  if (session === undefined || content === undefined) throw noAttachment();
  return `${ATTACHMENTS}/${session}/${content}`;
}

export function idOfKey(key: string): string {
  return `att_${key.slice(ATTACHMENTS.length + 1).replace("/", "")}`;
}

/** The session's digest in a key of an attachment. */
export function sessionOfKey(key: string): string {
  return key.split("/")[1] ?? "";
}

export function noAttachment(): KeepsakeError {
  return new KeepsakeError("NOT_FOUND", "there is no such attachment", { field: "id" });
}
