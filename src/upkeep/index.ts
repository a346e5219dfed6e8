export { type DropReport, dropOld } from "./reindex/drop-old.js";
export { type ReindexOptions, type ReindexReport, reindex } from "./reindex/reindex.js";
export { type ReindexStatus, reindexStatus, scopeStatus } from "./reindex/status.js";
