import { foldText, hasHan } from "../../language/index.js";

/*
 * Words by which people settle something, put an answer off, or ask for one kind of answer. All patterns run over folded text
 * (width, case and script alike) of one sentence.
 */

const DECISION_EN =
  /\b(?:decided|agreed(?: (?:on|to|that))?|settled on|opt(?:ed|ing)? for|(?:chose|picked|selected)|signed off|(?:going|went) with|(?:let'?s|let us|we(?:'ll| will|'re going to| are going to)|i(?:'ll| will|'m going to| am going to)) (?:just |all )?(?:go (?:with|for|ahead)|use|stick (?:with|to)|choose|pick|take|move (?:to|ahead|forward)|proceed|book|order|switch|keep|drop|skip|do (?:that|it|this)|make it)|(?:final|our|my) (?:decision|choice|pick)|(?:decision|plan|choice) is|(?:is|are|was|were|been|got|it'?s|that'?s) (?:approved|confirmed|agreed|settled|decided|rejected|cancell?ed|postponed)|it'?s a deal)\b/u;
const DECISION_ZH =
  /决定|敲定|拍板|商定|谈妥|说好|约好|约定|选定|定下来|定好|(?<![不没未否肯一稳固])定了|(?:就|那就?)(?:这么|这样)?(?:定|说定|办)(?:了|吧|下来)|(?:那就|就|还是)(?:用|选|按|订)|(?:我们|咱们|大家|团队)?(?:选择?了|选用|采用)|确定(?:用|选|了|为|在|下来|由)|最终(?:方案|选择|选|定)|最后(?:选|定|用)|审批通过|通过了|批准|达成一致|(?:改|延期|推迟|提前)(?:为|成|到|至)|不再(?:用|做|考虑)|取消了/u;
/** Nothing is settled yet. */
const UNDECIDED_EN =
  /\b(?:not|n'?t|never|no|yet to|undecided|before (?:we|i)|once (?:we|i)|if|whether|should)\b[^.;]{0,24}\b(?:decid|agree|settl|confirm|approv|choos|chose|pick|go with|use)/u;
const UNDECIDED_ZH =
  /(?:没有?|尚未|未|还不|难以|无法|是否|要不要|等)\p{Script=Han}{0,4}(?:决定|确定|定|敲定|选好|商定|批准|通过|同意)|待定|(?:再|以后|之后|回头)\p{Script=Han}{0,2}(?:定|决定)(?!了)|决定不了|如果|要是/u;
/** Settles by assent what stands in the sentence before. */
const ASSENT_EN =
  /^(?:(?:ok(?:ay)?|yes|great|perfect|good|fine|sounds good|alright|all right)[,.! ]+)*(?:let'?s do (?:that|it|this)|agreed|deal|go ahead|do (?:that|it)|it'?s settled|that'?s settled|i'?ll take it|we'?ll take it|approved|confirmed)[.! ]*$/u;
const ASSENT_ZH =
  /^(?:(?:好的?|行|可以|嗯|对)[,。! ]*)*(?:就这么(?:定|办)(?:了|吧)?|就这样(?:定|办)?(?:了|吧)?|就它了|就这个(?:了|吧)?|定了|说定了|我?同意|没问题,?就这样|批准)[。! 吧了]*$/u;

const DEFERRAL_EN =
  /\b(?:not sure|unsure|don'?t know|no idea|haven'?t (?:decided|figured|heard|checked)|let me (?:check|think|look|see|find|ask)|(?:i|we)(?:'ll| will) (?:check|look into|find out|ask|get back|think|let you know|see)|get back to you|to be (?:decided|confirmed|announced)|tbd|tbc|good question|hard to say|still open)\b/u;
const DEFERRAL_ZH =
  /不(?:太)?(?:确定|清楚|知道|好说)|没想好|还没(?:定|想|决定|确定|问|查)|我?(?:去|来|再|先|回头|稍后|晚点)(?:查|问|看|想|确认)|(?:稍后|回头|晚点|之后)\p{Script=Han}{0,4}(?:告诉|回复|答复)|待(?:定|确认)|好问题/u;

const ASKS_WHEN =
  /\bwhen\b|\bwhat (?:time|day|date|month|year)\b|什么时候|几点|哪天|何时|几号|星期几|周几|什么时间|哪一天/u;
const ASKS_HOW_MUCH = /\bhow (?:many|much|long|old|far|big)\b|多少|几(?!乎)|多(?:久|大|长|远|高|贵)/u;
const ASKS_WHO = /\b(?:who|whom|whose)\b|谁|哪位/u;
const ASKS_YES_OR_NO =
  /^(?:(?:and|so|but|ok|okay|well)[, ]+)?(?:is|are|was|were|do|does|did|can|could|will|would|should|shall|have|has|had|may)\b|[吗嘛]|(?:是不是|有没有|能不能|可不可以|要不要|行不行|会不会|对不对|是否|能否)/u;
const YES_OR_NO =
  /^(?:yes|yeah|yep|yup|no|nope|sure|of course|certainly|definitely|correct|right|it (?:does|is|can|will)|是的?|不是|对|不对|没错|可以|不可以|能|不能|会|不会|有|没有|行|不行|好的|要|不要|当然|没问题)(?![\p{L}])/u;

export type AskedFor = "when" | "how-much" | "who" | "yes-or-no";

/** Whether the sentence settles something; `assent`: what it settles stands in the sentence before. */
export function decisionIn(sentence: string): "stated" | "assent" | undefined {
  const text = foldText(sentence);
  const han = hasHan(text);
  if (han ? ASSENT_ZH.test(text) : ASSENT_EN.test(text)) return "assent";
  if (UNDECIDED_EN.test(text) || (han && UNDECIDED_ZH.test(text))) return undefined;
  return DECISION_EN.test(text) || (han && DECISION_ZH.test(text)) ? "stated" : undefined;
}

/** Whether the sentence puts an answer off. */
export function putsOff(sentence: string): boolean {
  const text = foldText(sentence);
  return DEFERRAL_EN.test(text) || DEFERRAL_ZH.test(text);
}

/** The kinds of answer that would do, where the words of the question say so. */
export function askedFor(question: string): readonly AskedFor[] {
  const text = foldText(question);
  const asked: AskedFor[] = [];
  if (ASKS_WHEN.test(text)) asked.push("when");
  if (ASKS_HOW_MUCH.test(text)) asked.push("how-much");
  if (ASKS_WHO.test(text)) asked.push("who");
  if (ASKS_YES_OR_NO.test(text)) asked.push("yes-or-no");
  return asked;
}

/** Whether a reply begins with a yes or a no. */
export function saysYesOrNo(reply: string): boolean {
  return YES_OR_NO.test(foldText(reply));
}
