import type { EpochMs, TimeZone } from "../../domain/index.js";
import { hasHan, toSimplified } from "../script.js";
import type { Span } from "../span.js";
import { dateOf, dayOf, epochOf } from "./calendar.js";
import { CHINESE_RULES, HOLIDAY_RULES } from "./chinese-rules.js";
import { CLOCK_RULES } from "./clock-rules.js";
import { ENGLISH_RULES } from "./english-rules.js";
import { type Moment, momentOf, type Reading, type TimeGrain, type TimeRule } from "./reading.js";
import { hasTimeExpressionCue, tenseAround } from "./tense.js";

/** Stands for "no end": `to` of "from June on". The last instant that a Date can hold. */
export const OPEN_END: EpochMs = 8_640_000_000_000_000;
/** Stands for "no beginning": `from` of "before 2020". */
export const OPEN_START: EpochMs = -8_640_000_000_000_000;

/** A time that a text names, resolved against the instant and the zone that it was said in. */
export interface TimeExpression extends Span {
  /** Inclusive. `OPEN_START` when there is no beginning. */
  readonly from: EpochMs;
  /** Exclusive. `OPEN_END` when there is no end. */
  readonly to: EpochMs;
  readonly grain: TimeGrain;
  /** It comes again and again (每周一, "every Monday"); the range is then one occurrence: today's, the next, or the current period. */
  readonly recurring: boolean;
  /** About when only (最近, "recently", "a few days ago"); the range is a guess. */
  readonly vague: boolean;
  /** Where the range lies: wholly before, around or wholly after `at`. */
  readonly direction: "past" | "present" | "future";
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly reading: Reading;
}

const WIDE_FIRST = 0xff01;
const WIDE_LAST = 0xff5e;

/** Width, case and script folded without moving any offset. */
function foldInPlace(text: string): string {
  let narrow = "";
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const folded =
      unit >= WIDE_FIRST && unit <= WIDE_LAST && unit !== 0xff0c ? unit - 0xfee0 : unit === 0x2019 ? 0x27 : undefined;
    if (folded === undefined) continue;
    narrow += text.slice(from, index) + String.fromCharCode(folded);
    from = index + 1;
  }
  narrow += text.slice(from);
  const lower = narrow.toLowerCase();
  const cased = lower.length === text.length ? lower : narrow.replace(/[A-Z]/gu, (letter) => letter.toLowerCase());
  if (!hasHan(cased)) return cased;
  const simplified = toSimplified(cased);
  return simplified.length === text.length ? simplified : cased;
}

function applyRules(text: string, rules: readonly TimeRule[], moment: Moment, found: Found[]): void {
  for (const { pattern, read } of rules) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (end === start) continue;
      const reading = read(match.groups ?? {}, moment, () => tenseAround(text, start, end));
      if (reading !== undefined) found.push({ start, end, reading });
    }
  }
}

/** Of overlapping readings the one that begins first and, of those, the longest. */
function withoutOverlaps(found: readonly Found[]): readonly Found[] {
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Found[] = [];
  for (const next of sorted) {
    const last = kept.at(-1);
    if (last === undefined || next.start >= last.end) kept.push(next);
    else if (next.end - next.start > last.end - last.start) kept[kept.length - 1] = next;
  }
  return kept;
}

const BESIDE = /^\s*(?:[,，、的]\s*)?(?:(?:at|on|in\s+the|from|around|of)\s+)?$/u;

/** A day and a time of the day beside each other are one: 明天下午三点, "at 3pm on Friday". */
function joinDayAndClock(text: string, found: readonly Found[]): readonly Found[] {
  const joined: Found[] = [];
  for (const next of found) {
    const last = joined.at(-1);
    const gap = last === undefined ? "-" : text.slice(last.end, next.start);
    const reading =
      last !== undefined && gap.length <= 12 && BESIDE.test(gap) ? together(last.reading, next.reading) : undefined;
    if (last !== undefined && reading !== undefined)
      joined[joined.length - 1] = { start: last.start, end: next.end, reading };
    else joined.push(next);
  }
  return joined;
}

