import type { RecallWeights, TurnId } from "../domain/index.js";
import { hasHan } from "../language/index.js";
import type { EmbedderCalibration } from "../ports/index.js";
import type { UnderstoodQuery } from "./analyse-query.js";
import { statesAskedAspect } from "./asked-aspect.js";
import type { Candidate, EpisodeCandidate } from "./candidate.js";
import { deviationsAboveUnrelated, UNKNOWN } from "./channels/index.js";
import type { ScoredCandidate } from "./fuse.js";
import type { Gathered } from "./gather-candidates.js";
import { formsOf, textOf } from "./rank.js";
import type { RunWords, TextForms } from "./run-texts.js";

/** How well the store as a whole can answer a query: no item of the answer is rated above it. */
export interface Evidence {
  /** Log-odds that there is an answer at all. */
  readonly answerable: number;
  /** Log-odds that it is the person asked about who answers, and not another; absent where nobody is singled out. */
  readonly rightPerson?: number;
}

/*
 * Logistic regression: questions that their store answers against questions of another subject or about another person, in both
 * languages, on stores of 5 to 690 turns (area under the curve 0.98). The bias is moved so that few answerable ones are refused, and
 * the weight of "shares a word" is held down so that a question in the other language can still be answered.
 */
const FIT = {
  bias: 2.1,
  /** Deviations above unrelated text, of the nearest vector. */
  nearest: 1.2,
  /** The same of the first candidate, mean of its own vector and the following one's. */
  first: 0.9,
  /** Largest share of the query's idf mass that one item holds, times ln(1 + terms): all of one word is less than all of five. */
  coverage: 1.0,
  /** Is any word of the query in the store at all? */
  sharesWord: 2.5,
  /** No shared word because what is nearest is in the other script: words cannot be held against it. */
  otherScript: 1.3,
  /** Is someone who speaks in this store asked about by name? */
  named: 3.7,
  /** Is there a statement of the very attribute that is asked for? */
  aspect: 3,
  /** ln of the number of candidates: the best of many unrelated texts lies higher than the best of a few. */
  field: -1,
} as const;

/*
 * "Where did Ana ski?" when it was Ben who skied: everything fits but the person. Logistic regression on questions about one of two people
 * against the same kind of question with the people exchanged, each conversation left out in turn (area under the curve 0.80). The bias
 * is moved so that few of the answerable ones are refused.
 */
const PERSON = {
  bias: 2.6,
  /** By how much the best of someone else is ahead of the best of the one asked about, who spoke left out. */
  ahead: -1.5,
  /** Share of the query's words that the best turn of someone else holds more than the best of the one asked about. */
  words: -1.9,
} as const;
/** Of so many of the best of either side the words are looked at. */
const READ_PER_SIDE = 8;
/** Further ahead says nothing more. */
const MOST_AHEAD = 2;

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
  /** Share of the names and numbers asked for. */
  entity: 1.5,
  /** Is written in the other script: sharing no word cannot be held against it. */
  otherScript: 0.8,
  /** Lies in the time asked about. */
  time: 1.5,
} as const;

/** Fewer count as this many, or everything a new user said would be relevant to everything; more change little. */
const SMALLEST_FIELD = 10;
const LARGEST_FIELD = 150;
/** Beyond as many candidates as one search returns the store holds more than was looked at: each further one stands for several. */
const SEEN_WHOLE = 60;
const STANDS_FOR = 2.5;

function fieldSize(candidates: number): number {
  const size = candidates <= SEEN_WHOLE ? candidates : SEEN_WHOLE + STANDS_FOR * (candidates - SEEN_WHOLE);
  return Math.max(SMALLEST_FIELD, Math.min(LARGEST_FIELD, size));
}
/** What was said once counts once: a memory beside the segment of its own turn makes the field no larger. */
function distinctTexts(candidates: readonly Candidate[]): number {
  const centres = new Set(candidates.flatMap((each) => (each.type === "episode" ? [each.episode.centreTurnId] : [])));
  const isTold = ({ turnIds }: { readonly turnIds: readonly TurnId[] }) => turnIds.some((id) => centres.has(id));
  return candidates.filter((each) => each.type === "episode" || !isTold(each.memory)).length;
}

/** Deviations of an item whose nearness is all its neighbours': under those of an unrelated text. */
const NOTHING_OWN = -1;

/** Beyond this nearness more says nothing more. */
const MOST_DEVIATIONS = 5;

function deviations(cosine: number, calibration: EmbedderCalibration): number {
  return Math.min(MOST_DEVIATIONS, Math.max(-MOST_DEVIATIONS, deviationsAboveUnrelated(cosine, calibration)));
}

/** What coverage says in the place of vectors while there are none: half of the rare words count as much as a typical answer's vector. */
function deviationsFromCoverage(coverage: number): number {
  return 4 * coverage - 0.5;
}

/** Is everything that stands first written in the script that the query is not written in? */
function isOtherScript(query: UnderstoodQuery, texts: readonly string[]): boolean {
  const queryHan = hasHan(query.text);
  return texts.length > 0 && texts.every((text) => hasHan(text) !== queryHan);
}

