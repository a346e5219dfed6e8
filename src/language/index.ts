export { analyze, foldText, queryTerms } from "./analyzer.js";

export { splitClauses } from "./clauses.js";
export { type Ending, isEndedBy, readEndings, readWholeEndings } from "./endings/index.js";
export type { Entity, EntityKind } from "./entities/entity.js";
export { findEntities } from "./entities/find.js";
export {
  findInjection,
  type InjectionKind,
  type InjectionMark,
  injectionSigns,
  isInjectedContext,
  suspicionOf,
} from "./injection/index.js";

export { isQuestion } from "./questions.js";
export { type Redacted, type RedactionFinding, redact } from "./redaction/redact.js";
export { detectLanguage, hasHan, type Language, toSimplified } from "./script.js";
export { tagWords } from "./segmenter.js";
export { splitSentences } from "./sentences.js";
// The faces of the two rooms inside language.
export * from "./slots/index.js";
export type { Span } from "./span.js";
export * from "./speech-acts/index.js";
export { describeDay } from "./time/describe-day.js";
export { findTimeExpressions, OPEN_END, OPEN_START, type TimeExpression } from "./time/find.js";
export type { TimeGrain } from "./time/reading.js";
export { hasTimeExpressionCue } from "./time/tense.js";
export { isBlank } from "./visible.js";
