import type { EpochMs, TimeZone } from "../../domain/index.js";
import { type CalendarDate, type DayNumber, dateOf, dayOf, localTime, mondayOf } from "./calendar.js";

export type TimeGrain = "minute" | "hour" | "day" | "week" | "month" | "year";

/** The instant that relative words are read from, in the user's zone. */
export interface Moment {
  readonly at: EpochMs;
  readonly timeZone: TimeZone;
  readonly today: DayNumber;
  readonly minuteOfDay: number;
  readonly date: CalendarDate;
}

/** What the words around say about when: decides "on Friday", "in May", 5号. */
export type Tense = "past" | "future" | "unknown";

interface Marks {
  readonly recurring?: boolean;
  readonly vague?: boolean;
}

/** What one rule read. Days and minutes are local; they become instants at the end. */
export type Reading =
  | ({
      readonly type: "days";
      readonly from: DayNumber;
      /** Exclusive. */
      readonly to: DayNumber;
      readonly grain: TimeGrain;
      /** "the 3rd" without a month: takes that of a date right before it. */
      readonly loose?: boolean;
    } & Marks)
  | ({
      /** A time of the day. `alone`: counts without a day beside it. */
      readonly type: "clock";
      readonly from: number;
      readonly to: number;
      readonly grain: "minute" | "hour";
      readonly alone: boolean;
      /** No half of the day was said: 三点, "at 3". */
      readonly half: boolean;
    } & Marks)
  | ({ readonly type: "instant"; readonly from: EpochMs; readonly to: EpochMs; readonly grain: TimeGrain } & Marks);

/** One way of saying a time. The pattern is global and sees text with width, case and script folded at equal length. */
export interface TimeRule {
  readonly pattern: RegExp;
  readonly read: (
    groups: Readonly<Record<string, string | undefined>>,
    moment: Moment,
    tense: () => Tense,
  ) => Reading | undefined;
}

export function momentOf(at: EpochMs, timeZone: TimeZone): Moment {
  const { day, minuteOfDay } = localTime(at, timeZone);
  return { at, timeZone, today: day, minuteOfDay, date: dateOf(day) };
}

export function days(
  from: DayNumber,
  to: DayNumber,
  grain: TimeGrain,
  marks: Marks & { loose?: boolean } = {},
): Reading {
  return { type: "days", from, to, grain, ...marks };
}

export function oneDay(day: DayNumber, marks: Marks & { loose?: boolean } = {}): Reading {
  return days(day, day + 1, "day", marks);
}

export function weekFrom(moment: Moment, weeks: number): Reading {
  const monday = mondayOf(moment.today) + weeks * 7;
  return days(monday, monday + 7, "week");
}

export function monthOf(year: number, month: number): Reading {
  return days(dayOf(year, month, 1), dayOf(year, month + 1, 1), "month");
}

export function yearOf(year: number): Reading {
  return days(dayOf(year, 1, 1), dayOf(year + 1, 1, 1), "year");
}

/** Months `first` to `last` (both included) of a year; a quarter has three. Grain month: the nearest that the scale has. */
export function monthsOf(year: number, first: number, last: number): Reading {
  return days(dayOf(year, first, 1), dayOf(year, last + 1, 1), "month");
}

/** The year in which a yearly thing is meant: as the tense says, else the occurrence nearest to today. */
export function pickYear(
  moment: Moment,
  tense: Tense,
  dayIn: (year: number) => { readonly from: DayNumber; readonly to: DayNumber },
): number {
  const { year } = moment.date;
  const years = [year - 1, year, year + 1].map((candidate) => ({ candidate, ...dayIn(candidate) }));
  const current = years.find(({ from, to }) => from <= moment.today && moment.today < to);
  if (current !== undefined) return current.candidate;
  if (tense === "past") return years.findLast(({ to }) => to <= moment.today)?.candidate ?? year;
  if (tense === "future") return years.find(({ from }) => from > moment.today)?.candidate ?? year;
  const distance = (from: number, to: number): number =>
    from > moment.today ? from - moment.today : moment.today - to + 1;
  return years.reduce((best, next) => (distance(next.from, next.to) < distance(best.from, best.to) ? next : best))
    .candidate;
}

