import { z } from "zod";
import { FEEDBACK_VERDICTS, ID_PREFIX, type ItemId } from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { described, exactly, field, id, unit } from "./wire.js";

const fields = z.strictObject({
  id: id("The memory or episode, as recall named it.", "recall 给出的记忆或原话片段的编号。"),
  verdict: described(z.enum(FEEDBACK_VERDICTS), "What it was.", "评价。"),
  place: described(
    z.int().min(1).max(100),
    "Its place in the answer, from 1.",
    "它在结果中的位置，从 1 起。",
  ).exactOptional(),
  score: unit("Its score in the answer.", "它在结果中的分数。").exactOptional(),
});

export const feedbackGiveOperation = defineOperation({
  name: "feedback-give",
  title: { en: "Judge a recalled memory", zh: "评价一条被回忆的记忆" },
  description: {
    en: "Says of something that recall or context gave whether it was useful, useless, or wrong. Useful raises how much it counts; useless lowers it a little; wrong lets it hold until a person decides in the review queue. Call it after the answer, with the item's id. When the user says what is right instead, use correct.",
    zh: "对 recall 或 context 给出的内容作出评价：有用、无用或有误。“有用”提高它的分量，“无用”略微降低，“有误”则进入审核队列，由人决定之前继续有效。在回答之后用其编号调用。用户说出正确内容时请改用 correct。",
  },
  input: exactly(fields, {
    if: { properties: { verdict: { const: "wrong" } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { id: { pattern: `^${ID_PREFIX.memory}` } } },
  }),
  output: z.object({
    id: z.string(),
    verdict: z.enum(FEEDBACK_VERDICTS),
    importance: z.number().exactOptional(),
    accessCount: z.int().exactOptional(),
    reviewId: z.string().exactOptional(),
  }),
  permission: "memory:write",
  hints: { readOnly: false, destructive: false, idempotent: false },
  errors: [...WRITE_ERRORS, "NOT_FOUND", "CONFLICT"],
  http: { method: "POST", path: "/v1/users/{user}/feedback" },
  cli: { positional: ["id", "verdict"], example: "keepsake feedback give mem_01 useful --user ada" },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { giveFeedback } = await import("../review/index.js");
    const request = { ...input, id: input.id as ItemId };
    const { importance, accessCount, reviewId, ...result } = await giveFeedback(
      parts,
      caller.scope,
      request,
      caller.actor,
    );
    return {
      ...result,
      ...field("importance", importance),
      ...field("accessCount", accessCount),
      ...field("reviewId", reviewId),
    };
  },
  audit: (input, output) => (output.reviewId === undefined ? [input.id] : [input.id, output.reviewId]),
});
