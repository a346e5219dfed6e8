import { hasHan } from "../../language/index.js";

/** Cut off in the middle: what should follow is missing. */
const OPEN_ENDED =
  /(?:^|[\s,])(?:to|and|but|so|or|because|the|an?|of|for|with|than|as|it was|is|it['’]s|i|who|which|when|while|if|like|(?:has|have|does|do|did|is|was|were|would|ca|could|wo)n['’]t|will|would)[\s.,!–-]*$|(?:因为|所以|但是|而且|以及|或者|比如|例如|包括|叫做|就是|和|与|跟|的话|(?<!是[^，。]{1,12})的时候|在[《“][^》”]{1,40}[》”][中里]|(?<![准按及平当随届同临小定])时)[，。,.\s]*$/iu;
/** A piece that begins in the middle: what it belongs to stands before it. */
const OPENS_INSIDE_EN =
  /^(?:(?:and|but|or|so|yet) )*(?:(?:for|to|with|by)(?! [^,.]{1,40},)|because|since|as|which|who|whom|whose|where|even though|although|though|while|like|especially|including|such as|than|not to mention|in order to|thanks to|at least|whether|despite) /iu;
const FINITE_EN =
  /\b(?:is|are|was|were|am|has|have|had|does|do|did|will|would|can|could|should|must|never|always|isn't|aren't|don't|doesn't|didn't|won't|can't)\b|\bthe user (?!['’])\p{L}+|, [\p{L}' ]+ (?:\p{L}+s|\p{L}+ed)\b/iu;
const OPENS_INSIDE_ZH =
  /^(?:尤其|特别是|比如|例如|包括|以及|或者|从而|因此|这样|让|使得?|导致|甚至|为了(?![\p{Script=Han}]{2,16}[，,]))/u;
/** A verb without the subject that stood before it. */
const LEFT_OUT_EN =
  /^not (?:the|an?|in|on|at|for|with|by) [^,]{1,40}$|^(?:(?:and|but|so) )*(?:does|having|being|been (?:busy|so|really|a (?:while|bit|lot))|makes|puts|gives|keeps (?:me|us|the user)|(?:always|never|really|just) (?:puts|makes|gives|brings|helps|feels|reminds))\b|^[\p{L}' ]{1,24}, (?:too|as well|right|though)[.!]?$/iu;
/** Only the circumstance: what happens then stood in the next clause, or behind the words of another. */
const CIRCUMSTANCE_EN =
  /^(?:every time|each time|whenever|as soon as|once|until|when|after|before|in case|unless|if) the user(?!['’])\b[^,]*$|(?:,| and) (?:like|as) (?:the user|\p{L}+) (?:said|mentioned|told you)[\s.!]*$|\b(?:works?|lives?|plays?|talks?|goes) together[\s.!]*$/iu;
/** A bare pronoun as its subject, or one right behind the user's verb. */
const POINTS_EN =
  /^(?:(?:and|but|so) )*(?:it|they|them|he|she|these|those)(?:['’](?:s|re|ll|d|ve))?\b|^(?:this|that)(?:['’]s| (?:is|was|has|had|made|makes?|means|helps?|will|would|can|one|way|really|just|all))\b|^(?:the user(?:'s [a-z]+)?|\p{Lu}\p{Ll}+) (?:(?!(?:because|since|as|when|if|so|and|but|that|until|once)\b)[a-z'’]+ ){1,3}?(?:(?:it|them|this|these|those|her|him)(?: (?!own\b)|[,.!;]|$)(?!['’]s)|that(?= (?:up|out|down|off|again|too|one)\b|[.!]*$))/iu;
const POINTS_ZH =
  /^(?:但是?|不过|而且|所以)?(?:[它他她]们?|(?:这|那)(?:是|些|个(?:真|好|太|很|让)|让|也|就|都|真|很|件事|样|种))|^用户[^，。]{0,12}(?:这些|那些)(?:事情?|东西|活动|技巧|方法|问题|地方)|^用户\p{Script=Han}{1,4}(?:它们?|他们|她们|这些|那些|这样|那样)[了。！]?$/u;
/** Said to the listener: of what they advised, how they help, what to talk about next. */
const TO_LISTENER =
  /\b(?:your (?:advice|suggestions?|words|support|help|encouragement|recommendations?|company)|feel free|thank you|thanks (?:for|to you)|let['’]?s (?:chat|talk|discuss|keep|do|go)|as you (?:said|suggest)|(?:like|love|want)s? to (?:talk|chat|tell you|share with you|ask you)|haven['’]t (?:talked|spoken|chatted|caught up)|since (?:we|the user) (?:last |talked|spoke|chatted|met up)|you(?:['’]re| are) (?:right|amazing|the best|so|such|always))\b|你的(?:建议|话|意见|陪伴|支持|帮助|鼓励|推荐|分享|提醒)|谢谢你|感谢你|你说(?:的|得)(?:很|太|非常)?对|我们(?:来)?聊/iu;
/** Only nods and forms of address. */
const EMPTY =
  /^[\p{P}\p{S}\s]*$|^(?:the user['’]s |用户的)?(?:dear |亲爱的)?(?:AI|ai) ?(?:companion|assistant|friend|伴侣|助手|朋友|小助手)[\s.,!。，！~～]*$|^(?:[\w.]*(?:Error|Exception|Warning)\b[:\s]*)+$/u;

/** "To meet you", "Listening to rock music": no verb of a clause of its own. */
const NO_CLAUSE_EN = /^(?:to \p{L}+|\p{L}{2,}ing\b(?![^,;]* (?:is|are|was|has|helps?|makes?|keeps?|gives?)\b))/iu;
const VERB_EN =
  /\b(?:is|are|was|were|am|has|have|had|does|do|did|will|would|can|could|should|may|might|must|isn['’]t|aren['’]t|wasn['’]t|don['’]t|doesn['’]t|didn['’]t|won['’]t|can['’]t|never|always)\b|['’](?:re|ve|ll|d|m)\b|(?:it|he|she|that|there|what|who|who)['’]s\b|\b(?:the user|they|he|she|it|that|who) (?!['’])(?:\p{L}+ly |also |just |still )*\p{L}+|\b(?!(?:always|perhaps|besides|sometimes)\b)\p{Ll}{3,}(?:ed|(?<!['’]s |of |the |and |a |some |two |three |many |both |all )(?<![aius])s)\b/iu;

/** Whether a statement, in the third person, is no clause: a purpose, a thing to do, a bare name. Rough; English only. */
export function lacksVerb(content: string): boolean {
  const text = content.trim();
  if (hasHan(text)) return false;
  const opening = NO_CLAUSE_EN.exec(text)?.[0];
  if (opening !== undefined && !VERB_EN.test(opening) && !/, (?:the user|it|he|she|they)\b/iu.test(text)) return true;
  return !VERB_EN.test(text) && !/^\p{Lu}\p{Ll}+ \p{Ll}+/u.test(text);
}

/** Whether the words break off. */
export function endsOpen(content: string): boolean {
  return OPEN_ENDED.test(content.trim());
}

/** Whether a statement's words, as they are to be kept, make sense with nothing around them. @param content in the third person */
export function standsAlone(content: string): boolean {
  const text = content.trim();
  if (EMPTY.test(text) || OPEN_ENDED.test(text)) return false;
  if (hasHan(text)) return !OPENS_INSIDE_ZH.test(text) && !POINTS_ZH.test(text);
  if (OPENS_INSIDE_EN.test(text) && !FINITE_EN.test(text)) return false;
  return !LEFT_OUT_EN.test(text) && !POINTS_EN.test(text) && !CIRCUMSTANCE_EN.test(text);
}

/** Whether the words are for the listener and say nothing that lasts. */
export function isToListener(content: string, evidence: string): boolean {
  return TO_LISTENER.test(content) || TO_LISTENER.test(evidence);
}
