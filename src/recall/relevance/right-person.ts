import type { RecallWeights } from "../../domain/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import { UNKNOWN } from "../channels/index.js";
import type { ScoredCandidate } from "../fuse.js";
import { questionShare } from "../query-marks.js";
import { formsOf } from "../rank.js";
import type { RunWords } from "../run-texts.js";
import { shareOfTerms } from "./measures.js";

/** What tells whether the one who is asked about answers, or somebody else. */
export interface PersonSigns {
  /** Sum of the channels, who spoke and the conversation left out, of the best of the one asked about. */
  readonly best: number;
  /** By how much the three best of others are ahead of the three best of the one asked about. */
  readonly others: number;
  /** By how much the one asked about is ahead where what only asks counts for less: "did you ski?" is no skiing. */
  readonly statement: number;
  /** Share of the query's words that the best of others hold more. */
  readonly words: number;
  /** Share of the best of the one asked about that only asks. */
  readonly asks: number;
}

/*
 * "Where did Ana ski?" when it was Ben who skied: everything fits but the person. Logistic regression on questions about one of two people
 * against the same kind of question with the people exchanged, each conversation left out in turn (area under the curve 0.86). The bias is
 * moved so that few of the answerable ones are refused.
 */
const PERSON: PersonSigns & { readonly bias: number } = {
  bias: 1.95,
  best: 0.35,
  others: -0.97,
  statement: 0.95,
  words: -1.28,
  asks: -2.48,
};
/** Of so many of the best of either side the words are looked at. */
const READ_PER_SIDE = 8;
const BEST_OF_SIDE = 3;
/** Taken off what only asks. */
const ASKING_COSTS = 1.5;
/** Further ahead says nothing more. */
const MOST_AHEAD = 2;
const MOST_BEST = 5;

interface Said {
  readonly points: number;
  readonly words: number;
  readonly asks: number;
}

/** The best of one side, who spoke and in which conversation left out, best first. */
function sideOf(
  scored: readonly ScoredCandidate[],
  { terms }: UnderstoodQuery,
  words: RunWords,
  weights: RecallWeights,
): readonly Said[] {
  const side = scored.flatMap((one) => {
    const forms = formsOf(one.candidate, words);
    if (forms === undefined) return [];
    const spoke = weights.speaker * ((one.signals.speaker ?? UNKNOWN) - UNKNOWN);
    // the best conversation was found with a look at who spoke, too
    return [{ forms, one, points: one.fused - spoke - weights.session * (one.signals.session ?? 0) }];
  });
  side.sort((a, b) => b.points - a.points);
  return side.slice(0, READ_PER_SIDE).map(({ forms, one, points }) => ({
    points,
    words: shareOfTerms(forms, terms),
    asks: one.candidate.type === "episode" ? questionShare(forms.text) : 0,
  }));
}

function clip(value: number, most: number): number {
  return Math.min(most, Math.max(-MOST_AHEAD, value));
}

function meanOfBest(side: readonly Said[]): number {
  const best = side.slice(0, BEST_OF_SIDE);
  return best.reduce((sum, { points }) => sum + points, 0) / best.length;
}

const highest = (values: readonly number[]) => Math.max(-MOST_AHEAD, ...values);
const stated = (side: readonly Said[]) => highest(side.map(({ points, asks }) => points - ASKING_COSTS * asks));

/** Undefined where nobody is singled out, or nobody else has anything like it. */
export function personSigns(
  refined: readonly ScoredCandidate[],
  query: UnderstoodQuery,
  words: RunWords,
  weights: RecallWeights,
): PersonSigns | undefined {
  if (query.askedSpeakers.size === 0) return undefined;
  const known = refined.filter(({ signals }) => signals.speaker !== undefined && signals.speaker !== UNKNOWN);
  const isAsked = ({ signals }: ScoredCandidate) => (signals.speaker ?? UNKNOWN) > UNKNOWN;
  const other = sideOf(
    known.filter((one) => !isAsked(one)),
    query,
    words,
    weights,
  );
  if (other.length === 0) return undefined;
  const asked = sideOf(known.filter(isAsked), query, words, weights);
  const [first] = asked;
  const mostWords = (side: readonly Said[]) => Math.max(0, ...side.map(({ words: share }) => share));
  return {
    best: clip(first?.points ?? -MOST_AHEAD, MOST_BEST),
    others: first === undefined ? MOST_AHEAD : clip(meanOfBest(other) - meanOfBest(asked), MOST_AHEAD),
    statement: clip(stated(asked) - stated(other), MOST_AHEAD),
    words: mostWords(other) - mostWords(asked),
    asks: first?.asks ?? 0,
  };
}

/** Log-odds that the one who is asked about answers. */
export function weighPerson(signs: PersonSigns): number {
  return (
    PERSON.bias +
    PERSON.best * signs.best +
    PERSON.others * signs.others +
    PERSON.statement * signs.statement +
    PERSON.words * signs.words +
    PERSON.asks * signs.asks
  );
}
