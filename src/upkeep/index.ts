export { type MendReport, mendIndexes } from "./mending/mend-indexes.js";
export { type DropReport, dropOld } from "./reindex/drop-old.js";
export { type ReindexOptions, type ReindexReport, reindex } from "./reindex/reindex.js";
export { type ReindexStatus, reindexStatus, scopeStatus } from "./reindex/status.js";
