export { analyze, foldText, queryTerms } from "./analyzer.js";
export { splitClauses } from "./clauses.js";
export { detectLanguage, hasHan, type Language, toSimplified } from "./script.js";
export { splitSentences } from "./sentences.js";
export type { Span } from "./span.js";
