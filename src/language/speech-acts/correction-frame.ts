import { hasHan, toSimplified } from "../script.js";

/** Nothing but words that take back what was just said: 等等我说错了, "wait, I got that wrong". */
const EN_FRAME =
  /^(?:(?:oh|ah|oops|whoops|wait|sorry|no|hang on|hold on|actually|ok|and|but|um|my bad|hm+)[,.! …-]*)*(?:(?:that'?s|that was|i was|this is|it'?s) (?:wrong|a mistake|incorrect|mistaken|not right)|i (?:got|had|have|put|said|wrote|typed|gave you) (?:that|it|this|you)? ?(?:all )?(?:wrong(?:ly)?|the wrong (?:one|number|date|name|time|day|way round|way))|i (?:misspoke|mistyped|misremembered|mixed (?:that|it|them|those|things) up|was mistaken)|i meant(?: to say)?|my mistake|(?:quick |small )?correction|scratch that|let me correct (?:that|myself)|make that|typo)(?: (?:earlier|above|before|just now|there|sorry))*[,.:! …-]*$/iu;
const ZH_FRAME =
  /^(?:等等|等一下|等下|不对|哎呀?|啊|哦|噢|不好意思|抱歉|对不起|稍等|慢着|不|那个|[，,、…\s])*(?:(?:我|刚才|刚刚|前面|上面|之前|上次|昨天|这个|那个)*(?:说|记|打|写|搞|弄|看|讲|报|输)(?:错|反|混|岔|串)(?:了|啦|咯)?|纠正一?下|更正一?下?|我?(?:刚才|前面|之前)(?:说|写|报|打)的不对|口误|我的意思是|应该说)[了啦呀，,：:。\s]*$/u;
/** Said before a new value: "sorry, the 5th, not the 4th"; 不对，是周三. */
const EN_OPENING = /^(?:(?:oh|ah|oops|no|wait|sorry|actually|hang on|hold on)[,.! …-]+)+/iu;
const ZH_OPENING = /^(?:等等|等一下|不对|不是|哎呀?|哦不|错了|不好意思|抱歉)[，,。！!…\s]*(?=.)/u;
const CONTRAST =
  /(?:,| -|;) ?not (?!only|just|sure|that)\S|\binstead\b|^not .{1,40}, (?:but )?\S|不是[^，。]{1,20}[，,](?:而)?是|是[^，。]{1,24}[，,]?(?:而)?不是|^是/iu;

/** A cheap look: no frame is without one of these. */
const MAY_CORRECT =
  /错|反了|混了|岔了|串了|正一?下|更正|不对|口误|意思|应该说|wrong|mis|meant|mixed|correct|scratch|typo|not right|make that/iu;

/** Whether a clause only takes back what was said before it. */
export function isCorrectionFrame(clause: string): boolean {
  const text = clause.trim().replace(/’/gu, "'");
  if (text.length > 80 || !MAY_CORRECT.test(text)) return false;
  return hasHan(text) ? ZH_FRAME.test(toSimplified(text)) : EN_FRAME.test(text);
}

/** Whether a sentence opens by taking back what was said and goes on with what holds: "no wait, the 5th, not the 4th". */
export function opensCorrection(sentence: string): boolean {
  const text = (hasHan(sentence) ? toSimplified(sentence) : sentence).trim().replace(/’/gu, "'");
  const opening = (hasHan(text) ? ZH_OPENING : EN_OPENING).exec(text);
  return opening !== null && CONTRAST.test(text.slice(opening[0].length).trim());
}
