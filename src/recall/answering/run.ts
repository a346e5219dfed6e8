import {
  and,
  type EpochMs,
  type Filter,
  type ItemId,
  type Policy,
  type RecalledItem,
  type RecallRequest,
  type Scope,
  type Turn,
  type TurnId,
} from "../../domain/index.js";
import type { EmbedderCalibration, EngineParts, TruthTransaction } from "../../ports/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import { associate } from "../association/associate.js";
import { buildSelection, buildValidity } from "../build-filter.js";
import { type Collapsed, collapse, type RatedCandidate, windowOf } from "../collapse.js";
import type { TimeBudget } from "../deadline/time-budget.js";
import type { ScoredCandidate } from "../fuse.js";
import { fuseByRank, mergeByTurns } from "../fuse-by-rank.js";
import type { Gathered } from "../gather-candidates.js";
import { findSuccessions, preferCurrent } from "../prefer-current.js";
import type { Ranking } from "../rank.js";
import { type Evidence, rateRelevance, weighEvidence } from "../relevance/index.js";
import { type Reranked, rerank } from "../reranking/index.js";
import { RunTexts, type RunWords } from "../run-texts.js";
import type { IndexQuery } from "../search-indexes.js";
import { understand } from "../understand.js";
import { embedAspect, type SearchedAspect, searchAspect } from "./aspects.js";
import { findForeignVectors } from "./foreign-vectors.js";
import { toItem } from "./to-item.js";

/** So many of the best are read and judged by their words; at least, and per item asked for. */
const READ_AT_LEAST = 40;
/** Where one of several people is asked about, the best of the others is to be found too. */
const READ_OF_PEOPLE = 70;
const READ_PER_ITEM = 4;

/** Everything that one recall came by, from the query to the answer: what is returned, explained and traced from. */
export interface RecallRun {
  readonly request: RecallRequest;
  readonly query: UnderstoodQuery;
  /** The questions in it, where it asks several. */
  readonly aspects: readonly UnderstoodQuery[];
  readonly indexQuery: IndexQuery;
  /** The request's filters without validity. */
  readonly selection: Filter;
  readonly validity: Filter;
  readonly now: EpochMs;
  /** The instant at which a memory had to hold. */
  readonly validAt: EpochMs;
  readonly limit: number;
  readonly floor: number;
  readonly calibration: EmbedderCalibration;
  readonly gathered: Gathered;
  /** Everything gathered, in the order of the channels that need no words. */
  readonly broad: readonly ScoredCandidate[];
  /** The best, in the order of all channels. */
  readonly refined: readonly ScoredCandidate[];
  /** The same after memories took the places of their turns, and what holds that of what it replaced. */
  readonly preferred: readonly ScoredCandidate[];
  readonly evidence: Evidence;
  readonly reranked: Reranked;
  readonly collapsed: Collapsed;
  readonly returned: readonly RatedCandidate[];
  readonly beyondLimit: readonly RatedCandidate[];
  readonly items: readonly RecalledItem[];
  readonly rate: (scored: ScoredCandidate) => number;
  readonly turns: ReadonlyMap<TurnId, Turn>;
  readonly pendingTurns: number;
  readonly degraded: readonly string[];
  readonly timings: Readonly<Record<string, number>>;
}

/** What a run is given beside the request. */
export interface RunSettings {
  readonly limit: number;
  readonly budget?: TimeBudget;
  /** Channels that were late so far; added to while the run goes on. */
  readonly late: Set<string>;
}

async function readTurns(transaction: TruthTransaction, ids: readonly TurnId[]): Promise<Map<TurnId, Turn>> {
  const turns = ids.length === 0 ? [] : await transaction.turns.findMany([...new Set(ids)]);
  return new Map(turns.map((turn) => [turn.id, turn]));
}

/** The turns around those of the answer, beside those that were read before. No read where none is missing. */
async function readWindows(
  parts: EngineParts,
  scope: Scope,
  returned: readonly RatedCandidate[],
  known: ReadonlyMap<TurnId, Turn>,
): Promise<ReadonlyMap<TurnId, Turn>> {
  const missing = returned
    .flatMap(({ scored: { candidate } }) => (candidate.type === "episode" ? windowOf(candidate) : []))
    .filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  const read = await parts.storage.truth.read(scope, (transaction) => readTurns(transaction, missing));
  return new Map([...known, ...read]);
}

interface Judged extends RunWords {
  readonly refined: readonly ScoredCandidate[];
  readonly preferred: readonly ScoredCandidate[];
  readonly evidence: Evidence;
}

interface Question {
  readonly query: UnderstoodQuery;
  readonly limit: number;
  readonly filter: Filter;
  readonly calibration: EmbedderCalibration;
  readonly gathered: Gathered;
  readonly policy: Policy["recall"];
  readonly aspects: readonly SearchedAspect[];
}

/** Reads the words of the best candidates and orders them finally. One read. */
async function judge(transaction: TruthTransaction, ranking: Ranking, question: Question): Promise<Judged> {
  const { query, limit, calibration, gathered, policy } = question;
  const { weights } = policy;
  const most = Math.max(query.askedSpeakers.size > 0 ? READ_OF_PEOPLE : READ_AT_LEAST, limit * READ_PER_ITEM);
  const searched = [{ query, ranking }, ...question.aspects];
  const centres = searched
    .flatMap(({ ranking: { broad } }) => broad.slice(0, most))
    .flatMap(({ candidate }) => (candidate.type === "episode" ? [candidate.episode.centreTurnId] : []));
  const words: RunWords = { turns: await readTurns(transaction, centres), texts: new RunTexts() };
  const lists = searched.map((one) =>
    associate(one.ranking.refine(one.ranking.broad.slice(0, most), words), words, one.query, policy),
  );
  const [whole = []] = lists;
  const evidence = weighEvidence(gathered, { refined: whole, ...words, weights }, query, calibration);
  const orders = policy.fusion === "reciprocal-rank" ? lists.map((list) => fuseByRank(list, weights)) : lists;
  const refined = orders.length === 1 ? (orders[0] ?? []) : mergeByTurns(orders);
  const successions = await findSuccessions(transaction, refined, question.filter);
  return { refined, preferred: preferCurrent(refined, words, query, successions), ...words, evidence };
}

