import { dot, type RelationClassifier } from "../../domain/index.js";
import type { RelationReading } from "../../ports/index.js";
import { logitOf, mixed, sigmoid, weighed } from "../logistic.js";
import { isBesideFirst, isCaseOf, isOfOtherNumber, isOnlyOnce, isOthersClaim, saysUnchanged } from "./beside-first.js";
import { haveCommonMatter, shareSign } from "./common-matter.js";
import { pairFeatures } from "./pair-features.js";
import { readSaid, type Said } from "./said.js";

/** How a statement stands to a memory that was there before it; probabilities, 0–1. */
export interface Relation {
  /** The memory no longer holds. */
  readonly update: number;
  /** The statement says nothing new. */
  readonly same: number;
}

/** A text as it was said, with the vector of its normalised wording. */
export interface Voiced {
  readonly text: string;
  readonly vector: Float32Array;
}

/** Texts further apart say nothing of each other. */
export const LEAST_COSINE = 0.2;

type Weights = RelationClassifier["update"];

function probability(
  weights: Weights,
  features: Readonly<Record<string, number>>,
  earlier: Float32Array,
  later: Float32Array,
): number {
  const product = later.map((value, index) => value * (earlier[index] ?? 0));
  return sigmoid(
    logitOf(weights, features) +
      weighed(weights.earlier, earlier) +
      weighed(weights.later, later) +
      weighed(weights.product, product),
  );
}

/** What no statement that says the same has: another figure, day, side, reach or certainty, an opposite, other order, or one place in which alone it differs. */
const NEVER_SAME =
  /^(?:place\.|opposed$|reordered$|side\.differ$|(?:figures|days|times)\.differ$|(?:scope|certainty|daypart)\.differ$|slot\.(?:opposite|newValue|otherSubject)$|opens\.differ$)/u;
/** What changes nothing: what is asked, quoted, only considered, or passed on as talk. */
const NO_UPDATE = /^second\.(?:act-(?:question|quotation|hypothetical)|undecided|question|talk)$/u;
const ANNOUNCES = /^second\.(?:change|correction|ended)$/u;
const MEASURES_DIFFER = /^(?:figures|times|days|names)\.differ$/u;
/** Share of the words of either that the other has too, from which they can be about one matter. */
const LEAST_OVERLAP = 0.15;
/** Content words of what says a new value and little else: "actually" and "sold" leave room for fewer than "raised" and "now". */
const VALUE_WORDS = { changed: 4, otherwise: 2 } as const;
/** How much the reader's word counts beside the regression's. 0–1 */
const READER_SHARE = 0.6;
/** Without a word in common the classifier must be that much surer. */
const WITHOUT_WORDS = 0.82;

function has(features: Readonly<Record<string, number>>, by: RegExp): boolean {
  return Object.keys(features).some((name) => by.test(name));
}

/**
 * "Make that Thursday" says little besides the new value, so it goes on about something; a whole statement that shares no word with
 * the first, or names somebody or something else, is about its own matter, whatever day stands in both.
 */
function isValueAlone({ words, names, cues }: Said): boolean {
  return words.size <= (cues.has("change") ? VALUE_WORDS.changed : VALUE_WORDS.otherwise) && names.size === 0;
}

/** Share of the classifier's word that counts for a change. 0–1 */
function trustInChange(first: Said, second: Said, features: Readonly<Record<string, number>>): number {
  if (has(features, NO_UPDATE)) return 0;
  const announces = has(features, ANNOUNCES);
  // one subject's value never replaces another's: without a word of change another name at the head is another subject (P30)
  if (features["opens.differ"] === 1 && !announces) return 0;
  if (features.noWord !== 1) {
    // one short word among many is no common matter
    const overlap = Math.max(features.inFirst ?? 0, features.inSecond ?? 0);
    if (overlap >= LEAST_OVERLAP) return 1;
    return announces ? WITHOUT_WORDS : 0;
  }
  const isOneMatter = isValueAlone(second) || shareSign(first.text, second.text);
  return isOneMatter && announces && has(features, MEASURES_DIFFER) ? WITHOUT_WORDS : 0;
}

/** The words themselves say that the first still holds, or that they are about another thing, or nobody's own. */
function leavesFirst(first: Said, second: Said, features: Readonly<Record<string, number>>): boolean {
  if (!has(features, ANNOUNCES) && isBesideFirst(first, second)) return true;
  const { text } = second;
  return (
    isCaseOf(first, second) ||
    isOnlyOnce(text) ||
    isOfOtherNumber(first.text, text) ||
    saysUnchanged(text) ||
    isOthersClaim(text)
  );
}

/** What is made of two texts before anybody reads them together. */
export interface Weighed {
  /** Share of the word for a change that counts. 0: there is none, whatever the reader says. */
  readonly trust: number;
  /** The regression's words for either; absent where its vectors are of another model. */
  readonly byRegression?: Relation;
  /** Whether they can say the same, if that is held for so likely. */
  canBeSame(probability: number): boolean;
}

/**
 * Weighs two texts by their vectors and the signs of their words; undefined where they are too far apart. Pure.
 * @param classifier absent: the vectors are of a model that none was made for
 */
export function weighPair(
  classifier: RelationClassifier | undefined,
  earlier: Voiced,
  later: Voiced,
): Weighed | undefined {
  const cosine = dot(earlier.vector, later.vector);
  if (cosine < LEAST_COSINE) return undefined;
  const [first, second] = [readSaid(earlier.text), readSaid(later.text)];
  const features = pairFeatures(first, second, cosine);
  const byRegression = (weights: Weights): number => probability(weights, features, earlier.vector, later.vector);
  const isSame = !has(features, NEVER_SAME) && !isOfOtherNumber(first.text, second.text);
  return {
    trust: leavesFirst(first, second, features) ? 0 : trustInChange(first, second, features),
    ...(classifier === undefined
      ? {}
      : { byRegression: { update: byRegression(classifier.update), same: byRegression(classifier.same) } }),
    canBeSame: (same) => isSame && haveCommonMatter(first, second, features, same),
  };
}

/** Whether the word of one who reads both could change anything: most pairs of a store have no matter in common. */
export function isOpen({ trust, canBeSame }: Weighed): boolean {
  return trust > 0 || canBeSame(1);
}

/** @param read what the reader of pairs made of them, where one was asked */
export function settlePair({ trust, byRegression, canBeSame }: Weighed, read?: RelationReading): Relation {
  const share = byRegression === undefined ? 1 : READER_SHARE;
  const { update, same } = byRegression ?? { update: 0, same: 0 };
  const alike = mixed(same, read?.same, share);
  return {
    update: trust === 0 ? 0 : trust * mixed(update, read?.update, share),
    same: canBeSame(alike) ? alike : 0,
  };
}

/** What the classifier makes of two texts, the second said later; undefined where they are too far apart. Pure. */
export function judgePair(
  classifier: RelationClassifier,
  earlier: Voiced,
  later: Voiced,
  read?: RelationReading,
): Relation | undefined {
  const pair = weighPair(classifier, earlier, later);
  return pair === undefined ? undefined : settlePair(pair, read);
}
