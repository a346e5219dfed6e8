import { z } from "zod";
import { digestedName } from "../audit/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { keyField, spaceField } from "./state-fields.js";
import { described, jsonValue } from "./wire.js";

export const statePutOperation = defineOperation({
  name: "state-put",
  title: { en: "Keep working state", zh: "保存工作状态" },
  description: {
    en: "Keeps a JSON value of a task in progress (step reached, material collected) under a key, for a limited time. Call it to carry state between turns or agents. Not for lasting facts about the user (use remember).",
    zh: "把进行中任务的状态（做到哪一步、收集到的材料）以 JSON 存在某个键下，到期自动消失。用于在多轮对话或多个智能体之间传递状态。关于用户的长期事实请用 remember。",
  },
  input: z.strictObject({
    space: spaceField,
    key: keyField,
    value: described(jsonValue, "Any JSON value.", "任意 JSON 值。"),
    ttlSeconds: described(
      z.int().min(1).max(31_536_000),
      "Time to live in seconds; renewed on write.",
      "存活秒数；每次写入重新计时。",
    ).exactOptional(),
  }),
  output: z.object({ key: z.string() }),
  permission: "memory:write",
  undated: true,
  hints: { readOnly: false, destructive: false, idempotent: true },
  errors: WRITE_ERRORS,
  http: { method: "PUT", path: "/v1/users/{user}/state/{space}/{key}" },
  cli: { positional: ["space", "key", "value"], example: `keepsake state put task-7 step '"collecting"' --user ada` },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { putState } = await import("../sessions/index.js");
    await putState(parts, caller.scope, input.space, input.key, input.value, input.ttlSeconds);
    return { key: input.key };
  },
  audit: ({ space, key }) => [space, key].map(digestedName),
});
