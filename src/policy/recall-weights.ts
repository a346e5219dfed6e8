import type { RecallWeights, WeightsFit } from "../domain/index.js";

/**
 * Fitted by `eval tune`, drawn to the weights before. Of the ones that stayed, `association` is off: measured, it moved nothing beyond noise
 * (`evals/reports`).
 */
export const RECALL_WEIGHTS: RecallWeights = {
  vector: 2.619,
  vectorNext: 2.262,
  keyword: 1.751,
  entity: 0.264,
  speaker: 1.741,
  time: 1.022,
  recency: 0.05,
  importance: 0.05,
  session: 1.691,
  memory: 0.05,
  summary: 0.61,
  question: 0.38,
  when: 0.582,
  aspect: 2.013,
  spelling: 1.001,
  current: 2.506,
  association: 0,
};

/** The figures are of candidates put in order, and tell weights apart; those of the product stand in `evals/reports`. */
export const RECALL_WEIGHTS_FIT: WeightsFit = {
  data: [
    { name: "locomo-dev.json", sha256: "77a573c4d7e81b2dfbab59e216b33e1dcaaf7c89d66dd838a68cb27d1b7965b2" },
    { name: "qmem-zh-dev.jsonl", sha256: "06d824800033d351d0fbe3a5f6d9e6b6abc1fea081f37c5428929c82d7d6a48f" },
    { name: "madial-zh.jsonl", sha256: "b8fe49fd5c935addab2197961849006d8ae2b87f73e47d75ff19dbf503a244db" },
    { name: "madial-en.jsonl", sha256: "90ce7f6231a6deb395c71a9c0f1fd286d1ed66566d99cdf9917978e0e12b25bc" },
  ],
  before: { "any@5": 0.8958, "any@10": 0.9414, mrr: 0.7407, n: 1468 },
  crossValidated: { "any@5": 0.8978, "any@10": 0.9455, mrr: 0.7428, n: 1468 },
};
