import type { Candidate, Turn } from "../../domain/index.js";
import { findEntities, hasHan, type Span, splitSentences } from "../../language/index.js";
import {
  bareTopic,
  classifySpeech,
  confirmsForgetting,
  deniesForgetting,
  findPastes,
  forgetsLast,
  forgetTopic,
  isOffRecord,
  liftsSilence,
  silencesRest,
} from "../../language/speech-acts/index.js";
import { type Extraction, NOTHING } from "./extraction.js";
import type { Piece } from "./piece.js";
import type { Reader } from "./reader.js";
import { scorePiece } from "./score.js";
import { readPieces } from "./units.js";

/** A cheap look: without one of these no words ask to forget anything. */
const MAY_FORGET =
  /[记記忘删刪录錄存撤清抹留划去]|当我|當我|没说|沒說|没听|沒聽|不作数|收回|听听|私下|说完|你知我知|咱俩|我们俩|保密|外传|说出去|底|之间|之間|漏嘴|无痕|扔|丢|擦|移除|forget|record|remember|sav(?:e|ing)|stor(?:e|ing)|delet|eras|remov|wipe|drop|clear|keep|note|strike|scratch|log|write|memor|scrub|purge|unlearn|get rid|hold on ?to|hang on ?to|retain|pretend|should be gone|take|between|off the|never mind|ignore|disregard|incognito|un-?hear|un-?see|hear (?:that|it|this)|act as|act like|ditch|bin |discard|expunge|scrap|undo|retract|withdraw|lose|let go|know about|trace|imagine|down|gone/iu;

/** A question in form only. */
const POLITE =
  /^\W*(?:(?:hey|hi|so|also|and|please|btw|ok|okay|actually),? )*(?:can|could|would|will|do|might) you\b(?! (?:remember|know|still))|^\W*(?:is it possible|is there a way|any chance|would it be possible|may i ask|can we)\b|^\W*(?:请问|那|那你|对了|还有)?[，,]?(?:你)?(?:能不能|可不可以|可以|能|麻烦|是否可以)|(?:好吗|好不好|行吗|行不行|可以吗|成吗)[?？]?\s*$/iu;
/** A question that asks: its words of asking may also name what is to be forgotten (我工资多少你别留底). */
function isAsked(text: string): boolean {
  return /(?:[?？]|吗|嘛)\s*$/u.test(text.trim()) && !POLITE.test(text.trim());
}

/** Turns looked back on for a wish that nothing more be kept: those that it silenced are gone. */
const LONGEST_WISH = 240;

/** Whether a turn before this one asks that the rest of the talk be kept nowhere, and none after it takes that back. */
function isSilenced(before: readonly Turn[]): boolean {
  const wish = before.findLastIndex(
    ({ role, text }) => role !== "tool" && text.length <= LONGEST_WISH && silencesRest(text),
  );
  return wish >= 0 && !before.slice(wish + 1).some(({ role, text }) => role === "user" && liftsSilence(text));
}

/** Whether the turn before this one was erased, or asks for it now. */
function followsErased({ position }: Turn, before: readonly Turn[]): boolean {
  const last = before.at(-1);
  // a session goes with its last turn: what answers it begins the session anew
  if (last === undefined) return true;
  if (last.position < position - 1) return true;
  return last.role === "user" && (forgetsLast(last.text) || forgetTopic(last.text) !== undefined);
}

const SILENT: Extraction = { ...NOTHING, offTheRecord: true, withoutEpisode: true };

/**
 * What others than the user say is kept nowhere either where the user wants nothing kept, and where it only confirms that something was
 * forgotten, and so names it again.
 */
export function silencedAnswer(turn: Turn, before: readonly Turn[]): Extraction | undefined {
  if (isSilenced(before)) return silencesRest(turn.text) && turn.text.length <= LONGEST_WISH ? undefined : SILENT;
  return turn.role === "assistant" && confirmsForgetting(turn.text) && followsErased(turn, before) ? SILENT : undefined;
}

