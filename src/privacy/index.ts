export { type ErasedCounts, type ErasureContext, eraseMemories, eraseTurns } from "./erase-rows.js";
export { forget } from "./forget.js";
