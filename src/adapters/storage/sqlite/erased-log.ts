import type { Connection } from "./connection.js";
import { SQL } from "./sql.js";

/**
 * Keeps erased words out of the write-ahead log, which holds them until it is cut to nothing. That this has to be done is written with the
 * erasure, so that it outlives the process that erased: a reader of any process (a backup, say) may stand in the way for long. That it was
 * done is written with this process's next write, which costs no commit of its own; until then another process does it once more, at no harm.
 */
export class ErasedLog {
  /** Up to which erasure this process saw the log empty. */
  #emptied = 0;
  #noted = 0;

  /** Whether nothing erased is left in the log. Waits for nobody, throws nothing: what was in the way is tried again. */
  empty(connection: Connection): boolean {
    if (connection.inTransaction) return false;
    try {
      const found = connection.get<{ noted: number; emptied: number }>(SQL.findErasures);
      if (found === undefined || found.noted <= Math.max(found.emptied, this.#emptied)) return true;
      const [result] = connection.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
      if (result?.busy !== 0) return false;
      // what was erased since it was read is another debt
      this.#emptied = found.noted;
      return true;
    } catch {
      return false; // a lock, or a full disk: the commits themselves stand, and whoever comes next tries again
    }
  }

  /** Within a write: notes what this process emptied. */
  noteEmptied(connection: Connection): void {
    if (this.#noted >= this.#emptied) return;
    connection.run(SQL.noteEmptied, this.#emptied);
    this.#noted = this.#emptied;
  }
}