/** The user's own sentences, whole: what the reader cut out as foreign stays out. */
function ownWords(reader: Reader, sentences: readonly Span[]): string {
  const [first] = sentences;
  const last = sentences.at(-1);
  if (first === undefined || last === undefined) return "";
  const whole = reader.text.slice(first.start, last.end);
  return findPastes(reader.text).length > 0 ? sentences.map(({ text }) => text).join(" ") : whole;
}

/** Words beside the wish itself that would be lost on whoever keeps the turn for its wish. */
function saysMore(text: string): boolean {
  return text.length > LONGEST_WISH || /[:：]\s*\S{4,}/u.test(text);
}

/** What was said by itself before the wish: a part, one thing. "What I just said" is the message before. */
const ONE_BEFORE =
  /\b(?:previous|last (?:message|thing)|just (?:said|told)|earlier|above)\b|刚才|刚刚|上[一面]|前面|之前/iu;
const OF_MATTER = 0.6;

/** Whether a message says a thing of its own before a place; asked from its head on, so that all is read once. */
type SaysBefore = (start: number) => boolean;

function isMatter(piece: Piece): boolean {
  return piece.speech.act === "statement" && scorePiece(piece) >= OF_MATTER;
}

function readingOnce({ text }: Reader): SaysBefore {
  let read = 0;
  let says = false;
  return (start) => {
    const unread = splitSentences(text.slice(read, start));
    says ||= unread.some((each) => readPieces(each).some(isMatter));
    read = Math.max(read, start);
    return says;
  };
}

/** "I also had surgery last year, please don't keep that part": the wish follows what it is about in one message. */
function pointsAtItself(sentence: Span, saysBefore: SaysBefore): boolean {
  if (/\b(?:it|this|that)\s?:\s*\S|[记存留]\p{Script=Han}{0,3}[:：]\s*\S/iu.test(sentence.text)) return true;
  if (ONE_BEFORE.test(sentence.text)) return false;
  if (saysBefore(sentence.start)) return true;
  const own = readPieces(sentence).filter((piece) => !forgetsLast(piece.text) && piece.speech.act !== "forget");
  return own.some(
    (piece) => isMatter(piece) || (piece.speech.act === "statement" && GIVES_FACT.test(piece.text.trim())),
  );
}

