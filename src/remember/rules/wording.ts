import type { EpochMs, TimeZone } from "../../domain/index.js";
import {
  describeDay,
  findTimeExpressions,
  hasHan,
  hasTimeExpressionCue,
  OPEN_END,
  OPEN_START,
} from "../../language/index.js";
import { stripChineseExplicitFrame, stripLead } from "../../language/speech-acts/index.js";
import { namesEveryYear } from "./expiry.js";
import { toThirdPersonEnglish } from "./third-person-en.js";
import { toThirdPersonChinese } from "./third-person-zh.js";

const DAY_IN_MS = 86_400_000;
/** Already a date that reads the same on any day. */
/** A time of day alone names no day. */
const NAMES_A_DAY =
  /today|tonight|tomorrow|yesterday|day|morning|night|今|明|昨|后天|前天|周|星期|礼拜|月|号|日|\d{1,2}\/\d|\d{1,2}-\d{1,2}(?![\d:：点时]|\s?[ap]\.?m)|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/iu;
const WEEKLY = /周|星期|礼拜|day|weekend/iu;
const LASTING =
  /每|平时|一般|通常|以后|一律|只有|固定|总是|从来|always|never|every|usually|normally|generally|only|most (?:years|months|weeks|days)|weekends?\b|day (?:mornings|afternoons|evenings|nights)\b/iu;
/** "moved from Monday to Tuesday, starting next week": days of any week. */
const MOVES_WEEKLY =
  /\bfrom (?:mon|tues|wednes|thurs|fri|satur|sun)day\b.{0,24}\bto (?:mon|tues|wednes|thurs|fri|satur|sun)day\b.*\b(?:starting|from|as of|beginning)\b|从(?:周|星期|礼拜)[一二三四五六日天].{0,12}(?:改|挪|移|调|换)(?:到|成|为)(?:周|星期|礼拜)[一二三四五六日天]/iu;
const ABSOLUTE = /\d{4}\s?[-/.年]\s?\d{1,2}/u;

/** Puts the day that a relative word means behind it: "tomorrow" → "tomorrow (2026-05-12)". Values are not touched. */
function withAbsoluteDates(text: string, at: EpochMs, timeZone: TimeZone): string {
  if (!hasTimeExpressionCue(text)) return text;
  const language = hasHan(text) ? "zh" : "en";
  const lasting = LASTING.test(text);
  if (namesEveryYear(text)) return text;
  let out = "";
  let from = 0;
  for (const expression of findTimeExpressions(text, { at, timeZone })) {
    if (expression.recurring || expression.vague || ABSOLUTE.test(expression.text) || expression.start < from) continue;
    if ((expression.grain === "minute" || expression.grain === "hour") && !NAMES_A_DAY.test(expression.text)) continue;
    if (WEEKLY.test(expression.text) && (lasting || MOVES_WEEKLY.test(text))) continue;
    if (expression.from <= OPEN_START) continue;
    const first = describeDay(expression.from, timeZone, language);
    const last = expression.to < OPEN_END ? describeDay(expression.to - 1, timeZone, language) : first;
    const span = expression.to - expression.from > DAY_IN_MS && first !== last ? `${first}–${last}` : first;
    const brackets = language === "zh" ? `（${span}）` : ` (${span})`;
    // "in October, she …": the comma belongs to the clause
    const end = expression.end - (/[\s,;，；]*$/u.exec(text.slice(expression.start, expression.end))?.[0].length ?? 0);
    out += text.slice(from, end) + brackets;
    from = end;
  }
  return out + text.slice(from);
}

