import { z } from "zod";
import { attachmentIdField, BESIDE_ERRORS } from "./attachment-wire.js";
import { defineOperation } from "./operation.js";

export const attachmentRemoveOperation = defineOperation({
  name: "attachment-remove",
  title: { en: "Remove an attachment", zh: "删除附件" },
  description: {
    en: "Erases an attachment for good, with every earlier version that its place kept. It cannot be undone. Call it only when the user asks for it.",
    zh: "彻底抹除一个附件，包括存放处保留的全部旧版本，不可恢复：仅在用户要求时调用。",
  },
  input: z.strictObject({ id: attachmentIdField }),
  output: z.object({ removed: z.string() }),
  permission: "memory:erase",
  hints: { readOnly: false, destructive: true, idempotent: false },
  errors: BESIDE_ERRORS,
  http: { method: "DELETE", path: "/v1/users/{user}/attachments/{id}" },
  cli: { positional: ["id"], example: "keepsake attachment remove att_01 --user ada" },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { removeAttachment } = await import("../sessions/index.js");
    await removeAttachment(parts, caller.scope, input.id);
    return { removed: input.id };
  },
  audit: ({ id }) => [id],
});
