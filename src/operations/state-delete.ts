import { z } from "zod";
import { digestedName } from "../audit/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { keyField, spaceField } from "./state-fields.js";

export const stateDeleteOperation = defineOperation({
  name: "state-delete",
  title: { en: "Delete working state", zh: "删除工作状态" },
  description: {
    en: "Deletes one value of working state; says whether it was there. Call it when a task is finished.",
    zh: "删除一项工作状态，并说明它是否存在。任务完成后调用。",
  },
  input: z.strictObject({ space: spaceField, key: keyField }),
  output: z.object({ deleted: z.boolean() }),
  permission: "memory:write",
  undated: true,
  hints: { readOnly: false, destructive: true, idempotent: true },
  errors: WRITE_ERRORS,
  http: { method: "DELETE", path: "/v1/users/{user}/state/{space}/{key}" },
  cli: { positional: ["space", "key"], example: "keepsake state delete task-7 step --user ada" },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { deleteState } = await import("../sessions/index.js");
    return { deleted: await deleteState(parts, caller.scope, input.space, input.key) };
  },
  audit: ({ space, key }) => [space, key].map(digestedName),
});
