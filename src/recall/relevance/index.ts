export { rateRelevance } from "./rate.js";
export { type Evidence, weighEvidence } from "./weigh-evidence.js";
