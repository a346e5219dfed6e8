import { dayOf, isDate } from "./calendar.js";
import { CLEAR_MONTH, global, MONTH, MONTHS, monthValue, ORDINAL, partOf, stepValue } from "./english-words.js";
import {
  looseDay,
  type Moment,
  monthOf,
  monthsOf,
  oneDay,
  pickYear,
  type Reading,
  type Tense,
  type TimeRule,
  yearOf,
} from "./reading.js";

function fullYear(word: string): number {
  const value = Number(word.replace("'", ""));
  return value < 100 ? 2000 + value : value;
}

function yearFrom(groups: Readonly<Record<string, string | undefined>>, moment: Moment): number | undefined {
  if (groups.year !== undefined) return fullYear(groups.year);
  return groups.yearStep === undefined ? undefined : moment.date.year + stepValue(groups.yearStep);
}

function onDate(
  year: number | undefined,
  month: number,
  day: number,
  moment: Moment,
  tense: () => Tense,
): Reading | undefined {
  if (!isDate(year ?? 2024, month, day)) return undefined;
  const chosen =
    year ?? pickYear(moment, tense(), (y) => ({ from: dayOf(y, month, day), to: dayOf(y, month, day) + 1 }));
  return isDate(chosen, month, day) ? oneDay(dayOf(chosen, month, day)) : undefined;
}

function inMonth(
  month: number,
  step: string | undefined,
  year: number | undefined,
  moment: Moment,
  tense: () => Tense,
): number {
  const within = (y: number) => ({ from: dayOf(y, month, 1), to: dayOf(y, month + 1, 1) });
  if (year !== undefined) return year;
  if (step === undefined) return pickYear(moment, tense(), within);
  const { date } = moment;
  if (stepValue(step) < 0) return month < date.month ? date.year : date.year - 1;
  return stepValue(step) > 0 ? (month > date.month ? date.year : date.year + 1) : date.year;
}

const YEAR_TAIL = "(?:(?:\\s+of)?\\s+(?:(?<yearStep>last|this|next)\\s+year|(?<year>(?:19|20)\\d\\d)(?![\\d%-])))?";

