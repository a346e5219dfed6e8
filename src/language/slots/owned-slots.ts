import { FULL_MONTH } from "../time/english-words.js";
import { CONCRETE, isBadSubject, isNoAttribute, isTarget, NOT_A_VALUE } from "./attribute-match.js";
import { canonicalAttribute, isKnownAttribute } from "./attributes.js";
import { cleanValue, type Reading } from "./reading.js";
import { namesSeveral } from "./relation-key.js";
import type { SlotMatch } from "./slot-definition.js";
import { readEnglishSubject } from "./speaker.js";
import { technologyClass } from "./technology.js";
import { valueClass } from "./values.js";

/* A thing that somebody has, or that was just spoken of, and what is so of it now: any noun is an attribute of its possessor. */

/** "went up to", "was changed from X to", "is now": what says that a value is the present one. */
const CHANGES =
  "changed|moved|raised|lowered|bumped|increased|decreased|reduced|cut|extended|pushed|postponed|delayed|rescheduled|brought|updated|upgraded|downgraded|switched|set|reset|put|upped|adjusted|doubled|dropped|renamed|reassigned|transferred|converted|shortened|capped|fixed";
const MOVES =
  "went|gone|goes|rose|risen|rises|fell|fallen|dropped|drops|jumped|climbed|grew|grown|shrank|shrunk|increased|decreased|changed|moved|switched|came|come|crept|jumps|improved|doubled|slipped|shifted|upgraded";
const WAY = "(?: up| down| back| forward| over| out)?";
const FROM = "(?: from [^,]{1,30}?)?";
const NOW = "(?: now| currently| still| actually| officially| just| already| finally| always| usually)*";
const COPULA = [
  `(?: (?:has|have|had|was|were|is|are|got|gets|been|being|just|now|recently|will|be|since|already|finally))+ (?:${CHANGES})${WAY}${FROM} (?:to|at|on)`,
  `(?: (?:has|have|had|just|now|recently|already|finally))*(?: (?:${MOVES}))${WAY}${FROM} to`,
  ` (?:is|are|was|were|will be|has been)${NOW}(?: (?:called|named))?`,
  " (?:takes|costs|ends in|stands at|comes to|sits at|starts at)(?: me| us)?",
  " now",
  "\\s?[:=→]",
].join("|");
const NOUN =
  "(?<noun>[\\p{L}\\d][\\p{L}\\d/-]*(?: (?!(?:is|are|was|were|has|have|had|got|went|will|now|just)\\b)[\\p{L}\\d][\\p{L}\\d/-]*){0,3}?)";
const QUALITY = "(?:current |new |latest |actual |usual |regular |main )?";
/** "my best time for the 10k", "my account manager at the bank": which of several it is. */
const OF = "(?: (?:for|at|of|on|with|in) (?:the |my |our )?(?<part>[\\p{L}\\d][\\p{L}\\d -]{1,28}?))?";
const PLACED = "(?: (?<at>in|at|on|to|from|around|about|until))?";
const OWNED = new RegExp(`^(?:my|our) ${QUALITY}${NOUN}${OF}(?<copula>${COPULA})${PLACED} (?<value>.{1,120})$`, "iu");
const POSSESSED = new RegExp(
  `^(?<owner>(?:(?:my|our|the) )?[\\p{L}\\d][\\p{L}\\d&_-]*(?: [\\p{L}\\d][\\p{L}\\d&_-]*){0,2})(?:'s|(?<=s)') ${QUALITY}${NOUN}(?<copula>${COPULA})${PLACED} (?<value>.{1,120})$`,
  "iu",
);
/** "the entry code changed to 4471": whose it is was said before, or goes without saying. */
const SPOKEN_OF = new RegExp(
  `^the ${QUALITY}${NOUN}(?<copula>(?: (?:has|have|had|was|were|is|are|got|been|just|now|recently|will|be|since|already|finally))+ (?:${CHANGES})${WAY}${FROM} (?:to|at|on)|(?: (?:has|have|just|now|recently|already|finally))*(?: (?:${MOVES}))${WAY}${FROM} to| (?:is|are) now(?: called)?)${PLACED} (?<value>.{1,120})$`,
  "iu",
);
/** "the speed limit on our street was cut to 30" */
const OF_THING = new RegExp(
  `^(?:the|our) ${QUALITY}${NOUN} (?:of|for|on|at|in) (?<owner>[\\p{L}\\d][\\p{L}\\d' -]{1,40}?)(?<copula>(?: (?:has|have|was|were|is|are|got|been|just|now|recently|will|be|already|finally))+ (?:${CHANGES})${WAY}${FROM} (?:to|at|on)|(?: (?:has|have|just|now|recently|already|finally))*(?: (?:${MOVES}))${WAY}${FROM} to)${PLACED} (?<value>.{1,120})$`,
  "iu",
);
/** "the doctor upped my dose to 75 micrograms", "I upgraded my phone to a Pixel 9". */
const MADE_SO = new RegExp(
  `^(?:[\\p{L}' ]{1,40}? )?(?:${CHANGES}|moved)${WAY} (?:my|our) ${QUALITY}${NOUN}${OF}${WAY}${FROM} (?:to|at)(?<copula>)(?<at>) (?<value>.{1,120})$`,
  "iu",
);

