export { mendIndexes } from "./mending/mend-indexes.js";
export { isMendable, type MendReport, mendStore } from "./mending/mend-store.js";
export { type StrayReport, strayFiles } from "./mending/stray-files.js";
export { type DropReport, dropOld } from "./reindex/drop-old.js";
export { type ReindexOptions, type ReindexReport, reindex } from "./reindex/reindex.js";
export { type ReindexStatus, reindexStatus, scopeStatus } from "./reindex/status.js";
