import { z } from "zod";
import { REVIEW_CAUSES } from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { memoryToWire, memoryWire } from "./memory-wire.js";
import { defineOperation } from "./operation.js";
import { described, field, pageFields } from "./wire.js";

const EFFECTS = ["new", "coexists", "reinforced", "superseded", "history", "retracted", "erased", "rejected"] as const;

const reviewItemWire = z
  .object({
    memory: memoryWire,
    causes: z.array(z.enum(REVIEW_CAUSES)),
    effect: z.enum(EFFECTS),
    why: z.string(),
    targets: z.array(z.object({ id: z.string(), content: z.string() })),
    after: z.string().exactOptional(),
  })
  .meta({
    id: "ReviewItem",
    description: "A change that waits, and what accepting it would do now.",
    "x-zh": "一项待审核的变更，以及此刻接受它的后果。",
  });

export const reviewListOperation = defineOperation({
  name: "review-list",
  title: { en: "List what waits for review", zh: "列出待审核的变更" },
  description: {
    en: "Changes that wait until a person accepts or rejects them, newest first, each with its causes and with what accepting it would change now: the memories concerned, their words, and the words that would hold afterwards. What waited too long is rejected first and named in `expired`. Nothing of it is recalled meanwhile.",
    zh: "等待人工接受或拒绝的变更，从新到旧；每项附原因，以及此刻接受会改变什么：涉及的记忆及其内容、接受后的内容。等待过久的先按拒绝处理并列在 `expired` 中。待审核内容不会被检索到。",
  },
  input: z.strictObject({
    cause: described(z.enum(REVIEW_CAUSES), "Only of this cause.", "只要此原因的。").exactOptional(),
    ...pageFields,
  }),
  output: z.object({
    items: z.array(reviewItemWire),
    expired: z.array(z.string()),
    nextCursor: z.string().exactOptional(),
  }),
  permission: "memory:review",
  // what it rejects was over when its time was, whoever looked; that has an audit entry of its own
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: WRITE_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/review" },
  cli: { positional: [], example: "keepsake review list --cause protected-user --user ada" },
  mcp: false,
  async handle({ parts, caller }, input) {
    const { listReview } = await import("../review/index.js");
    const page = await listReview(parts, caller.scope, input);
    return {
      items: page.items.map(({ memory, causes, effect, why, targets, after }) => ({
        memory: memoryToWire(memory),
        causes: [...causes],
        effect,
        why,
        targets: targets.map((target) => ({ ...target })),
        ...field("after", after),
      })),
      expired: [...page.expired],
      ...field("nextCursor", page.nextCursor),
    };
  },
});