const EN_EXPLICIT_FRAME =
  /^[^\p{L}\p{N}]*(?:(?:and|but|so|ok|oh|also|just|please|pls|plz|can you|could you|will you|do|kindly|hey|hi|btw|note to self)[,:]? )*(?:remember|memori[sz]e|take note|make a note|note(?: down)?|jot (?:it |this |that )?down|keep in mind|bear in mind|keep (?:this|that) in mind|bear (?:this|that) in mind|don'?t (?:you )?forget|for (?:the record|(?:your |future )?reference|next time)|save (?:this|that)|store (?:this|that)|add (?:this|that) to (?:your |my )?(?:memory|notes)|fyi|fwiw|heads[- ]?up|just so (?:you|u) know)(?: for (?:next time|later|the future|future reference|me))?(?: of)?(?:,? ?(?:please|pls))?(?: that\b|:|,| -| –)?\s+/iu;
const EN_TRAILING_FRAME =
  /(?<!['’]s|\b(?:the|an?|my|our|her|his|is|are|was|not|all))(?:(?:[,;]|,? -| –)? (?:(?:so|and|but) )?(?:(?:please |pls |do |just )?(?:remember (?:that|this|it)|(?:keep|bear) (?:that|this|it) in mind(?: (?:please|when|whenever|for|next|from|going)\b[^.,;]{0,60})?|make a note(?: of (?:that|this|it))?|take note(?: of (?:that|this|it))?|note (?:that|this)|don'?t forget(?: that| this)?)|just fyi|fyi|btw|for the record|ok|okay|pls|please|thanks|thx|lol|haha)){1,4}[.! ]*$/iu;
const ZH_TRAILING_FRAME =
  /(?:[，,。；;]\s?(?:所以|那就|那)?(?:请|麻烦)?(?:你)?(?:帮我)?(?:记住了?|记得|记着|记在心里|帮我记(?:住|一下)?|请记住|记一下|别忘(?:了|记)|这个可以记|这个要记|记好了?|知道(?:了)?吗?|行吗|好吗|哈|谢谢|谢啦))+[。！!~～ ]*$/u;
/** "Nate, I …" */
const VOCATIVE = /^\p{Lu}\p{Ll}+[,!] (?=(?:I|I'm|I've|we|my|our)\b(?! [\p{L}-]+(?: [\p{L}-]+)?,))/u;
/** "… next month - can't wait!" */
const DELIGHT_TAIL =
  /(?:\s*[-–—,.!]+\s*|\s+)(?:(?:and|I|we) )*(?:can['’]?t wait|so excited|super (?:excited|stoked))(?: for it)?[!.\s]*$/iu;
/** One thing that may close a statement without belonging to it: taken off one after another. */
const ASKS_TO_KEEP = /记|記|忘|备注|備註|存一?下/u;
const CLOSING =
  /(?:[\s,，;；:：、…~～]|\p{Extended_Pictographic}|\ufe0f|\u200d|\b(?:lol|haha|lmao|thx|pls|tho)|[哈啊哦呀嘛啦呗](?=[。！!]*$))$/u;
const OPENING = /^[\s,，;；:：、…~～.。!！?？*•·-]+/u;

/** Takes off what only carries the statement: "please remember that", 对了，记一下, closing emoji. Never empties it. */
function stripFrames(text: string): string {
  let bare = text.trim().replace(OPENING, "");
  if (hasHan(bare)) {
    bare = bare.replace(ZH_TRAILING_FRAME, "");
    bare = stripLead(bare);
    if (ASKS_TO_KEEP.test(bare.slice(0, 14))) bare = stripChineseExplicitFrame(bare) || bare;
    bare = bare.replace(OPENING, "").replace(/^[啊哈呀哦噢嗯][，,]/u, "");
  } else {
    bare = bare.replace(EN_TRAILING_FRAME, "").replace(DELIGHT_TAIL, "");
    bare = stripLead(bare).replace(EN_EXPLICIT_FRAME, "");
    bare = stripLead(bare).replace(VOCATIVE, "");
  }
  let closed = bare;
  for (let next = closed.replace(CLOSING, ""); next !== closed; next = closed.replace(CLOSING, "")) closed = next;
  return closed === "" ? text.trim() : closed;
}

/** The statement in the third person with absolute dates beside relative ones: readable alone a year later. */
export function normaliseWording(text: string, at: EpochMs, timeZone: TimeZone, isDated = true): string {
  const bare = stripFrames(text);
  const dated = isDated ? withAbsoluteDates(bare, at, timeZone) : bare;
  return hasHan(dated) ? toThirdPersonChinese(toMixedThirdPerson(dated)) : toThirdPersonEnglish(dated);
}

/** English "I/my" inside a Chinese sentence. */
function toMixedThirdPerson(text: string): string {
  return text.replace(/\bmy\b/gu, "用户的").replace(/\bI\b(?![./-])/gu, "用户");
}

/** Capital first letter for English; Chinese as it is. */
export function asSentence(text: string): string {
  return /^\p{Ll}/u.test(text) && !/^\S*[\d_.@/-]/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
