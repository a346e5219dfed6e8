export type { ChatTerms } from "../beside-chat.js";
export { KeepsakeStore, type KeepsakeStoreOptions } from "./keepsake-store.js";
export {
  type MemoryOf,
  type RecallNodeOptions,
  type RecordNodeOptions,
  recallNode,
  recordNode,
} from "./memory-nodes.js";
