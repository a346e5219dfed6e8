import type { IndexReading } from "../relational/index.js";
import { INDEX_READING } from "./search-sql.js";

export const indexReading: IndexReading<readonly string[], string> = {
  ...INDEX_READING,
  toLabels: (held) => held,
  toVector: (text) => Float32Array.from(JSON.parse(text) as number[]),
};
