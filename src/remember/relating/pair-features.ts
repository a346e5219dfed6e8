import { hasHan } from "../../language/index.js";
import { sameValue, valueClass } from "../../language/slots/index.js";
import { areOpposed } from "./opposites.js";
import type { Said } from "./said.js";
import { areReordered, findSubstitution, saysTheSame } from "./substitution.js";

type Features = Record<string, number>;

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const each of a) if (b.has(each)) count += 1;
  return count;
}

/** How two sets of values stand to each other: which have any, and whether they agree. */
function compareSets(name: string, first: ReadonlySet<string>, second: ReadonlySet<string>, into: Features): void {
  if (first.size === 0 && second.size === 0) return;
  if (second.size === 0) into[`${name}.onlyFirst`] = 1;
  else if (first.size === 0) into[`${name}.onlySecond`] = 1;
  else {
    const common = shared(first, second);
    if (common === 0) into[`${name}.differ`] = 1;
    else if (common === first.size && common === second.size) into[`${name}.equal`] = 1;
    else into[`${name}.overlap`] = 1;
  }
}

function compareWords(first: Said, second: Said, into: Features): void {
  const common = shared(first.words, second.words);
  const [least, most] = [first.words.size, second.words.size].sort((a, b) => a - b);
  into.inFirst = first.words.size === 0 ? 0 : common / first.words.size;
  into.inSecond = second.words.size === 0 ? 0 : common / second.words.size;
  into.jaccard = common / Math.max(1, first.words.size + second.words.size - common);
  into.lengths = (least ?? 0) / Math.max(1, most ?? 1);
  if (common === 0) into.noWord = 1;
  if (common >= 2) into.twoWords = 1;
  if (common >= 3) into.threeWords = 1;
}

/** "Mobile repo" and "web repo": one head, two modifiers. */
function compareModifiers(first: Said, second: Said, into: Features): void {
  for (const [word, modifier] of second.modifiers) {
    const other = first.modifiers.get(word);
    if (other === undefined) {
      if (first.words.has(word)) into["modifier.onlySecond"] = 1;
    } else into[other === modifier ? "modifier.equal" : "modifier.differ"] = 1;
  }
  for (const word of first.modifiers.keys()) {
    if (!second.modifiers.has(word) && second.words.has(word)) into["modifier.onlyFirst"] = 1;
  }
  if (first.head !== undefined && second.head !== undefined) {
    into[first.head === second.head ? "head.equal" : "head.differ"] = 1;
    if (second.words.has(first.head) || second.names.has(first.head)) into["head.kept"] = 1;
  }
  const firstName = [...first.names][0];
  const secondName = [...second.names][0];
  if (firstName !== undefined && secondName !== undefined) {
    const opens = (said: Said, name: string): boolean => said.text.toLowerCase().indexOf(name) < said.text.length / 3;
    if (opens(first, firstName) && opens(second, secondName)) {
      const differ = isTurnedRound(first, second) ? "opens.turned" : "opens.differ";
      into[firstName === secondName ? "opens.equal" : differ] = 1;
    }
  }
  if (first.order !== second.order && first.words.size > 1 && shared(first.words, second.words) === first.words.size) {
    if (first.words.size === second.words.size) into.turned = 1;
  }
}

function compareSides(first: Said, second: Said, into: Features): void {
  for (const [group, named] of second.sides) {
    const other = first.sides.get(group);
    if (other === undefined) into[`side.${group}.onlySecond`] = 1;
    else if (shared(other, named) === 0) {
      into[`side.${group}.differ`] = 1;
      into["side.differ"] = 1;
    } else into["side.equal"] = 1;
  }
  for (const group of first.sides.keys()) if (!second.sides.has(group)) into[`side.${group}.onlyFirst`] = 1;
}

/** What two spellings, inflections or segmentations share, where their words do not. */
function compareGrams(first: Said, second: Said, into: Features): void {
  const common = shared(first.grams, second.grams);
  into.grams = (2 * common) / Math.max(1, first.grams.size + second.grams.size);
  into["grams.inFirst"] = common / Math.max(1, first.grams.size);
  into["grams.inSecond"] = common / Math.max(1, second.grams.size);
}

