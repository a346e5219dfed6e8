/** What every relational engine does alike: rows to objects and back, pages, and vectors held in memory. */
export { type AuditHead, type AuditRow, chainLine, toEvent, toRecord } from "./audit-row.js";
export { type EpisodeRow, episodeValues, toEpisode } from "./episode-row.js";
export { INDEX_LISTS, type JournalRow, taskValues, toEntry } from "./journal-row.js";
export { type KeyRow, keyValues, toKey } from "./key-row.js";
export { type MemoryRow, memoryValues, patchedValues, toMemory } from "./memory-row.js";
export { type Listing, type PageOrder, pageFrom, pageOf, pageStart } from "./paging.js";
export type { RowValue } from "./row-value.js";
export { jsonOf, type StateRow, toState } from "./state-row.js";
export { type SummaryRow, summaryChanged, summaryTexts, toSummaryState } from "./summary-row.js";
export { type Transactions, transactionOf } from "./transactions.js";
export { type SessionRow, type TurnRow, toSession, toTurn, turnValues } from "./turn-row.js";
export { toUsage, type UsageRow } from "./usage-row.js";
export { grown } from "./vector-block/growable.js";
export { TopHits } from "./vector-block/top-hits.js";
export { VectorBlock } from "./vector-block/vector-block.js";
export { type OriginColumn, originOf, toWrite, type WriteRow } from "./write-row.js";
