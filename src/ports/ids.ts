import type { EpisodeId, JournalEntryId, MemoryId, TurnId } from "../domain/index.js";

/** Makes ids: unique across processes, sortable by time of making, with the prefixes of `ID_PREFIX`. */
export interface Ids {
  memory(): MemoryId;
  episode(): EpisodeId;
  turn(): TurnId;
  journal(): JournalEntryId;
  /** `size` random bytes as base64url text. */
  secret(size: number): string;
  /** For errors that a person may report. */
  trace(): string;
}
