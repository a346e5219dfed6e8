import { z } from "zod";
import { attachmentToWire, attachmentWire, BESIDE_ERRORS, base64, bytesOf } from "./attachment-wire.js";
import { defineOperation } from "./operation.js";
import { sessionField } from "./summary-wire.js";
import { described, exactly, field, id } from "./wire.js";

export const attachmentAddOperation = defineOperation({
  name: "attachment-add",
  title: { en: "Add an attachment", zh: "添加附件" },
  description: {
    en: "Keeps a file (up to 25 MiB) beside a conversation that was recorded, with the turn it came with where that is named. The same file sent again is the same attachment. It is erased with its turn, its conversation or its user; nothing is learned from its content. Call it when the user gives a file to be kept; what is only said is recorded.",
    zh: "把一个文件（至多 25 MiB）保存在已记录的会话旁，可指明随哪条发言而来。重复发送同一文件只得到同一附件。删除该发言、会话或用户时一并抹除；不会从文件内容中学习。用户交来要保存的文件时调用；只是说过的话用 record。",
  },
  input: z.strictObject({
    sessionId: sessionField,
    turnId: id("The turn it came with.", "随之而来的发言。").exactOptional(),
    agentId: id("The agent that sends it.", "发送它的智能体。").exactOptional(),
    name: described(z.string().min(1).max(255), "The file's name.", "文件名。"),
    mediaType: exactly(described(z.string().min(3).max(255), "Such as image/png.", "例如 image/png。"), {
      pattern: "^[A-Za-z0-9!#$&^_.+-]{1,127}/[A-Za-z0-9!#$&^_.+-]{1,127}$",
    }).exactOptional(),
    content: described(base64, "The bytes, as base64.", "文件内容（base64）。"),
  }),
  output: attachmentWire,
  permission: "memory:write",
  hints: { readOnly: false, destructive: false, idempotent: true },
  errors: BESIDE_ERRORS,
  http: { method: "POST", path: "/v1/users/{user}/attachments" },
  cli: {
    positional: ["sessionId", "name"],
    example: "keepsake attachment add chat-1 --file plan.pdf --media-type application/pdf --user ada",
    readsFile: { content: "content", name: "name" },
  },
  mcp: true,
  async handle({ parts, caller }, { sessionId, turnId, agentId = caller.agentId, name, mediaType, content }) {
    const { addAttachment } = await import("../sessions/index.js");
    const given = { ...field("turnId", turnId), ...field("agentId", agentId), ...field("mediaType", mediaType) };
    const bytes = bytesOf(content.replace(/[\r\n]/g, ""), "content");
    return attachmentToWire(await addAttachment(parts, caller.scope, { sessionId, name, ...given, content: bytes }));
  },
  audit: (_input, { id: made }) => [made],
});
