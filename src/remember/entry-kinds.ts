import { type JournalEntry, KeepsakeError } from "../domain/index.js";
import type { OutboxEntry } from "../ports/index.js";
import type { SummariseEntry } from "../sessions/index.js";
import type { DigestEntry } from "./digest.js";
import type { RefineEntry } from "./refine.js";

/* What an entry of the journal asks for. */

export function isDigest(entry: JournalEntry): entry is DigestEntry {
  return entry.task.type === "digest";
}

export function isSummarise(entry: JournalEntry): entry is SummariseEntry {
  return entry.task.type === "summarise";
}

export function isIndexing(entry: JournalEntry): entry is OutboxEntry {
  return entry.task.type === "index";
}

export function isRefine(entry: JournalEntry): entry is RefineEntry {
  return entry.task.type === "refine";
}

export function isEmbedding({ task }: JournalEntry): boolean {
  return task.type === "embed";
}

/** During an upgrade the journal can hold what a newer version put there: that waits for a worker that knows it, however often it is seen. */
export function unknownWork({ task }: JournalEntry): KeepsakeError {
  const type: string = task.type;
  return new KeepsakeError("UNAVAILABLE", `This version does not know journal work of the kind "${type}": upgrade it.`);
}
