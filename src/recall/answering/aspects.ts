import type { EpochMs, Filter, Scope } from "../../domain/index.js";
import type { EngineParts } from "../../ports/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import { reachLinked } from "../association/reach.js";
import { type Gathered, gatherCandidates, scoreMemories } from "../gather-candidates.js";
import { type Ranking, rank } from "../rank.js";
import { embedQuery, type IndexQuery } from "../search-indexes.js";

/** A question as the indexes take it, and why its vector is missing where it is. */
export interface EmbeddedQuery {
  readonly query: UnderstoodQuery;
  readonly indexQuery: IndexQuery;
  readonly degraded?: string;
}

/** One whose vector does not come is answered by its words. */
export async function embedAspect(parts: EngineParts, query: UnderstoodQuery): Promise<EmbeddedQuery> {
  const { vector, degraded } = await embedQuery(parts, query.searchText);
  return {
    query,
    indexQuery: { terms: query.terms, ...(vector === undefined ? {} : { vector }) },
    ...(degraded === undefined ? {} : { degraded }),
  };
}

/** One question, searched for by itself. */
export interface SearchedAspect {
  readonly query: UnderstoodQuery;
  readonly gathered: Gathered;
  readonly ranking: Ranking;
}

/** What a search needs beside its question. */
interface Searching {
  readonly filter: Filter;
  readonly limit: number;
  readonly now: EpochMs;
}

/** Both indexes, and, where the policy gives it a weight, what is tied to the first hits and no index found. */
export async function searchAspect(
  parts: EngineParts,
  scope: Scope,
  { query, indexQuery }: EmbeddedQuery,
  { filter, limit, now }: Searching,
): Promise<SearchedAspect> {
  const gathered = await gatherCandidates(parts, scope, indexQuery, filter, limit);
  const ranking = rank(gathered.candidates, query, parts, now);
  if (parts.policy.recall.weights.association === 0) return { query, gathered, ranking };
  const linked = await parts.storage.truth.read(scope, (transaction) =>
    reachLinked(transaction, ranking.broad, query, filter),
  );
  if (linked.length === 0) return { query, gathered, ranking };
  const candidates = [...gathered.candidates, ...(await scoreMemories(parts, scope, indexQuery, linked))];
  return { query, gathered: { ...gathered, candidates }, ranking: rank(candidates, query, parts, now) };
}
