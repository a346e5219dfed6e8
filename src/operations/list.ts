import { z } from "zod";
import { MEMORY_KINDS, MEMORY_STATUSES, MEMORY_TIERS } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { memoryToWire, memoryWire } from "./memory-wire.js";
import { defineOperation } from "./operation.js";
import { described, field, id, instant, pageFields, pageWire } from "./wire.js";

export const listOperation = defineOperation({
  name: "list",
  title: { en: "List memories", zh: "列出记忆" },
  description: {
    en: "Pages through the user's memories, newest first; current ones unless statuses say otherwise. Call it to show or review what is stored. To find what bears on a question use recall.",
    zh: "按从新到旧翻看用户的记忆；默认只列当前有效的，可用 statuses 指定。用于展示或检查已存内容。要找与问题相关的请用 recall。",
  },
  input: z.strictObject({
    statuses: described(
      z.array(z.enum(MEMORY_STATUSES)).min(1),
      "Only these statuses.",
      "只要这些状态的。",
    ).exactOptional(),
    kinds: described(z.array(z.enum(MEMORY_KINDS)).min(1), "Only these kinds.", "只要这些类别的。").exactOptional(),
    tiers: described(z.array(z.enum(MEMORY_TIERS)).min(1), "Only these tiers.", "只要这些层级的。").exactOptional(),
    tags: described(
      z.array(z.string().min(1)).min(1),
      "Only with any of these tags.",
      "只要带有其中任一标签的。",
    ).exactOptional(),
    subject: described(z.string().min(1).max(256), "Only about this subject.", "只要关于该主体的。").exactOptional(),
    sessionId: id("Only from this conversation.", "只要来自该会话的。").exactOptional(),
    asOf: instant("What was true at this past instant.", "过去某一刻的情况。").exactOptional(),
    ...pageFields,
    now: instant("The instant that “now” stands for.", "“现在”所指的时刻。").exactOptional(),
  }),
  output: pageWire(memoryWire),
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/memories" },
  cli: { positional: [], example: "keepsake list --kinds preference --limit 20 --user ada" },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { listMemories } = await import("../recall/index.js");
    const page = await listMemories(parts, caller.scope, input);
    return { items: page.items.map(memoryToWire), ...field("nextCursor", page.nextCursor) };
  },
});
