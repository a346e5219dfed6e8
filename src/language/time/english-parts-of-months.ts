import { dayOf, isDate, nthWeekday } from "./calendar.js";
import { FULL_WEEKDAY, global, MONTH, monthValue, ORDINAL, weekdayValue } from "./english-words.js";
import {
  days,
  looseWeekday,
  type Moment,
  oneDay,
  pickYear,
  type Reading,
  type Tense,
  type TimeRule,
} from "./reading.js";

const DAY = "[12]\\d|3[01]|0?[1-9]";
const TO = "\\s*(?:to|-|–|—|through|thru|until|till)\\s*(?:the\\s+)?";
const YEAR = "(?:,?\\s+(?<year>(?:19|20)\\d\\d)(?!\\d))?";

type Groups = Readonly<Record<string, string | undefined>>;

function yearOfMonth({ month = "", year }: Groups, moment: Moment, tense: () => Tense): number {
  if (year !== undefined) return Number(year);
  const number = monthValue(month);
  return pickYear(moment, tense(), (y) => ({ from: dayOf(y, number, 1), to: dayOf(y, number + 1, 1) }));
}

/** "June 8 to 10": both days are of the month. */
function daysOfMonth(groups: Groups, moment: Moment, tense: () => Tense): Reading | undefined {
  const month = monthValue(groups.month ?? "");
  const [first, last] = [Number(groups.first), Number(groups.last)];
  const chosen =
    groups.year === undefined
      ? pickYear(moment, tense(), (y) => ({ from: dayOf(y, month, first), to: dayOf(y, month, last) + 1 }))
      : Number(groups.year);
  if (first >= last || !isDate(chosen, month, first) || !isDate(chosen, month, last)) return undefined;
  return days(dayOf(chosen, month, first), dayOf(chosen, month, last) + 1, "day");
}

const NTH = ["first", "second", "third", "fourth"];

function partOfMonth(groups: Groups, moment: Moment, tense: () => Tense): Reading {
  const year = yearOfMonth(groups, moment, tense);
  const month = monthValue(groups.month ?? "");
  const nth = NTH.indexOf(groups.nth ?? "") + 1;
  const { unit = "" } = groups;
  if (unit === "weekend") {
    const saturday = nthWeekday(year, month, 5, nth);
    return days(saturday, saturday + 2, "day");
  }
  if (unit !== "week") return oneDay(nthWeekday(year, month, weekdayValue(unit), nth));
  if (nth < 1) return days(dayOf(year, month + 1, 1) - 7, dayOf(year, month + 1, 1), "week");
  return days(dayOf(year, month, 1) + (nth - 1) * 7, dayOf(year, month, 1) + nth * 7, "week");
}

/** Spans of days within a month, its weeks and weekdays by number, and a weekday a week further on. */
export const ENGLISH_PARTS_OF_MONTHS: readonly TimeRule[] = [
  {
    pattern: global(
      `\\b(?<month>${MONTH})\\s+(?:the\\s+)?(?<first>${DAY})${ORDINAL}?${TO}(?<last>${DAY})${ORDINAL}?(?![\\d:%]|\\.\\d|\\s?(?:am|pm|of|${MONTH})\\b)${YEAR}`,
    ),
    read: daysOfMonth,
  },
  {
    pattern: global(
      `(?<![\\d.:/-])(?:the\\s+)?(?<first>${DAY})${ORDINAL}?${TO}(?<last>${DAY})${ORDINAL}?\\s+(?:of\\s+)?(?<month>${MONTH})(?![a-z])${YEAR}`,
    ),
    read: daysOfMonth,
  },
  {
    pattern: global(
      `\\b(?:the\\s+)?(?<nth>first|second|third|fourth|last)\\s+(?<unit>week|weekend|${FULL_WEEKDAY})\\s+(?:of|in)\\s+(?<month>${MONTH})(?![a-z])${YEAR}`,
    ),
    read: partOfMonth,
  },
  {
    pattern: global(
      `\\b(?:a\\s+week\\s+(?:on|from|after)\\s+(?<weekday>${FULL_WEEKDAY})|(?:on\\s+)?(?<day>${FULL_WEEKDAY})\\s+week)\\b`,
    ),
    read: ({ weekday, day }, moment) => oneDay(looseWeekday(moment, weekdayValue(weekday ?? day ?? ""), "future") + 7),
  },
];
