export {
  ATTACHMENTS,
  addAttachment,
  alignBlobs,
  alignEntries,
  type BlobsEntry,
  digest,
  findReadable,
  getAttachment,
  idOfKey,
  isBlobsEntry,
  listAttachments,
  queueBlobs,
  removeAttachment,
  sessionOfKey,
  UNREADABLE,
} from "./blobs/index.js";
export { deleteState, getState, listState, putState } from "./state.js";
export {
  commitSummary,
  endSession,
  findSummary,
  getSummary,
  listSummaries,
  noteTurns,
  type PreparedSummary,
  prepareSummary,
  type SummariseEntry,
} from "./summaries/index.js";
