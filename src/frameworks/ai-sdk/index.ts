export type { ChatTerms } from "../beside-chat.js";
export { type MemoryMiddleware, type MemoryMiddlewareOptions, memoryMiddleware } from "./memory-middleware.js";
export { type MemoryToolsOptions, memoryTools } from "./memory-tools.js";
