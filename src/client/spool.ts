import type { RecordRequest } from "../domain/index.js";

/** A `record` that the server has not acknowledged. Holds the words. */
export interface SpoolEntry {
  readonly id: string;
  readonly user: string;
  /** Every turn has an id or an instant, so that it is written once however often it is sent. */
  readonly request: RecordRequest;
}

/**
 * Where turns wait while the server is away. Order is that of appending.
 * - `append` resolves when the entry is kept as safely as this spool keeps anything.
 * - `remove` of an entry that is not there does nothing.
 */
export interface Spool {
  append(entry: SpoolEntry): Promise<void>;
  /** The one that has waited longest. */
  first(): Promise<SpoolEntry | undefined>;
  remove(id: string): Promise<void>;
  /** How many wait, and their characters all together. */
  size(): Promise<SpoolSize>;
  /** How many entries were found unreadable and set aside since this was last asked. Absent: this spool's entries cannot be damaged. */
  takeDamaged?(): number;
}

export interface SpoolSize {
  readonly entries: number;
  readonly characters: number;
}

export function charactersOf({ request }: SpoolEntry): number {
  return request.turns.reduce((sum, turn) => sum + turn.text.length, 0);
}

/** Lasts as long as the process. */
export function createMemorySpool(): Spool {
  const entries = new Map<string, SpoolEntry>();
  let characters = 0;
  return {
    async append(entry) {
      entries.set(entry.id, entry);
      characters += charactersOf(entry);
    },
    async first() {
      const [entry] = entries.values();
      return entry;
    },
    async remove(id) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      entries.delete(id);
      characters -= charactersOf(entry);
    },
    async size() {
      return { entries: entries.size, characters };
    },
  };
}
