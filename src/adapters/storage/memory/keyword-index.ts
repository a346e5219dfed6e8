import {
  bm25TermScore,
  compareCodePoints,
  inverseDocumentFrequency,
  KeepsakeError,
  matchesFilter,
} from "../../../domain/index.js";
import type { KeywordHit, KeywordIndex } from "../../../ports/index.js";
import type { IndexedItem } from "./state.js";
import type { Store } from "./store.js";

interface Statistics {
  readonly averageLength: number;
  readonly idf: (term: string) => number;
}

export function checkSearchLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > 4096) {
    throw new KeepsakeError("INVALID_INPUT", "limit must be a whole number from 1 to 4096", { field: "limit" });
  }
}

function measure(items: Iterable<IndexedItem>): Statistics {
  const indexed = [...items].filter((item) => item.terms !== undefined);
  const total = indexed.reduce((sum, item) => sum + item.length, 0);
  return {
    averageLength: indexed.length === 0 ? 0 : total / indexed.length,
    idf(term) {
      const frequency = indexed.filter((item) => item.terms?.has(term)).length;
      return inverseDocumentFrequency(indexed.length, frequency);
    },
  };
}

function scoreItems(
  all: Iterable<IndexedItem>,
  wanted: Iterable<IndexedItem>,
  rawTerms: readonly string[],
): KeywordHit[] {
  const terms = [...new Set(rawTerms.map((term) => term.toWellFormed()))];
  const { averageLength, idf } = measure(all);
  const weights = new Map(terms.map((term) => [term, idf(term)]));
  const mass = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const hits: KeywordHit[] = [];
  for (const item of wanted) {
    let bm25 = 0;
    let held = 0;
    for (const [term, weight] of weights) {
      const frequency = item.terms?.get(term);
      if (frequency === undefined) continue;
      bm25 += bm25TermScore(weight, frequency, item.length, averageLength);
      held += weight;
    }
    if (held > 0) hits.push({ itemId: item.attributes.id, bm25, coverage: Math.min(1, held / mass) });
  }
  return hits;
}

export function createKeywordIndex(store: Store): KeywordIndex {
  const itemsOf = (scope: Parameters<KeywordIndex["search"]>[0]) => {
    store.requireOpen();
    return store.stateOf(scope).items;
  };
  return {
    async search(scope, { terms, filter, limit }) {
      checkSearchLimit(limit);
      const all = [...itemsOf(scope).values()];
      return scoreItems(
        all,
        all.filter((item) => matchesFilter(filter, item.attributes)),
        terms,
      )
        .sort((a, b) => b.bm25 - a.bm25 || compareCodePoints(a.itemId, b.itemId))
        .slice(0, limit);
    },
    async score(scope, terms, itemIds) {
      const items = itemsOf(scope);
      return scoreItems(
        items.values(),
        [...new Set(itemIds)].flatMap((id) => items.get(id) ?? []),
        terms,
      );
    },
    async termWeights(scope, terms) {
      const { idf } = measure(itemsOf(scope).values());
      return new Map(terms.map((term) => [term, idf(term.toWellFormed())]));
    },
  };
}
