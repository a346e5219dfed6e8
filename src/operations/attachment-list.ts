import { z } from "zod";
import { attachmentToWire, attachmentWire, BESIDE_ERRORS } from "./attachment-wire.js";
import { defineOperation } from "./operation.js";
import { field, id, pageFields, pageWire } from "./wire.js";

const DEFAULT_LIMIT = 50;

export const attachmentListOperation = defineOperation({
  name: "attachment-list",
  title: { en: "List attachments", zh: "列出附件" },
  description: {
    en: "Files kept beside the user's conversations, or beside one of them, page after page; without their bytes. Call it to see which files there are.",
    zh: "保存在该用户各会话（或某个会话）旁的文件，逐页给出，不含内容。要知道有哪些文件时调用。",
  },
  input: z.strictObject({
    sessionId: id("Of this conversation only.", "只列该会话的。").exactOptional(),
    ...pageFields,
  }),
  output: pageWire(attachmentWire),
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: BESIDE_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/attachments" },
  cli: { positional: [], example: "keepsake attachment list --session-id chat-1 --user ada" },
  mcp: true,
  async handle({ parts, caller }, { sessionId, limit = DEFAULT_LIMIT, cursor }) {
    const { listAttachments } = await import("../sessions/index.js");
    const page = { limit, ...field("cursor", cursor), ...field("sessionId", sessionId) };
    const { items, nextCursor } = await listAttachments(parts, caller.scope, page);
    return { items: items.map(attachmentToWire), ...field("nextCursor", nextCursor) };
  },
});
