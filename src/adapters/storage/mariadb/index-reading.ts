import type { IndexReading } from "../relational/index.js";
import { INDEX_READING } from "./search-sql.js";

/** Labels are JSON; the floats of a vector are of 32 bits, the least byte first. */
export const indexReading: IndexReading<string, Uint8Array> = {
  ...INDEX_READING,
  toLabels: (text) => JSON.parse(text) as readonly string[],
  toVector: (bytes) => new Float32Array(Uint8Array.from(bytes).buffer),
};
