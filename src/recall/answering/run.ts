import { readDate } from "../../dating/index.js";
import {
  and,
  type EpochMs,
  type Filter,
  type RecalledItem,
  type RecallRequest,
  type Scope,
  type Turn,
  type TurnId,
} from "../../domain/index.js";
import type { EmbedderCalibration, EngineParts } from "../../ports/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import { buildSelection, buildValidity } from "../build-filter.js";
import type { Collapsed, RatedCandidate } from "../collapse.js";
import type { TimeBudget } from "../deadline/time-budget.js";
import type { ScoredCandidate } from "../fuse.js";
import type { Gathered } from "../gather-candidates.js";
import type { Ranking } from "../rank.js";
import { type AnswerReading, type Evidence, rateRelevance } from "../relevance/index.js";
import { isReranked, type Reranked, rerank } from "../reranking/index.js";
import type { IndexQuery } from "../search-indexes.js";
import { type Understood, understand } from "../understand.js";
import { type EmbeddedQuery, embedAspect, searchAspect } from "./aspects.js";
import { findForeignVectors } from "./foreign-vectors.js";
import { cut, type Judged, judge, type Question, readWindows } from "./judge.js";
import { inOneSnapshot, stampHeld } from "./one-snapshot.js";
import { atBest, isToBeRead, type ReadEvidence, readEvidence } from "./read-evidence.js";
import { toItem } from "./to-item.js";

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
  /** What a reader said of the best; absent where it was not asked. */
  readonly reading?: AnswerReading;
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
  /** Of the snapshot that all of it was read in; absent where there was none such. */
  readonly stamp?: string;
}

/** What a run is given beside the request. */
export interface RunSettings {
  readonly limit: number;
  readonly budget?: TimeBudget;
  /** Channels that were late so far; added to while the run goes on. */
  readonly late: Set<string>;
}

/** What was recorded since: a filter like any other, so that it is part of the search. */
function selectionOf(request: RecallRequest): Filter {
  const selection = buildSelection(request);
  return request.since === undefined
    ? selection
    : and(selection, { op: "between", field: "recordedAt", from: request.since });
}

/** What was asked, as everything after the embedding needs it. */
interface Asked {
  readonly request: RecallRequest;
  readonly understood: Understood;
  readonly whole: EmbeddedQuery;
  readonly aspects: readonly EmbeddedQuery[];
  readonly selection: Filter;
  /** When the question was read: what it says of time is meant from then. */
  readonly now: EpochMs;
  readonly limit: number;
  readonly floor: number;
  readonly understoodAt: number;
}

async function ask(parts: EngineParts, scope: Scope, request: RecallRequest, limit: number): Promise<Asked> {
  const now = request.now ?? parts.clock.now();
  const understood = await understand(parts, scope, request, now);
  const understoodAt = performance.now();
  const [whole, aspects] = await Promise.all([
    embedAspect(parts, understood.query),
    Promise.all(understood.aspects.map((aspect) => embedAspect(parts, aspect))),
  ]);
  const selection = selectionOf(request);
  const floor = request.floor ?? parts.policy.recall.floor;
  return { request, understood, whole, aspects, selection, now, limit, floor, understoodAt };
}

/** What an answer is read from. */
interface Seen {
  /** Not before anything in the snapshot, which began after the question was read and embedded. */
  readonly now: EpochMs;
  readonly validity: Filter;
  readonly foreign: string | undefined;
  readonly question: Question;
  readonly ranking: Ranking;
  readonly judged: Judged;
  /** A reader is still to say whether there is an answer. */
  readonly isInDoubt: boolean;
  /** Absent then, and where a model is still to order the candidates. */
  readonly collapsed?: Collapsed;
  readonly turns: ReadonlyMap<TurnId, Turn>;
  readonly stamp: string | undefined;
  readonly searchedAt: number;
}

const unranked = ({ preferred }: Judged): Reranked => ({ order: preferred, scores: new Map() });

/**
 * What is told if there is an answer, and whether that is to be asked. The reader says yes or no for all of it: where it says yes, what is
 * told is known beforehand.
 */
function foresee(parts: EngineParts, judged: Judged, question: Question, asked: Asked) {
  const isInDoubt = isToBeRead(parts, judged, question.query);
  if (isReranked(parts)) return { isInDoubt, told: judged.preferred };
  const collapsed = cut(isInDoubt ? atBest(judged) : judged, unranked(judged), question, asked);
  const told = collapsed.kept.slice(0, question.limit).map(({ scored }) => scored);
  if (!isInDoubt) return { isInDoubt, told, collapsed };
  return told.length === 0 ? { isInDoubt: false, told } : { isInDoubt, told };
}

