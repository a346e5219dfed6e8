import type { Turn } from "../../domain/index.js";
import { hasHan, splitSentences, tagWords, toSimplified } from "../../language/index.js";
import { ZH_RELATIONS } from "../../language/slots/index.js";
import { isChatter } from "../../language/speech-acts/index.js";

/** What a piece of talk is about where it names nothing itself: the thing, in the user's own words. */
export interface Topic {
  readonly subject: string;
  /** As it stands before the statement. */
  readonly prefix: string;
}

/** Turns of the user that are looked back on. */
const TURNS_BACK = 2;
const LONGEST_SENTENCE = 120;
const LONGEST_TOPIC = 24;
const ASKS = /[?？]\s*$/u;
const OF_USER_ZH = /[你您]/u;
const OF_USER_EN = /\b(?:you|your|yours|you're|you've)\b/iu;

const MEASURES = "台辆輛只隻条條個个套间間把架部块塊艘头頭匹棵盆本張张款份位家栋棟口批座";
/** 我家那台, 一只, 新买的: what stands before the noun that names a thing of somebody's. */
const DETERMINER_ZH = new RegExp(
  `^(?:我|我们|我家|咱|咱们|咱家|俺|家里|店里|厂里|新|新来|新买|的|二手|老家|[那这一两三几]|(?:[那这一两三几]|\\d+)[${MEASURES}]|[${MEASURES}])$`,
  "u",
);
const MEASURED = new RegExp(`[${MEASURES}]$`, "u");
const NOUN = /^(?:n(?!t$|s$)|x|eng|vn|an|j|l)/u;
const NO_TOPIC_ZH =
  /^(?:有点|有些|一点|我|你|他|她|它|谁|人|大家|时候|时间|今天|昨天|明天|事|事情|东西|问题|情况|办法|意思|话|朋友|老师|医生|家|家里|店里|公司|同事|客人|客户|孩子|妈妈?|爸爸?|老婆|老公|儿子|女儿|点|下)$/u;

/** The last noun behind a determiner, else the noun that opens the sentence; undefined where the sentence names no thing so. */
function topicInChinese(sentence: string): string | undefined {
  const simplified = toSimplified(sentence);
  const written = simplified.length === sentence.length ? sentence : simplified;
  let at = 0;
  let before: string | undefined;
  let opening: string | undefined;
  let found: string | undefined;
  for (const [index, { word, tag }] of tagWords(simplified).entries()) {
    const isDetermined = before !== undefined && DETERMINER_ZH.test(before);
    const fits =
      NOUN.test(tag) &&
      /^[\p{Script=Han}A-Za-z\d]+$/u.test(word) &&
      !NO_TOPIC_ZH.test(word) &&
      !DETERMINER_ZH.test(word);
    const isLong = [...word].length >= 2 || (isDetermined && MEASURED.test(before ?? ""));
    if (fits && isLong && isDetermined) found = written.slice(at, at + word.length);
    else if (fits && isLong && index === 0 && /^n[rz]?$/u.test(tag)) opening = written.slice(at, at + word.length);
    before = word;
    at += word.length;
  }
  return found ?? opening;
}

