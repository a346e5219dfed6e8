export { detectFormat, FORMATS, findFormat, type ImportFormat } from "./formats.js";
export {
  FORMAT_NAMES,
  type FormatName,
  IMPORT_WARNING_CODES,
  type ImportedSession,
  type ImportOptions,
  type ImportSource,
  type ImportWarning,
  type ImportWarningCode,
} from "./imported-session.js";
export { readConversations } from "./read-conversations.js";
