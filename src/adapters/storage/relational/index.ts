/** What every relational engine does alike: rows to objects and back, pages, and vectors held in memory. */
export { type AuditHead, type AuditRow, chainLine, toEvent, toRecord } from "./audit-row.js";
export { type CarriedTable, carriedTables, placeOf } from "./contents/carried-tables.js";
export type { ContentDialect } from "./contents/content-sql.js";
export { namedAttributes } from "./contents/item-columns.js";
export { byOwner, everyOwner, type OwnedRows, type Owner, pageAcrossOwners } from "./contents/owned-pages.js";
export { CopyShelf } from "./copy-shelf.js";
export { type EpisodeRow, episodeValues, toEpisode } from "./episode-row.js";
export { type HealthDialect, healthRules, isMended, sumFaults } from "./health-rules.js";
export {
  afterLapse,
  INDEX_LISTS,
  type JournalFigures,
  type JournalRow,
  taskValues,
  toBacklog,
  toEntry,
} from "./journal-row.js";
export { type KeyRow, keyValues, toKey } from "./key-row.js";
export { type MemoryRow, memoryValues, patchedValues, toMemory } from "./memory-row.js";
export { type Listing, type PageOrder, pageOf } from "./paging.js";
export type { RowValue, Value } from "./row-value.js";
export { Answers } from "./server/answers.js";
export { Calls, retrying } from "./server/calls.js";
export type {
  Asking,
  Entered,
  Gone,
  ScopeNumbers,
  ServerConnection,
  ServerDatabase,
  Steps,
} from "./server/connection.js";
export { NOBODY } from "./server/connection.js";
export { contentsView, type SnapshotReading } from "./server/contents-view.js";
export { type FilterCondition, filterConditions } from "./server/filter-condition.js";
export { HeldSnapshots, requireOpen } from "./server/held-snapshots.js";
export { createIndexOutbox, type IndexReading } from "./server/index-outbox.js";
export {
  checkSearchLimit,
  createKeywordIndex,
  type KeywordSearch,
  type ScoredRow,
  type WeighedTerms,
} from "./server/keyword-index.js";
export {
  checkVector,
  countTerms,
  createServerProjection,
  type IndexWriting,
  itemValues,
  type Put,
  type PutVector,
  required,
} from "./server/projection.js";
export { LATEST_INSTANT, marks, SERVABLE, SHARED_SQL } from "./server/shared-sql.js";
export type { Statements } from "./server/statements.js";
export { type Condition, type Remedies, storeError, unreachable } from "./server/store-error.js";
export { createServerHealth } from "./server/store-health.js";
export { createServerStores, withStores } from "./server/stores.js";
export { numbersOf, ServerTransaction } from "./server/transaction.js";
export { type VectorModel, vectorModels } from "./server/vector-models.js";
export { ContentsWriter, type ContentsWriting } from "./server/write-contents.js";
export { WriteTurns } from "./server/write-turns.js";
export { jsonOf, type StateRow, toState } from "./state-row.js";
export { type SummaryRow, summaryChanged, summaryTexts, toSummaryState } from "./summary-row.js";
export { type Transactions, transactionOf } from "./transactions.js";
export { type SessionRow, type TurnRow, toSession, toTurn, turnValues } from "./turn-row.js";
export { toUsage, type UsageRow } from "./usage-row.js";
export { grown } from "./vector-block/growable.js";
export { TopHits } from "./vector-block/top-hits.js";
export { VectorBlock } from "./vector-block/vector-block.js";
export { type StoredVector, VectorCopy } from "./vector-copy.js";
export { type OriginColumn, originOf, toWrite, type WriteRow } from "./write-row.js";
