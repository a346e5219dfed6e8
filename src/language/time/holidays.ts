import { DAY_MS } from "../../domain/index.js";
import { type DayNumber, dayOf, mondayOf, nthWeekday } from "./calendar.js";

/** Days of a holiday in a year: the first, and how many belong to it. */
export interface Holiday {
  readonly day: DayNumber;
  readonly days: number;
}

const lunarYears = new Map<number, ReadonlyMap<string, DayNumber>>();

/** Gregorian days of the days of the Chinese calendar that begin in a Gregorian year, by "month/day"; leap months are left out. */
function lunarDays(year: number): ReadonlyMap<string, DayNumber> {
  const known = lunarYears.get(year);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-u-ca-chinese", { timeZone: "UTC", month: "numeric", day: "numeric" });
  const days = new Map<string, DayNumber>();
  const last = dayOf(year + 1, 2, 20);
  for (let day = dayOf(year, 1, 20); day <= last; day += 1) {
    const parts = format.formatToParts(day * DAY_MS);
    const key = `${parts.find(({ type }) => type === "month")?.value}/${parts.find(({ type }) => type === "day")?.value}`;
    if (!days.has(key)) days.set(key, day);
  }
  lunarYears.set(year, days);
  return days;
}

function lunar(year: number, month: number, dayOfMonth: number): DayNumber {
  return lunarDays(year).get(`${month}/${dayOfMonth}`) ?? dayOf(year, month + 1, dayOfMonth);
}

/** Meeus/Jones/Butcher: Easter Sunday of the Gregorian calendar (J. Meeus, Astronomical Algorithms, ch. 8). */
function easter(year: number): DayNumber {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1);
}

/** Day of the solar term Qingming; the century's constant 4.81 holds for 2000–2099. */
function qingming(year: number): DayNumber {
  const y = year % 100;
  return dayOf(year, 4, Math.floor(y * 0.2422 + 4.81) - Math.floor(y / 4));
}

type DayInYear = (year: number) => DayNumber;
const fixed =
  (month: number, dayOfMonth: number): DayInYear =>
  (year) =>
    dayOf(year, month, dayOfMonth);
const moon =
  (month: number, dayOfMonth: number): DayInYear =>
  (year) =>
    lunar(year, month, dayOfMonth);

/** 六千五一个月 is no holiday. */
const NO_FIGURE = "(?<![\\d一二三四五六七八九十百千万两零])";

/** Names, simplified and lower case, longest first where one begins another; then the day, and the days off where they are more. */
const HOLIDAYS: readonly (readonly [string, DayInYear, number?])[] = [
  ["元旦节?", fixed(1, 1)],
  ["情人节", fixed(2, 14)],
  ["妇女节|三八节", fixed(3, 8)],
  ["植树节", fixed(3, 12)],
  ["愚人节", fixed(4, 1)],
  ["清明节?", qingming, 3],
  [`五一劳动节|劳动节|${NO_FIGURE}五一(?!个)`, fixed(5, 1), 5],
  ["青年节", fixed(5, 4)],
  [`儿童节|${NO_FIGURE}六一(?!个)`, fixed(6, 1)],
  ["教师节", fixed(9, 10)],
  ["国庆节?|十一黄金周|national day", fixed(10, 1), 7],
  ["双十一", fixed(11, 11)],
  ["双十二", fixed(12, 12)],
  ["平安夜|christmas eve", fixed(12, 24)],
  ["圣诞节?|christmas(?: day)?|xmas", fixed(12, 25)],
  ["跨年夜?|new year's eve", fixed(12, 31)],
  ["new year's(?: day)?|new years day", fixed(1, 1)],
  ["春节|大年初一|过年|农历新年|chinese new year|lunar new year|spring festival", moon(1, 1), 7],
  ["除夕夜?|大年三十|年三十|chinese new year's eve", (year) => lunar(year, 1, 1) - 1],
  ["元宵节?|lantern festival", moon(1, 15)],
  ["端午节?|dragon boat festival", moon(5, 5), 3],
  ["七夕节?", moon(7, 7)],
  ["中元节", moon(7, 15)],
  ["中秋节?|mid-autumn festival|moon festival", moon(8, 15), 3],
  ["重阳节", moon(9, 9)],
  ["valentine's(?: day)?", fixed(2, 14)],
  ["st\\.? patrick's day", fixed(3, 17)],
  ["good friday", (year) => easter(year) - 2],
  ["easter(?: sunday)?(?![a-z])", easter],
  ["母亲节|mother's day", (year) => nthWeekday(year, 5, 6, 2)],
  ["memorial day", (year) => nthWeekday(year, 5, 0, -1)],
  ["父亲节|father's day", (year) => nthWeekday(year, 6, 6, 3)],
  ["independence day|fourth of july|4th of july", fixed(7, 4)],
  ["labor day", (year) => nthWeekday(year, 9, 0, 1)],
  ["halloween|万圣节", fixed(10, 31)],
  ["thanksgiving(?: day)?|感恩节", (year) => nthWeekday(year, 11, 3, 4)],
  ["black friday|黑色星期五", (year) => nthWeekday(year, 11, 3, 4) + 1],
];

const MATCHERS = HOLIDAYS.map(([names, day, days]) => ({
  pattern: new RegExp(`^(?:${names})$`, "u"),
  day,
  days: days ?? 1,
}));

/** All names as one alternative of a regular expression, longest first; simplified, lower case. */
export const HOLIDAY_NAMES: string = HOLIDAYS.flatMap(([names]) => names.split("|"))
  .sort((a, b) => b.length - a.length)
  .join("|");

/** The named holiday of a year; undefined for an unknown name. `whole` asks for all of its days off instead of the day itself. */
export function holidayIn(name: string, year: number, whole: boolean): Holiday | undefined {
  const found = MATCHERS.find(({ pattern }) => pattern.test(name));
  return found && { day: found.day(year), days: whole ? found.days : 1 };
}

/** Saturday of the day's week. */
export function saturdayOf(day: DayNumber): DayNumber {
  return mondayOf(day) + 5;
}
