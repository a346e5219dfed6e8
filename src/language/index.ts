export { analyze, foldText, queryTerms } from "./analyzer.js";
export { splitClauses } from "./clauses.js";
export { detectLanguage, hasHan, type Language, toSimplified } from "./script.js";
export { splitSentences } from "./sentences.js";
export type { Span } from "./span.js";
export { describeDay } from "./time/describe-day.js";
export { findTimeExpressions, OPEN_END, OPEN_START, type TimeExpression } from "./time/find.js";
export type { TimeGrain } from "./time/reading.js";
export { hasTimeExpressionCue } from "./time/tense.js";
