import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import {
  decidedIds,
  reviewDecisionsToWire,
  reviewDecisionsWire,
  reviewSelectionInput,
  toReviewSelection,
} from "./review-decision.js";

export const reviewRejectOperation = defineOperation({
  name: "review-reject",
  title: { en: "Reject changes that wait", zh: "拒绝待审核的变更" },
  description: {
    en: "Closes waiting changes, named by id or by cause. They are never recalled, and stay in history and audit with who rejected them. One that is decided already is left alone.",
    zh: "关闭待审核的变更，按编号或按原因指定。它们永远不会被检索到，但连同由谁拒绝一并留在历史与审计中。已有结论的不再改动。",
  },
  input: reviewSelectionInput,
  output: reviewDecisionsWire,
  permission: "memory:review",
  hints: { readOnly: false, destructive: false, idempotent: true },
  errors: WRITE_ERRORS,
  http: { method: "POST", path: "/v1/users/{user}/review/reject" },
  cli: { positional: ["ids"], example: "keepsake review reject mem_01 mem_02 --user ada" },
  mcp: false,
  async handle({ parts, caller }, input) {
    const selection = toReviewSelection(input);
    const { rejectReview } = await import("../review/index.js");
    return reviewDecisionsToWire(await rejectReview(parts, caller.scope, selection, caller.actor));
  },
  audit: (_input, output) => decidedIds(output),
});
