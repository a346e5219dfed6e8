import { z } from "zod";
import { attachmentContentWire, attachmentIdField, attachmentToWire, BESIDE_ERRORS } from "./attachment-wire.js";
import { defineOperation } from "./operation.js";

export const attachmentGetOperation = defineOperation({
  name: "attachment-get",
  title: { en: "Read an attachment", zh: "读取附件" },
  description: {
    en: "An attachment with its bytes, as base64. What was stored is compared with what is read. Call it when the content itself is needed, after attachment-list for ids and sizes: a large file is a large answer.",
    zh: "一个附件及其内容（base64）。读出的内容会与存入时核对。需要内容本身时调用，先用 attachment-list 查看编号与大小：文件大则回答也大。",
  },
  input: z.strictObject({ id: attachmentIdField }),
  output: attachmentContentWire,
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: BESIDE_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/attachments/{id}" },
  cli: {
    positional: ["id"],
    example: "keepsake attachment get att_01 --to plan.pdf --user ada",
    writesFile: "content",
  },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { getAttachment } = await import("../sessions/index.js");
    const found = await getAttachment(parts, caller.scope, input.id);
    return { ...attachmentToWire(found), content: Buffer.from(found.content).toString("base64") };
  },
});
