import type { Filter, ItemId, Policy, RecallRequest, Scope, Turn, TurnId } from "../../domain/index.js";
import type { EmbedderCalibration, EngineParts, TruthTransaction } from "../../ports/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import { associate } from "../association/associate.js";
import { type Collapsed, collapse, type RatedCandidate, windowOf } from "../collapse.js";
import type { ScoredCandidate } from "../fuse.js";
import { fuseByRank, mergeByTurns } from "../fuse-by-rank.js";
import type { Gathered } from "../gather-candidates.js";
import { findSuccessions, preferCurrent } from "../prefer-current.js";
import type { Ranking } from "../rank.js";
import { type Evidence, rateRelevance, weighEvidence } from "../relevance/index.js";
import type { Reranked } from "../reranking/index.js";
import { RunTexts, type RunWords } from "../run-texts.js";
import type { SearchedAspect } from "./aspects.js";

/** So many of the best are read and judged by their words; at least, and per item asked for. */
const READ_AT_LEAST = 40;
/** Where one of several people is asked about, the best of the others is to be found too. */
const READ_OF_PEOPLE = 70;
const READ_PER_ITEM = 4;

async function readTurns(transaction: TruthTransaction, ids: readonly TurnId[]): Promise<Map<TurnId, Turn>> {
  const turns = ids.length === 0 ? [] : await transaction.turns.findMany([...new Set(ids)]);
  return new Map(turns.map((turn) => [turn.id, turn]));
}

/** The turns around those of the answer, beside those that were read before. No read where none is missing. */
export async function readWindows(
  parts: EngineParts,
  scope: Scope,
  told: readonly ScoredCandidate[],
  known: ReadonlyMap<TurnId, Turn>,
): Promise<ReadonlyMap<TurnId, Turn>> {
  const missing = told
    .flatMap(({ candidate }) => (candidate.type === "episode" ? windowOf(candidate) : []))
    .filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  const read = await parts.storage.truth.read(scope, (transaction) => readTurns(transaction, missing));
  return new Map([...known, ...read]);
}

export interface Judged extends RunWords {
  readonly refined: readonly ScoredCandidate[];
  readonly preferred: readonly ScoredCandidate[];
  readonly evidence: Evidence;
}

export interface Question {
  readonly query: UnderstoodQuery;
  readonly limit: number;
  readonly filter: Filter;
  readonly calibration: EmbedderCalibration;
  readonly gathered: Gathered;
  readonly policy: Policy["recall"];
  readonly aspects: readonly SearchedAspect[];
}

/** Reads the words of the best candidates and orders them finally. One read. */
export async function judge(transaction: TruthTransaction, ranking: Ranking, question: Question): Promise<Judged> {
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
export function cut(
  judged: Judged,
  reranked: Reranked,
  question: Question,
  { request, floor }: { readonly request: RecallRequest; readonly floor: number },
): Collapsed {
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