/** The day with this number that is meant: this month's, or the next to come, or the last that was. */
export function looseDay(moment: Moment, dayOfMonth: number, tense: Tense): DayNumber | undefined {
  if (dayOfMonth < 1 || dayOfMonth > 31) return undefined;
  const { year, month } = moment.date;
  const step = tense === "past" ? -1 : 1;
  for (let distance = 0; distance < 3; distance += 1) {
    const day = dayOf(year, month + distance * step, dayOfMonth);
    const fits = dateOf(day).dayOfMonth === dayOfMonth;
    if (fits && (step < 0 ? day <= moment.today : day >= moment.today)) return day;
  }
  return undefined;
}

/** A weekday without a week: today or the next to come; the last that was when the words are past. */
export function looseWeekday(moment: Moment, weekday: number, tense: Tense): DayNumber {
  const ahead = (weekday - (moment.today - mondayOf(moment.today)) + 7) % 7;
  if (tense === "past") return moment.today + (ahead === 0 ? -7 : ahead - 7);
  return moment.today + ahead;
}

/** The next to come of several weekdays, today included. */
export function nearestWeekday(moment: Moment, weekdays: readonly number[]): DayNumber {
  return Math.min(...weekdays.map((weekday) => looseWeekday(moment, weekday, "future")));
}

/** Every week from one weekday to another: those of the week that begins on the Monday; Friday to Monday reaches into the next. */
export function weekdaysFrom(monday: DayNumber, first: number, last: number): Reading {
  return days(monday + first, monday + last + 1 + (last < first ? 7 : 0), "day", { recurring: true });
}

/** Moves by whole months and stays inside the month (31 January + 1 month = 28 February). */
export function addMonths(day: DayNumber, months: number): DayNumber {
  const { year, month, dayOfMonth } = dateOf(day);
  const last = dayOf(year, month + months + 1, 0);
  return Math.min(dayOf(year, month + months, 1) + dayOfMonth - 1, last);
}

export type Unit = "minute" | "hour" | "day" | "week" | "month" | "year";

const UNIT_MS = { minute: 60_000, hour: 3_600_000 } as const;

/** `amount` units from now (negative: ago): the minute, hour or day itself, the calendar week, month or year that holds it. */
export function unitsAway(moment: Moment, amount: number, unit: Unit): Reading {
  if (unit === "minute" || unit === "hour") {
    const from = moment.at + amount * UNIT_MS[unit];
    const whole = Number.isInteger(amount) && unit === "hour";
    return {
      type: "instant",
      from,
      to: from + (whole ? UNIT_MS.hour : UNIT_MS.minute),
      grain: whole ? "hour" : "minute",
    };
  }
  const day = shiftDay(moment.today, amount, unit);
  if (unit === "day") return oneDay(day);
  if (unit === "week" || (unit === "month" && !Number.isInteger(amount)))
    return days(mondayOf(day), mondayOf(day) + 7, "week");
  const { year, month } = dateOf(day);
  return unit === "month" || !Number.isInteger(amount) ? monthOf(year, month) : yearOf(year);
}

function shiftDay(day: DayNumber, amount: number, unit: Unit): DayNumber {
  if (unit === "day") return day + Math.round(amount);
  if (unit === "week") return day + Math.round(amount * 7);
  const months = unit === "year" ? amount * 12 : amount;
  const whole = Math.trunc(months);
  return addMonths(day, whole) + Math.round((months - whole) * 30);
}

/** From now to `amount` units ahead, or from that long ago to the end of today. */
export function stretch(moment: Moment, amount: number, unit: Unit, forward: boolean): Reading {
  if (unit === "minute" || unit === "hour") {
    const length = amount * UNIT_MS[unit];
    const from = forward ? moment.at : moment.at - length;
    return { type: "instant", from, to: from + length, grain: unit };
  }
  const edge = shiftDay(moment.today, forward ? amount : -amount, unit);
  return forward ? days(moment.today, edge + 1, unit) : days(edge, moment.today + 1, unit);
}
