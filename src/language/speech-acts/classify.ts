import { hasHan, toSimplified } from "../script.js";
import type { Act, Cues, SpeechAct, SpeechContext } from "./act.js";
import * as en from "./cues-en.js";
import * as zh from "./cues-zh.js";
import { findForgetTopic } from "./forget-topic.js";
import { isMachineLine } from "./paste.js";

/** Cues are looked for in the head of a clause; a longer run without a mark is no spoken clause. */
const LONGEST_CLAUSE = 600;

function stripAll(text: string, token: RegExp): string {
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null || match[0].length === 0) break;
    at += match[0].length;
  }
  return text.slice(at);
}

/** Greetings, thanks and interjections only. */
export function isChatter(clause: string): boolean {
  if (clause.length > LONGEST_CLAUSE) return false;
  const text = toSimplified(clause);
  let at = 0;
  while (at < text.length) {
    const before = at;
    for (const token of [zh.CHATTER, en.CHATTER]) {
      token.lastIndex = at;
      const match = token.exec(text);
      if (match !== null) at += match[0].length;
      if (at > before) break;
    }
    if (at === before) return false;
  }
  return true;
}

/** The clause without the small words that lead into it ("oh and btw, …", 对了，…). */
export function stripLead(clause: string): string {
  const byEnglish = hasHan(clause) ? clause : stripAll(clause, en.LEAD);
  const bare = hasHan(clause) ? stripAll(clause, zh.LEAD) : byEnglish;
  return bare.trim() === "" ? clause.trim() : bare.trim();
}

/** Takes "记一下，", "帮我记住" off the front. */
export function stripChineseExplicitFrame(clause: string): string {
  return stripAll(clause, zh.EXPLICIT_FRAME);
}

interface Texts {
  /** Simplified, leads off. */
  readonly zh: string | undefined;
  readonly en: string | undefined;
}

function textsOf(clause: string): Texts {
  const head = clause.slice(0, LONGEST_CLAUSE);
  const chinese = hasHan(head);
  const simplified = chinese ? toSimplified(head) : head;
  const latin = /[A-Za-z]{2}/u.test(head);
  return {
    zh: chinese ? stripLead(simplified) : undefined,
    en: latin ? (chinese ? simplified : stripLead(head)).replace(/’/gu, "'") : undefined,
  };
}

type CueName =
  | "EXPLICIT"
  | "STANDING"
  | "ONLY"
  | "CHANGE"
  | "CORRECTION"
  | "RETRACTION"
  | "ADDITION"
  | "MOMENTARY"
  | "OPINION"
  | "VAGUE"
  | "HEARSAY"
  | "NEGATION"
  | "HYPOTHETICAL"
  | "CONDITIONAL"
  | "SARCASM"
  | "FICTION"
  | "FORGET_PREVIOUS"
  | "OFF_RECORD"
  | "FOR_YOUR_INFORMATION"
  | "SAY";

function has(texts: Texts, cue: CueName): boolean {
  return (texts.zh !== undefined && zh[cue].test(texts.zh)) || (texts.en !== undefined && en[cue].test(texts.en));
}

function cuesOf(texts: Texts): Cues {
  const sequence = texts.zh !== undefined && zh.SEQUENCE.test(texts.zh);
  return {
    explicit: has(texts, "EXPLICIT"),
    standing: sequence || has(texts, "STANDING") || has(texts, "ONLY"),
    change: has(texts, "CHANGE"),
    addition: has(texts, "ADDITION"),
    momentary: has(texts, "MOMENTARY"),
    opinion: has(texts, "OPINION"),
    vague: has(texts, "VAGUE"),
    hearsay: has(texts, "HEARSAY"),
    negated: has(texts, "NEGATION"),
  };
}

/** "Can you remember that I…": a question in form, a statement in purpose. */
const REMEMBER_REQUEST =
  /^(?:can|could|would|will) (?:you|u) (?:please |pls )?(?:remember|note|keep in mind|make a note)(?! (?:when|what|how|who|where|why|if|whether))/iu;

/** Question words that ask nothing: 没什么毛病, 不管怎么样, 谁来都行. */
const ASKS_NOTHING =
  /没有?(?:什么|啥|谁|哪|几|多少|怎么)|(?:什么|啥)\p{Script=Han}{0,4}(?:都|也)?没有?$|(?:什么|啥|咩|乜)[ A-Za-z]{2,24}[都也]|不管|不论|无论|随便(?:什么|谁|哪|怎么)|(?:什么|谁|哪[里儿个家]?|怎么|多少|啥)\p{Script=Han}{0,4}[都也](?!\p{Script=Han}*吗)/u;

