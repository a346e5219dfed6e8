export { rateRelevance } from "./rate.js";
export { type AnswerReading, isInDoubt, readAnswers, withReading } from "./read-answers.js";
export { type Evidence, weighEvidence } from "./weigh-evidence.js";
