export { commitSummary, type PreparedSummary, prepareSummary, type SummariseEntry } from "./fold-session.js";
export { findSummary, getSummary, listSummaries } from "./read-summaries.js";
export { endSession, noteTurns } from "./track-session.js";
