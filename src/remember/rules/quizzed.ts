import type { Turn } from "../../domain/index.js";

/** The agent asks what a word means, or how it is said: "What does X mean?", X 是什么意思？, X 用英语怎么说？ */
const ASKS_MEANING =
  /\bwhat (?:does|do|is|did) [^?？\n]{1,40}(?:\bmean|\bstand for|['’]s meaning|\bthe (?:word|meaning) (?:for|of)\b[^?？\n]{0,30})[^?？\n]{0,20}[?？]\s*$|\bwhat['’]?s the (?:word|meaning|translation|plural|past tense|opposite) (?:for|of)\b[^?？\n]{1,40}[?？]\s*$|\bhow do (?:you|we) (?:say|spell|translate)\b[^?？\n]{1,40}[?？]\s*$|(?:是|啥|什么)(?:什么|啥)?意思(?:呢|呀|啊)?[?？]\s*$|(?:怎么|如何)(?:说|拼|拼写|翻译|读)(?:呢|呀|啊)?[?？]\s*$|(?:近义词|反义词|同义词|复数|过去式)是(?:什么|啥)(?:呢)?[?？]\s*$/iu;
/** Asked what one means oneself, or what one calls somebody, one tells of oneself. */
const OF_THE_USER = /\byou(?:r|rs)?\b(?! (?:say|spell|translate)\b)|[你您]/iu;
const FIRST_PERSON = /\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|we|our|us)\b|[我咱俺]/iu;
/** A longer answer says more than was asked. In characters */
const LONGEST = 60;

/** Whether a turn only answers what the agent asks to test what its user has learnt: it says what a word means, and nothing of anybody. */
export function answersQuiz(text: string, before: readonly Turn[]): boolean {
  const last = before.at(-1);
  if (last === undefined || last.role === "user" || text.length > LONGEST || FIRST_PERSON.test(text)) return false;
  const asked = last.text.trim().slice(-120);
  const [question] = /[^.。!！\n]*[?？]\s*$/u.exec(asked) ?? [""];
  return ASKS_MEANING.test(question) && !OF_THE_USER.test(question);
}
