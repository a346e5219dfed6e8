import { pairedMarks } from "./brackets.js";
import { isHan, isSpace, type Span, trimmedSpan } from "./span.js";

/** A quotation or bracket up to this long is not cut inside. */
const LONGEST_UNCUT = 200;
/** Shorter lines that end without a mark are chat or list lines, not wrapped prose. */
const WRAPPED_LINE = 40;

const URL = /(?:https?:\/\/|www\.)[^\s，。；！？、）】」』”"<>]+/gu;
/** A list mark at the start of a line: bullets, "1.", "1)", "（一）", "1、", "①". */
const LIST_MARK =
  /^[ \t\u3000]*(?:[-*+•·▪●○–—>]+[ \t\u3000]+|[（(]?(?:\d{1,3}|[一二三四五六七八九十]{1,3}|[a-zA-Z])[)）][ \t]*|(?:\d{1,3}|[一二三四五六七八九十]{1,3})(?:、|[.．][ \t\u3000]+|[.．](?=[\u4e00-\u9fff]))[ \t]*|[①-⑳][ \t]*)/u;
const INLINE_NUMBER =
  /(?<=^|[\s。！？；;：:,，])[（(]?(\d{1,2})(?:[.)）．][ \t\u3000]+|[)）、．]|[.](?=[\u4e00-\u9fff]))/gmu;
/** Titles and the like: what follows belongs to them. */
const NEVER_LAST =
  /^(?:mr|mrs|ms|mx|dr|prof|st|sr|jr|rev|gen|col|capt|lt|sgt|fr|no|nos|fig|eq|sec|ch|vol|pp|p|vs|e\.g|i\.e|cf|approx|dept|est|ext|tel|rm|mt|hon|gov|sen|rep)$/u;
/** Abbreviations that may close a sentence: they do when a capital follows. */
const MAY_BE_LAST =
  /^(?:etc|inc|ltd|co|corp|llc|a\.m|p\.m|u\.s|u\.k|u\.s\.a|ph\.d|b\.sc|m\.sc|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|ave|blvd|rd|al)$/u;

const CLOSERS = new Set([..."”’」』）)]】》\"'"]);
const HARD = new Set([..."。！？!?｡．"]);
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)$/u;
const REPORTED =
  /^\s*(?:[的地得]|[他她它我你您咱]们?(?:\p{L}{0,2})[说讲问道喊答回]|[\p{Script=Han}]{1,4}[说道问答喊][，。：:,]|[，,、；;。.])/u;

/** Per line: where its text begins after a list mark. */
function contentStart(text: string, lineStart: number, lineEnd: number): number {
  const mark = LIST_MARK.exec(text.slice(lineStart, Math.min(lineEnd, lineStart + 40)));
  if (mark === null || mark[0].length === lineEnd - lineStart) return lineStart;
  return lineStart + mark[0].length;
}

/** "1. buy milk 2. call Bob": marks inside a line count when they run 1, 2, … */
function inlineNumbers(line: string): readonly { readonly at: number; readonly end: number }[] {
  const marks: { at: number; end: number }[] = [];
  for (const match of line.matchAll(INLINE_NUMBER)) {
    const value = Number(match[1]);
    if (value === marks.length + 1) marks.push({ at: match.index, end: match.index + match[0].length });
    else if (value === 1) marks.splice(0, marks.length, { at: match.index, end: match.index + match[0].length });
  }
  return marks.length > 1 ? marks : [];
}

function wordBefore(text: string, dot: number): string {
  let start = dot;
  while (start > 0 && dot - start < 12 && /[A-Za-z.]/u.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, dot).toLowerCase();
}

