import { bm25TermScore, type ItemId, inverseDocumentFrequency } from "../../../domain/index.js";
import type { KeywordHit, KeywordIndex } from "../../../ports/index.js";
import { TopHits } from "../relational/index.js";
import type { Database } from "./database.js";
import type { PostingList } from "./index-copy/posting-list.js";
import type { Figures, ScopeCopies, ScopeView } from "./index-copy/scope-copies.js";
import { SQL } from "./sql.js";
import { checkSearchLimit } from "./vector-index.js";

interface WeighedTerm {
  readonly idf: number;
  /** Absent for a term that no item holds. */
  readonly postings: PostingList | undefined;
}

interface Tally {
  readonly scores: Float64Array;
  /** idf mass of the terms held, by slot. */
  readonly held: Float64Array;
  /** idf mass of the query. */
  readonly mass: number;
}

const distinct = (terms: readonly string[]) => [...new Set(terms.map((term) => term.toWellFormed()))];

function weigh({ connection, copy, figures }: ScopeView, terms: readonly string[]): WeighedTerm[] {
  return distinct(terms).map((term) => {
    const row = connection.get<{ id: number; df: number }>(SQL.findTerm, figures.id, term);
    if (row === undefined) return { idf: inverseDocumentFrequency(figures.documents, 0), postings: undefined };
    return {
      idf: inverseDocumentFrequency(figures.documents, row.df),
      postings: copy.postingsOf(connection, row.id, row.df),
    };
  });
}

/**
 * Adds every posting of every term, so the result is exact. With the lists in memory a posting costs an addition and a division; skipping
 * frequent terms would save little and could lose hits. The bound is the scope's own postings of the query's terms.
 */
function tally({ copy, figures }: ScopeView, weighed: readonly WeighedTerm[], mask: Uint8Array): Tally {
  const scores = new Float64Array(mask.length);
  const held = new Float64Array(mask.length);
  const averageLength = figures.totalLength / figures.documents;
  let mass = 0;
  for (const { idf, postings } of weighed) {
    mass += idf;
    if (postings === undefined) continue;
    const { slots, frequencies, length } = postings;
    for (let index = 0; index < length; index++) {
      const slot = slots[index] ?? 0;
      if (mask[slot] !== 1) continue;
      scores[slot] =
        (scores[slot] ?? 0) + bm25TermScore(idf, frequencies[index] ?? 0, copy.lengthOf(slot), averageLength);
      held[slot] = (held[slot] ?? 0) + idf;
    }
  }
  return { scores, held, mass };
}

function toHit(itemId: string, slot: number, { scores, held, mass }: Tally): KeywordHit {
  return { itemId: itemId as ItemId, bm25: scores[slot] ?? 0, coverage: Math.min(1, (held[slot] ?? 0) / mass) };
}

export function createKeywordIndex(database: Database, copies: ScopeCopies): KeywordIndex {
  return {
    async search(scope, { terms, filter, limit }) {
      checkSearchLimit(limit);
      const hits = await copies.use(scope, undefined, (view): KeywordHit[] => {
        const { copy } = view;
        const result = tally(view, weigh(view, terms), copy.matching(filter));
        const top = new TopHits(limit, copy.ids);
        for (let slot = 0; slot < result.scores.length; slot++) {
          const score = result.scores[slot] ?? 0;
          if (score > 0) top.offer(slot, score);
        }
        return top.sorted().map(({ slot }) => toHit(copy.ids[slot] ?? "", slot, result));
      });
      return hits ?? [];
    },
    async score(scope, terms, itemIds) {
      const hits = await copies.use(scope, undefined, (view): KeywordHit[] => {
        const { copy } = view;
        const slots = [...new Set(itemIds)].flatMap((id) => copy.slotOf(id) ?? []);
        const mask = new Uint8Array(copy.ids.length);
        for (const slot of slots) mask[slot] = 1;
        const result = tally(view, weigh(view, terms), mask);
        return slots
          .filter((slot) => (result.scores[slot] ?? 0) > 0)
          .map((slot) => toHit(copy.ids[slot] ?? "", slot, result));
      });
      return hits ?? [];
    },
    async termWeights(scope, terms) {
      return database.look((connection) => {
        const figures = connection.get<Figures>(SQL.indexFigures, scope.tenant, scope.user);
        const frequency = (term: string) =>
          figures === undefined
            ? 0
            : (connection.get<{ df: number }>(SQL.findTerm, figures.id, term.toWellFormed())?.df ?? 0);
        return new Map(terms.map((term) => [term, inverseDocumentFrequency(figures?.documents ?? 0, frequency(term))]));
      });
    },
  };
}
