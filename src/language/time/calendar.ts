import { DAY_MS, type EpochMs, MINUTE_MS, type TimeZone } from "../../domain/index.js";

/** A day of the calendar as its distance from 1970-01-01, whatever the zone. */
export type DayNumber = number;

/** The local reading of an instant. */
export interface LocalTime {
  readonly day: DayNumber;
  readonly minuteOfDay: number;
}

export interface CalendarDate {
  readonly year: number;
  /** 1–12 */
  readonly month: number;
  /** 1–31 */
  readonly dayOfMonth: number;
}

const formatters = new Map<TimeZone, Intl.DateTimeFormat>();

function formatter(zone: TimeZone): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(zone, made);
  return made;
}

/** Offsets at midnight UTC of days, by zone and day: asking Intl costs some ten microseconds. */
const offsets = new Map<string, number>();
const OFFSETS_REMEMBERED = 4_096;

function midnightOffset(day: DayNumber, zone: TimeZone): number {
  const key = `${zone} ${day}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const found = zoneOffset(day * DAY_MS, zone);
  if (offsets.size >= OFFSETS_REMEMBERED) offsets.clear();
  offsets.set(key, found);
  return found;
}

/** Milliseconds that the zone's clocks are ahead of UTC at the instant. */
function zoneOffset(at: EpochMs, zone: TimeZone): number {
  const second = Math.floor(at / 1_000) * 1_000;
  const field: Record<string, number> = {};
  for (const { type, value } of formatter(zone).formatToParts(second)) {
    if (type !== "literal") field[type] = Number(value);
  }
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second: seconds = 0 } = field;
  return Date.UTC(year, month - 1, day, hour, minute, seconds) - second;
}

export function localTime(at: EpochMs, zone: TimeZone): LocalTime {
  const shifted = at + zoneOffset(at, zone);
  const day = Math.floor(shifted / DAY_MS);
  return { day, minuteOfDay: Math.floor((shifted - day * DAY_MS) / MINUTE_MS) };
}

/**
 * The instant at which the zone's clocks show the minute of the day. A time that a clock change skips is read with the offset
 * before the change (02:30 becomes 03:30); one that happens twice is the first.
 */
export function epochOf(day: DayNumber, minuteOfDay: number, zone: TimeZone): EpochMs {
  const wall = day * DAY_MS + minuteOfDay * MINUTE_MS;
  const nearest = Math.floor(wall / DAY_MS);
  const before = midnightOffset(nearest - 1, zone);
  const after = midnightOffset(nearest + 2, zone);
  if (before === after) return wall - before;
  const early = wall - before;
  if (early + zoneOffset(early, zone) === wall) return early;
  const late = wall - after;
  return late + zoneOffset(late, zone) === wall ? late : early;
}

export function dateOf(day: DayNumber): CalendarDate {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate() };
}

/** The day with the date; months beyond 1–12 and days beyond the month's carry over. */
export function dayOf(year: number, month: number, dayOfMonth: number): DayNumber {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, dayOfMonth);
  return Math.floor(date.getTime() / DAY_MS);
}

function daysInMonth(year: number, month: number): number {
  return dateOf(dayOf(year, month + 1, 0)).dayOfMonth;
}

/** Whether the date exists (no 30 February). */
export function isDate(year: number, month: number, dayOfMonth: number): boolean {
  return month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= daysInMonth(year, month);
}

/** 0 Monday – 6 Sunday. */
export function weekdayOf(day: DayNumber): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The Monday of the day's week: weeks begin on Monday in both languages. */
export function mondayOf(day: DayNumber): DayNumber {
  return day - weekdayOf(day);
}

/** The nth such weekday (0 Monday) of a month; the last one where `nth` is below 1. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): DayNumber {
  if (nth < 1) {
    const last = dayOf(year, month + 1, 0);
    return last - ((weekdayOf(last) - weekday + 7) % 7);
  }
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7;
}
