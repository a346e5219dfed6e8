import { z } from "zod";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { keyField, spaceField, stateEntryToWire, stateEntryWire } from "./state-fields.js";

export const stateGetOperation = defineOperation({
  name: "state-get",
  title: { en: "Read working state", zh: "读取工作状态" },
  description: {
    en: "Reads one value of working state. NOT_FOUND when it was never put or has expired. Call it to take up a task where it was left.",
    zh: "读取一项工作状态；从未写入或已过期时返回 NOT_FOUND。用于从上次停下的地方继续任务。",
  },
  input: z.strictObject({ space: spaceField, key: keyField }),
  output: stateEntryWire,
  permission: "memory:read",
  undated: true,
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: [...READ_ERRORS, "NOT_FOUND"],
  http: { method: "GET", path: "/v1/users/{user}/state/{space}/{key}" },
  cli: { positional: ["space", "key"], example: "keepsake state get task-7 step --user ada" },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { getState } = await import("../sessions/index.js");
    return stateEntryToWire(await getState(parts, caller.scope, input.space, input.key));
  },
});
