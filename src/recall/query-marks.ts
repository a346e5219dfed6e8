import { isQuestion } from "../language/index.js";

/*
 * Closed word lists that say what kind of question a query is, in both languages. They read the query's form, never its topic.
 */

const ASKS_WHEN =
  /\bwhen\b(?!ever)|\b(?:what|which)\s+(?:date|day|month|year|time|week)\b|\bhow\s+long\s+(?:ago|since)\b|\bsince\s+when\b|什么时候|什麼時候|何时|何時|哪天|哪一天|几号|幾號|几月|哪个月|哪年|哪一年|几点|多久(?:以前|之前|前)|什么日子|哪个星期|星期几|周几/iu;

const ASKS_ASSISTANT =
  /\b(?:you|assistant|bot|agent)\s+(?:said|say|told|tell|recommended|recommend|suggested|suggest|advised|advise|promised|mentioned|mention|gave|answered|answer|explained)\b|\b(?:did|have|had)\s+you\s+(?:say|tell|recommend|suggest|advise|promise|mention|give|answer|explain)|\byour\s+(?:advice|suggestion|recommendation|answer|reply)|(?:你|您|助手|机器人|客服)(?:上次|之前|刚才|当时|那天|曾经|是)?(?:给我|跟我|帮我|向我|对我|和我|为我)?(?:说|讲|提|推荐|建议|答应|告诉|回答|解释|介绍)(?:过|了|的|我)/iu;

const MENTIONS_TIME =
  /\b(?:yesterday|today|tonight|tomorrow|ago|(?:last|next|this|past|coming)\s+(?:night|week|weekend|month|year|summer|winter|spring|fall|autumn|mon|tues|wednes|thurs|fri|satur|sun)\w*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|since|(?:19|20)\d{2})\b|昨|今天|今晚|明天|后天|前天|上周|下周|上个|下个|这周|本周|周末|去年|今年|明年|星期|礼拜|[\d一二三四五六七八九十]+\s*(?:年|月|日|号|點|点|周前|天前|个月前)|周[一二三四五六日天]/iu;

const ASKS_NOW =
  /\b(?:now|nowadays|currently|at present|at the moment|these days|any\s?more|still|latest|up to date)\b|\b(?:current|present)\s+\w|现在|目前|如今|当前|眼下|现任|现状|最新|还(?:在|是|有|住|用|做|喜欢|能|会|要).{0,12}[吗么嘛？?]|(?:状态|进展|近况)(?:如何|怎么样|怎样|是|[？?]|$)/iu;

/** What is wanted is something made or a way to do it: whatever bears on it helps, and no statement is its answer. */
const SEEKS_ADVICE =
  /\b(?:should|shall|could|can)\s+(?:i|we|you)\b|\bhow\s+(?:to|should|can|could|would)\b|\bhow\s+do\s+(?:i|we)\s+(?!like|take|want|feel|know|get|pay|call|prefer)\p{L}+|\b(?:suggest|recommend|advise|draft|set\s+up|give\s+me|tell\s+me\s+about)\b|\ba\s+good\b|(?:怎么|如何|怎样)(?:才|去|来)?(?:写|做|处理|办|设计|选|安排|配置|解决|弄|改|实现|优化)|该不该|要不要|推荐|建议|帮我|给我(?:写|做|来|想)/iu;

/** Terms that say no more than that the present is meant. */
const PRESENT_TERMS = new Set([
  ...["now", "nowaday", "current", "present", "moment", "latest", "still", "anymor"],
  ...["现在", "目前", "如今", "当前", "眼下", "现任", "现状", "最新", "还"],
]);

const QUESTION_END = /[?？]["'”’)\]）\s]*$|(?:吗|呢|么)[。.!！~～\s]*$/u;

/** Is the query about a point in time? */
export function asksWhen(query: string): boolean {
  return ASKS_WHEN.test(query);
}

/** Is the query an errand, a wish for advice or a mere topic, and no question that one statement answers? */
export function isOpenEnded(query: string): boolean {
  return SEEKS_ADVICE.test(query) || !isQuestion(query);
}

/** Is the query about how things stand at present? Then of two statements that fit the later one answers. */
export function asksAboutNow(query: string): boolean {
  return ASKS_NOW.test(query);
}

/**
 * The terms of a query about the present without those that only say so: everything was said at some present, and the word for it
 * stands in what was true then as in what is true now.
 */
export function withoutPresent(terms: readonly string[]): readonly string[] {
  const rest = terms.filter((term) => !PRESENT_TERMS.has(term));
  return rest.length === 0 ? terms : rest;
}

/** Is the query about what the assistant said? */
export function asksAboutAssistant(query: string): boolean {
  return ASKS_ASSISTANT.test(query);
}

/** Does a turn say when something happened? A cheap test for many turns; exact reading is the language layer's. */
export function mentionsTime(text: string): boolean {
  return MENTIONS_TIME.test(text);
}

/** Share of a turn's sentences that only ask, 0–1: a turn that asks seldom holds the answer. */
export function questionShare(text: string): number {
  const sentences =
    text.match(/[^.!?。！？\n]+[.!?。！？]*/gu)?.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)) ?? [];
  if (sentences.length === 0) return 0;
  return sentences.filter((sentence) => QUESTION_END.test(sentence)).length / sentences.length;
}
