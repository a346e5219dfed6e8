import {
  type Episode,
  episodeAttributes,
  type Filter,
  type ItemId,
  isEpisodeId,
  isMemoryId,
  type Memory,
  matchesFilter,
  memoryAttributes,
  type Scope,
  type TurnId,
} from "../domain/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import type { Candidate } from "./candidate.js";
import { RANK_OFFSET } from "./fuse-by-rank.js";
import { type IndexQuery, type IndexScores, scoreItems, searchIndexes } from "./search-indexes.js";

interface Rows {
  readonly memories: readonly Memory[];
  readonly episodes: readonly Episode[];
  /** The segment after an episode, by the id of the turn at its centre: it begins with that turn. */
  readonly following: ReadonlyMap<TurnId, Episode>;
}

/** So many of each index's hits, best first. */
const LEADING_PER_INDEX = 100;

function leadingOf(found: IndexScores): ReadonlySet<ItemId> {
  return new Set([
    ...[...found.cosines.keys()].slice(0, LEADING_PER_INDEX),
    ...[...found.keywords.keys()].slice(0, LEADING_PER_INDEX),
  ]);
}

/**
 * The rows behind the hits. A segment is indexed as "turn before + this turn", so a hit also speaks for its first turn: the segment
 * centred there becomes a candidate too, and is judged with this one as "this turn + the next". Only the leading hits are looked around
 * in this way: the others seldom reach the answer.
 */
async function readRows(
  transaction: TruthTransaction,
  hits: ReadonlySet<ItemId>,
  leading: ReadonlySet<ItemId>,
): Promise<Rows> {
  const memories = await transaction.memories.findMany([...hits].filter(isMemoryId));
  const found = await transaction.episodes.findMany([...hits].filter(isEpisodeId));
  const led = found.filter((episode) => leading.has(episode.id));
  const turnsOfLeading = new Set(led.flatMap((episode) => episode.turnIds));
  const around = turnsOfLeading.size === 0 ? [] : await transaction.episodes.listByTurns([...turnsOfLeading]);
  const following = new Map<TurnId, Episode>();
  for (const episode of around) {
    const [first] = episode.turnIds;
    if (first !== undefined && first !== episode.centreTurnId) following.set(first, episode);
  }
  const episodes = new Map(found.map((episode) => [episode.id, episode]));
  for (const episode of around) if (turnsOfLeading.has(episode.centreTurnId)) episodes.set(episode.id, episode);
  return { memories, episodes: [...episodes.values()], following };
}

function memoryCandidate(memory: Memory, scores: IndexScores): Candidate {
  const cosine = scores.cosines.get(memory.id);
  const keyword = scores.keywords.get(memory.id);
  return {
    type: "memory",
    id: memory.id,
    memory,
    saidAt: memory.saidAt,
    ...(memory.sessionId === undefined ? {} : { sessionId: memory.sessionId }),
    ...(cosine === undefined ? {} : { cosine }),
    ...(keyword === undefined ? {} : { bm25: keyword.bm25, coverage: keyword.coverage }),
  };
}

function episodeCandidate(episode: Episode, next: Episode | undefined, scores: IndexScores): Candidate {
  const cosine = scores.cosines.get(episode.id);
  const keyword = scores.keywords.get(episode.id);
  const nextCosine = next === undefined ? undefined : scores.cosines.get(next.id);
  return {
    type: "episode",
    id: episode.id,
    episode,
    role: episode.role,
    sessionId: episode.sessionId,
    saidAt: episode.at,
    ...(episode.speaker === undefined ? {} : { speaker: episode.speaker }),
    ...(next === undefined ? {} : { nextTurnId: next.centreTurnId }),
    ...(nextCosine === undefined ? {} : { nextCosine }),
    ...(cosine === undefined ? {} : { cosine }),
    ...(keyword === undefined ? {} : { bm25: keyword.bm25, coverage: keyword.coverage }),
  };
}

/** Rows are read of so many hits; at least, and per item asked for. Beyond that a row costs more than it ever brings. */
const ROWS_AT_LEAST = 160;
const ROWS_PER_ITEM = 6;

/** The hits worth a read, and how many are left: where there are too many, those that stand highest in both lists together. */
function worthReading(
  found: IndexScores,
  most: number,
): { readonly hits: ReadonlySet<ItemId>; readonly unread: number } {
  const standing = new Map<ItemId, number>();
  for (const list of [found.cosines, found.keywords]) {
    let rank = 0;
    for (const id of list.keys()) standing.set(id, (standing.get(id) ?? 0) + 1 / (RANK_OFFSET + rank++));
  }
  if (standing.size <= most) return { hits: new Set(standing.keys()), unread: 0 };
  const best = [...standing].sort(([, a], [, b]) => b - a).slice(0, most);
  return { hits: new Set(best.map(([id]) => id)), unread: standing.size - most };
}

export interface Gathered {
  readonly candidates: readonly Candidate[];
  /** Hits whose rows were not read: they count where the size of the field does. */
  readonly unread: number;
}

/**
 * Everything that may be in the answer, scored by both indexes: two searches, one read of the truth, two scorings, whatever the number.
 * Rows are held against the filter once more: what changed between the searches and the read does not slip through. Without a `limit`
 * every hit is read.
 */
export async function gatherCandidates(
  parts: EngineParts,
  scope: Scope,
  query: IndexQuery,
  filter: Filter,
  limit = Number.POSITIVE_INFINITY,
): Promise<Gathered> {
  const found = await searchIndexes(parts, scope, query, filter);
  const { hits, unread } = worthReading(found, Math.max(ROWS_AT_LEAST, limit * ROWS_PER_ITEM));
  if (hits.size === 0) return { candidates: [], unread };
  const rows = await parts.storage.truth.read(scope, (transaction) => readRows(transaction, hits, leadingOf(found)));
  const memories = rows.memories.filter((memory) => matchesFilter(filter, memoryAttributes(memory)));
  const episodes = rows.episodes.filter((episode) => matchesFilter(filter, episodeAttributes(episode)));
  const ids = new Set<ItemId>(memories.map((memory) => memory.id));
  for (const episode of episodes) {
    ids.add(episode.id);
    const next = rows.following.get(episode.centreTurnId);
    if (next !== undefined) ids.add(next.id);
  }
  const scores = await scoreItems(parts, scope, query, [...ids]);
  return {
    candidates: [
      ...memories.map((memory) => memoryCandidate(memory, scores)),
      ...episodes.map((episode) => episodeCandidate(episode, rows.following.get(episode.centreTurnId), scores)),
    ],
    unread,
  };
}

/** Statements that were come by otherwise, scored as those that the indexes found. */
export async function scoreMemories(
  parts: EngineParts,
  scope: Scope,
  query: IndexQuery,
  memories: readonly Memory[],
): Promise<readonly Candidate[]> {
  const scores = await scoreItems(
    parts,
    scope,
    query,
    memories.map(({ id }) => id),
  );
  return memories.map((memory) => memoryCandidate(memory, scores));
}