/** Dates, months, quarters and years by name or number. */
export const ENGLISH_DATES: readonly TimeRule[] = [
  {
    pattern: global(
      "(?<![\\d./-])(?<year>(?:19|20)\\d\\d)(?<mark>[-/.])(?<month>0?[1-9]|1[0-2])\\k<mark>(?<day>0?[1-9]|[12]\\d|3[01])(?:t(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d)(?::[0-5]\\d(?:\\.\\d{1,6})?)?(?<zone>z|[+-]\\d\\d:?\\d\\d)?)?(?![\\d-])",
    ),
    read: ({ year = "", month = "", day = "", hour, minute, zone }) => {
      if (!isDate(Number(year), Number(month), Number(day))) return undefined;
      const date = dayOf(Number(year), Number(month), Number(day));
      if (hour === undefined || zone === undefined) return oneDay(date);
      const sign = zone.startsWith("-") ? -1 : 1;
      const shift = zone === "z" ? 0 : sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)));
      const from = date * 86_400_000 + (Number(hour) * 60 + Number(minute) - shift) * 60_000;
      return { type: "instant", from, to: from + 60_000, grain: "minute" };
    },
  },
  {
    pattern: global("(?<![\\d./-])(?<first>\\d{1,2})/(?<second>\\d{1,2})/(?<year>(?:19|20)?\\d\\d)(?![\\d/])"),
    read: ({ first = "", second = "", year = "" }) => {
      const [month, day] = Number(first) > 12 ? [Number(second), Number(first)] : [Number(first), Number(second)];
      return isDate(fullYear(year), month, day) ? oneDay(dayOf(fullYear(year), month, day)) : undefined;
    },
  },
  {
    pattern: global(
      `\\b(?<month>${MONTH})\\s+(?:the\\s+)?(?<day>[12]\\d|3[01]|0?[1-9])${ORDINAL}?(?![\\d:%]|\\.\\d|\\s?(?:am|pm)\\b)(?:,?\\s+(?<year>(?:19|20)\\d\\d)(?!\\d))?${YEAR_TAIL.replace("(?<year>", "(?<tailYear>")}`,
    ),
    read: (groups, moment, tense) => {
      const year = yearFrom({ ...groups, year: groups.year ?? groups.tailYear }, moment);
      return onDate(year, monthValue(groups.month ?? ""), Number(groups.day), moment, tense);
    },
  },
  {
    pattern: global(
      `(?<![\\d.:])(?:the\\s+)?(?<day>[12]\\d|3[01]|0?[1-9])(?:${ORDINAL})?\\s+(?:of\\s+)?(?<month>${MONTH})(?![a-z])(?:,?${YEAR_TAIL})?`,
    ),
    read: (groups, moment, tense) =>
      onDate(yearFrom(groups, moment), monthValue(groups.month ?? ""), Number(groups.day), moment, tense),
  },
  {
    pattern: global(
      `\\b(?:(?<part>early|mid|late|beginning\\s+of|start\\s+of|middle\\s+of|end\\s+of)[\\s-]+(?:in\\s+)?)?(?:(?<step>last|this|next|coming|past)\\s+|(?<lead>in|since|until|till|by|during|through|from|of|before|after|for|around|back\\s+in)\\s+)?(?<month>${MONTH})(?![a-z'-]|\\s+\\d{1,2}(?:${ORDINAL})?(?!\\d))(?:,?${YEAR_TAIL})?`,
    ),
    read: (groups, moment, tense) => {
      const { part, step, lead, month = "", year, yearStep } = groups;
      const word = month.replace(".", "");
      const clear = CLEAR_MONTH.split("|").includes(word);
      if (
        !clear &&
        part === undefined &&
        step === undefined &&
        lead === undefined &&
        year === undefined &&
        yearStep === undefined
      )
        return undefined;
      if (
        !clear &&
        !MONTHS.includes(word) &&
        lead === "of" &&
        part === undefined &&
        word !== "march" &&
        word !== "may" &&
        word !== "sept"
      )
        return undefined;
      const number = monthValue(word);
      const chosen = inMonth(number, step, yearFrom(groups, moment), moment, tense);
      return part === undefined
        ? monthOf(chosen, number)
        : partOf(part, dayOf(chosen, number, 1), dayOf(chosen, number + 1, 1));
    },
  },
  {
    pattern: global(
      "\\b(?:q(?<quarter>[1-4])|(?<word>first|second|third|fourth)\\s+quarter)(?:(?:\\s+of)?\\s+(?:(?<yearStep>last|this|next)\\s+year|(?<year>(?:19|20)\\d\\d)))?\\b",
    ),
    read: (groups, moment) => {
      const word = groups.word;
      const quarter =
        word === undefined ? Number(groups.quarter) : ["first", "second", "third", "fourth"].indexOf(word) + 1;
      return monthsOf(yearFrom(groups, moment) ?? moment.date.year, quarter * 3 - 2, quarter * 3);
    },
  },
  {
    pattern: global(
      "\\b(?:in|since|until|till|by|during|before|after|from|of|around|back\\s+in|early|late|mid|summer|winter|spring|fall|autumn)\\s+(?<year>(?:19|20)\\d\\d)(?![\\d%/:.-]|\\s*(?:people|users|times|km|miles|items|rows|dollars|[a-z]*bytes|ms)\\b)",
    ),
    read: ({ year = "" }) => yearOf(Number(year)),
  },
  {
    pattern: global(
      `\\b(?:on|by|until|till|before|after|since|from|through)\\s+the\\s+(?<day>[12]\\d|3[01]|[1-9])${ORDINAL}(?!\\s+(?:floor|time|version|of|row|edition|street|item|page|attempt|place|grade|${MONTH}))\\b`,
    ),
    read: ({ day = "" }, moment, tense) => {
      const found = looseDay(moment, Number(day), tense());
      return found === undefined ? undefined : oneDay(found, { loose: true });
    },
  },
];
