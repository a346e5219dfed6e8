import { z } from "zod";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { spaceField, stateEntryToWire, stateEntryWire } from "./state-fields.js";

export const stateListOperation = defineOperation({
  name: "state-list",
  title: { en: "List working state", zh: "列出工作状态" },
  description: {
    en: "All working state of a session or task, by key. Call it when the keys are not known.",
    zh: "某个会话或任务的全部工作状态，按键排列。不知道键名时调用。",
  },
  input: z.strictObject({ space: spaceField }),
  output: z.object({ items: z.array(stateEntryWire) }),
  permission: "memory:read",
  undated: true,
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/state/{space}" },
  cli: { positional: ["space"], example: "keepsake state list task-7 --user ada" },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { listState } = await import("../sessions/index.js");
    return { items: (await listState(parts, caller.scope, input.space)).map(stateEntryToWire) };
  },
});