/** ", which puts us at seven": a relative clause asks nothing. */
function isRelative(english: string, clause: string, context: SpeechContext): boolean {
  return /^(?:which|who|whose|where|when)\b/iu.test(english) && (context.sentence ?? clause).indexOf(clause.trim()) > 0;
}

/** "What I want is to move": names what the speaker wants, and asks nothing. */
const NAMES_WHAT =
  /^[^\p{L}\p{N}]*(?:(?:and|but|so|well|oh|anyway)[, ]+)*what (?:i|we|he|she|they|my \p{L}+)(?:'d|'ve| really| actually| do| did)? (?:want|need|like|love|hate|mean|meant|eat|drink|use|take|do|did|prefer|think|care about)[^?]{0,40}? (?:is|was|are)\b/iu;

function isQuestion(texts: Texts, clause: string, context: SpeechContext): boolean {
  const marked =
    /[?？]\s*[)）"”」\p{Extended_Pictographic}\s]*$/u.test(clause) ||
    (context.isLast === true && /[?？]\s*[)）"”」\p{Extended_Pictographic}\s]*$/u.test(context.sentence ?? ""));
  if (texts.en !== undefined && REMEMBER_REQUEST.test(texts.en)) return false;
  if (
    texts.zh !== undefined &&
    zh.EXPLICIT.test(texts.zh) &&
    !zh.QUESTION_WORD.test(texts.zh.replace(/^(?:你|您)?(?:能不能|可不可以|可以|能)/u, ""))
  )
    return false;
  if (marked) return true;
  if (texts.en !== undefined && !isRelative(texts.en, clause, context) && !NAMES_WHAT.test(texts.en)) {
    if (en.QUESTION_OPENING.test(texts.en) || en.INDIRECT_QUESTION.test(texts.en)) return true;
  }
  if (texts.zh === undefined) return false;
  return (zh.QUESTION_WORD.test(texts.zh) && !ASKS_NOTHING.test(texts.zh)) || zh.QUESTION_PARTICLE.test(texts.zh);
}

/** "Call me Max" says a name. */
const SAYS_A_NAME = /^(?:please |just |you can )?call me \p{Lu}/u;

function isRequest(texts: Texts): boolean {
  if (SAYS_A_NAME.test(texts.en ?? "")) return false;
  if (texts.zh !== undefined && zh.REQUEST_OPENING.test(texts.zh)) return true;
  return (
    texts.zh === undefined &&
    texts.en !== undefined &&
    (en.REQUEST_OPENING.test(texts.en) || en.POLITE_REQUEST.test(texts.en))
  );
}

const QUOTED = /[“"「『][^”"」』]{4,}[”"」』]/u;

/** What is quoted is a value, not speech: 抬头一律写"…", the title is "…". */
const NAMES_QUOTED =
  /(?:写|填|叫做?|称呼\p{Script=Han}{0,4}|称为|称作|读|改成|改为|换成|标题是?|名字是?|名称是?|抬头是?|别用|不要用?|别来那套|用|带|问|说)\s?$|\b(?:called|named|titled|say|saying|write|use|as|is|are|to|than|of|asked|hear|with|without|the|your|no)\s?$/iu;

function isQuotation(texts: Texts, clause: string): boolean {
  if (texts.zh !== undefined && zh.DIRECTS.test(texts.zh)) return false;
  if (
    texts.zh !== undefined &&
    (zh.REPORTED_OPENING.test(texts.zh) || zh.NARRATIVE_OPENING.test(texts.zh) || zh.ABOUT_WORDS.test(texts.zh))
  )
    return true;
  const quoted = QUOTED.exec(clause);
  if (quoted === null) return false;
  if (NAMES_QUOTED.test(clause.slice(0, quoted.index))) return false;
  return quoted[0].length > clause.length * 0.6 || (quoted[0].length > 10 && has(texts, "SAY"));
}

function isHypothetical(texts: Texts): boolean {
  if (texts.en !== undefined && en.HYPOTHETICAL.test(texts.en)) return true;
  return texts.zh !== undefined && zh.HYPOTHETICAL.test(texts.zh);
}

/** Asked of each clause of one sentence in turn: the last answer is kept. */
let lastSarcasm: { readonly sentence: string; readonly is: boolean } = { sentence: "", is: false };

function isSarcastic(sentence: string): boolean {
  if (lastSarcasm.sentence !== sentence) lastSarcasm = { sentence, is: has(textsOf(sentence), "SARCASM") };
  return lastSarcasm.is;
}

/** Asks to be told something, however lasting the thing that it asks about. */
const ASKS_TO_KNOW =
  /\b(?:tell|show|find|remind|know|explain|list|check|recommend|suggest|look|help|remember|recall|see|guess|say|describe)\b|告诉我?.{0,8}(?:什么|几|哪|谁|怎么|多少)|查一?下|看一?[看下]|知道|记得|推荐|找|算/u;
const FROM_NOW_ON =
  /\b(?:always|never|stop|from (?:now|here) on|going forward|in (?:the )?future|every time)\b|以后|今后|往后|每次|每回|一律|从现在|别再|不要再/iu;

/** "Could you keep it short from now on?", 能不能以后先说结论: a question in form, a standing request in purpose. */
function isPoliteWish(texts: Texts, cues: Cues): boolean {
  if (texts.zh !== undefined) {
    if (zh.EMBEDS_QUESTION.test(texts.zh) && !/[吗呢]$/u.test(texts.zh.replace(/[\s?？。！!]+$/u, ""))) return true;
    if (!cues.standing || !zh.POLITE_WISH.test(texts.zh)) return false;
    return FROM_NOW_ON.test(texts.zh) && !/告诉我?.{0,8}(?:什么|几|哪|谁|怎么|多少)/u.test(texts.zh);
  }
  if (texts.en === undefined || !en.POLITE_WISH.test(texts.en)) return false;
  if (cues.standing && FROM_NOW_ON.test(texts.en)) return true;
  return (cues.standing || en.MANNER.test(texts.en)) && !ASKS_TO_KNOW.test(texts.en);
}

function actOf(texts: Texts, clause: string, cues: Cues, context: SpeechContext): Act {
  if (isMachineLine(clause)) return "paste";
  if (isChatter(clause)) return "chatter";
  if (has(texts, "FORGET_PREVIOUS")) return "forget";
  if (has(texts, "OFF_RECORD")) return "off-record";
  if (isSarcastic(context.sentence ?? clause)) return "sarcasm";
  if (isQuotation(texts, clause)) return "quotation";
  if (has(texts, "FICTION")) return "fiction";
  if (isHypothetical(texts) && !(cues.standing && !/\bwould\b/u.test(texts.en ?? ""))) return "hypothetical";
  if (isQuestion(texts, clause, context)) return isPoliteWish(texts, cues) ? "request" : "question";
  if (has(texts, "RETRACTION")) return "retraction";
  if (!cues.explicit && isRequest(texts)) return "request";
  return "statement";
}

/**
 * What the speaker does with a clause, and the cues its words carry. Rules only, both languages, linear in the clause.
 * @param clause one clause or sentence, as said
 */
export function classifySpeech(clause: string, context: SpeechContext = {}): SpeechAct {
  const texts = textsOf(clause);
  const cues = cuesOf(texts);
  return { act: actOf(texts, clause, cues, context), cues };
}

/** Softer signs that a clause is meant to be known ("fyi", 说一下). */
export function isForYourInformation(clause: string): boolean {
  const head = clause.slice(0, LONGEST_CLAUSE);
  return en.FOR_YOUR_INFORMATION.test(head) || (hasHan(head) && zh.FOR_YOUR_INFORMATION.test(toSimplified(head)));
}

/** A plan or a demand: says what is to be, not what is. */
export function isPlanOrDemand(clause: string): boolean {
  const bare = toSimplified(clause.slice(0, LONGEST_CLAUSE));
  return zh.PLAN_OPENING.test(bare) || zh.DEMAND_OPENING.test(bare);
}

/** "No, …", "scratch that", 不是…是…: corrects what was said before. */
export function isCorrection(clause: string): boolean {
  const texts = textsOf(clause);
  return has(texts, "CORRECTION");
}

/** What a request to forget names; undefined when it names nothing. */
export function forgetTopic(clause: string): string | undefined {
  const head = clause.slice(0, LONGEST_CLAUSE);
  const chinese = hasHan(head) ? zh.FORGET_TOPIC.exec(stripLead(toSimplified(head))) : null;
  const english = en.FORGET_CONTEXT.test(head) ? en.FORGET_TOPIC.exec(stripLead(head)) : null;
  const groups = chinese?.groups ?? english?.groups;
  return groups?.topic ?? groups?.topic1 ?? groups?.topic2 ?? findForgetTopic(head);
}
