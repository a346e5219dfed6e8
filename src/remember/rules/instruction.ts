import { hasHan, toSimplified } from "../../language/index.js";

/** Verbs that tell an agent how to do its work. */
const DO =
  "loop|bring|involve|hand|forward|route|pass|refer|tag|get|tell|let|file|submit|update|record|order|book|schedule|reply|give|keep|start|begin|end|finish|close|open|list|use|sign|put|write|reply|answer|respond|include|send|check|apologi[sz]e|ask|ping|call|e-?mail|message|run|notify|wait|stop|make|create|escalate|roll|revert|restart|contact|assign|log|flag|add|attach|avoid|skip|leave|limit|lead|show|explain|summari[sz]e|translate|format|convert|round|address|cc|copy|confirm|double-check|propose|suggest|offer|remind|focus|follow|quote|cite|state|mention|prefer|go|stick|don'?t|do not|never|always|no|only";
const LEAD = "(?:(?:and|but|so|also|oh|ok|please|btw|by the way|from now on|going forward|in future)[, ]+)*";
/** "Whenever I …, do …": the occasion, then what to do. */
const EN_OCCASION = new RegExp(
  `^${LEAD}(?:whenever|when|every time|each time|any ?time|for (?:every|each|all|any)|in (?:all|any|every|my)|before|after|once|if(?! you\\b)) [^,?;]{3,90}, ?(?:please |then |first,? |always |just |you (?:should|must) )*(?:${DO})\\b`,
  "iu",
);
const EN_AVOID = new RegExp(
  `^${LEAD}(?:(?:don'?t|do not|never|avoid|stop|quit|no more)(?: ever)? (?:suggest|recommend|book|schedul|send|show|call|text|e-?mail|messag|offer|propos|us|giv|add|includ|put|quot|contact|remind|mention|bring|order|buy)[\\p{L}]* )(?!it\\b|this\\b|that\\b).{6,}`,
  "iu",
);
/** "Answer me briefly: …" */
const EN_MANNER =
  /^(?:(?:and|but|so|also|please|from now on|going forward),? )*(?:answer|reply|respond|talk|speak|write|explain things)(?: to)?(?: me| my (?:questions|messages|emails))\b.{0,30}\b(?:brief|briefly|short|shortly|concise|concisely|formal|formally|casual|casually|plain|bullet|bullets|in (?!the\b)\p{L}+|first|without|with no)/iu;
