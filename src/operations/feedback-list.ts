import { z } from "zod";
import { FEEDBACK_VERDICTS, toIso } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { field, isoText, pageFields } from "./wire.js";

export const feedbackListOperation = defineOperation({
  name: "feedback-list",
  title: { en: "List verdicts on recalled memories", zh: "列出对记忆的评价" },
  description: {
    en: "What was said of recalled memories, newest first, as tuning reads it: ids, verdicts, places and scores, never words. A page may hold fewer than its limit; the last has no nextCursor. For people who tune the engine.",
    zh: "对被回忆内容的评价，从新到旧，供调优使用：编号、评价、位置与分数，不含文字。一页可能少于上限，没有 nextCursor 即为最后一页。供调优人员使用。",
  },
  input: z.strictObject({
    ...pageFields,
  }),
  output: z.object({
    items: z.array(
      z.object({
        at: isoText,
        id: z.string(),
        verdict: z.enum(FEEDBACK_VERDICTS),
        place: z.int().exactOptional(),
        score: z.number().exactOptional(),
      }),
    ),
    nextCursor: z.string().exactOptional(),
  }),
  permission: "operate",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/feedback" },
  cli: { positional: [], example: "keepsake feedback list --limit 100 --user ada" },
  mcp: false,
  async handle({ parts, caller }, input) {
    const { listFeedback } = await import("../review/index.js");
    const { items, nextCursor } = await listFeedback(parts, caller.scope, input);
    return { items: items.map((item) => ({ ...item, at: toIso(item.at) })), ...field("nextCursor", nextCursor) };
  },
});