/** "The kids went to Oslo": a journey, unless what is reached is a figure. */
const GOES =
  /(?:went|gone|goes|came|come|moved|switched|fell|climbed|shifted|upgraded)(?: over| back| out| down| up)? to$/iu;

/** "our fiscal year starts in July": when a thing does what it does. */
const DOES = new RegExp(
  `^(?:my|our) ${QUALITY}${NOUN} (?:now |always |usually )*(?<does>starts|begins|ends|opens|closes|expires|renews|meets|leaves|arrives|runs|finishes)(?: (?:in|on|at|until|till|from|every))* (?<value>[^,]{2,60})$`,
  "iu",
);
/** "my thesis is on estuaries", "the thesis is about kelp" */
const TOPIC =
  /^(?<whose>my|our|the) (?:new |current )?(?<noun>(?:[\p{L}]+ )?(?:thesis|dissertation|paper|talk|essay|book|novel|research|presentation|podcast|article|workshop|blog|phd|capstone|documentary|lecture|speech|exhibition)) (?:is|will be)(?: now)? (?:on|about) (?<value>(?!hold\b|track\b|time\b|fire\b|pause\b|to\b|my\b|the (?:table|shelf|way|desk))[^,]{3,80})$/iu;

type Groups = Record<string, string | undefined>;

const CLOCK =
  /\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?(?:am|pm|a\.m|p\.m)\b|\bnoon\b|\bmidnight\b|\bo'clock\b|\b(?:half|quarter) (?:past|to)\b/iu;
const ANY_MONTH = `${FULL_MONTH}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec`;
const DAY = new RegExp(
  `\\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|\\b(?:${ANY_MONTH})\\b.{0,4}\\d|\\d(?:st|nd|rd|th)?(?: of)? (?:${ANY_MONTH})\\b|\\b\\d{4}-\\d{2}-\\d{2}\\b`,
  "iu",
);
/** Nouns that are a time, a place or a price themselves. */
const SAYS_ASPECT =
  /(?:time|date|day|hours?|deadline|bedtime|slot|schedule|birthday|anniversary|address|place|location|venue|room|floor|seat|desk|gate|office|home|price|cost|fee|fees|rent|rate|fare|salary|wage|pay|budget|income|pension|bill|premium|number|code|name|colou?r|size|model|plan|password|hint|goal|target|limit|best|record|score)$/iu;

/**
 * What of a thing the value is: a class at six and a class in room 204 are two matters, and neither takes the other's place. Empty where
 * the noun says it itself.
 */
function aspectOf(noun: string, at: string, value: string): string {
  if (SAYS_ASPECT.test(noun) || isKnownAttribute(noun)) return "";
  if (CLOCK.test(value)) return " time";
  if (DAY.test(value)) return " day";
  if (/^(?:in|at|on|to)$/iu.test(at)) return " place";
  return valueClass(value) === "money" ? " price" : "";
}

