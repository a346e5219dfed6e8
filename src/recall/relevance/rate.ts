import { type Memory, type TurnId, USER_SUBJECT } from "../../domain/index.js";
import type { EmbedderCalibration } from "../../ports/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import { statesAskedAspect } from "../asked-aspect.js";
import { mayBeAsked, speaksOf } from "../asked-relative.js";
import type { EpisodeCandidate } from "../candidate.js";
import type { ScoredCandidate } from "../fuse.js";
import { formsOf, textOf } from "../rank.js";
import type { RunWords } from "../run-texts.js";
import { deviations, deviationsFromCoverage, isOtherScript, shareOfTerms } from "./measures.js";
import type { Evidence } from "./weigh-evidence.js";

/*
 * What one item shows for itself, in log-odds. The bias lies where an unrelated text of the same store stays under an even chance and
 * any sign of its own lifts it over: who spoke, how lately and in which conversation say nothing of it, as every item has those.
 */
const OWN = {
  bias: 0.8,
  /** Deviations above unrelated text. */
  deviations: 1.3,
  /** Share of the query's idf mass, times ln(1 + terms). */
  coverage: 3,
  /** States the very attribute that is asked for. */
  aspect: 4,
  /** Is said of another relative than the one that is asked about. */
  otherRelative: -5,
  /** Share of the names and numbers asked for. */
  entity: 1.5,
  /** Is written in the other script: sharing no word cannot be held against it. */
  otherScript: 0.8,
  /** Lies in the time asked about. */
  time: 1.5,
  /** Shares no word with a bare topic, where that says something. */
  otherTopic: -2,
} as const;

/** Deviations of an item whose nearness is all its neighbours': under those of an unrelated text. */
const NOTHING_OWN = -1;

/**
 * How near an item is by its own vectors. A segment's are "turn before + this" and "this + turn after": where a neighbour is told by a
 * memory of its own, the nearness of that pair is the neighbour's and is left out.
 */
function nearestOwn({ candidate, source }: ScoredCandidate, told: ReadonlySet<TurnId>): number | undefined {
  if (candidate.type === "memory") {
    const pairs = source === undefined ? [] : pairsOf(source);
    // Only what both pairs of its turn agree on is the turn's own nearness, and not a neighbour's.
    const turn = pairs.length === 0 ? undefined : Math.min(...pairs.map(({ cosine }) => cosine));
    const alone = source === undefined || pairs.length > 1 || source.episode.turnIds.length === 1;
    return turn === undefined || !alone ? candidate.cosine : Math.max(turn, candidate.cosine ?? turn);
  }
  const pairs = pairsOf(candidate).filter(({ neighbour }) => neighbour === undefined || !told.has(neighbour));
  const cosines = pairs.map(({ cosine }) => cosine);
  if (cosines.length === 0) return undefined;
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  return pairs.length === 1 ? mean : Math.max(mean, candidate.cosine ?? mean);
}

function pairsOf(candidate: EpisodeCandidate): { cosine: number; neighbour: TurnId | undefined }[] {
  const { centreTurnId, turnIds } = candidate.episode;
  const before = turnIds.find((id) => id !== centreTurnId);
  return [
    ...(candidate.cosine === undefined ? [] : [{ cosine: candidate.cosine, neighbour: before }]),
    ...(candidate.nextCosine === undefined ? [] : [{ cosine: candidate.nextCosine, neighbour: candidate.nextTurnId }]),
  ];
}

/** Words that the item shares with the query; of a segment whose turn before is told elsewhere, only those of its own turn. */
function ownCoverage({ candidate }: ScoredCandidate, query: UnderstoodQuery, context: OwnContext): number {
  const coverage = candidate.coverage ?? 0;
  if (coverage === 0 || candidate.type === "memory") return coverage;
  if (!candidate.episode.turnIds.some((id) => id !== candidate.episode.centreTurnId && context.told.has(id))) {
    return coverage;
  }
  const own = formsOf(candidate, context);
  return own === undefined ? 0 : coverage * shareOfTerms(own, query.terms);
}

/** What is known beside an item when its own evidence is weighed. */
export interface OwnContext extends RunWords {
  readonly query: UnderstoodQuery;
  readonly calibration: EmbedderCalibration;
  /** Turns that a memory in the answer tells. */
  readonly told: ReadonlySet<TurnId>;
}

/** "My son's age" is asked, and the daughter's is told. */
function isOfAnotherRelative(
  { subject, content }: Pick<Memory, "subject" | "content">,
  query: UnderstoodQuery,
): boolean {
  const { askedRelatives } = query;
  return subject !== USER_SUBJECT && !mayBeAsked(subject, askedRelatives) && !speaksOf(content, askedRelatives);
}

/** Log-odds that an item bears on the query, by nothing but its own signs. */
function weighOwn(scored: ScoredCandidate, isNarrow: boolean, context: OwnContext): number {
  const { query, calibration, told } = context;
  const { candidate, signals } = scored;
  const coverage = Math.min(1, ownCoverage(scored, query, context) + (signals.spelling ?? 0));
  const cosine = nearestOwn(scored, told);
  const unseen = candidate.cosine === undefined ? deviationsFromCoverage(coverage) : NOTHING_OWN;
  const near = cosine === undefined ? unseen : deviations(cosine, calibration);
  const statesAsked = candidate.type === "memory" && statesAskedAspect(candidate.memory, query);
  return (
    OWN.bias +
    OWN.deviations * near +
    OWN.coverage * coverage * Math.log(1 + query.terms.length) +
    (statesAsked ? OWN.aspect : 0) +
    (isNarrow && coverage === 0 && !statesAsked ? OWN.otherTopic : 0) +
    (candidate.type === "memory" && isOfAnotherRelative(candidate.memory, query) ? OWN.otherRelative : 0) +
    OWN.entity * (signals.entity ?? 0) +
    (coverage === 0 && isOtherScript(query, [textOf(candidate, context.turns) ?? query.text]) ? OWN.otherScript : 0) +
    OWN.time * (signals.time ?? 0)
  );
}

/**
 * Probability-like, 0–1: does this item bear on the query? As much as its own evidence says, and no more than the store as a whole can
 * answer. Its place in the order, which its conversation and its speaker have a say in, is no evidence.
 */
export function rateRelevance(scored: ScoredCandidate, evidence: Evidence, context: OwnContext): number {
  const own = Math.max(
    weighOwn(scored, evidence.isNarrow, context),
    // What replaced a statement answers what that statement was asked for.
    scored.replaced === undefined ? Number.NEGATIVE_INFINITY : weighOwn(scored.replaced, evidence.isNarrow, context),
  );
  const odds = Math.min(evidence.answerable, evidence.rightPerson ?? Number.POSITIVE_INFINITY, own);
  return 1 / (1 + Math.exp(-odds));
}
