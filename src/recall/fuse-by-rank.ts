import type { ItemId, RecallWeights } from "../domain/index.js";
import type { ScoredCandidate } from "./fuse.js";

/** Of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
export const RANK_OFFSET = 60;

/** Adds to each id what its place in a list is worth; ids of one value share the first place among them. */
function addRanks(totals: Map<ItemId, number>, list: readonly (readonly [ItemId, number])[]): void {
  const sorted = [...list].sort(([, a], [, b]) => b - a);
  let place = 0;
  sorted.forEach(([id, value], index) => {
    if (index === 0 || value !== sorted[index - 1]?.[1]) place = index;
    totals.set(id, (totals.get(id) ?? 0) + 1 / (RANK_OFFSET + place + 1));
  });
}

/** Gives the points out anew, from the top, along another order: what points say of the whole stays, and their order is the new one. */
function dealPoints(scored: readonly ScoredCandidate[], worth: ReadonlyMap<ItemId, number>): ScoredCandidate[] {
  const points = scored.map(({ fused }) => fused).sort((a, b) => b - a);
  const order = [...scored].sort(
    (a, b) => (worth.get(b.candidate.id) ?? 0) - (worth.get(a.candidate.id) ?? 0) || b.fused - a.fused,
  );
  return order.map((one, index) => ({ ...one, fused: points[index] ?? one.fused, sum: one.sum ?? one.fused }));
}

/**
 * Reciprocal rank fusion of the channels that have a weight: each counts alike by its ranks, whatever its scores. A channel that says
 * nothing of an item gives it nothing.
 */
export function fuseByRank(scored: readonly ScoredCandidate[], weights: RecallWeights): readonly ScoredCandidate[] {
  const totals = new Map<ItemId, number>();
  for (const channel of Object.keys(weights) as (keyof RecallWeights)[]) {
    if (weights[channel] === 0) continue;
    addRanks(
      totals,
      scored.flatMap(({ candidate, signals }) => {
        const score = signals[channel];
        return score === undefined ? [] : [[candidate.id, score] as const];
      }),
    );
  }
  return dealPoints(scored, totals);
}

/**
 * Merges the orders of several questions by turns, so that each has its share of the first places: the best of each, then the second of
 * each. An item that several name stands where the first of them puts it.
 */
export function mergeByTurns(lists: readonly (readonly ScoredCandidate[])[]): readonly ScoredCandidate[] {
  const worth = new Map<ItemId, number>();
  const best = new Map<ItemId, ScoredCandidate>();
  for (const [list, scored] of lists.entries()) {
    for (const [place, one] of scored.entries()) {
      const { id } = one.candidate;
      worth.set(id, Math.max(worth.get(id) ?? Number.NEGATIVE_INFINITY, -(place * lists.length + list)));
      const known = best.get(id);
      if (known === undefined || known.fused < one.fused) best.set(id, one);
    }
  }
  return dealPoints([...best.values()], worth);
}