/** Whether a full stop at `dot` ends a sentence, given that white space, a closing mark or the end follows. */
function dotEnds(text: string, dot: number, next: string): boolean {
  const before = wordBefore(text, dot);
  if (NEVER_LAST.test(before)) return next === "";
  const capital = /^[\p{Lu}\p{Script=Han}"“‘'「]/u.test(next);
  if (MAY_BE_LAST.test(before)) return next === "" || (capital && !/^(?:u\.s|u\.k|co)$/u.test(before));
  // an initial; but "her husband's." ends with what it belongs to
  const possessive = /['’]/u.test(text.charAt(dot - before.length - 1));
  if (/^(?:[a-z]\.)*[a-z]$/u.test(before) && before !== "i" && !possessive) return next === "";
  return next === "" || !/^\p{Ll}/u.test(next);
}

interface Scan {
  readonly text: string;
  readonly pairs: ReadonlyMap<number, number>;
  /** Offset → exclusive end of a URL that begins there. */
  readonly urls: ReadonlyMap<number, number>;
  /** The closing marks that were taken last: a run of them is walked once, not once for each of them. */
  taken: { readonly from: number; readonly end: number; readonly to: number };
}

/** Takes closing marks and emoji that hang on the end of a sentence. */
function swallowClosers(scan: Scan, from: number, to: number): number {
  const { text, taken } = scan;
  if (taken.to === to && from >= taken.from && from < taken.end) return taken.end;
  let at = from;
  while (at < to) {
    const symbol = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const spaced = symbol === " " && EMOJI.test(String.fromCodePoint(text.codePointAt(at + 1) ?? 0));
    if (!CLOSERS.has(symbol) && !HARD.has(symbol) && symbol !== "." && symbol !== "…" && !EMOJI.test(symbol) && !spaced)
      break;
    at += symbol.length;
  }
  scan.taken = { from, end: at, to };
  return at;
}

function nextCharacters(text: string, from: number, to: number): string {
  let at = from;
  while (at < to && isSpace(text.charCodeAt(at))) at += 1;
  return text.slice(at, Math.min(to, at + 12));
}

/** The end of the sentence whose closing mark stands at `at`; undefined when the mark ends nothing. */
function endAt(scan: Scan, at: number, to: number): number | undefined {
  const { text } = scan;
  const mark = text.charAt(at);
  if (mark === "。" || mark === "！" || mark === "？" || mark === "｡" || mark === "．")
    return swallowClosers(scan, at + 1, to);
  if (mark === "!" || mark === "?") {
    const end = swallowClosers(scan, at + 1, to);
    return /^[a-z]/u.test(nextCharacters(text, end, to)) && !isSpace(text.charCodeAt(end)) && end < to
      ? undefined
      : end;
  }
  if (mark === "…" || (mark === "." && text.charAt(at + 1) === ".")) return ellipsisEnd(scan, at, to);
  if (mark !== ".") return undefined;
  const end = swallowClosers(scan, at + 1, to);
  const follows = text.codePointAt(end) ?? 0x20;
  if (end < to && !isSpace(follows) && !isHan(follows)) return undefined;
  if (/\d/u.test(text.charAt(at - 1)) && isHan(follows) && end === at + 1) return undefined;
  return dotEnds(text, at, nextCharacters(text, end, to)) ? end : undefined;
}

function ellipsisEnd(scan: Scan, at: number, to: number): number | undefined {
  const { text } = scan;
  const end = swallowClosers(scan, at, to);
  const next = nextCharacters(text, end, to);
  if (next === "") return end;
  const spoken = /[\p{L}\p{N}]{3}/u.test(text.slice(Math.max(0, at - 6), at));
  return spoken && /^[\p{Lu}\p{Script=Han}]/u.test(next) ? end : undefined;
}

/** A quotation closes the sentence when its own last mark does and the frame around it does not go on. */
function quotationEnd(scan: Scan, close: number, to: number): number | undefined {
  const { text } = scan;
  if (!/[。！？!?.…]/u.test(text.charAt(close - 1)) || /[)）\]】》]/u.test(text.charAt(close))) return undefined;
  const end = swallowClosers(scan, close + 1, to);
  const next = nextCharacters(text, end, to);
  if (next === "") return end;
  return /^[\p{Lu}\p{Script=Han}]/u.test(next) && !REPORTED.test(next) ? end : undefined;
}

function splitStretch(scan: Scan, from: number, to: number, spans: Span[]): void {
  let start = from;
  let at = from;
  const cut = (end: number): void => {
    const span = trimmedSpan(scan.text, start, end);
    if (span !== undefined) spans.push(span);
    start = end;
    at = end;
  };
  while (at < to) {
    const url = scan.urls.get(at);
    if (url !== undefined) {
      at = Math.min(url, to);
      continue;
    }
    const close = scan.pairs.get(at);
    if (close !== undefined && close < to) {
      const end = quotationEnd(scan, close, to);
      if (end === undefined) at = close + 1;
      else cut(end);
      continue;
    }
    const end = endAt(scan, at, to);
    if (end === undefined) at += 1;
    else cut(Math.max(end, at + 1));
  }
  cut(to);
}

/** Trailing full stops and question marks are not part of an address. */
function urlRanges(text: string): ReadonlyMap<number, number> {
  const ranges = new Map<number, number>();
  for (const match of text.matchAll(URL)) {
    let end = match.index + match[0].length;
    while (end > match.index && /[.,;:!?)\]'…]/u.test(text.charAt(end - 1))) end -= 1;
    ranges.set(match.index, end);
  }
  return ranges;
}

/** Lines, with wrapped ones (a long line without a closing mark, the next in lower case) joined. */
function* stretches(text: string): Generator<{ readonly start: number; readonly end: number }> {
  let start = 0;
  let lineStart = 0;
  while (lineStart <= text.length) {
    const found = text.indexOf("\n", lineStart);
    const lineEnd = found < 0 ? text.length : found;
    const wrapped =
      found >= 0 &&
      lineEnd - lineStart >= WRAPPED_LINE &&
      /[\p{Ll},]\s?$/u.test(text.slice(lineEnd - 2, lineEnd)) &&
      /^\p{Ll}/u.test(text.slice(lineEnd + 1, lineEnd + 3));
    if (!wrapped) {
      yield { start, end: lineEnd };
      start = lineEnd + 1;
    }
    lineStart = lineEnd + 1;
  }
}

/**
 * Sentences of a Chinese, English or mixed text, in order, with exact offsets. Line breaks, 。！？!? and full stops end them; decimals,
 * abbreviations, initials, addresses and short quotations are not cut; list marks are left out; closing quotes and emoji stay with
 * their sentence. Linear in the text.
 */
export function splitSentences(text: string): Span[] {
  const scan: Scan = {
    text,
    pairs: pairedMarks(text, LONGEST_UNCUT),
    urls: urlRanges(text),
    taken: { from: 0, end: 0, to: 0 },
  };
  const spans: Span[] = [];
  for (const { start, end } of stretches(text)) {
    if (start >= end) continue;
    const marks = inlineNumbers(text.slice(start, end));
    if (marks.length === 0) {
      splitStretch(scan, contentStart(text, start, end), end, spans);
      continue;
    }
    splitStretch(scan, start, start + (marks[0]?.at ?? 0), spans);
    marks.forEach((mark, index) => {
      splitStretch(scan, start + mark.end, start + (marks[index + 1]?.at ?? end - start), spans);
    });
  }
  return spans;
}