/**
 * All that an answer is read from, in one snapshot: no model is waited for meanwhile. Where one is to order the candidates, it is not known
 * yet which of them are told, and the turns around all are read.
 */
async function see(parts: EngineParts, scope: Scope, asked: Asked): Promise<Seen> {
  const { request, whole, aspects, selection, limit } = asked;
  const now =
    request.now ?? (await parts.storage.truth.read(scope, (transaction) => readDate(parts, transaction, asked.now)));
  const validity = buildValidity(request, now);
  const filter = and(selection, validity);
  const searching = { filter, limit, now };
  const [foreign, { gathered, ranking }, searchedAspects] = await Promise.all([
    whole.indexQuery.vector === undefined ? undefined : findForeignVectors(parts, scope, whole.query.language),
    searchAspect(parts, scope, whole, searching),
    Promise.all(aspects.map((aspect) => searchAspect(parts, scope, aspect, searching))),
  ]);
  const searchedAt = performance.now();
  const { calibration } = parts.embedder.profile;
  const policy = parts.policy.recall;
  const { query } = whole;
  const question: Question = { query, limit, filter, calibration, gathered, policy, aspects: searchedAspects };
  const judged = await parts.storage.truth.read(scope, (transaction) => judge(transaction, ranking, question));
  const { told, ...foreseen } = foresee(parts, judged, question, asked);
  const [turns, stamp] = await Promise.all([readWindows(parts, scope, told, judged.turns), stampHeld(parts, scope)]);
  const found = { foreign, question, ranking, judged, turns, stamp, searchedAt };
  return { now, validity, ...found, ...foreseen };
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
  const started = performance.now();
  const asked = await ask(parts, scope, request, limit);
  const { understood, whole, selection, floor } = asked;
  const { query, indexQuery } = whole;
  const embedded = performance.now();
  const seen = await inOneSnapshot(parts, scope, (held) => see(parts, held, asked));
  const { now, validity, question, ranking, turns, stamp, searchedAt } = seen;
  const ranked = performance.now();
  const read: ReadEvidence = seen.isInDoubt ? await readEvidence(parts, seen.judged, question.query) : seen.judged;
  const judged = { ...seen.judged, evidence: read.evidence };
  const context = { turns: judged.turns, ...(budget === undefined ? {} : { budget }) };
  const rerankedFrom = performance.now();
  const reranked =
    seen.collapsed === undefined
      ? await rerank(parts, scope, request.query, judged.preferred, context)
      : unranked(judged);
  const ordered = performance.now();
  const collapsed = seen.collapsed ?? cut(judged, reranked, question, asked);
  const returned = collapsed.kept.slice(0, limit);
  const { calibration } = question;
  const told = { query, calibration, told: new Set<TurnId>(), turns, texts: judged.texts };
  // of a question's parts too: a part that was found by its words only is not the answer it could be
  const unembedded = [whole, ...asked.aspects].map(({ degraded }) => degraded);
  return {
    ...{ request, query, aspects: understood.aspects, indexQuery, selection, validity, now, limit, floor },
    ...{ validAt: request.asOf ?? now, calibration, gathered: question.gathered, broad: ranking.broad },
    ...{ refined: judged.refined, preferred: judged.preferred, reranked, collapsed, returned, turns },
    ...{ beyondLimit: collapsed.kept.slice(limit), pendingTurns: understood.pendingTurns },
    items: returned.flatMap((one) => toItem(one, query, turns) ?? []),
    evidence: judged.evidence,
    ...(read.reading === undefined ? {} : { reading: read.reading }),
    rate: (scored) => rateRelevance(scored, judged.evidence, told),
    degraded: [...new Set([...unembedded, seen.foreign, ...settings.late, read.degraded, reranked.degraded])].flatMap(
      (reason) => reason ?? [],
    ),
    ...(stamp === undefined ? {} : { stamp }),
    timings: {
      understandMs: asked.understoodAt - started,
      embedMs: embedded - asked.understoodAt,
      searchMs: searchedAt - embedded,
      rankMs: performance.now() - searchedAt - (ordered - ranked),
      ...(read.readMs === undefined ? {} : { readMs: read.readMs }),
      ...(reranked.modelId === undefined ? {} : { rerankMs: ordered - rerankedFrom }),
    },
  };
}
