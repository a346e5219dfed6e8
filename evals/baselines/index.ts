import { keepsakeSystem, type System } from "../engine/system.js";
import { createBaselineStore } from "./baseline-store.js";
import { bm25Ranker, overlapRanker } from "./rankers.js";

/** What can be measured: the product, and two simple systems in its shape that say what a figure is worth. */
export const SYSTEMS: readonly System[] = [
  keepsakeSystem,
  // Every user turn a memory, ranked by the share of the query's words that it holds.
  { name: "verbatim", openStore: async () => createBaselineStore({ ranker: overlapRanker, remembers: true }) },
  // Every turn an item, ranked by BM25 (k1 0.9, b 0.4).
  { name: "bm25", openStore: async () => createBaselineStore({ ranker: bm25Ranker, remembers: false }) },
];
