import { DAY_MS, type EpochMs, SECOND_MS, type TimeZone } from "../domain/index.js";
import { importFault, type Place, quoteForMessage } from "./import-fault.js";
import type { ImportRules } from "./imported-session.js";
import { REMEDIES } from "./remedies.js";
import { instantOf, isRealWallTime, type WallTime } from "./zoned-time.js";

/** A date without a time is read as noon: the day stays the same in every neighbouring zone. */
const NOON = { hour: 12, minute: 0, second: 0 } as const;
/** Epoch figures under it are seconds, others milliseconds: as seconds it is the year 5138, as milliseconds 1973. */
const SECONDS_LIMIT = 100_000_000_000;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH_NAME =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const WEEKDAY =
  "(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,?\\s*|[（(]?(?:星期|周|週|礼拜)[一二三四五六日天][)）]?[,，]?\\s*)";
const CLOCK =
  "(?:(上午|下午|早上|晚上|中午|凌晨)\\s*)?(\\d{1,2})[:：](\\d{2})(?:[:：](\\d{2})(?:[.,]\\d+)?)?(?:\\s*([ap])\\.?m\\.?)?";

/** Sources of patterns, anchored by their users; each has the groups year, month, day in the order given. */
const DAY_PATTERNS = [
  { order: "ymd", source: "(\\d{4})\\s*[-/.年]\\s*(\\d{1,2})\\s*[-/.月]\\s*(\\d{1,2})\\s*[日号號]?" },
  { order: "dmy", source: `(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH_NAME},?\\s+(\\d{4})` },
  { order: "mdy", source: `${MONTH_NAME}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})` },
] as const;

type DayOrder = (typeof DAY_PATTERNS)[number]["order"];

export type CalendarDay = Pick<WallTime, "year" | "month" | "day">;
export type ClockTime = Pick<WallTime, "hour" | "minute" | "second">;

function monthNumber(text: string): number {
  return /^\d/u.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

function toDay(order: DayOrder, a: string, b: string, c: string): CalendarDay {
  if (order === "ymd") return { year: Number(a), month: Number(b), day: Number(c) };
  if (order === "dmy") return { year: Number(c), month: monthNumber(b), day: Number(a) };
  return { year: Number(c), month: monthNumber(a), day: Number(b) };
}

function toClock(half: string | undefined, hour: string, minute: string, second = "0", meridiem?: string): ClockTime {
  let hours = Number(hour);
  const afternoon =
    meridiem?.toLowerCase() === "p" || half === "下午" || half === "晚上" || (half === "中午" && hours < 11);
  const morning = meridiem?.toLowerCase() === "a" || half === "凌晨" || half === "上午" || half === "早上";
  if (afternoon && hours < 12) hours += 12;
  if (morning && hours === 12) hours = 0;
  return { hour: hours, minute: Number(minute), second: Number(second) };
}

interface DateReading {
  readonly day: CalendarDay;
  readonly clock?: ClockTime;
}

interface DateLine {
  readonly pattern: RegExp;
  read(match: RegExpExecArray): DateReading;
}

const DATE_LINES: readonly DateLine[] = DAY_PATTERNS.flatMap(({ order, source }): readonly DateLine[] => [
  {
    pattern: new RegExp(`^${WEEKDAY}?${source}(?:[,，]?\\s*${WEEKDAY})?(?:(?:[,，T]|\\s+at)?\\s*${CLOCK})?$`, "iu"),
    read: ([, a = "", b = "", c = "", half, hour, minute, second, meridiem]) => ({
      day: toDay(order, a, b, c),
      ...(hour === undefined || minute === undefined ? {} : { clock: toClock(half, hour, minute, second, meridiem) }),
    }),
  },
  {
    pattern: new RegExp(`^${CLOCK},?\\s+(?:on\\s+)?${WEEKDAY}?${source}$`, "iu"),
    read: ([, half, hour = "", minute = "", second, meridiem, a = "", b = "", c = ""]) => ({
      day: toDay(order, a, b, c),
      clock: toClock(half, hour, minute, second, meridiem),
    }),
  },
]);

const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})$/iu;
const CLOCK_ONLY = new RegExp(`^${CLOCK}$`, "iu");
/** Longer texts are no dates; the bound keeps the patterns above cheap on any line. */
const MAX_DATE_CHARACTERS = 64;