/** "The code of the shed is …, don't save that": what the clause beside the wish gives away. "I changed my mind" gives nothing. */
const GIVES_FACT =
  /^(?:(?:and|so|also|but|ok|btw|by the way)[, ]+)*(?:the|my|our|his|her|their|\p{Lu}\p{Ll}+['’]s) [^,.;]{2,60}? (?:is|are|was|were)\b|^(?:对了|另外|还有)?[，,]?(?:我|我们|咱们?|他|她|店里|家里|公司)?的?[\p{Script=Han}A-Za-z]{2,12}是(?!说|这个意思)\S{2,}/iu;

/** "Scratch that.", 刚才说的不算。: nothing else in the sentence, and no word of keeping or deleting. */
const TAKES_BACK =
  /^(?:(?:oh|no|wait|sorry|actually|hmm|ok|um|hang on)[,.! ]+)*(?:scratch|strike|ignore|disregard|scrap|forget) (?:that|this|it|what i (?:just )?said)(?: last (?:bit|part|one))?(?:[,.!]? (?:sorry|actually|please|my bad|my mistake))?[.!…]*$|^(?:等等|等下|不对|算了|抱歉|不好意思|哎呀?|那个|[，,。！!\s])*(?:(?:刚才|刚刚|上面|前面)(?:我)?(?:那|这|的|说|讲)*(?:句|个|条|些|话)*[，,]?(?:都|就)?(?:不算(?:数)?|作废|不作数)|(?:当|就当)我(?:刚才)?没(?:说|讲)(?:过)?|收回(?:刚才|上面|前面)?(?:的|那|这)?(?:句|个)?话?)(?:了|吧|啊|哈)*[。！!～~]*$/iu;

/** "scratch that, it'll be Q2": what follows in the sentence takes the place of what was said. */
const TAKEN_BACK_FOR =
  /^(?:(?:[Oo]h|[Nn]o|[Ww]ait|[Ss]orry|[Aa]ctually|[Hh]mm|[Oo]k|[Uu]m)[,.! ]+)*(?:[Ss]cratch|[Ss]trike|[Dd]isregard) (?:that|this)[,;:–—-]+\s*(?=.*[\d\p{Lu}])\S.{4,}/u;

/** Whether what stands right behind the sentence is a matter that takes the place of the one before. */
function saysAnew(sentences: readonly Span[], sentence: Span): boolean {
  const next = sentences[sentences.indexOf(sentence) + 1];
  return next !== undefined && readPieces(next).some((piece) => isMatter(piece));
}

/** Requests to forget and words off the record: looked for first, over the whole turn. */
export function forgetting(reader: Reader, sentences: readonly Span[]): Extraction | undefined {
  const { before } = reader.context;
  if (isSilenced(before)) return liftsSilence(reader.text) ? undefined : SILENT;
  if (!MAY_FORGET.test(reader.text)) return undefined;
  const said = ownWords(reader, sentences);
  if (silencesRest(said)) return saysMore(said) ? SILENT : { ...NOTHING, withoutEpisode: true };
  const candidates: Candidate[] = [];
  const saysBefore = readingOnce(reader);
  const lastNamed = namingOnce(reader);
  let forgetsPrevious = false;
  for (const sentence of sentences) {
    const { act } = classifySpeech(sentence.text, { sentence: sentence.text, isLast: true });
    const last = (act === "forget" || forgetsLast(sentence.text)) && !deniesForgetting(sentence.text);
    if (act === "off-record" || (!last && isOffRecord(sentence.text))) return SILENT;
    if (last && TAKES_BACK.test(sentence.text.trim()) && saysAnew(sentences, sentence)) continue;
    if (last && TAKEN_BACK_FOR.test(sentence.text.trim())) continue;
    const topic = isAsked(sentence.text) ? undefined : forgetTopic(sentence.text);
    if (topic !== undefined) candidates.push(forgetCandidate(reader, sentence, topic, lastNamed));
    else if (last && pointsAtItself(sentence, saysBefore)) return SILENT;
    else if (last) forgetsPrevious = true;
  }
  if (forgetsPrevious) return { ...NOTHING, forgetsPrevious, withoutEpisode: true };
  return candidates.length === 0 ? undefined : { ...NOTHING, candidates, withoutEpisode: true };
}

const SOMEONE = /^(?:him|her|them|he|she|they)(?:\b|$)|^(?:跟|和)?(?:他|她|他们|她们)(?:有关)?(?:的)?$/iu;

/** "Everything about him": whoever was named last before a place, in the same message or before it. */
type LastNamed = (start: number) => string | undefined;

function nameIn(words: string): string | undefined {
  return findEntities(words)
    .filter(({ kind }) => kind === "person" || kind === "name")
    .at(-1)?.text;
}

/** Asked from the head of the message on, so that all is read once. */
function namingOnce({ text, context }: Reader): LastNamed {
  let read = 0;
  let name: string | undefined;
  let earlier: { readonly name: string | undefined } | undefined;
  return (start) => {
    name = nameIn(text.slice(read, start)) ?? name;
    read = Math.max(read, start);
    if (name !== undefined) return name;
    earlier ??= {
      name: context.before.reduceRight<string | undefined>((found, turn) => found ?? nameIn(turn.text), undefined),
    };
    return earlier.name;
  };
}

function forgetCandidate(reader: Reader, sentence: Span, topic: string, lastNamed: LastNamed): Candidate {
  const bare = bareTopic(topic).trim();
  const named = SOMEONE.test(bare) ? (lastNamed(sentence.start) ?? bare) : bare;
  return {
    intent: "forget",
    content: named,
    evidence: sentence.text,
    kind: "fact",
    tier: "long-term",
    subject: "user",
    qualifiers: {},
    cardinality: "multi",
    value: named,
    polarity: "positive",
    entities: [],
    tags: [],
    importance: 0,
    confidence: 0.9,
    source: "explicit",
    rule: `${hasHan(reader.text) ? "zh" : "en"}.forget`,
  };
}