/** Nouns of everyday complaint and of people: what is said of them is no value unless it has a name or a figure. */
const LOOSE_VALUE = /^(?:an? |the )?[\p{L}][\p{L}' -]{1,40}$/u;
/** Attribute nouns whose value may be plain words: "my password hint is the name of my first cat". */
const WORDY =
  /(?:hint|nickname|colou?r|hobby|type|plan|motto|middle name|star sign|zodiac sign|theme|topic|major|minor|specialty|speciality|genre|instrument|size|style)$/iu;

const FLOOR = /^the (?:ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|top) floor\b/iu;

function isValue(noun: string, value: string): boolean {
  if (
    value === "" ||
    value.length > 100 ||
    NOT_A_VALUE.test(value) ||
    /^(?:that|when|how|why|if|because|to)\b/iu.test(value)
  )
    return false;
  if (/^(?:an? |the |about |around |only |just |over |under |almost |nearly |roughly )*(?:[\p{Lu}\d#$€£])/u.test(value))
    return true;
  if (CONCRETE.test(value) || /\d/u.test(value) || FLOOR.test(value)) return true;
  return WORDY.test(noun) && LOOSE_VALUE.test(value);
}

/** Whose; `undefined` where the words name nobody. */
function ownerOf(words: string | undefined): Pick<SlotMatch, "subject" | "elliptic" | "pronoun"> | undefined {
  if (words === undefined) return { subject: "user", elliptic: false };
  const read = readEnglishSubject(words);
  if (read.type === "user") return { subject: "user", elliptic: false };
  if (read.type === "named" && !isBadSubject(read.subject)) return { subject: read.subject, elliptic: false };
  return undefined;
}

/** "5k personal best": a measure in front tells apart what one has several of. */
function splitMeasure(noun: string): { readonly noun: string; readonly part?: string } {
  const found = /^(?<part>\d[\p{L}\d]*|half marathon|marathon) (?<rest>.+)$/iu.exec(noun)?.groups;
  return found?.part !== undefined && found.rest !== undefined && isKnownAttribute(found.rest)
    ? { noun: found.rest, part: found.part }
    : { noun };
}

interface Form {
  readonly pattern: RegExp;
  readonly confidence: number;
  readonly elliptic: boolean;
}

const OWN_FORMS: readonly Form[] = [
  { pattern: OWNED, confidence: 0.8, elliptic: false },
  { pattern: POSSESSED, confidence: 0.8, elliptic: false },
  { pattern: MADE_SO, confidence: 0.8, elliptic: false },
  { pattern: OF_THING, confidence: 0.8, elliptic: false },
];
const SPOKEN_FORM: Form = { pattern: SPOKEN_OF, confidence: 0.65, elliptic: true };

function toMatch(groups: Groups, form: Form): SlotMatch | undefined {
  const { at = "", owner } = groups;
  const { noun, part = groups.part } = splitMeasure(groups.noun ?? "");
  const value = withoutSince(cleanValue(groups.value ?? ""));
  if (isNoAttribute(noun) || !isValue(noun, value) || technologyClass(value) !== undefined) return undefined;
  if (GOES.test(groups.copula ?? "") && !/\d/u.test(value)) return undefined;
  const whose = form.elliptic ? { subject: "", elliptic: true } : ownerOf(owner);
  if (whose === undefined) return undefined;
  const attribute = `${canonicalAttribute(noun)}${aspectOf(noun, at, value)}`;
  const placed = /^(?:until|from)$/iu.test(at) ? `${at} ${value}` : value;
  return {
    slot: `attribute.${attribute}`,
    attribute,
    value: placed,
    qualifiers: part === undefined ? {} : { part: part.toLowerCase() },
    kind: "fact",
    cardinality: namesSeveral(noun) && !isTarget(noun, value) ? "multi" : "single",
    polarity: "positive",
    confidence: form.confidence,
    ...whose,
  };
}

/** "1600 in June", "a Pixel 9 because the old one broke": since when, and why, is no part of the value. */
const SINCE = new RegExp(
  `^(?<value>.{1,80}?),? (?:because|since|as of|starting|effective|so|but|and|which|after|when|from (?:today|now|next|the)|(?:in|on|last|this) (?:${FULL_MONTH}|spring|summer|autumn|fall|winter|week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\\b.*$`,
  "iu",
);

function withoutSince(value: string): string {
  if (DAY.test(value) && !/\d.* (?:in|since|because|as of) /iu.test(value)) return value;
  return cleanValue(SINCE.exec(value)?.groups?.value ?? value);
}

function said(attribute: string, value: string, elliptic: boolean): SlotMatch {
  return {
    slot: `attribute.${attribute}`,
    attribute,
    subject: elliptic ? "" : "user",
    value: cleanValue(value),
    qualifiers: {},
    kind: "fact",
    cardinality: "single",
    polarity: "positive",
    confidence: 0.7,
    elliptic,
  };
}

function predicated(reading: Reading): readonly SlotMatch[] {
  const { noun, does = "", value = "" } = DOES.exec(reading.text)?.groups ?? {};
  const isWhen = CLOCK.test(value) || DAY.test(value) || /\d/u.test(value) || MONTH_OR_SEASON.test(value);
  if (noun !== undefined && isWhen && !isNoAttribute(noun))
    return [said(`${canonicalAttribute(noun)} ${does.toLowerCase()}`, value, false)];
  const topic = TOPIC.exec(reading.text)?.groups;
  if (topic?.noun === undefined || topic.value === undefined) return [];
  return [said(`${topic.noun.toLowerCase()} topic`, topic.value, topic.whose?.toLowerCase() === "the")];
}

const MONTH_OR_SEASON = new RegExp(`^(?:early |late |mid-?)?(?:${FULL_MONTH}|spring|summer|autumn|fall|winter)$`, "iu");

/** What an English clause says of a thing that somebody has: "my rent went up to 1600", "Tom's rent is now 900". */
export function ownedSlots(reading: Reading): readonly SlotMatch[] {
  for (const form of OWN_FORMS) {
    const match = tryForm(reading, form);
    if (match !== undefined) return [match];
  }
  return predicated(reading);
}

/** What an English clause says of a thing that nobody is named for: "the entry code changed to 4471". */
export function spokenOf(reading: Reading): readonly SlotMatch[] {
  const match = tryForm(reading, SPOKEN_FORM);
  return match === undefined ? [] : [match];
}

function tryForm(reading: Reading, form: Form): SlotMatch | undefined {
  const groups = form.pattern.exec(reading.text)?.groups;
  return groups === undefined ? undefined : toMatch(groups, form);
}