/** The day, and the time of day where there is one, of a text that is a date and nothing else; undefined otherwise. */
export function findDate(text: string): DateReading | undefined {
  const trimmed = text.trim();
  if (trimmed.length === 0 || trimmed.length > MAX_DATE_CHARACTERS) return undefined;
  for (const { pattern, read } of DATE_LINES) {
    const match = pattern.exec(trimmed);
    if (match !== null) return read(match);
  }
  return undefined;
}

/** A time of day and nothing else: `10:02`, `1:56 pm`, `下午3:20`. */
export function findClock(text: string): ClockTime | undefined {
  if (text.length > MAX_DATE_CHARACTERS) return undefined;
  const match = CLOCK_ONLY.exec(text.trim());
  if (match === null) return undefined;
  const [, half, hour = "", minute = "", second, meridiem] = match;
  return toClock(half, hour, minute, second, meridiem);
}

function noSuchTime(place: Place): Error {
  const message = "the calendar has no such date or the clock no such time";
  return importFault("INVALID_INPUT", place, message, REMEDIES.correctDate);
}

/** The instant of a day and a time on the clocks of a zone; without a time, noon. */
export function instantOfReading(
  day: CalendarDay,
  clock: ClockTime | undefined,
  zone: TimeZone,
  place: Place,
): EpochMs {
  const time: WallTime = { ...day, ...(clock ?? NOON) };
  if (!isRealWallTime(time)) {
    throw noSuchTime(place);
  }
  return instantOf(time, zone);
}

function readInstant(value: unknown, zone: TimeZone, place: Place): EpochMs | undefined {
  if (typeof value === "number") return Math.round(Math.abs(value) < SECONDS_LIMIT ? value * SECOND_MS : value);
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (/^\d{9,13}(?:\.\d+)?$/u.test(text)) return readInstant(Number(text), zone, place);
  if (ISO_WITH_OFFSET.test(text)) {
    // The engine's own reading rolls the 30th of February over into March.
    const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
    if (!isRealWallTime({ year, month, day, ...NOON })) throw noSuchTime(place);
    return Date.parse(text.replace(" ", "T").replace(/\s+/gu, ""));
  }
  const reading = findDate(text);
  return reading === undefined ? undefined : instantOfReading(reading.day, reading.clock, zone, place);
}

/** Refuses instants that no message can have: before 1970, or more than a day ahead of the clock. */
export function checkInstant(at: EpochMs, rules: Pick<ImportRules, "latestAt">, place: Place): EpochMs {
  if (at < 0) throw importFault("INVALID_INPUT", place, "the date lies before 1970", REMEDIES.correctDate);
  if (at > rules.latestAt) {
    throw importFault("INVALID_INPUT", place, "the date lies in the future", REMEDIES.correctDateOrClock);
  }
  return at;
}

/**
 * An instant from a value of the source: epoch seconds or milliseconds, ISO 8601 with or without an offset, or a date as people
 * write it in English and Chinese. Without an offset it is read in the zone of the rules.
 * @throws INVALID_INPUT when it is no date, impossible, or in the future
 */
export function parseInstant(value: unknown, rules: Pick<ImportRules, "timeZone" | "latestAt">, place: Place): EpochMs {
  const at = readInstant(value, rules.timeZone, place);
  if (at === undefined || !Number.isFinite(at)) {
    throw importFault("INVALID_INPUT", place, `${quoteForMessage(value)} is not a date`, REMEDIES.isoDate);
  }
  return checkInstant(at, rules, place);
}

/** How far dates may lie ahead of the clock: zones and clocks that differ. */
export const CLOCK_TOLERANCE_MS = DAY_MS;