/** Words of the query that an item holds, as they are or in another form. 0–1 */
function anyCoverage({ candidate, signals }: ScoredCandidate): number {
  return Math.min(1, (candidate.coverage ?? 0) + (signals.spelling ?? 0));
}

/** Share of the query's words in the text, as they are. */
function shareOfTerms({ termSet }: TextForms, terms: readonly string[]): number {
  return terms.length === 0 ? 0 : terms.filter((term) => termSet.has(term)).length / terms.length;
}

/** Log-odds that the one who is asked about answers; undefined where nobody is singled out, or nobody else has anything like it. */
function weighPerson(judged: Judged, query: UnderstoodQuery): number | undefined {
  if (query.askedSpeakers.size === 0) return undefined;
  const { refined, weights } = judged;
  const best = { asked: Number.NEGATIVE_INFINITY, other: Number.NEGATIVE_INFINITY };
  const words = { asked: 0, other: 0 };
  const read = { asked: 0, other: 0 };
  for (const { candidate, fused, signals } of refined) {
    const { speaker } = signals;
    if (speaker === undefined || speaker === UNKNOWN) continue;
    const side = speaker > UNKNOWN ? "asked" : "other";
    best[side] = Math.max(best[side], fused - weights.speaker * (speaker - UNKNOWN));
    const text = formsOf(candidate, judged);
    if (text === undefined || read[side]++ >= READ_PER_SIDE) continue;
    words[side] = Math.max(words[side], shareOfTerms(text, query.terms));
  }
  if (!Number.isFinite(best.other)) return undefined;
  const ahead = Math.min(MOST_AHEAD, Math.max(-MOST_AHEAD, best.other - best.asked));
  return PERSON.bias + PERSON.ahead * ahead + PERSON.words * (words.other - words.asked);
}

/** The best candidates with their words, best first, and the weights that put them in this order. */
export interface Judged extends RunWords {
  readonly refined: readonly ScoredCandidate[];
  readonly weights: RecallWeights;
}

/** Of so many of the first the script is looked at. */
const FIRST_LOOKED_AT = 5;

/** Sums up what all candidates together say about whether the query has an answer here. */
export function weighEvidence(
  { candidates, unread }: Gathered,
  judged: Judged,
  query: UnderstoodQuery,
  calibration: EmbedderCalibration,
): Evidence {
  const [best] = judged.refined;
  const nearestTexts = judged.refined
    .slice(0, FIRST_LOOKED_AT)
    .flatMap(({ candidate }) => textOf(candidate, judged.turns) ?? []);
  const coverage = judged.refined.reduce(
    (most, scored) => Math.max(most, anyCoverage(scored)),
    candidates.reduce((most, candidate) => Math.max(most, candidate.coverage ?? 0), 0),
  );
  const rightPerson = weighPerson(judged, query);
  const cosines = candidates.flatMap((candidate) => candidate.cosine ?? []);
  const nearest =
    cosines.length === 0 ? deviationsFromCoverage(coverage) : deviations(Math.max(...cosines), calibration);
  const own = best?.candidate.cosine;
  const following = best?.candidate.type === "episode" ? (best.candidate.nextCosine ?? own) : own;
  const first =
    own === undefined || following === undefined
      ? Math.min(nearest, deviationsFromCoverage(coverage))
      : deviations((own + following) / 2, calibration);
  return {
    answerable:
      FIT.bias +
      FIT.nearest * nearest +
      FIT.first * first +
      FIT.coverage * coverage * Math.log(1 + query.terms.length) +
      (coverage > 0 ? FIT.sharesWord : isOtherScript(query, nearestTexts) ? FIT.otherScript : 0) +
      (query.namesSpeaker ? FIT.named : 0) +
      (candidates.some((candidate) => candidate.type === "memory" && statesAskedAspect(candidate.memory, query))
        ? FIT.aspect
        : 0) +
      FIT.field * Math.log(fieldSize(distinctTexts(candidates) + unread)),
    ...(rightPerson === undefined ? {} : { rightPerson }),
  };
}

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

/** Log-odds that an item bears on the query, by nothing but its own signs. */
function weighOwn(scored: ScoredCandidate, context: OwnContext): number {
  const { query, calibration, told } = context;
  const { candidate, signals } = scored;
  const coverage = Math.min(1, ownCoverage(scored, query, context) + (signals.spelling ?? 0));
  const cosine = nearestOwn(scored, told);
  const unseen = candidate.cosine === undefined ? deviationsFromCoverage(coverage) : NOTHING_OWN;
  const near = cosine === undefined ? unseen : deviations(cosine, calibration);
  return (
    OWN.bias +
    OWN.deviations * near +
    OWN.coverage * coverage * Math.log(1 + query.terms.length) +
    (candidate.type === "memory" && statesAskedAspect(candidate.memory, query) ? OWN.aspect : 0) +
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
    weighOwn(scored, context),
    // What replaced a statement answers what that statement was asked for.
    scored.replaced === undefined ? Number.NEGATIVE_INFINITY : weighOwn(scored.replaced, context),
  );
  const odds = Math.min(evidence.answerable, evidence.rightPerson ?? Number.POSITIVE_INFINITY, own);
  return 1 / (1 + Math.exp(-odds));
}