const DETERMINED_EN =
  /\b(?:my|our|the|a|an|this|that) (?<thing>(?:(?!(?:and|or|but|so|to|of|in|on|at|for|with|from|is|was|are|were|has|had|got|keeps?|won't|can't|doesn't|didn't|needs?|broke|died|again|today|yesterday|now|i|we|he|she|it|they|lot|bit|few|while|time|way|moment|day|week|month|year|thing|one|same|other|first|last|next|best|worst|whole)\b)[\p{L}][\p{L}\d-]*(?: |(?=[,.!?;:…'’]|$))){1,2})/giu;
const NAMED_EN = /^(?<name>\p{Lu}\p{Ll}{2,})(?=[.,]? (?:is|was|has|needs|got|keeps|will|had|won't|can't)\b)/u;

function topicInEnglish(sentence: string): string | undefined {
  const name = NAMED_EN.exec(sentence)?.groups?.name;
  if (
    name !== undefined &&
    !/^(?:The|This|That|There|They|These|What|When|Where|Who|How|And|But|She|His|Her|Its|Our|Your|You|Not|Yes|Just|Today)$/u.test(
      name,
    )
  )
    return name;
  let found: string | undefined;
  for (const match of sentence.matchAll(DETERMINED_EN)) found ??= match.groups?.thing?.trim();
  return found === undefined || found.length > LONGEST_TOPIC ? undefined : found;
}

/** The thing that a sentence tells of, in its own words. */
function topicIn(sentence: string): string | undefined {
  const text = sentence.trim();
  if (text === "" || text.length > LONGEST_SENTENCE || isChatter(text)) return undefined;
  return hasHan(text) ? topicInChinese(text) : topicInEnglish(text);
}

function lastTopic(text: string): string | undefined {
  for (const sentence of [...splitSentences(text.slice(-400))].reverse()) {
    const topic = topicIn(sentence.text);
    if (topic !== undefined) return topic;
  }
  return undefined;
}

/** "Which goat?" — "the nubian doe": the answer to what was asked about a thing that the user had named. */
function topicAsked(before: readonly Turn[]): string | undefined {
  const asked = before.at(-1);
  if (asked === undefined || asked.role === "user" || !ASKS.test(asked.text.trim())) return undefined;
  const question = splitSentences(asked.text.slice(-400)).at(-1)?.text ?? "";
  if ((hasHan(question) ? OF_USER_ZH : OF_USER_EN).test(question.replace(/你(?:的|家|们家)/gu, ""))) return undefined;
  const own = before.filter(({ role }) => role === "user").slice(-TURNS_BACK);
  const echoed = topicHead(question, own);
  if (echoed !== undefined) return echoed;
  const last = own.at(-1);
  return last === undefined ? undefined : lastTopic(last.text);
}

/** 珠江牌的, 前年买的, 四十八伏: what one says of things, not of oneself. */
const OF_THING_ZH =
  /^[^，,。\s]{1,12}的(?=$|[，,。\s])|^[\p{Script=Han}A-Za-z\d]{1,6}(?:牌|款|色|寸|伏|瓦|升|平米?|匹|缸|层|手|号|公里)(?=$|[，,。\s了])|^[\d一二两三四五六七八九十百千]+[^，。\s]{1,4}(?=$|[，,。\s])/u;
const OF_THING_EN =
  /^(?:(?:an? )?(?:old|new|second-?hand|used|vintage|red|blue|green|black|white|grey|silver|brown)\b|(?:19|20)\d\d\b|\d+[ -]?(?:litre|liter|inch|foot|ft|cc|hp|kg|tonne|metre|meter|year)|bought|made|built|came|belonged)/iu;

function isOfThing(text: string): boolean {
  if (!hasHan(text)) return OF_THING_EN.test(text.trim());
  return text.split(/[，,]/u).some((clause) => OF_THING_ZH.test(clause.trim()));
}

const SOMEBODY_ZH = new RegExp(`^(?:我?的?)?(?:[大小二三]?(?:${ZH_RELATIONS}))$`, "u");

/** The thing of the turn before, where nobody has asked the user of themselves since. */
function topicGoneOn(before: readonly Turn[]): string | undefined {
  const at = before.findLastIndex(({ role }) => role === "user");
  const last = before[at];
  if (last === undefined) return undefined;
  const asked = before
    .slice(at + 1)
    .some(({ text }) => ASKS.test(text.trim()) && (hasHan(text) ? OF_USER_ZH : OF_USER_EN).test(text));
  const topic = asked ? undefined : lastTopic(last.text);
  // what is said next without a subject is the speaker's own, and no relation's
  return topic === undefined || SOMEBODY_ZH.test(topic) ? undefined : topic;
}

/** What the question opens with, where the user had said it before: 布丁是狗狗的名字吗. */
function topicHead(question: string, own: readonly Turn[]): string | undefined {
  const said = own.map(({ text }) => text).join("\n");
  const head = hasHan(question)
    ? /^(?<head>[\p{Script=Han}A-Za-z]{2,6}?)(?=是|叫|在|有|多大|几|什么|怎么|呢|的)/u.exec(question)?.groups?.head
    : /\b(?:is|are|was|about|does|did|has) (?:the |your )?(?<head>\p{Lu}\p{Ll}{2,})\b/u.exec(question)?.groups?.head;
  return head !== undefined && said.includes(head) && !NO_TOPIC_ZH.test(head) ? head : undefined;
}

/** In a fragment nothing says whose it is: it begins with its predicate, a figure, or ends in 的. */
const FRAGMENT_ZH = /^[^我咱俺你您他她佢]+$/u;
const NO_FRAGMENT_EN =
  /\b(?:i|i'm|i've|i'd|i'll|we|we're|we've|you|your)\b|^(?:(?:my|our|the|this|that|these|those|there|here|it|he|she|they|his|her|their|what|who|if|when)\b)|\b(?:is|are|was|were|has|have|had|will|can't|won't|doesn't)\b|^(?:please|no|not|never|always|don't|do|make|keep|use|send|put|just|only|let)\b|^\p{L}{3,}s (?:go|come|need|must|should|get|cost|start|open|close|use|pay|take|run|work|stay|belong)\b/iu;

function isFragment(text: string): boolean {
  const bare = text.trim().replace(/’/gu, "'");
  return hasHan(bare) ? FRAGMENT_ZH.test(bare) : !NO_FRAGMENT_EN.test(bare);
}

/**
 * What a fragment is about: the thing of the sentence before it in its turn, or of what it answers. `undefined` where the fragment names
 * its own subject, speaks of the speaker, or nothing fitting was said.
 * @param text the fragment
 * @param earlier what its turn says before it
 * @param head its first clause
 */
export function topicOfFragment(
  text: string,
  earlier: string,
  before: readonly Turn[],
  head = text,
): Topic | undefined {
  if (!isFragment(hasHan(head) ? head : text)) return undefined;
  const opening = earlier.trim();
  const opens = opening === "" || isChatter(opening);
  const topic = opens ? (topicAsked(before) ?? (isOfThing(text) ? topicGoneOn(before) : undefined)) : undefined;
  if (topic === undefined || text.includes(topic)) return undefined;
  return {
    subject: topic,
    prefix: hasHan(topic) ? `${topic}：` : `${topic.charAt(0).toUpperCase()}${topic.slice(1)}: `,
  };
}
