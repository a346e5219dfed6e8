export { type DropReport, dropOld } from "./reindex/drop-old.js";
export { type ReindexOptions, type ReindexReport, reindex } from "./reindex/reindex.js";
export { type ModelStatus, type ReindexStatus, reindexStatus } from "./reindex/status.js";
