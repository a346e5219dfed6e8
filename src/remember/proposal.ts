import type { Candidate, JournalEntry, KeepsakeError, MemoryId, Turn, TurnId } from "../domain/index.js";
import type { Extraction } from "./extract-rules.js";

/** A turn as it was read, with what the rules find in it. */
export interface ReadTurn<Entry extends JournalEntry = JournalEntry> {
  readonly entry: Entry;
  readonly turn: Turn;
  /** The turns before it in the session, oldest first. */
  readonly before: readonly Turn[];
  readonly rules: Extraction;
}

/** What a model was shown: its words may carry theirs, so nothing is committed once one of them was erased (P21). */
export interface Shown {
  readonly turnIds: readonly TurnId[];
  readonly memoryIds: readonly MemoryId[];
}

/** What became of a turn that the model was asked about. A turn that is absent from the answer was not asked about. */
export type Proposal =
  | { readonly type: "answered"; readonly candidates: readonly Candidate[]; readonly shown: Shown }
  /** The model failed or may not be asked: the rules stand alone, and the turn awaits another try. */
  | { readonly type: "deferred"; readonly failure: KeepsakeError };

export type Proposals = ReadonlyMap<TurnId, Proposal>;
