import { hasHan, toSimplified } from "../script.js";
import type { Act } from "./act.js";
import { stripLead } from "./classify.js";
import { MANNER } from "./cues-en.js";

/** Verbs that ask for something to be made or fetched now; "give me the summary first" is none, "give me three options" is one. */
const EN_WORK =
  /^(?:(?:please|pls|now|then|just|so|and|also|ok|next|quickly|(?:can|could|would|will) you|help me(?: to)?|i need you to|let'?s)[, ]+)*(?:find|book|buy|order|convert|rename|delete|remove|extract|parse|export|import|upload|download|print|post|publish|move|copy|merge|split|fill|format|insert|log|open|close|count|test|deploy|restart|rerun|regenerate|implement|refactor|post|look (?:up|for)|search|translate|summari[sz]e|draft|compose|write (?:me |us |up |out |an? |the |this|that)|generate|create|design|draw|build|calculate|compare|explain|debug|fix|review|rewrite|rephrase|shorten|polish|proofread|refactor|remind|tell|schedule|reschedule|cancel|plan|list|sort|rank|give (?:me|us) (?:an?\b|some|\d|two|three|four|five|ten|another|more|that|this|it)|make (?:me|us|it|this|that|an?\b|the)|add (?:an?|the|this|that|it)\b|change (?:it|this|that|the)\b|show (?:me|us) (?:the|an?|how|that|this|it)\b|run (?:me|it|this|that|the)\b|read (?:me|it|this|that)\b|try\b|quiz|pretend|help)\b/iu;
const EN_DEICTIC = /\b(?:this|that|these|those|it|them)\b(?! (?:is|are|was|means)\b)/iu;
/** Names the one thing or time that it is for. */
const EN_ONCE =
  /\b(?:this|that|these|those|today|tonight|tomorrow|now|just (?:this )?once|one more time|it|them)\b(?! (?:is|are|was|means|comes)\b)/iu;
/** 下午茶帮我点: what it is for, then the request; in form a statement. */
const ZH_TOPIC = /^[^，。我]{1,6}(?:帮|替)(?:我|忙)(?:[点订写查找看买翻算做画列改拟排]|[^，。]{0,3}(?:个|一下|份|篇))/u;
const ZH_WORK =
  /^(?:请|麻烦|你|能不能|可以|再|先|快|来|也|就)*(?:(?:帮|替|给|为)(?:我|忙|他|她|咱|大家)[^，。]{0,3}?(?:写|查|找|看|订|买|翻|算|做|画|列|改|拟|排|点|发|回|起|想|挑|选|推荐|总结|整理|安排|设|定|记一笔|开)|(?:翻译|翻一?下|总结|概括|润色|改写|推荐|查一?下?|搜|写(?:一|个|篇|段|封|首|份)|编(?:一|个|段)|画(?:一|个|张)|列(?:一|个|下|出)|做(?:一|个|份)|算一?下|回一?下|订(?:一|个|张)|找(?:一|个|几)|看(?:看|一?下)|给我(?:一|两|三|几|个|看看)|来(?:个|一|首|段|几)|再来|换(?:个|一)|陪我|考我|念))/u;
const ZH_DEICTIC = /这(?!样|么|里|边)|那(?!么|样|里|边)|刚才|上面|前面|第[一二三四五六七八九十\d]/u;

/** A request for a piece of work now, as against one that could hold for good. @param act of the clause */
export function isPieceOfWork(clause: string, act: Act): boolean {
  if (act !== "request") return hasHan(clause) && ZH_TOPIC.test(stripLead(toSimplified(clause)));
  if (hasHan(clause)) {
    const text = stripLead(toSimplified(clause));
    return ZH_WORK.test(text) || ZH_TOPIC.test(text) || ZH_DEICTIC.test(text);
  }
  const text = stripLead(clause);
  if (MANNER.test(text) && !EN_ONCE.test(text)) return false;
  return EN_WORK.test(text) || EN_DEICTIC.test(text);
}
