import {
  and,
  type Filter,
  KeepsakeError,
  type RecalledItem,
  type RecallRequest,
  type RecallResult,
  type Scope,
  type Turn,
  type TurnId,
} from "../domain/index.js";
import { isBlank } from "../language/index.js";
import type { EmbedderCalibration, EngineParts, TruthTransaction } from "../ports/index.js";
import type { UnderstoodQuery } from "./analyse-query.js";
import { buildSelection, buildValidity } from "./build-filter.js";
import { type Collapsed, collapse, type RatedCandidate, windowOf } from "./collapse.js";
import { describeEpisode, describeWhy } from "./describe.js";
import { explain } from "./explain.js";
import type { ScoredCandidate } from "./fuse.js";
import { gatherCandidates } from "./gather-candidates.js";
import { findSuccessions, preferCurrent } from "./prefer-current.js";
import { type Ranking, rank, textOf } from "./rank.js";
import { type Evidence, rateRelevance, weighEvidence } from "./relevance.js";
import { embedQuery, type IndexQuery } from "./search-indexes.js";
import { understand } from "./understand.js";

const MAX_LIMIT = 100;
/** So many of the best are read and judged by their words; at least, and per item asked for. */
const READ_AT_LEAST = 40;
const READ_PER_ITEM = 4;

/** Of so many of the first the script is looked at. */
const FIRST_LOOKED_AT = 5;

interface Answer {
  readonly items: readonly RecalledItem[];
  readonly collapsed: Collapsed;
  readonly beyondLimit: readonly RatedCandidate[];
  readonly rate: (scored: ScoredCandidate) => number;
  readonly turns: ReadonlyMap<TurnId, Turn>;
}

function checkRequest(parts: EngineParts, request: RecallRequest): number {
  const { query, limit = parts.policy.recall.defaultLimit } = request;
  if (isBlank(query)) throw new KeepsakeError("INVALID_INPUT", "query is empty", { field: "query" });
  const longest = parts.policy.limits.maxQueryCharacters;
  if (query.length > longest)
    throw new KeepsakeError("TOO_LARGE", `query is longer than ${longest} characters`, { field: "query" });
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new KeepsakeError("INVALID_INPUT", `limit must be a whole number from 1 to ${MAX_LIMIT}`, { field: "limit" });
  }
  return limit;
}

async function readTurns(
  transaction: TruthTransaction,
  ids: Iterable<TurnId>,
  known: ReadonlyMap<TurnId, Turn> = new Map(),
): Promise<Map<TurnId, Turn>> {
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  const turns = new Map(known);
  if (missing.length > 0) for (const turn of await transaction.turns.findMany(missing)) turns.set(turn.id, turn);
  return turns;
}

function toItem(
  { scored, score }: RatedCandidate,
  query: UnderstoodQuery,
  turns: ReadonlyMap<TurnId, Turn>,
): RecalledItem | undefined {
  const { candidate, channels } = scored;
  const why = describeWhy(scored, query, textOf(candidate, turns) ?? "", query.timeZone);
  const session = candidate.sessionId === undefined ? {} : { sessionId: candidate.sessionId };
  if (candidate.type === "memory") {
    const { memory } = candidate;
    return {
      ...{
        type: "memory",
        id: memory.id,
        content: memory.content,
        score,
        channels,
        why,
        saidAt: memory.saidAt,
        ...session,
      },
      ...{
        turnIds: memory.turnIds,
        kind: memory.kind,
        tier: memory.tier,
        status: memory.status,
        subject: memory.subject,
      },
      ...(memory.attribute === undefined ? {} : { attribute: memory.attribute }),
      ...{ version: memory.version, memory },
    };
  }
  const [centre, ...neighbours] = windowOf(candidate)
    .flatMap((id) => turns.get(id) ?? [])
    .filter((turn) => turn.sessionId === candidate.episode.sessionId);
  if (centre?.id !== candidate.episode.centreTurnId) return undefined; // erased since
  return {
    ...{ type: "episode", id: candidate.episode.id, score, channels, why, saidAt: centre.at, ...session },
    content: describeEpisode(centre, neighbours, query.language),
    ...(centre.speaker === undefined ? {} : { speaker: centre.speaker }),
    turnIds: [centre.id, ...neighbours.map((turn) => turn.id)],
  };
}

interface Question {
  readonly query: UnderstoodQuery;
  readonly request: RecallRequest;
  readonly limit: number;
  readonly floor: number;
  readonly filter: Filter;
  readonly calibration: EmbedderCalibration;
  readonly weigh: (best: ScoredCandidate | undefined, nearestTexts: readonly string[]) => Evidence;
}