/** Between a week and a weekday of it: "next week, from Tuesday", 下周，从周二. */
const OF_WEEK = /^\s*[,，]?\s*(?:(?:from|on|starting|between)\s+|从|的)?$/u;
const WEEKDAY_ALONE =
  /^(?:(?:from|on|starting|between)\s+|从)?(?:(?:周|星期|礼拜)[一二三四五六日天]|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/u;

/** A weekday right behind a week is of that week, not of the one that its own words would choose. */
function joinWeekAndDay(text: string, found: readonly Found[]): readonly Found[] {
  const joined: Found[] = [];
  for (const next of found) {
    const last = joined.at(-1);
    const week = last?.reading;
    const isOfWeek =
      last !== undefined &&
      OF_WEEK.test(text.slice(last.end, next.start)) &&
      WEEKDAY_ALONE.test(text.slice(next.start, next.end));
    const { reading } = next;
    if (!isOfWeek || week?.type !== "days" || week.grain !== "week" || week.to - week.from !== 7) joined.push(next);
    else if (reading.type !== "days" || reading.to - reading.from !== 1) joined.push(next);
    else {
      const from = week.from + ((((reading.from - week.from) % 7) + 7) % 7);
      joined[joined.length - 1] = {
        start: last?.start ?? next.start,
        end: next.end,
        reading: { ...reading, from, to: from + 1 },
      };
    }
  }
  return joined;
}

const DAY_MINUTES = 1_440;

function together(first: Reading, second: Reading): Reading | undefined {
  const [day, clock] = first.type === "days" ? [first, second] : [second, first];
  if (first.type === "clock" && second.type === "clock") return bothClocks(first, second);
  if (
    day.type !== "days" ||
    clock.type !== "clock" ||
    day.grain !== "day" ||
    (day.to - day.from !== 1 && day.recurring !== true)
  )
    return undefined;
  if (clock.from > 2 * DAY_MINUTES) return undefined;
  const recurring = day.recurring === true || clock.recurring === true;
  return {
    ...clock,
    from: day.from * DAY_MINUTES + clock.from,
    to: day.from * DAY_MINUTES + clock.to,
    alone: true,
    recurring,
  };
}

/** "tonight at 8", "3 in the afternoon": the part says which half of the day the hour is in. */
function bothClocks(first: Reading & { type: "clock" }, second: Reading & { type: "clock" }): Reading | undefined {
  const [part, hour] = first.to - first.from > 60 ? [first, second] : [second, first];
  if (part.to - part.from <= 60 || hour.to - hour.from > 60) return undefined;
  const day = Math.floor(part.from / DAY_MINUTES) * DAY_MINUTES;
  const minute = hour.from % DAY_MINUTES;
  const from = [minute, (minute + 720) % DAY_MINUTES]
    .map((value) => day + value)
    .find((value) => value >= part.from && value < part.to);
  if (from === undefined) return undefined;
  return { ...hour, from, to: from + (hour.to - hour.from), alone: part.alone || hour.alone, half: true };
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly grain: TimeGrain;
  readonly recurring: boolean;
  readonly vague: boolean;
  readonly reading: Reading;
}

function resolve({ start, end, reading }: Found, moment: Moment): Range | undefined {
  const marks = {
    start,
    end,
    reading,
    grain: reading.grain,
    recurring: reading.recurring ?? false,
    vague: reading.vague ?? false,
  };
  if (reading.type === "instant") return { ...marks, from: reading.from, to: reading.to };
  const { timeZone } = moment;
  if (reading.type === "days")
    return { ...marks, from: epochOf(reading.from, 0, timeZone), to: epochOf(reading.to, 0, timeZone) };
  if (!reading.alone) return undefined;
  const shift = reading.from < 2 * DAY_MINUTES ? moment.today * DAY_MINUTES : 0;
  const minuteFrom = reading.from + shift;
  const day = Math.floor(minuteFrom / DAY_MINUTES);
  const from = epochOf(day, minuteFrom - day * DAY_MINUTES, timeZone);
  const wide = reading.to - reading.from > 60;
  const minuteTo = reading.to + shift;
  const endDay = Math.floor(minuteTo / DAY_MINUTES);
  return {
    ...marks,
    from,
    to: wide ? epochOf(endDay, minuteTo - endDay * DAY_MINUTES, timeZone) : from + (reading.to - reading.from) * 60_000,
  };
}

const TO = /^\s*(?:(?:一?直)?到|至|-|–|—|~|～|to|through|thru|until|till|and)\s*(?:on\s+)?$/u;
const FROM = /(?:从|自|由|\bfrom\s+|\bbetween\s+)\s*$/u;

/** "from Monday to Friday", 5月1日到3日: one range. "and" joins only after "between". */
function joinRanges(text: string, ranges: readonly Range[], moment: Moment): readonly Range[] {
  const joined: Range[] = [];
  for (const next of ranges) {
    const last = joined.at(-1);
    const gap = last === undefined ? "" : text.slice(last.end, next.start);
    const between = last !== undefined && /\bbetween\s+$/u.test(text.slice(Math.max(0, last.start - 12), last.start));
    const bare =
      next.end > next.start &&
      /^(?:until|till|through|to)\s/u.test(text.slice(next.start, next.end)) &&
      /^\s*$/u.test(gap);
    if (last === undefined || !(bare || (TO.test(gap) && (!gap.includes("and") || between)))) {
      joined.push(next);
      continue;
    }
    const end =
      last.reading.type === "clock"
        ? rebasedClock(last, next, moment)
        : rebased(last, next, text.slice(next.start, next.end), moment);
    if (end.to <= last.from) joined.push(next);
    else
      joined[joined.length - 1] = { ...last, end: next.end, to: end.to, recurring: last.recurring || next.recurring };
  }
  return joined;
}

/**
 * The end of a range of hours is on the day of its beginning, in the half of the day that comes after it, or in the night that
 * follows; "to four" ends at four.
 */
function rebasedClock(first: Range, second: Range, moment: Moment): Range {
  const { reading } = second;
  if (first.reading.type !== "clock" || reading.type !== "clock" || reading.to - reading.from > 60) return second;
  const dated = reading.from >= 2 * DAY_MINUTES;
  const begins = first.reading.from;
  let minute =
    dated || begins < 2 * DAY_MINUTES ? reading.from : Math.floor(begins / DAY_MINUTES) * DAY_MINUTES + reading.from;
  if (!dated && minute <= begins && !reading.half && minute + DAY_MINUTES / 2 > begins) minute += DAY_MINUTES / 2;
  else if (!dated && minute <= begins) minute += DAY_MINUTES;
  const absolute = minute < 2 * DAY_MINUTES ? minute + moment.today * DAY_MINUTES : minute;
  const day = Math.floor(absolute / DAY_MINUTES);
  const at = epochOf(day, absolute - day * DAY_MINUTES, moment.timeZone);
  return { ...second, from: at, to: at };
}

/** A weekday without a week, as the end of a range: the first after its beginning, whatever week that is in. */
const BARE_WEEKDAY = /^(?:(?:until|till|through|to)\s+)?(?:(?:周|星期|礼拜)[一二三四五六日天]|[a-z]{3,9})$/u;

/** The end of a range takes the month of its beginning when it has none, and the next week when its weekday came before. */
function rebased(first: Range, second: Range, words: string, { timeZone }: Moment): Range {
  if (first.reading.type !== "days" || second.reading.type !== "days" || second.grain !== "day") return second;
  let day = second.reading.from;
  if (second.reading.loose === true) {
    const begin = dateOf(first.reading.from);
    const number = dateOf(day).dayOfMonth;
    day = dayOf(begin.year, begin.month + (number < begin.dayOfMonth ? 1 : 0), number);
  } else if (BARE_WEEKDAY.test(words)) day = first.reading.from + ((((day - first.reading.from) % 7) + 7) % 7);
  else if (day < first.reading.from && first.reading.from - day < 7) day += 7;
  else if (day < first.reading.from) {
    const { year, month, dayOfMonth } = dateOf(day);
    day = dayOf(year + 1, month, dayOfMonth);
  }
  const length = second.reading.to - second.reading.from;
  return { ...second, from: epochOf(day, 0, timeZone), to: epochOf(day + length, 0, timeZone) };
}

const AFTER_TEXT =
  /^\s*(?<mark>起|开始|以来|之前|以前|前(?!端|台|面|辈|往|后)|之后|以后|后(?!端|台|面|天|来)|为止|(?:on(?:wards?)?|forward)(?=\s*(?:[,.;!?，。]|$|i\b|we\b|use\b|please\b)))/u;
const BEFORE_TEXT =
  /(?<mark>\b(?:until|till|through|by|before|after|since|starting(?:\s+from|\s+on)?|beginning|as\s+of|no\s+later\s+than|up\s+to)\s+(?:the\s+)?|(?:直到|截至|截止到?|最晚|到(?=\S)|自从?|从))\s*$/u;
const LEADING = /^(?<mark>until|till|through|by|before|after|since)\s+/u;

/** What stands right before or after changes the range: until, by, before, after, since, 之前, 起 … */
function bounded(text: string, range: Range, at: EpochMs): Range {
  const own = LEADING.exec(text.slice(range.start, range.end))?.groups?.mark;
  const before = BEFORE_TEXT.exec(text.slice(Math.max(0, range.start - 24), range.start))?.groups?.mark;
  const after = AFTER_TEXT.exec(text.slice(range.end, range.end + 12));
  const mark = (after?.groups?.mark ?? own ?? before ?? "").trim().replace(/\s+the$/u, "");
  if (mark === "" || range.recurring || range.vague) return range;
  const start = after === null && own === undefined && before !== undefined ? range.start - before.length : range.start;
  const grown = {
    ...range,
    start: text.startsWith(before ?? "\0", start) || start === range.start ? start : range.start,
    end: range.end + (after?.[0].length ?? 0),
  };
  if (/^(?:until|till|through|by|no later|up to|直到|截|最晚|到|为止)/u.test(mark))
    return { ...grown, from: Math.min(at, range.from) };
  if (/^(?:before|之前|以前|前)/u.test(mark)) {
    // Before the end of June is by the end of June.
    if (/[底末]|end of/u.test(text.slice(range.start, range.end)) && range.to > at)
      return { ...grown, from: Math.min(at, range.from) };
    return range.from > at ? { ...grown, from: at, to: range.from } : { ...grown, from: OPEN_START, to: range.from };
  }
  if (/^(?:after|之后|以后|后)/u.test(mark)) return { ...grown, from: range.to, to: OPEN_END };
  if (/^(?:since|以来|自)/u.test(mark) && range.from < at) return { ...grown, to: at };
  if (mark === "从") return range;
  return { ...grown, to: OPEN_END };
}

/** "from June on": the mark on the right needs the one on the left for "on" alone. */
function startsWithFrom(text: string, range: Range): Range {
  const lead = FROM.exec(text.slice(Math.max(0, range.start - 10), range.start));
  return lead === null ? range : { ...range, start: range.start - lead[0].length };
}

/** Bounds of all ranges; a mark that belongs to the next or the last expression (前 of 前年) bounds nothing. */
function withBounds(text: string, ranges: readonly Range[], at: EpochMs): readonly Range[] {
  const bound: Range[] = [];
  ranges.forEach((range, index) => {
    const grown = startsWithFrom(text, bounded(text, range, at));
    const free = grown.start >= (bound.at(-1)?.end ?? 0) && grown.end <= (ranges[index + 1]?.start ?? text.length);
    bound.push(free ? grown : range);
  });
  return bound;
}

function directionOf({ from, to }: Range, at: EpochMs): TimeExpression["direction"] {
  if (to <= at) return "past";
  return from > at ? "future" : "present";
}

/**
 * The times that a text names, in Chinese and English, in order and without overlaps, as half-open UTC ranges. Relative words are read
 * against `at` in `timeZone` (an IANA name), never against the clock of the machine. Weeks begin on Monday; what is named without a year or
 * week is taken as the words around it say (past or future), else as the nearest. Linear in the text.
 * @example findTimeExpressions("下周一下午三点开会", { at: Date.parse("2026-06-03T02:00:00Z"), timeZone: "Asia/Shanghai" })
 */
export function findTimeExpressions(
  text: string,
  { at, timeZone }: { readonly at: EpochMs; readonly timeZone: TimeZone },
): TimeExpression[] {
  if (!hasTimeExpressionCue(text)) return [];
  const folded = foldInPlace(text);
  const moment = momentOf(at, timeZone);
  const found: Found[] = [];
  if (hasHan(folded)) applyRules(folded, CHINESE_RULES, moment, found);
  if (/[a-z0-9]/u.test(folded)) applyRules(folded, ENGLISH_RULES, moment, found);
  applyRules(folded, HOLIDAY_RULES, moment, found);
  applyRules(folded, CLOCK_RULES, moment, found);
  const joined = joinDayAndClock(folded, joinWeekAndDay(folded, withoutOverlaps(found)));
  const ranges = joined.flatMap((one) => resolve(one, moment) ?? []);
  return withBounds(folded, joinRanges(folded, ranges, moment), at).map((range) => ({
    text: text.slice(range.start, range.end),
    start: range.start,
    end: range.end,
    from: range.from,
    to: range.to,
    grain: range.grain,
    recurring: range.recurring,
    vague: range.vague,
    direction: directionOf(range, at),
  }));
}
