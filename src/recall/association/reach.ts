import {
  type Filter,
  type Memory,
  type MemoryId,
  matchesFilter,
  memoryAttributes,
  USER_SUBJECT,
} from "../../domain/index.js";
import type { TruthTransaction } from "../../ports/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import type { ScoredCandidate } from "../fuse.js";

/** From so many of the first, to so many subjects, and so many statements of each. */
const SEEDS = 5;
const MOST_SUBJECTS = 3;
const PER_SUBJECT = 8;

/**
 * Statements that no index found and that are tied to the first hits: taken from the same turns, or about the same subject where that is
 * neither the user nor anyone who speaks. Only what the filter lets through.
 */
export async function reachLinked(
  transaction: TruthTransaction,
  broad: readonly ScoredCandidate[],
  query: UnderstoodQuery,
  filter: Filter,
): Promise<readonly Memory[]> {
  const seeds = broad.slice(0, SEEDS).map(({ candidate }) => candidate);
  const everyone = new Set([USER_SUBJECT, ...query.speakers.people, ...query.speakers.assistants]);
  const subjects = new Set(
    seeds.flatMap((seed) =>
      seed.type === "memory" && !everyone.has(seed.memory.subject) ? [seed.memory.subject] : [],
    ),
  );
  const turns = seeds.flatMap((seed) =>
    seed.type === "episode" ? [seed.episode.centreTurnId] : seed.memory.turnIds.slice(0, 1),
  );
  const found = new Map<MemoryId, Memory>();
  if (turns.length > 0)
    for (const memory of await transaction.memories.listByTurns(turns)) found.set(memory.id, memory);
  for (const subject of [...subjects].slice(0, MOST_SUBJECTS))
    for (const memory of await transaction.memories.listActiveBySubject(subject, PER_SUBJECT))
      found.set(memory.id, memory);
  const known = new Set<string>(broad.map(({ candidate }) => candidate.id));
  return [...found.values()].filter(
    (memory) => !known.has(memory.id) && matchesFilter(filter, memoryAttributes(memory)),
  );
}
