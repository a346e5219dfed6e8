import type { Route } from "../domain/index.js";
import { analyze, foldText, queryTerms } from "../language/index.js";

/** A sign of what a query is about: the user's own matters, what documents say, or nothing that needs looking up. */
interface Rule {
  readonly name: string;
  readonly for: "memory" | "knowledge" | "neither";
  readonly pattern: RegExp;
}

/*
 * Patterns run over folded text (lower case, NFKC, simplified). They are rules of the language: who is spoken of, which kind of thing is
 * asked for; never names of a domain.
 */
const RULES: readonly Rule[] = [
  {
    name: "en.memory.self",
    for: "memory",
    pattern: /\b(?:my|mine|our|ours|i|i'm|i've|i'd|me|we|us)\b(?! (?:to|go) (?:reset|install|configure)\b)/u,
  },
  {
    name: "en.memory.earlier",
    for: "memory",
    pattern:
      /\b(?:remember|recall|last time|earlier|previously|before|again|the other day|did (?:i|we)|have (?:i|we)|you (?:said|told|mentioned|suggested|recommended)|we (?:talked|discussed|agreed|decided)|usual(?:ly)?|favou?rite)\b/u,
  },
  { name: "zh.memory.self", for: "memory", pattern: /我|咱|俺|本人/u },
  {
    name: "zh.memory.earlier",
    for: "memory",
    pattern:
      /记得|上次|上回|之前|以前|刚才|前几天|那天|说过|聊过|提过|讲过|讨论过|定过|约定|老样子|平时|一向|最爱|你(?:说|推荐|建议)过?/u,
  },
  {
    name: "en.knowledge.documents",
    for: "knowledge",
    pattern:
      /\b(?:polic(?:y|ies)|manual|handbook|documentation|docs?|guide(?:line)?s?|faq|specification|spec|regulations?|terms of|contract template|procedures?|knowledge base|wiki|release notes|changelog|warranty|pricing|price list|according to)\b/u,
  },
  {
    name: "en.knowledge.how",
    for: "knowledge",
    pattern:
      /\bhow (?:do|does|can|to|should|would) (?:you |one |someone |people |it |the |i |we |a |an )?\w+|\bwhat (?:is|are|does) (?:a|an|the) [\w' -]{2,40}?(?:mean|work|stand for|limit|requirement|difference|standard)|\b(?:define|definition of|difference between|explain (?:how|what|why))\b|\berror (?:code )?[\w-]*\d/u,
  },
  {
    name: "zh.knowledge.documents",
    for: "knowledge",
    pattern:
      /文档|手册|指南|说明书|政策|制度|规定|规范|规章|条例|条款|流程|标准|知识库|帮助中心|常见问题|更新日志|价目|保修|资料(?:里|中|库)|按照?.{0,8}(?:规定|要求|标准)|依据/u,
  },
  {
    name: "zh.knowledge.how",
    for: "knowledge",
    pattern:
      /(?:怎么|怎样|如何)(?!称呼|看|了|样|办)\p{Script=Han}{1,}|什么是|是什么意思|(?:有)?什么区别|的定义|错误码|报错/u,
  },
  {
    name: "en.neither.greeting",
    for: "neither",
    pattern:
      /^(?:(?:hi|hello|hey|thanks?|thank you(?: (?:so|very) much)?|thx|ok(?:ay)?|great|cool|nice|bye|goodbye|good (?:morning|afternoon|evening|night)|see you|no problem|yes|no|sure|got it)(?: (?:there|all|everyone|again|then|so much|a lot))?(?:[\s!.,~]+|$)){1,4}$/u,
  },
  {
    name: "zh.neither.greeting",
    for: "neither",
    pattern:
      /^(?:(?:你好|您好|嗨|哈喽|早上好|早|下午好|晚上好|晚安|谢谢|多谢|感谢|辛苦了|好的?|好吧|行|可以|嗯+|哦+|收到|明白|知道了|没事|再见|拜拜|不客气|是的?|对|不是?)(?:呀|啊|啦|了|哈|你|您|大家){0,2}[\s!！。.,，~～]*){1,4}$/u,
  },
  {
    name: "neither.arithmetic",
    for: "neither",
    pattern:
      /^(?:what(?:'s| is)|calculate|compute|计算|算一下)?\s*[\d\s.,()+\-*/×÷^%=]+(?:等于(?:几|多少)?|是多少)?[?？=\s]*$/u,
  },
  {
    name: "en.neither.given-text",
    for: "neither",
    pattern: /^(?:please )?(?:translate|proofread|rephrase|summari[sz]e|fix the grammar|rewrite)\b[^:\n]{0,60}[:\n]/u,
  },
  {
    name: "zh.neither.given-text",
    for: "neither",
    pattern: /^(?:请|帮我|帮忙)?(?:把|将)?.{0,12}(?:翻译|润色|改写|校对|总结|缩写)[^：:\n]{0,20}[：:\n]/u,
  },
];

/** Asking how one does something is asking in general, whoever "I" is: 我怎么重置密码, "how do I reset a password". */
const GENERAL_I = /\bhow (?:do|can|should|would) (?:i|we)\b|(?:我|我们)(?:要|该|应该|想)?(?:怎么|怎样|如何)/gu;

export interface RuleVerdict {
  readonly route: Route;
  readonly rules: readonly string[];
  /** 0–1 */
  readonly confidence: number;
}

const SURE = 0.9;
const LIKELY = 0.7;
const GUESS = 0.4;

/**
 * Where a query is to be looked up, by its words alone. Greetings, sums and work on a given text need nothing; the user's own matters are
 * in memory; what documents say is knowledge; signs of both ask both. Without any sign both are asked: a look too many costs less
 * than an answer without what was known.
 */
export function routeByRules(query: string): RuleVerdict {
  const text = foldText(query);
  const speaking = RULES.filter(({ pattern }) => pattern.test(text));
  const rules = speaking.map(({ name }) => name);
  const idle = speaking.filter((rule) => rule.for === "neither");
  if (idle.length > 0) return { route: "neither", rules: idle.map(({ name }) => name), confidence: SURE };
  if (queryTerms(query).length === 0 && analyze(query).length === 0) {
    return { route: "neither", rules: ["neither.no-content"], confidence: LIKELY };
  }
  const about = (what: Rule["for"]) => speaking.filter((rule) => rule.for === what).map(({ name }) => name);
  const knowledge = about("knowledge");
  // an "I" that only asks how is no sign of the user's own matters
  const own = knowledge.length > 0 ? text.replace(GENERAL_I, " ") : text;
  const memory = RULES.filter((rule) => rule.for === "memory" && rule.pattern.test(own)).map(({ name }) => name);
  if (memory.length > 0 && knowledge.length > 0) return { route: "both", rules, confidence: LIKELY };
  if (memory.length > 0) return { route: "memory", rules: memory, confidence: memory.length > 1 ? SURE : LIKELY };
  if (knowledge.length > 0) return { route: "knowledge", rules: knowledge, confidence: LIKELY };
  return { route: "both", rules: [], confidence: GUESS };
}
