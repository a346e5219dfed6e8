import type { DayNumber } from "./calendar.js";
import { days, type Reading, type Unit } from "./reading.js";

export const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
export const FULL_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december";
export const MONTH = `${FULL_MONTH}|jan\\.?|feb\\.?|mar\\.?|apr\\.?|jun\\.?|jul\\.?|aug\\.?|sept?\\.?|oct\\.?|nov\\.?|dec\\.?`;
/** Months that no other English word looks like: they count without a preposition. */
export const CLEAR_MONTH = "january|february|april|june|july|august|september|october|november|december";
export const WEEKDAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|wed|thur?s?|fri|sat|sun";
export const FULL_WEEKDAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
export const STEP = "last|past|previous|this|current|next|coming|upcoming|following";
export const ORDINAL = "(?:st|nd|rd|th)";

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ["a", 1],
  ["an", 1],
  ["one", 1],
  ["two", 2],
  ["a couple of", 2],
  ["a couple", 2],
  ["couple of", 2],
  ["couple", 2],
  ["three", 3],
  ["a few", 3],
  ["few", 3],
  ["several", 4],
  ["four", 4],
  ["five", 5],
  ["six", 6],
  ["seven", 7],
  ["eight", 8],
  ["nine", 9],
  ["ten", 10],
  ["eleven", 11],
  ["twelve", 12],
  ["half an", 0.5],
  ["half a", 0.5],
]);
export const NUMBER = `\\d{1,4}|${[...NUMBERS.keys()].sort((a, b) => b.length - a.length).join("|")}`;
export const UNIT = "(?<unit>minute|min|hour|hr|day|night|week|fortnight|month|quarter|year|yr)s?";

export const global = (source: string): RegExp => new RegExp(source, "gu");

export function monthValue(word: string): number {
  return MONTHS.indexOf(word.slice(0, 3)) + 1;
}

export function weekdayValue(word: string): number {
  return WEEKDAYS.indexOf(word.slice(0, 3));
}

export function stepValue(word: string | undefined): number {
  if (word === undefined || word === "this" || word === "current") return 0;
  return /^(?:last|(?:this )?past|previous)$/.test(word) ? -1 : 1;
}

export function amountValue(word: string): number {
  return NUMBERS.get(word) ?? Number(word);
}

export function isVague(word: string): boolean {
  return /few|several|couple/.test(word);
}

/** The unit of the scale, and how many of it the English word holds. */
export function unitValue(word: string): readonly [Unit, number] {
  switch (word) {
    case "min":
    case "minute":
      return ["minute", 1];
    case "hr":
    case "hour":
      return ["hour", 1];
    case "week":
      return ["week", 1];
    case "fortnight":
      return ["week", 2];
    case "month":
      return ["month", 1];
    case "quarter":
      return ["month", 3];
    case "year":
    case "yr":
      return ["year", 1];
    default:
      return ["day", 1];
  }
}

/** early, mid, late within a month. */
export function partOf(part: string | undefined, first: DayNumber, end: DayNumber): Reading {
  const third = Math.round((end - first) / 3);
  if (part === undefined) return days(first, end, "month");
  if (/^(?:early|beginning|start|first)/.test(part)) return days(first, first + third, "day");
  if (/^mid|^middle/.test(part)) return days(first + third, end - third, "day");
  return days(
    /^(?:end|close)/.test(part) && end - first > 20 ? end - Math.max(7, Math.round((end - first) / 6)) : end - third,
    end,
    "day",
  );
}
