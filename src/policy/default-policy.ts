import type { Policy } from "../domain/index.js";
import { INJECTION_CLASSIFIER } from "./injection-classifier.js";
import { RECALL_WEIGHTS, RECALL_WEIGHTS_FIT } from "./recall-weights.js";
import { RELATION_CLASSIFIER } from "./relation-classifier.js";
import { WORTH_CLASSIFIER } from "./worth-classifier.js";

/** The policy that ships. A change of any figure is a new version, with the evaluation that justifies it. */
export const DEFAULT_POLICY: Policy = {
  version: "2026-12-01.3",
  redaction: {
    "private-key": "drop",
    "api-key": "drop",
    token: "drop",
    password: "drop",
    "connection-string": "drop",
    "id-card": "drop",
    "bank-card": "drop",
    phone: "drop",
    email: "drop",
    address: "allow",
  },
  extraction: {
    minConfidence: 0.5,
    maxTurnCharacters: 20_000,
    useModel: true,
    worth: { classifier: WORTH_CLASSIFIER, threshold: 0.34, thresholdInCompany: 0.73, vetoBelow: 0.2 },
    injection: { classifier: INJECTION_CLASSIFIER, threshold: 0.8 },
  },
  reconcile: {
    relation: {
      classifier: RELATION_CLASSIFIER,
      updateFrom: 0.59,
      announcedFrom: 0.47,
      faintFrom: 0.6,
      manyExponent: 1,
      forgetFrom: 0.5,
      sameFrom: 0.4,
    },
  },
  expiry: { recentlyDays: 14, defaultDays: 7 },
  recall: {
    weights: RECALL_WEIGHTS,
    fit: RECALL_WEIGHTS_FIT,
    floor: 0.5,
    defaultLimit: 10,
    candidatesPerChannel: 100,
    answerPairs: 4,
    fusion: "weighted-sum",
    recencyHalfLifeDays: 30,
    recentHalfLifeDays: 7,
    association: { steps: 2, damping: 0.5 },
  },
  context: { defaultMaxTokens: 2_000, guaranteedTurns: 3, maxTokensPerMemory: 200, maxMemories: 20 },
  summary: {
    sessionTurns: 40,
    sessionTokens: 6_000,
    keepTurns: 12,
    idleSeconds: 1_800,
    minTurns: 4,
    maxCharacters: 900,
    useModel: true,
  },
  journal: { leaseSeconds: 60, maxAttempts: 5, backoffSeconds: 2, batchSize: 16, maxWaiting: 1_000_000 },
  limits: {
    maxTurnCharacters: 200_000,
    maxTurnsPerRecord: 1_000,
    maxStatementCharacters: 2_000,
    maxQueryCharacters: 8_000,
  },
  review: {
    protectedUsers: [],
    sharedUsers: [],
    belowConfidence: 0.5,
    expiryDays: 30,
  },
  authority: {},
  state: { defaultTtlSeconds: 86_400, maxValueBytes: 65_536 },
};
