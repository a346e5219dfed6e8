export {
  ATTACHMENTS,
  addAttachment,
  alignBlobs,
  alignEntries,
  type BlobsEntry,
  getAttachment,
  isBlobsEntry,
  listAttachments,
  queueBlobs,
  removeAttachment,
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
