import { pairedMarks } from "./brackets.js";
import { hasHan } from "./script.js";
import { tagWords } from "./segmenter.js";
import { splitSentences } from "./sentences.js";
import { type Span, trimmedSpan } from "./span.js";

const LONGEST_UNCUT = 400;

/** English clauses that lean on their neighbour. */
const EN_SUBORDINATE =
  /^(?:and |but |so |or )?(?:even )?(?:if|when|whenever|because|since|although|though|while|whereas|once|unless|until|till|before|after|as|which|who|whom|whose|where|wherever|that|in case|provided|assuming|given|than|for example|e\.g\.|i\.e\.|such as|including|especially|like|not|to|with|without|for|in|on|at|by|from|during)\b/iu;
const EN_CONJUNCTION =
  /^(?:and|but|so|however|then|also|plus|though|yet|or|anyway|actually|no|oh|well|by the way|btw|besides|meanwhile|now)\b,?\s*/iu;
const EN_SUBJECT =
  /^(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'd|we'll|you|you're|he|he's|she|she's|they|they're|it|it's|this|that|that's|there|there's|these|those|my|our|your|his|her|their|the|a|an|everyone|everybody|someone|nobody|let's|\p{Lu}[\p{L}\p{N}'-]*)(?=[\s,])/iu;
const EN_IMPERATIVE =
  /^(?:please|remember|don't|do not|never|always|call|note|keep|stop|use|forget|make sure|remind|save|update|change|scratch|ignore|let me|tell|send|avoid)\b/iu;
const EN_PRONOUN_VERB =
  /\b(?:i|we|he|she|they|it|you)\s+(?:(?:really|just|also|always|never|usually|still|actually|now|already|often|only|even|probably)\s+)?[a-z']{2,}|\b(?:i'm|i've|i'd|i'll|we're|we've|we'll|he's|she's|they're|it's|you're|that's|there's|let's)\s+\S/iu;
const EN_FINITE =
  /\b(?:is|are|was|were|am|has|have|had|does|do|did|will|would|can|could|should|shall|may|might|must|isn't|aren't|wasn't|weren't|hasn't|haven't|don't|doesn't|didn't|won't|can't|couldn't|shouldn't|wouldn't|works?|uses?|lives?|likes?|loves?|hates?|prefers?|needs?|wants?|runs?|goes|went|moved|started|joined|left|owns?|leads?|hosts?|deploys?|ships?|starts?|ends?|lies|sits|stands|stays|became|becomes|got|gets|makes?|made|said|says|comes|came|takes|took|keeps?|kept|plans?|planned|switched|changed|finished|shipped|speaks?|plays?|teaches|studies|manages?)\b/iu;
const EN_CUT = /[,;:—–]\s+(?=\S)|\s+(?:--|—|–|-)\s+|\s+(?=(?:and|but|so)\s)/gu;

/** Chinese beginnings that hang on what was said before, or close a frame that it opened. */
const ZH_DEPENDENT =
  /^(?:尤其|特别是|比如|例如|像|包括|除了|以及|或者?|否则|不然|要不|因为|由于|以免|以便|从而|为了|导致|因此|这样|就|才|也就|则|那就|那么|便|于是|结果|甚至|连|的|地|得|即|等|吗|呢|吧|对吧|是吧|好吗|行吗|可以吗|和|与|跟|及)/u;
const ZH_FRAME =
  /^(?:而且|但是?|不过|可是|所以)?(?:如果|要是|假如|假设|倘若|(?<![\d零一二两三四五六七八九十几百千])万一(?![千百十\d])|虽然|尽管|即使|即便|就算|哪怕|因为|由于|既然|除非|只要|只有|无论|不管|不论|每次|每当|每逢|当|随着|为了|关于|对于|至于|除了|自从|一旦)|(?:的时候|之前|之后|以后|以前|时|后|前|的话|期间|来说|而言|看来)$/u;
const ZH_CONJUNCTION =
  /^(?:但是?|不过|可是|而且|并且|另外|还有|同时|然后|其实|对了|而|此外|顺便|只是|现在|后来|目前|以前|之前|今天|明天|昨天|最近|其他|至于)/u;
const ZH_IMPERATIVE =
  /^(?:请|麻烦|别|不要|不用|记住|记得|记一下|以后|今后|往后|从现在起|务必|一定要|千万|帮我|忘掉|忘了|改成|换成)/u;
const ZH_PRONOUN =
  /^(?:我|我们|咱|咱们|你|你们|您|他|她|它|他们|她们|它们|大家|自己|这|那|这个|那个|这些|那些|佢|佢哋|我哋)$/u;
const ZH_CUT = /[，；;：:—]+|(?<=\p{Script=Han})[ \u3000]+(?=\p{Script=Han})|,(?=\s?\p{Script=Han})/gu;
/** Verbs and adjectives, but not the nouns (vn, an) and adverbs (vd, ad) made of them. */
const PREDICATE_TAG = /^(?:v(?![nd])|a(?![nd])|zg?$)/u;
/** Verbs that jieba takes for prepositions or pronouns. */
const COPULA = /^(?:是|有|在|用|叫|姓|归|为|有\p{Script=Han}|没有?)$/u;
/** No clause is longer: what stands further away does not decide whether a side stands alone. */
const LONGEST_CLAUSE = 100;
const TIME_OR_ADVERB = /^(?:t|d|c|m|q|f)/u;

function standsAloneEnglish(side: string, isRight: boolean): boolean {
  const bare = side.trim().replace(/’/gu, "'");
  if (bare.split(/\s+/u).length < 2) return false;
  const core = bare.replace(EN_CONJUNCTION, "");
  if (EN_SUBORDINATE.test(core)) return false;
  if (EN_IMPERATIVE.test(core)) return true;
  if (isRight && !EN_SUBJECT.test(core)) return false;
  return EN_PRONOUN_VERB.test(core) || EN_FINITE.test(core);
}

/** A clause of its own: a subject, then a verb or an adjective as predicate. */
function standsAloneChinese(side: string, isRight: boolean): boolean {
  const bare = side.trim();
  if ([...bare].length < 3) return false;
  if (isRight ? ZH_DEPENDENT.test(bare) : ZH_FRAME.test(bare)) return false;
  const core = bare.replace(ZH_CONJUNCTION, "");
  if (ZH_IMPERATIVE.test(core) && [...core].length > 3) return true;
  const words = tagWords(core).filter(({ word }) => /[\p{L}\p{N}]/u.test(word));
  const nominal = COPULA.test(words[1]?.word ?? "") && !/^[dcp]/u.test(words[0]?.tag ?? "d");
  const predicate = nominal
    ? 1
    : words.findIndex(({ tag, word }, index) => PREDICATE_TAG.test(tag) || (index > 0 && COPULA.test(word)));
  if (predicate < 0) return false;
  if (!isRight || nominal) return true;
  const first = words.find(({ tag, word }) => ZH_PRONOUN.test(word) || !TIME_OR_ADVERB.test(tag));
  if (first !== undefined && ZH_PRONOUN.test(first.word)) return words.length > 1;
  const before = words.slice(0, predicate);
  return before.some(({ tag }) => /^(?:n|r|eng|x)/u.test(tag)) && !/^[pv]/u.test(first?.tag ?? "p");
}

function standsAlone(side: string, isRight: boolean): boolean {
  return hasHan(side) ? standsAloneChinese(side, isRight) : standsAloneEnglish(side, isRight);
}

/** Whether a clause names its own subject before its predicate, as far as its words tell: 平时骑车上班 does not. */
export function hasOwnSubject(clause: string): boolean {
  return standsAlone(clause.slice(0, LONGEST_CLAUSE), true);
}

/** The frame of a subordinate clause ("if …,", 如果…，) reaches over the next comma: it is not cut there. */
function opensFrame(side: string): boolean {
  const bare = side.trim();
  return hasHan(bare) ? ZH_FRAME.test(bare) : EN_SUBORDINATE.test(bare.replace(EN_CONJUNCTION, ""));
}

function cutPoints(sentence: string): readonly { readonly at: number; readonly end: number }[] {
  const pairs = pairedMarks(sentence, LONGEST_UNCUT);
  const inside = [...pairs].map(([from, to]) => ({ from, to }));
  const points: { at: number; end: number }[] = [];
  for (const pattern of [EN_CUT, ZH_CUT]) {
    for (const match of sentence.matchAll(pattern)) {
      const at = match.index;
      points.push({ at, end: at + match[0].length });
    }
  }
  points.sort((a, b) => a.at - b.at || a.end - b.end);
  let pair = 0;
  let coveredTo = -1;
  let lastEnd = -1;
  return points.filter(({ at, end }) => {
    if (at < lastEnd) return false;
    lastEnd = end;
    for (let next = inside[pair]; next !== undefined && next.from <= at; next = inside[pair]) {
      coveredTo = Math.max(coveredTo, next.to);
      pair += 1;
    }
    return at > coveredTo;
  });
}

function splitSentence(sentence: Span, spans: Span[]): void {
  const { text } = sentence;
  const points = cutPoints(text);
  let start = 0;
  let framed = false;
  points.forEach((point, index) => {
    if (point.at < start) return;
    const left = text.slice(Math.max(start, point.at - LONGEST_CLAUSE), point.at);
    framed = framed || opensFrame(left);
    const rightEnd = points[index + 1]?.at ?? text.length;
    const right = text.slice(point.end, Math.min(rightEnd, point.end + LONGEST_CLAUSE));
    const hardStop = /[；;]/u.test(text.slice(point.at, point.end));
    if ((framed && !hardStop) || !standsAlone(right, !hardStop) || !standsAlone(left, false)) return;
    pushSpan(sentence, start, point.at, spans);
    start = point.end;
    framed = false;
  });
  pushSpan(sentence, start, text.length, spans);
}

function pushSpan(sentence: Span, from: number, to: number, spans: Span[]): void {
  const span = trimmedSpan(sentence.text, from, to);
  if (span === undefined) return;
  spans.push({ text: span.text, start: span.start + sentence.start, end: span.end + sentence.start });
}

/**
 * Clauses of a text with exact offsets: its sentences, cut further at commas, semicolons, dashes and conjunctions, but only where both
 * sides can stand alone (a subject and a predicate, or an imperative on the right). Frames (if …, 如果…), lists of nouns, quotations
 * and predicates that share the subject on their left stay whole. A conjunction stays with the clause that it opens ("but I …").
 */
export function splitClauses(text: string): Span[] {
  const spans: Span[] = [];
  for (const sentence of splitSentences(text)) splitSentence(sentence, spans);
  return spans;
}
