export { rateRelevance } from "./rate.js";
export { answerSigns, type Evidence, weighEvidence } from "./weigh-evidence.js";