/** An order that a reranker made need not follow the evidence: the scores are dealt out anew from the top, so that they never rise. */
function dealScores(kept: readonly RatedCandidate[], own: ReadonlyMap<ItemId, number>): readonly RatedCandidate[] {
  const scores = kept.map(({ scored, score }) => own.get(scored.candidate.id) ?? score).sort((a, b) => b - a);
  return kept.map((one, index) => ({ ...one, score: scores[index] ?? one.score }));
}

/** Cuts: duplicates, then the floor. */
function cut(judged: Judged, reranked: Reranked, question: Question, request: RecallRequest, floor: number): Collapsed {
  const { query, calibration } = question;
  const { turns, texts } = judged;
  const own = new Map<ItemId, number>();
  const rate = (scored: ScoredCandidate, told: ReadonlySet<TurnId>) => {
    const score = rateRelevance(scored, judged.evidence, { query, calibration, told, turns, texts });
    own.set(scored.candidate.id, score);
    return score;
  };
  const collapsed = collapse(reranked.order, judged, {
    ...{ text: request.query, floor, rate },
    ...(request.currentSessionId === undefined ? {} : { currentSessionId: request.currentSessionId }),
    ...(query.rewriting === undefined ? {} : { borrowedTurnIds: query.rewriting.turnIds }),
  });
  return reranked.scores.size === 0 ? collapsed : { ...collapsed, kept: dealScores(collapsed.kept, own) };
}

/** What was recorded since: a filter like any other, so that it is part of the search. */
function selectionOf(request: RecallRequest): Filter {
  const selection = buildSelection(request);
  return request.since === undefined
    ? selection
    : and(selection, { op: "between", field: "recordedAt", from: request.since });
}

/**
 * From the query to the answer.
 * @throws DEADLINE_EXCEEDED where the rows themselves could not be read in time
 */
export async function runRecall(
  parts: EngineParts,
  scope: Scope,
  request: RecallRequest,
  settings: RunSettings,
): Promise<RecallRun> {
  const { limit, budget } = settings;
  const now = request.now ?? parts.clock.now();
  const started = performance.now();
  const { query, aspects, pendingTurns } = await understand(parts, scope, request, now);
  const understood = performance.now();
  const [whole, embeddedAspects] = await Promise.all([
    embedAspect(parts, query),
    Promise.all(aspects.map((aspect) => embedAspect(parts, aspect))),
  ]);
  const { indexQuery } = whole;
  // of a question's parts too: a part that was found by its words only is not the answer it could be
  const unembedded = [whole, ...embeddedAspects].map(({ degraded }) => degraded);
  const foreign = indexQuery.vector === undefined ? undefined : await findForeignVectors(parts, scope, query.language);
  const embedded = performance.now();
  const selection = selectionOf(request);
  const validity = buildValidity(request, now);
  const filter = and(selection, validity);
  const searching = { filter, limit, now };
  const { gathered, ranking } = await searchAspect(parts, scope, whole, searching);
  const searchedAspects = await Promise.all(
    embeddedAspects.map((aspect) => searchAspect(parts, scope, aspect, searching)),
  );
  const searched = performance.now();
  const { calibration } = parts.embedder.profile;
  const policy = parts.policy.recall;
  const question: Question = { query, limit, filter, calibration, gathered, policy, aspects: searchedAspects };
  const judged = await parts.storage.truth.read(scope, (transaction) => judge(transaction, ranking, question));
  const ranked = performance.now();
  const context = { turns: judged.turns, ...(budget === undefined ? {} : { budget }) };
  const reranked = await rerank(parts, scope, request.query, judged.preferred, context);
  const ordered = performance.now();
  const floor = request.floor ?? parts.policy.recall.floor;
  const collapsed = cut(judged, reranked, question, request, floor);
  const returned = collapsed.kept.slice(0, limit);
  const turns = await readWindows(parts, scope, returned, judged.turns);
  const told = { query, calibration, told: new Set<TurnId>(), turns, texts: judged.texts };
  return {
    ...{ request, query, aspects, indexQuery, selection, validity, now, validAt: request.asOf ?? now, limit, floor },
    ...{ calibration, gathered, broad: ranking.broad, refined: judged.refined, preferred: judged.preferred, reranked },
    ...{ collapsed, returned, beyondLimit: collapsed.kept.slice(limit), turns, pendingTurns },
    items: returned.flatMap((one) => toItem(one, query, turns) ?? []),
    evidence: judged.evidence,
    rate: (scored) => rateRelevance(scored, judged.evidence, told),
    degraded: [...new Set([...unembedded, foreign, ...settings.late, reranked.degraded])].flatMap(
      (reason) => reason ?? [],
    ),
    timings: {
      understandMs: understood - started,
      embedMs: embedded - understood,
      searchMs: searched - embedded,
      rankMs: performance.now() - searched - (ordered - ranked),
      ...(reranked.modelId === undefined ? {} : { rerankMs: ordered - ranked }),
    },
  };
}
