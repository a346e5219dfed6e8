import { hasHan, toSimplified } from "../script.js";
import { stripLead } from "../speech-acts/index.js";
import { readChineseSubject, readEnglishSubject, type SubjectReading } from "./speaker.js";

/** Longer stretches hold no single statement. */
const LONGEST = 240;

/** A clause as the patterns want it: contractions opened, and for Chinese its simplified form beside the written one. */
export interface Reading {
  /** What patterns see. */
  readonly text: string;
  /** The same length as `text`, as written. */
  readonly written: string;
  readonly language: "zh" | "en";
}

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/[’]/gu, "'"],
  [/\b(i)'?m\b/giu, "$1 am"],
  [/\b(i|we|they|you)'ve\b/giu, "$1 have"],
  [/\b(we|they|you)'re\b/giu, "$1 are"],
  [/\b(he|she|it|that|there|who)'s\b/giu, "$1 is"],
  [/\b(i|we|he|she|they|it|you)'ll\b/giu, "$1 will"],
  [/\b(i|we|he|she|they|you)'d\b/giu, "$1 would"],
  [/^its (?=the\b|a\b|an\b|on\b|in\b)/giu, "it is "],
];

function openContractions(text: string): string {
  return CONTRACTIONS.reduce((opened, [pattern, full]) => opened.replace(pattern, full), text);
}

/** A date in front (2026 年 6 月 1 日时…, "back in March, …") is when, not what. */
const ZH_DATED =
  /^(?:截至|截止|自|从|在)?(?:\d{4} ?年)? ?(?:\d{1,2} ?月)? ?(?:\d{1,2} ?[日号])?(?<=[年月日号])(?:时|的时候|当时|那天|起|开始)?[，, ]*/u;
const EN_DATED =
  /^(?:back |as |since |starting |effective )?(?:in|on|of|from|since)? ?(?:early |late |mid-?|the )?(?:\d{1,2}(?:st|nd|rd|th)? )?(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)(?: \d{1,2}(?:st|nd|rd|th)?)?(?:,? \d{4})?,? (?=the |our |my |i |we |\p{Lu})/iu;

/** "These days I live in …", "Since May we use …": an adverb in front is no subject. */
const EN_WHEN =
  /^(?:these days|nowadays|(?:from|starting|beginning|effective)(?: from)? (?:this|next|the coming) \p{L}+(?: on(?:wards?)?)?|starting (?:today|now|\p{Lu}\p{L}+)|as of (?:last|next) \p{L}+|currently|at present|presently|right now|at the moment|now|today|yesterday|recently|lately|since (?:then|last \p{L}+|\p{Lu}\p{L}+)|(?:last|this) (?:week|month|year|spring|summer|autumn|fall|winter)|as of (?:today|now|this \p{L}+)|from (?:today|now on)),? (?=i\b|we\b|my\b|our\b|the\b|\p{Lu})/iu;
/** "(I quit X,) starting at Y on Monday": the speaker is left out, and the verb is no adverb. */
const STARTS_WORK =
  /^[Ss]tarting (?=(?:work |a new job |a new role )?(?:at|with) \p{Lu}[\p{L}\d&.'-]*(?: \p{Lu}[\p{L}\d&.'-]*)* (?:on \p{Lu}\p{Ll}+day|on the \d|next|this|in (?:\p{Lu}\p{Ll}+|a |two )|tomorrow))/u;
/** "红隼 uses MySQL": an English clause about something with a Chinese name. */
const ENGLISH_OF_HAN_NAME =
  /^[\p{Script=Han}]{2,8} (?:now |still |also |currently )?(?:uses|runs|is|was|has|moved|switched|lives|works|costs|depends|relies)\b[^\p{Script=Han}]*$/u;
/** 现在、目前、今天 in front of the predicate. */
const ZH_WHEN =
  /^(?:从?(?:现在|目前|如今|当前|眼下|今天|今年|最近|昨天|前天|明天|明年|[上下这本]?(?:周|星期|礼拜)[一二三四五六日天末]|[上下]周|[上下]个?月|\d{1,2}月(?:\d{1,2}[日号])?|\d{1,2}[日号]|这周|这个?月|本周|本月|去年|年初|刚刚?)(?:起|开始)?[，, ]?)(?=在|我|我们|开始|正式|就|已经?|要|会|从|入职|跳槽|离职|离开|辞|加入|住|搬|改|换|用|不|喝|吃|做|当|担任|负责)/u;

export function readingsOf(clause: string): readonly Reading[] {
  const lead = hasHan(clause) ? clause : stripLead(clause);
  const bare = lead
    .trim()
    .replace(/[\s.。!！~～…;；,，]+$/u, "")
    .replace(/\s*(?:\p{Extended_Pictographic}|\ufe0f|\u200d)+\s*$/u, "");
  if (bare === "" || bare.length > LONGEST) return [];
  if (hasHan(bare) && !ENGLISH_OF_HAN_NAME.test(bare)) {
    const written = bare.replace(ZH_DATED, "").replace(ZH_WHEN, "");
    return [{ text: toSimplified(written), written, language: "zh" }];
  }
  const opened = openContractions(
    bare.replace(STARTS_WORK, "I am starting ").replace(EN_DATED, "").replace(EN_WHEN, ""),
  );
  return [{ text: opened, written: opened, language: "en" }];
}

const VALUE_TAIL =
  /(?:,? (?:until further notice|for now|any ?more|any longer|last (?:week|month|year|night)|this (?:week|month|year)|btw|by the way|though|tho|too|as well|these days|at the moment|now|currently|from now on|going forward|pls|please|instead|lol))+$/iu;

export function cleanValue(value: string): string {
  return value
    .trim()
    .replace(/[\s.。!！,，;；]+$/u, "")
    .replace(/\s*(?:\p{Extended_Pictographic}|\ufe0f|\u200d)+\s*$/u, "")
    .replace(/(?:哈|啊|哦|呀|呢|嘛|啦|吧)$/u, "")
    .replace(/(?:，|,)?(?:而)?不是[^，]{1,20}$|,? (?:and )?not [^,]{2,40}$/u, "")
    .replace(VALUE_TAIL, "")
    .trim();
}

export function readSubject(reading: Reading, end: number): SubjectReading {
  return reading.language === "en"
    ? readEnglishSubject(reading.text.slice(0, end))
    : readChineseSubject(reading.text.slice(0, end), reading.written.slice(0, end));
}

/** Groups with their written forms: positions are the same in both. */
export function groupsOf(reading: Reading, pattern: RegExp): Record<string, string | undefined> | undefined {
  const match = pattern.exec(reading.text);
  if (match === null) return undefined;
  const groups: Record<string, string | undefined> = {};
  let from = match.index;
  for (const [name, text] of Object.entries(match.groups ?? {})) {
    if (text === undefined) continue;
    const at = reading.text.indexOf(text, from);
    groups[name] = at < 0 ? text : reading.written.slice(at, at + text.length);
    if (at >= 0) from = at + text.length;
  }
  return groups;
}
