export { detectFormat, FORMATS, findFormat, type ImportFormat } from "./formats.js";
export {
  FORMAT_NAMES,
  type FormatName,
  type ImportedSession,
  type ImportOptions,
  type ImportSource,
  type ImportWarning,
} from "./imported-session.js";
export { type LoadingReport, loadMemories } from "./load-memories.js";
export { readConversations } from "./read-conversations.js";
export { type ImportReport, importIdOf, recordConversations } from "./record-conversations.js";
export { instantOf, isRealWallTime } from "./zoned-time.js";
