import type { Candidate } from "../../domain/index.js";
import { findEntities, hasHan, type Span } from "../../language/index.js";
import { canonicalAttribute, findSlots, isKnownAttribute, type SlotMatch } from "../../language/slots/index.js";
import { weigh } from "../weigh.js";
import type { Reader } from "./reader.js";
import { type DescribedThing, pairOf, readRecord } from "./record.js";
import { normaliseWording } from "./wording.js";

const CONFIDENCE = 0.75;
/** In so much company talk a list is hardly a record. */
const IN_COMPANY = 0.5;

interface Told {
  readonly attribute: string;
  readonly value: string;
}

/** When a thing does what it does: the verb says of what the date is. */
const DATED_EN: readonly (readonly [RegExp, string])[] = [
  [/^(?:it )?(?:ends|expires|runs out)(?: on| in)? (?<value>.+)$/iu, "end date"],
  [/^(?:it )?(?:runs|let|valid) (?:until|till) (?<value>.+)$/iu, "end date"],
  [/^(?:it )?renews(?: on| in)? (?<value>.+)$/iu, "renewal date"],
  [/^(?:it )?(?:starts|begins)(?: on| in| at)? (?<value>.+)$/iu, "start date"],
  [/^(?:it(?:'s| is) )?due(?: on| by| in)? (?<value>.+)$/iu, "deadline"],
  [/^(?:it )?(?:goes live|launches)(?: on| in)? (?<value>.+)$/iu, "launch date"],
  [/^(?:delivery|delivered|arrives|ships)(?: on| by| in| before)? (?<value>.+)$/iu, "delivery date"],
  [/^hearing(?: is)?(?: on| at) (?<value>.+)$/iu, "hearing"],
];
const DATED_ZH: readonly (readonly [RegExp, string])[] = [
  [/^(?<value>.*[\d一二三四五六七八九十].*?)(?:到期|截止|结束)$/u, "end date"],
  [/^(?<value>.*[\d一二三四五六七八九十].*?)(?:之?前)?(?:上线|发布)$/u, "launch date"],
  [/^(?<value>.*[\d一二三四五六七八九十].*?)(?:之?前)?(?:送到|交货|到货|交付|发货|交)$/u, "delivery date"],
  [/^(?<value>.*[\d一二三四五六七八九十].*?)(?:开始|开工|启动|起租)$/u, "start date"],
  [/^(?<value>.*[\d一二三四五六七八九十].*?)(?:开庭)$/u, "hearing"],
  [/^(?:交给|归|由)(?<value>[\p{Script=Han}]{2,4}?)(?:处理|负责|跟进|管)?$/u, "owner"],
];
const DATE =
  /^(?:the |early |late |mid-?|end of |next |this )*(?:\d|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|q[1-4])|^(?:[下上这本明今后]|周|星期|礼拜|[\d一二三四五六七八九十])/iu;
const PAIR_EN =
  /^(?:the )?(?<attribute>[\p{L}][\p{L} ]{1,28}?)(?<copula> (?:is|are|will be)|\s?[:=–-]|) (?<value>.+)$/iu;
const PAIR_ZH = /^(?<attribute>[\p{Script=Han}]{2,6}?)(?<copula>是|为|：|:|\s|)\s?(?<value>[^是为：:\s].*)$/u;
const FIGURE_OR_NAME = /^(?:[\d#$€£¥/"“]|\p{Lu}|[一二三四五六七八九十两百千万]{1,6}(?!\p{Script=Han}{3}))/u;

/** What the first clause of a part says; what follows it only goes on. */
function told(part: string): Told | undefined {
  const text = part.split(/[，；;]|,(?!\d{3}(?!\d))/u)[0]?.trim() ?? "";
  const pair = pairOf(text);
  if (pair !== undefined) return pair;
  const slot = findSlots(text).find((each: SlotMatch) => each.elliptic && each.value !== undefined);
  if (slot?.value !== undefined) return { attribute: slot.attribute, value: slot.value };
  const han = hasHan(text);
  for (const [pattern, attribute] of han ? DATED_ZH : DATED_EN) {
    const value = pattern.exec(text)?.groups?.value?.trim();
    if (value !== undefined && (attribute === "owner" || DATE.test(value))) return { attribute, value };
  }
  const { attribute, copula = "", value } = (han ? PAIR_ZH : PAIR_EN).exec(text)?.groups ?? {};
  if (attribute === undefined || value === undefined) return undefined;
  const isStated = copula.trim() !== "" && value.length <= 60;
  if (isKnownAttribute(attribute) ? isStated || FIGURE_OR_NAME.test(value) : isStated && FIGURE_OR_NAME.test(value))
    return { attribute: canonicalAttribute(attribute), value };
  return undefined;
}

function toCandidate({ turn }: Reader, thing: DescribedThing, part: Span): Candidate {
  const han = hasHan(thing.name) || hasHan(part.text);
  const said = told(part.text);
  const values = normaliseWording(part.text, turn.at, turn.timeZone);
  return {
    intent: "state",
    content: han ? `${thing.name}：${values}` : `${thing.name}: ${values}`,
    evidence: part.text,
    kind: "fact",
    tier: "long-term",
    subject: thing.subject,
    qualifiers: {},
    cardinality: said === undefined ? "multi" : "single",
    polarity: "positive",
    entities: [...new Set(findEntities(`${thing.name} ${part.text}`).map((entity) => entity.text))],
    tags: [],
    importance: weigh({ kind: "fact", tier: "long-term", source: "rule" }),
    confidence: CONFIDENCE,
    source: "rule",
    rule: `${han ? "zh" : "en"}.record`,
    ...(said === undefined ? {} : { attribute: said.attribute, value: said.value }),
  };
}

/** What a turn says of a thing that it names first and then describes part by part; undefined where it is no such turn. */
export function fromRecord(
  reader: Reader,
  sentences: readonly Span[],
): { readonly found: readonly Candidate[]; readonly end: number } | undefined {
  const [first] = sentences;
  const last = sentences.at(-1);
  if (first === undefined || last === undefined || reader.company >= IN_COMPANY) return undefined;
  const thing = readRecord(reader.text.slice(first.start, last.end));
  if (thing === undefined) return undefined;
  return { found: thing.parts.map((part) => toCandidate(reader, thing, part)), end: first.start + thing.end };
}
