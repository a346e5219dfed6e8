import { z } from "zod";
import { digestedName } from "../audit/index.js";
import { MOST_LOADED } from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { rememberedFields } from "./remember.js";
import { described, field, id } from "./wire.js";

const outcome = z.enum([
  ...(["new", "known", "superseded", "coexists", "retracted", "pending-review", "rejected", "reinforced"] as const),
]);

export const loadOperation = defineOperation({
  name: "load",
  title: { en: "Load finished memories", zh: "批量载入记忆" },
  description: {
    en: "Writes memories that were finished elsewhere, up to 500 in one call: all of them or, where one is refused, none. Each is redacted and takes its place by its words and its slot; other wordings of one matter are not looked for. The same memories never write twice, so a call that broke off is sent again. The answer names the load, by which it can be rolled back. For conversations use import.",
    zh: "批量写入在别处整理好的记忆，一次最多 500 条：要么全部写入，其中一条被拒则全不写入。每条都会脱敏，并按原文和属性就位；不会去找意思相近的其他说法。相同内容不会写入两次，中断的调用重新发送即可。回答给出载入编号，可凭此整体回滚。对话请用 import。",
  },
  input: z.strictObject({
    memories: described(
      z.array(z.strictObject(rememberedFields)).min(1).max(MOST_LOADED),
      "The memories, one statement each.",
      "记忆，每条一句陈述。",
    ),
    importId: id(
      "Name of the load, which several calls may share; made from the memories where absent.",
      "载入编号，多次调用可共用；不填则由内容得出。",
    ).exactOptional(),
    agentId: id("The agent that writes.", "写入方智能体。").exactOptional(),
  }),
  output: z.object({
    importId: z.string(),
    results: z.array(
      z.object({
        outcome,
        reason: z.string(),
        memoryId: z.string().exactOptional(),
        supersededIds: z.array(z.string()),
      }),
    ),
    repeated: z.boolean(),
    pendingVectors: z.int(),
  }),
  permission: "memory:write",
  hints: { readOnly: false, destructive: false, idempotent: true },
  errors: [...WRITE_ERRORS, "CONFLICT"],
  http: { method: "POST", path: "/v1/users/{user}/load" },
  cli: { positional: ["file"], example: "keepsake load memories.jsonl --user ada" },
  mcp: false,
  async handle({ parts, caller }, { agentId, ...input }) {
    const { load } = await import("../remember/index.js");
    const { results, ...rest } = await load(parts, caller.scope, {
      ...input,
      ...field("agentId", agentId ?? caller.agentId),
    });
    return { ...rest, results: results.map((each) => ({ ...each, supersededIds: [...each.supersededIds] })) };
  },
  audit: (_input, { importId }) => [digestedName(importId)],
});