/** Both names in both, in the other order: whoever is said to be under the one has the one above. */
function isTurnedRound(first: Said, second: Said): boolean {
  return first.names.size >= 2 && [...first.names].every((name) => second.names.has(name));
}

/** Texts that are one but for one place say most by where that is and what stands there. */
function comparePlaces(first: Said, second: Said, into: Features): void {
  if (areOpposed(first.unmeasured, second.unmeasured)) into.opposed = 1;
  if (areReordered(first.text, second.text)) into.reordered = 1;
  const place = findSubstitution(first.text, second.text);
  if (place === undefined || saysTheSame(place)) return;
  const sort =
    place.first === "" ? "added" : place.second === "" ? "left" : /\d/u.test(place.second) ? "figure" : "words";
  into[`place.${sort}.${place.isEarly ? "early" : "late"}`] = 1;
  into["place*cosine"] = Math.max(0, (into.cosine ?? 0) - 0.9);
}

/** One has an exception, a doubt or a part of the day of which the other knows nothing: they do not say the same. */
function compareReach(first: Said, second: Said, into: Features): void {
  if (first.cues.has("scope") !== second.cues.has("scope")) into["scope.differ"] = 1;
  if (first.cues.has("undecided") !== second.cues.has("undecided")) into["certainty.differ"] = 1;
  const timed = first.times.size + second.times.size > 0;
  if (!timed && first.sides.has("day") !== second.sides.has("day")) into["daypart.differ"] = 1;
}

function compareSlots(first: Said, second: Said, into: Features): void {
  const [a, b] = [first.slots, second.slots];
  if (a.length === 0 && b.length === 0) return;
  into["slot.any"] = 1;
  for (const one of a) {
    for (const other of b) {
      if (one.attribute !== other.attribute) continue;
      const subject = one.elliptic || other.elliptic || one.subject === other.subject;
      if (!subject) {
        into["slot.otherSubject"] = 1;
        continue;
      }
      const same = sameValue(one.value, other.value);
      const polarity = one.polarity === other.polarity;
      if (same) into[polarity ? "slot.sameValue" : "slot.opposite"] = 1;
      else into[one.cardinality === "single" ? "slot.newValue" : "slot.anotherValue"] = 1;
    }
  }
}

/**
 * What is to be seen of two statements of one user, the second said later. Pure.
 * @param cosine of their vectors
 */
export function pairFeatures(first: Said, second: Said, cosine: number): Readonly<Features> {
  const features: Features = { cosine, near: Math.max(0, cosine - 0.5), close: Math.max(0, cosine - 0.7) };
  compareWords(first, second, features);
  compareGrams(first, second, features);
  compareSets("names", first.names, second.names, features);
  compareSets("figures", first.figures, second.figures, features);
  compareSets("times", first.times, second.times, features);
  compareSets("days", first.days, second.days, features);
  compareSets("reach", first.reach, second.reach, features);
  compareModifiers(first, second, features);
  compareSides(first, second, features);
  comparePlaces(first, second, features);
  compareSlots(first, second, features);
  for (const cue of second.cues) features[`second.${cue}`] = 1;
  for (const cue of first.cues) features[`first.${cue}`] = 1;
  if (first.cues.has("negated") !== second.cues.has("negated")) features.polarity = 1;
  compareReach(first, second, features);
  if (valueClass(first.text) === valueClass(second.text)) features.valueClass = 1;
  for (const cue of ["change", "correction", "ended", "back", "addition", "past", "undecided", "temporary"]) {
    if (second.cues.has(cue)) {
      features[`${cue}*cosine`] = cosine;
      features[`${cue}*word`] = features.inFirst ?? 0;
    }
  }
  if (features["figures.differ"] === 1) features["figures.differ*jaccard"] = features.jaccard ?? 0;
  if (features["names.differ"] === 1) features["names.differ*jaccard"] = features.jaccard ?? 0;
  if (hasHan(second.text)) features.han = 1;
  return features;
}