/** Reads the words of the best candidates, orders them finally, and cuts: duplicates, then the floor, then the limit. One read. */
async function select(transaction: TruthTransaction, ranking: Ranking, question: Question): Promise<Answer> {
  const { query, request, limit, floor } = question;
  const best = ranking.broad.slice(0, Math.max(READ_AT_LEAST, limit * READ_PER_ITEM));
  const centres = best.flatMap(({ candidate }) =>
    candidate.type === "episode" ? [candidate.episode.centreTurnId] : [],
  );
  const centreTurns = await readTurns(transaction, centres);
  const refined = ranking.refine(best, centreTurns);
  const texts = refined.slice(0, FIRST_LOOKED_AT).flatMap(({ candidate }) => textOf(candidate, centreTurns) ?? []);
  const evidence = question.weigh(refined[0], texts);
  const preferred = preferCurrent(
    refined,
    centreTurns,
    query,
    await findSuccessions(transaction, refined, question.filter),
  );
  const rate = (scored: ScoredCandidate, told: ReadonlySet<TurnId>) =>
    rateRelevance(scored, evidence, { query, calibration: question.calibration, told, turns: centreTurns });
  const collapsed = collapse(preferred, centreTurns, {
    ...{ text: request.query, floor, rate },
    ...(request.currentSessionId === undefined ? {} : { currentSessionId: request.currentSessionId }),
    ...(query.rewriting === undefined ? {} : { borrowedTurnIds: query.rewriting.turnIds }),
  });
  const returned = collapsed.kept.slice(0, limit);
  const windows = returned.flatMap(({ scored: { candidate } }) =>
    candidate.type === "episode" ? windowOf(candidate) : [],
  );
  const turns = await readTurns(transaction, windows, centreTurns);
  return {
    items: returned.flatMap((one) => toItem(one, query, turns) ?? []),
    collapsed,
    beyondLimit: collapsed.kept.slice(limit),
    rate: (scored) => rate(scored, new Set()),
    turns,
  };
}

/**
 * What the scope remembers about a query, best first; empty where nothing is relevant enough.
 * Errors: INVALID_INPUT (empty query, limit outside 1–100), TOO_LARGE. A model that does not answer is no error: the result is
 * then `degraded`.
 */
export async function recall(parts: EngineParts, scope: Scope, request: RecallRequest): Promise<RecallResult> {
  const limit = checkRequest(parts, request);
  const now = request.now ?? parts.clock.now();
  const started = performance.now();
  const { query, pendingTurns } = await understand(parts, scope, request, now);
  const understood = performance.now();
  const { vector, degraded } = await embedQuery(parts, query.searchText);
  const embedded = performance.now();
  const indexQuery: IndexQuery = { terms: query.terms, ...(vector === undefined ? {} : { vector }) };
  const selection = buildSelection(request);
  const validity = buildValidity(request, now);
  const filter = and(selection, validity);
  const { candidates, unread } = await gatherCandidates(parts, scope, indexQuery, filter, limit);
  const gathered = performance.now();
  const floor = request.floor ?? parts.policy.recall.floor;
  const { calibration } = parts.embedder.profile;
  const ranking = rank(candidates, query, parts, now);
  const answer = await parts.storage.truth.read(scope, (transaction) =>
    select(transaction, ranking, {
      ...{ query, request, limit, floor, filter, calibration },
      weigh: (best, texts) => weighEvidence({ candidates, unread }, best, query, calibration, texts),
    }),
  );
  const finished = performance.now();
  const timings = {
    understandMs: understood - started,
    embedMs: embedded - understood,
    searchMs: gathered - embedded,
    rankMs: finished - gathered,
  };
  parts.telemetry.observe("keepsake_recall_ms", finished - started);
  parts.telemetry.observe("keepsake_recall_own_ms", finished - started - timings.embedMs);
  parts.telemetry.count("keepsake_recalls", 1, { empty: answer.items.length === 0 });
  return {
    items: answer.items,
    ...(degraded === undefined ? {} : { degraded: [degraded] }),
    pendingTurns,
    ...(request.explain === true
      ? {
          explanation: await explain(parts, scope, {
            query,
            indexQuery,
            selection,
            validity,
            validAt: request.asOf ?? now,
            floor,
            answer,
            timings,
            now,
          }),
        }
      : {}),
  };
}
