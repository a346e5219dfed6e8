import type { Turn } from "../../domain/index.js";
import { hasHan, splitSentences, tagWords, toSimplified } from "../../language/index.js";
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

/** 我家那台野狼, 一只柯基, 那套房: a determiner, a measure, then nouns. */
const DETERMINER_ZH =
  /^(?:我|我们|我家|咱|咱们|咱家|俺|家里|店里|厂里|公司|单位|那|这|新|新来|新买|一|两|三|这个|那个|我的|老家|老)$/u;
const NOUN = /^(?:n(?!r[tf]?$|t$)|nr|nz|vn|an|eng|x|l|j)/u;
const NO_TOPIC_ZH =
  /^(?:我|你|他|她|它|谁|人|大家|时候|时间|今天|昨天|明天|事|事情|东西|问题|情况|办法|意思|话|朋友|老师|医生|家|家里|店里|公司|同事|客人|客户)$/u;

/** Nouns at the end of a determined phrase; undefined where the sentence has none. The last one wins: what was told last is gone on about. */
function topicInChinese(sentence: string): string | undefined {
  const simplified = toSimplified(sentence);
  const written = simplified.length === sentence.length ? sentence : simplified;
  let at = 0;
  let open = false;
  let from = -1;
  let to = -1;
  let found: string | undefined;
  const close = (): void => {
    const text = from < 0 ? "" : written.slice(from, to);
    if ([...text].length >= 2 && [...text].length <= 8 && !NO_TOPIC_ZH.test(text)) found = text;
    from = -1;
  };
  for (const { word, tag } of tagWords(simplified)) {
    const isNoun = NOUN.test(tag) && !NO_TOPIC_ZH.test(word) && /[\p{L}\d]/u.test(word);
    if (open && isNoun) {
      if (from < 0) from = at;
      to = at + word.length;
    } else if (DETERMINER_ZH.test(word) || (open && from < 0 && /^(?:m|q|mq|r|uj|a|b)$/u.test(tag))) {
      close();
      open = true;
    } else {
      close();
      open = false;
    }
    at += word.length;
  }
  close();
  return found;
}

const DETERMINED_EN =
  /\b(?:my|our|the|a|an|this|that) (?<thing>(?:(?!(?:and|or|but|so|to|of|in|on|at|for|with|from|is|was|are|were|has|had|got|keeps?|won't|can't|doesn't|didn't|needs?|broke|died|again|today|yesterday|now|i|we|he|she|it|they|lot|bit|few|while|time|way|moment|day|week|month|year|thing|one|same|other|first|last|next|best|worst|whole)\b)[\p{L}][\p{L}\d'-]*(?: |(?=[,.!?;:…]|$))){1,3})/giu;
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
  /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|we're|we've|us|our|you|your)\b|^(?:(?:my|our|the|this|that|these|those|there|here|it|he|she|they|his|her|their|what|who|if|when)\b)|\b(?:is|are|was|were|has|have|had|will|can't|won't|doesn't)\b|^(?:please|no|not|never|always|don't|do|make|keep|use|send|put|just|only|let)\b/iu;

function isFragment(text: string): boolean {
  const bare = text.trim().replace(/’/gu, "'");
  return hasHan(bare) ? FRAGMENT_ZH.test(bare) : !NO_FRAGMENT_EN.test(bare);
}

/**
 * What a fragment is about: the thing of the sentence before it in its turn, or of what it answers. `undefined` where the fragment names
 * its own subject, speaks of the speaker, or nothing fitting was said.
 * @param text the fragment
 * @param earlier what its turn says before it
 */
export function topicOfFragment(text: string, earlier: string, before: readonly Turn[]): Topic | undefined {
  if (!isFragment(text)) return undefined;
  const opening = earlier.trim();
  const topic = opening === "" || isChatter(opening) ? topicAsked(before) : undefined;
  if (topic === undefined || text.includes(topic)) return undefined;
  return {
    subject: topic,
    prefix: hasHan(topic) ? `${topic}：` : `${topic.charAt(0).toUpperCase()}${topic.slice(1)}: `,
  };
}