/** Advice and small talk between people, whatever their form. */
const EN_ADVICE =
  /\b(?:let me know|tell me|call me (?!by)|text me|reach out|feel free|hesitate|take care|yourself|give up|breath|enjoy|have fun|good luck|keep (?:going|at it|up|me posted|in touch|pushing)|go for it|don'?t worry|no worries|you got this|lol|haha)\b|!\s*$/iu;

const ZH_STANDING =
  "以后|今后|往后|从现在(?:起|开始)|从今(?:以后|往后|天起)?|每次|每回|每当|凡是|只要|一旦|每(?:天|周|月|个月|晚|早)";
const ZH_OCCASION = new RegExp(
  `^(?:对了|另外|还有|记住|请|，)*(?:(?:${ZH_STANDING})[^？?]{2,}|(?:如果|要是|假如|若是?)(?:我|有人|客户|对方)(?:问|让|叫|请|说|提|用|发|要|找)[^？?]{2,}，|(?:给我|帮我|替我)?[^，。？?我]{0,10}?(?:写|做|回复|回答|整理|总结|翻译|生成|起草|汇总|开会|排版|回邮件|发邮件|订|安排|出题|备课|改卷|选题|报价|下单|发货|排班|点餐)[^，。？?]{0,14}?(?:(?:时|时候|之前|之后|前|后)，|的时候(?=\\p{Script=Han})))`,
  "u",
);
const ZH_DO =
  /(?:^|[，,；\s])[\p{Script=Han}A-Za-z]{0,9}?(?:先|再|不要|别|用|列|写|加|放|保留|控制|说|给|问|发|附|标|注明|按|简短|简洁|直接|尽量|跑|通知|打|抄送|确认|检查|回|必须|务必|一律|统一)/u;
const ZH_SEQUENCE = /先[^，。？?]{1,24}[，,]?(?:再|然后|接着|最后)[^，。？?]{1,24}/u;
const ZH_AVOID =
  /^(?:以后|今后|请|也|另外|还有|，)*(?:别|不要|不用|勿)(?:再)?(?:在[^，。]{1,10})?(?:给我|跟我|向我|帮我)(?!你)[^？?]{3,}/u;
/** A piece of work for now, not a rule. */
const ZH_ONCE = /^(?:你)?(?:帮我|帮忙|麻烦|请你|请帮|给我(?!写|做|发|回))|这(?:次|份|篇|封|个)|今天的|刚才|吗$|呢$/u;
/** What the user does themselves is a habit, read elsewhere. */
const ZH_OWN = /^(?:我|我们|咱)(?!写|问|要|让|说)/u;

/** A head that names a procedure, or an occasion, and what belongs to it behind a colon. */
const EN_HEADED =
  /^(?!.{0,40}\b(?:this|today|tomorrow)\b)[^,.:?]{0,50}\b(?:checklist|routine|steps|procedure|process|rules?|policy|template|format|workflow|house style|ritual|protocol)\b[^,.:?]{0,40}: ?[^,;?]+[,;] .+/iu;
const ZH_HEADED =
  /^(?!.{0,12}(?:这次|今天|明天|这个|这份|总结))(?:[^，。：:？?]{0,16}(?:流程|步骤|清单|规矩|规则|顺序|做法|格式|模板|惯例|原则)[^，。：:？?]{0,8}|[^，。：:？?我]{1,10}(?:之?前|之?后|时|的时候))[：:][^，？?]+[，、].{2,}/u;

export type Instruction = "procedure" | "avoidance";

/** Whether a sentence as a whole tells the agent how to act from now on; such a sentence is one statement, whatever its clauses are. */
export function readInstruction(sentence: string): Instruction | undefined {
  if (sentence.length > 320 || /[?？]\s*$/u.test(sentence)) return undefined;
  if (hasHan(sentence)) {
    const text = toSimplified(sentence).replace(/[。！!.\s]+$/u, "");
    if (ZH_ONCE.test(text) || ZH_OWN.test(text)) return undefined;
    if (ZH_AVOID.test(text)) return "avoidance";
    if (ZH_HEADED.test(text)) return "procedure";
    const ordered = ZH_SEQUENCE.test(text) && /[，,]/u.test(text);
    const occasion = ZH_OCCASION.exec(text);
    if (occasion === null) return ordered && /^[^我你他她，]{0,14}，?先/u.test(text) ? "procedure" : undefined;
    if (/我(?:也|都|就|会|要|想|在|去|打算)/u.test(text)) return undefined;
    return ordered || ZH_DO.test(text) ? "procedure" : undefined;
  }
  const text = sentence.trim();
  if (EN_ADVICE.test(text)) return undefined;
  if (EN_AVOID.test(text))
    return /\b(?:me|my|us|our|for|on|in|before|after|at)\b/iu.test(text) ? "avoidance" : undefined;
  if (EN_MANNER.test(text) || EN_HEADED.test(text)) return "procedure";
  return EN_OCCASION.test(text) && concernsWork(text) ? "procedure" : undefined;
}

/** Advice for anyone's life ("when things get rough, keep going") is none of the user's rules. */
function concernsWork(text: string): boolean {
  const own = /\b(?:i|me|my|mine|we|us|our)\b/iu.test(text);
  if (/\byour\b/iu.test(text)) return own;
  return (
    own ||
    /^\W*(?:(?:please|and|so|also|from now on),? )*(?:whenever|every time|each time|any ?time|for (?:every|each|all|any)|if (?:an?|the|any|some)|(?:when|before|after|once) (?:an?|the|any|some|summari[sz]|writ|draft|review|reply|translat|format|creat|generat|mak|deploy|releas|send|answer)\p{L}* )/iu.test(
      text,
    )
  );
}
