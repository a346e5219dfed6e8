import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import {
  decidedIds,
  reviewDecisionsToWire,
  reviewDecisionsWire,
  reviewSelectionInput,
  toReviewSelection,
} from "./review-decision.js";

export const reviewAcceptOperation = defineOperation({
  name: "review-accept",
  title: { en: "Accept changes that wait", zh: "接受待审核的变更" },
  description: {
    en: "Lets waiting changes through, named by id or by cause. Each is decided anew against what holds now and counts as said when it was said: what was said since stays the newer. The answer tells of each what became of it; one that is decided already is left alone. For people who review, never for the agent whose change waits.",
    zh: "放行待审核的变更，按编号或按原因指定。每项都按此刻的记忆重新判定，并以当初说出的时间为准：其后说的仍然更新。回答逐项说明结果；已有结论的不再改动。供审核人员使用，不应由提出变更的智能体自己调用。",
  },
  input: reviewSelectionInput,
  output: reviewDecisionsWire,
  permission: "memory:review",
  hints: { readOnly: false, destructive: false, idempotent: true },
  errors: WRITE_ERRORS,
  http: { method: "POST", path: "/v1/users/{user}/review/accept" },
  cli: { positional: ["ids"], example: "keepsake review accept mem_01 mem_02 --user ada" },
  mcp: false,
  async handle({ parts, caller }, input) {
    const selection = toReviewSelection(input);
    const { acceptReview } = await import("../review/index.js");
    return reviewDecisionsToWire(await acceptReview(parts, caller.scope, selection, caller.actor));
  },
  audit: (_input, output) => decidedIds(output),
});
