import type { EpisodeId, JournalEntryId, MemoryId, TurnId } from "../domain/index.js";

/** Makes ids: unique across processes, sortable by time of making, with the prefixes of `ID_PREFIX`. */
export interface Ids {
  memory(): MemoryId;
  episode(): EpisodeId;
  turn(): TurnId;
  journal(): JournalEntryId;
  /** For errors that a person may report. */
  trace(): string;
}
