import type { ErasedBytes } from "../../../ports/index.js";
import type { Database } from "./database.js";

/** The write-ahead log, which holds what was written before it was erased. */
export function createErasedBytes(database: Database): ErasedBytes {
  return { clear: (waitMs) => database.emptyLog(waitMs) };
}
