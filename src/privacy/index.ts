export { type ErasedCounts, eraseMemories, eraseTurns } from "./erase-rows.js";
export type { ErasureContext } from "./erasure-context.js";
export { type ExportPage, exportPage } from "./export.js";
export { exportMarkdown } from "./export-markdown.js";
export { forget, wouldForget } from "./forget.js";
