import { findEntities, foldText, hasHan, queryTerms } from "../language/index.js";

/** A longer query tells a story: its question words ask nothing one by one. */
const LONGEST = 160;
const MOST_PARTS = 3;
const EN_ASKS = /\b(?:what|where|when|who|whose|whom|which|why|how)\b/iu;
const ZH_ASKS =
  /什么|什麼|啥|谁|誰|哪|几[个点号岁时位次天月年]|多少|多[大久长远高]|怎么|怎樣|怎样|为何|如何|[吗么呢]$/u;
const EN_BOUNDARY =
  /[?;]\s+|,?\s+(?:and|also|plus|but|as well as)\s+(?=(?:also\s+)?(?:(?:in|on|at|for|to|from|with|about|of|by|since)\s+)?(?:what|where|when|who|whose|whom|which|why|how)\b)/iu;
const ZH_BOUNDARY = /[？；;]\s*|[，,、]\s*(?:还有|以及|另外|并且|而且|同时)?\s*/u;
/** Stands for what another part names. */
const POINTS_AT_OTHER =
  /\b(?:it|its|he|him|his|she|her|hers|they|them|their|that|this|one)\b|[他她它]们?|其|这个|那个|这家|那家/iu;

const OWN_SUBJECT = /[我你您谁誰]/u;

/** Terms by which a part stands for itself; one with fewer only goes on about the part before it ("and why?", 做什么？). */
const OWN_TERMS = 2;

/** Does a part ask, and name what it asks about? */
function asks(part: string): boolean {
  const question = hasHan(part) ? ZH_ASKS : EN_ASKS;
  return question.test(part) && queryTerms(part.replace(question, " ")).length >= OWN_TERMS;
}

/** A Chinese part without a person and without a name goes on about what was asked before it: 孩子报了什么班？反映什么偏好？ */
function lacksSubject(part: string): boolean {
  return hasHan(part) && !OWN_SUBJECT.test(part) && findEntities(part).length === 0;
}

/** Names that the whole query holds and a part lacks, and, where a part only points at it, what the first part is about. */
function completed(part: string, first: string, whole: string): string {
  const folded = foldText(part);
  const names = findEntities(whole)
    .map(({ text }) => text)
    .filter((name) => !folded.includes(foldText(name)));
  const topic = part !== first && (POINTS_AT_OTHER.test(part) || lacksSubject(part)) ? queryTerms(first) : [];
  const added = [...new Set([...names, ...topic])].filter((word) => !folded.includes(foldText(word)));
  return added.length === 0 ? part : `${part} ${added.join(" ")}`;
}

/**
 * The questions that a query asks one after another ("where does my sister live and what does she do?", 我姐住哪儿，做什么工作), each made to
 * stand for itself; empty where it asks only one. Rules of both languages, at most three parts.
 */
export function splitQuery(text: string): readonly string[] {
  if (text.length > LONGEST) return [];
  const parts = text
    .split(hasHan(text) ? ZH_BOUNDARY : EN_BOUNDARY)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const [first] = parts;
  if (first === undefined || parts.length < 2 || parts.length > MOST_PARTS || !parts.every(asks)) return [];
  return parts.map((part) => completed(part, first, text));
}
