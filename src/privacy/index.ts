export { type ErasedCounts, eraseMemories, eraseTurns } from "./erase-rows.js";
export type { ErasureContext } from "./erasure-context.js";
export { forget } from "./forget.js";
