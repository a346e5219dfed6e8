import { type DayNumber, dayOf, mondayOf } from "./calendar.js";
import { ENGLISH_DATES } from "./english-dates.js";
import { ENGLISH_PARTS_OF_MONTHS } from "./english-parts-of-months.js";
import {
  amountValue,
  FULL_WEEKDAY,
  global,
  isVague,
  NUMBER,
  partOf,
  STEP,
  stepValue,
  UNIT,
  unitValue,
  WEEKDAY,
  weekdayValue,
} from "./english-words.js";
import { saturdayOf } from "./holidays.js";
import {
  days,
  looseWeekday,
  type Moment,
  monthOf,
  monthsOf,
  nearestWeekday,
  oneDay,
  type Reading,
  stretch,
  type TimeRule,
  type Unit,
  unitsAway,
  weekdaysFrom,
  weekFrom,
  yearOf,
} from "./reading.js";

function endOfPeriod(step: string | undefined, unit: string, moment: Moment): readonly [DayNumber, DayNumber] {
  const by = stepValue(step);
  const { year, month } = moment.date;
  if (unit === "week") return [mondayOf(moment.today) + by * 7, mondayOf(moment.today) + by * 7 + 7];
  if (unit === "month") return [dayOf(year, month + by, 1), dayOf(year, month + by + 1, 1)];
  if (unit === "year") return [dayOf(year + by, 1, 1), dayOf(year + by + 1, 1, 1)];
  if (unit === "day") return [moment.today + by, moment.today + by + 1];
  const first = Math.floor((month - 1) / 3) * 3 + 1 + by * 3;
  return [dayOf(year, first, 1), dayOf(year, first + 3, 1)];
}

const SEASONS: ReadonlyMap<string, number> = new Map([
  ["spring", 3],
  ["summer", 6],
  ["fall", 9],
  ["autumn", 9],
  ["winter", 12],
]);

function seasonOf(season: string, step: string, moment: Moment): Reading {
  const first = SEASONS.get(season) ?? 3;
  const { year } = moment.date;
  const by = stepValue(step);
  if (by === 0) return monthsOf(year, first, first + 2);
  const begins = (y: number) => dayOf(y, first, 1);
  const ends = (y: number) => dayOf(y, first + 3, 1);
  if (by < 0) return monthsOf(ends(year) <= moment.today ? year : year - 1, first, first + 2);
  return monthsOf(begins(year) > moment.today ? year : year + 1, first, first + 2);
}

function weekdayIn(weekday: number, step: string, moment: Moment): Reading {
  if (/^(?:coming|upcoming|following)$/.test(step)) return oneDay(looseWeekday(moment, weekday, "future"));
  if (stepValue(step) < 0) return oneDay(looseWeekday(moment, weekday, "past"));
  return oneDay(mondayOf(moment.today) + stepValue(step) * 7 + weekday);
}

const stepped: readonly TimeRule[] = [
  {
    pattern: global(
      `\\b(?:the\\s+)?(?<step>last|previous|this|current|next|coming|upcoming|following)\\s+(?<unit>week|month|quarter|year)(?!\\w|-)`,
    ),
    read: ({ step, unit = "" }, moment) => {
      if (unit === "week") return weekFrom(moment, stepValue(step));
      const [from, to] = endOfPeriod(step, unit, moment);
      return days(from, to, unit === "year" ? "year" : "month");
    },
  },
  {
    pattern: global("\\bthe\\s+(?<unit>week|month|year)\\s+(?<side>after\\s+next|before\\s+last)\\b"),
    read: ({ unit = "", side = "" }, moment) => {
      const by = side.startsWith("after") ? 2 : -2;
      if (unit === "week") return weekFrom(moment, by);
      return unit === "month" ? monthOf(moment.date.year, moment.date.month + by) : yearOf(moment.date.year + by);
    },
  },
  {
    pattern: global(`\\b(?:(?:on|over|at)\\s+)?(?:(?<step>${STEP})|the|(?<lead>at|on|over|during))\\s+weekend\\b`),
    read: ({ step }, moment, tense) => {
      const ahead = saturdayOf(moment.today);
      const last =
        stepValue(step) < 0
          ? ahead + 2 <= moment.today
            ? 0
            : -7
          : step === "next"
            ? 7
            : step === undefined && tense() === "past" && ahead > moment.today
              ? -7
              : 0;
      return days(ahead + last, ahead + last + 2, "day");
    },
  },
  {
    pattern: global(`\\b(?<step>${STEP})\\s+(?<season>spring|summer|fall|autumn|winter)\\b`),
    read: ({ step = "", season = "" }, moment) => seasonOf(season, step, moment),
  },
  {
    pattern: global(`\\b(?:(?:on|the)\\s+)?(?<step>this past|${STEP})\\s+(?<weekday>${WEEKDAY})\\b(?!s)`),
    read: ({ step = "", weekday = "" }, moment) => weekdayIn(weekdayValue(weekday), step, moment),
  },
  {
    pattern: global(
      `\\b(?:(?<weekday>${FULL_WEEKDAY})\\s+(?:of\\s+)?(?<after>last|this|next)\\s+week|(?<before>last|this|next)\\s+week(?:'s|\\s+on)?\\s+(?<day>${FULL_WEEKDAY}))\\b`,
    ),
    read: ({ weekday, after, before, day }, moment) =>
      oneDay(mondayOf(moment.today) + stepValue(after ?? before) * 7 + weekdayValue(weekday ?? day ?? "")),
  },
  {
    pattern: global(
      `\\b(?:(?<lead>on|by|until|till|before|after|since|from|through|this\\s+past)\\s+(?<any>${WEEKDAY})|(?<full>${FULL_WEEKDAY}))\\b(?!s)`,
    ),
    read: ({ any, full }, moment, tense) => oneDay(looseWeekday(moment, weekdayValue(any ?? full ?? ""), tense())),
  },
  {
    pattern: global(
      `\\b(?:the\\s+)?(?<part>beginning|start|middle|end|close)\\s+of\\s+(?:(?:the|this)\\s+)?(?:(?<step>last|next|this|current)\\s+)?(?<unit>day|week|month|quarter|year)\\b`,
    ),
    read: ({ part, step, unit = "" }, moment) => {
      const [from, to] = endOfPeriod(step, unit, moment);
      if (unit === "day") return oneDay(from);
      if (unit === "week" && part === "end") return days(from + 4, to, "day");
      return unit === "year" && part !== "middle"
        ? days(
            part === "end" || part === "close" ? to - 31 : from,
            part === "end" || part === "close" ? to : from + 59,
            "month",
          )
        : partOf(part, from, to);
    },
  },
];

const relative: readonly TimeRule[] = [
  {
    pattern: global(
      "\\b(?<word>the\\s+day\\s+before\\s+yesterday|the\\s+day\\s+after\\s+tomorrow|day\\s+after\\s+tomorrow|day\\s+before\\s+yesterday|yesterday|today|tomorrow|tmrw)\\b",
    ),
    read: ({ word = "" }, { today }) => {
      if (word.includes("before")) return oneDay(today - 2);
      if (word.includes("after")) return oneDay(today + 2);
      return oneDay(today + (word === "yesterday" ? -1 : word === "today" ? 0 : 1));
    },
  },
  {
    pattern: global("\\b(?<word>tonight|last\\s+night|this\\s+morning|this\\s+afternoon|this\\s+evening)\\b"),
    read: ({ word = "" }, { today }) => {
      if (word === "tonight") return { ...partOfDay(today, 18, 24) };
      if (word.startsWith("last")) return partOfDay(today - 1, 18, 24);
      return word.endsWith("morning")
        ? partOfDay(today, 5, 12)
        : word.endsWith("afternoon")
          ? partOfDay(today, 12, 18)
          : partOfDay(today, 17, 22);
    },
  },
  {
    pattern: global(
      `\\b(?:about\\s+|around\\s+)?(?<amount>${NUMBER})(?<half>\\s+and\\s+a\\s+half)?[\\s-]+${UNIT}\\s+(?<side>ago|earlier|back|from\\s+now|from\\s+today|later|hence)\\b`,
    ),
    read: ({ amount = "", half, unit = "", side = "" }, moment) => {
      const [grain, scale] = unitValue(unit);
      const sign = /^(?:ago|earlier|back)$/.test(side) ? -1 : 1;
      return away(moment, amount, (half === undefined ? 0 : 0.5) * scale, grain, scale, sign);
    },
  },
  {
    pattern: global(
      `\\bin\\s+(?:about\\s+|around\\s+)?(?<amount>${NUMBER})(?<half>\\s+and\\s+a\\s+half)?\\s+${UNIT}(?:'s?\\s+time|\\s+time)?(?!\\s+(?:of|and)\\b)(?![a-z-])`,
    ),
    read: ({ amount = "", half, unit = "" }, moment, tense) => {
      const [grain, scale] = unitValue(unit);
      return tense() === "past"
        ? undefined
        : away(moment, amount, (half === undefined ? 0 : 0.5) * scale, grain, scale, 1);
    },
  },
  {
    pattern: global(
      `\\b(?:(?:in|for|over|during|within)\\s+)?the\\s+(?<head>last|past|previous|next|coming|following)\\s+(?:(?<amount>${NUMBER})\\s+)?${UNIT}\\b`,
    ),
    read: ({ head = "", amount = "one", unit = "" }, moment) => around(moment, head, amount, unit),
  },
  {
    pattern: global(
      `\\b(?:(?:in|for|over|during|within)\\s+)?(?:these\\s+|the\\s+)?(?<head>last|past|previous|next|coming|following)\\s+(?<amount>${NUMBER})\\s+${UNIT}\\b`,
    ),
    read: ({ head = "", amount = "one", unit = "" }, moment) => around(moment, head, amount, unit),
  },
  {
    pattern: global(`\\bwithin\\s+(?:the\\s+)?(?<amount>${NUMBER})\\s+${UNIT}\\b`),
    read: ({ amount = "", unit = "" }, moment, tense) => {
      const [grain, scale] = unitValue(unit);
      return stretch(moment, amountValue(amount) * scale, grain, tense() !== "past");
    },
  },
];

/** "a quarter of an hour", "three quarters of an hour", from now or ago: in minutes. */
const quarters: TimeRule = {
  pattern: global(
    "\\b(?<lead>in\\s+)?(?:about\\s+)?(?:a\\s+|one\\s+)?(?<three>three\\s+)?quarters?\\s+(?:of\\s+an\\s+)?hour(?:\\s+(?<side>ago|earlier|from\\s+now|later|hence))?\\b",
  ),
  read: ({ lead, three, side }, moment) => {
    if (lead === undefined && side === undefined) return undefined;
    const size = three === undefined ? 15 : 45;
    return unitsAway(moment, side === "ago" || side === "earlier" ? -size : size, "minute");
  },
};

function partOfDay(day: DayNumber, from: number, to: number): Reading {
  return {
    type: "clock",
    from: day * 1440 + from * 60,
    to: day * 1440 + to * 60,
    grain: "hour",
    alone: true,
    half: true,
  };
}

function around(moment: Moment, head: string, amount: string, unit: string): Reading {
  const [grain, scale] = unitValue(unit);
  const forward = /^(?:next|coming|following)$/.test(head);
  return { ...stretch(moment, amountValue(amount) * scale, grain, forward), vague: isVague(amount) };
}

function away(moment: Moment, amount: string, extra: number, unit: Unit, scale: number, sign: number): Reading {
  const size = amountValue(amount) * scale + extra;
  if (!/few|several/.test(amount)) return unitsAway(moment, sign * size, unit);
  if (unit === "minute" || unit === "hour")
    return { ...stretch(moment, unit === "hour" ? 12 : 60, unit, sign > 0), vague: true };
  const scaleDays = unit === "day" ? 9 : unit === "week" ? 42 : unit === "month" ? 270 : 3_650;
  return sign > 0
    ? days(moment.today + 1, moment.today + scaleDays, unit, { vague: true })
    : days(moment.today - scaleDays, moment.today, unit, { vague: true });
}

const RECUR_UNIT: ReadonlyMap<string, Unit> = new Map([
  ["daily", "day"],
  ["nightly", "day"],
  ["weekly", "week"],
  ["biweekly", "week"],
  ["fortnightly", "week"],
  ["monthly", "month"],
  ["quarterly", "month"],
  ["yearly", "year"],
  ["annually", "year"],
]);

/** Between the names of a list: "Mon, Wed and Fri", "Tue/Thu". */
const LISTED = "\\s*(?:,\\s*(?:and\\s+)?|/|&|\\band\\b)\\s*(?:on\\s+)?";
const FULL = new RegExp(`^(?:${FULL_WEEKDAY})$`, "u");

/** Listed weekdays of every week are one recurring time; its range is the next of them to come. */
function weekly(weekdays: string, moment: Moment): Reading {
  const named = [...weekdays.matchAll(/[a-z]{3,}/gu)].map(([word]) => weekdayValue(word)).filter((value) => value >= 0);
  return oneDay(nearestWeekday(moment, named), { recurring: true });
}

const recurringRules: readonly TimeRule[] = [
  {
    pattern: global(
      `\\b(?:every|each)\\s+(?:other\\s+|second\\s+|single\\s+)?(?:(?<weekdays>(?:${WEEKDAY})s?(?:${LISTED}(?:${WEEKDAY})s?\\b){0,6})|(?<weekend>weekend)|(?<workday>weekday|workday)|(?:${NUMBER})?\\s*(?<unit>morning|afternoon|evening|night|day|week|fortnight|month|quarter|year|hour|minute)s?)\\b`,
    ),
    read: ({ weekdays, weekend, unit = "day" }, moment) => {
      if (weekdays !== undefined) return weekly(weekdays, moment);
      if (weekend !== undefined)
        return { ...days(saturdayOf(moment.today), saturdayOf(moment.today) + 2, "day"), recurring: true };
      const [grain] = unitValue(unit);
      return { ...period(grain, moment), recurring: true };
    },
  },
  {
    pattern: global(
      `\\b(?:on\\s+)?(?<weekdays>(?:${FULL_WEEKDAY})s(?:${LISTED}(?:${FULL_WEEKDAY})s\\b){0,6})(?![a-z])`,
    ),
    read: ({ weekdays = "" }, moment) => weekly(weekdays, moment),
  },
  {
    pattern: global(
      `\\b(?<first>${WEEKDAY})s?\\s?(?:-|\u2013|\u2014|~|to\\s|thru\\s|through\\s)\\s?(?<last>${WEEKDAY})s?\\b(?![-\u2013'])`,
    ),
    // Short names are of timetables, and come again each week unless the words around speak of one week.
    read: ({ first = "", last = "" }, moment, tense) => {
      const [from, to] = [weekdayValue(first), weekdayValue(last)];
      if (FULL.test(first) && FULL.test(last)) return undefined;
      if (tense() === "unknown") return weekdaysFrom(mondayOf(moment.today), from, to);
      const begin = looseWeekday(moment, from, tense());
      return days(begin, begin + ((to - from + 7) % 7) + 1, "day");
    },
  },
  {
    pattern: global("\\b(?:on\\s+)?(?<word>weekdays|weekends|workdays)\\b"),
    read: ({ word }, moment) => {
      const monday = mondayOf(moment.today);
      return {
        ...(word === "weekends" ? days(monday + 5, monday + 7, "day") : days(monday, monday + 5, "day")),
        recurring: true,
      };
    },
  },
  {
    pattern: global(
      "\\b(?<word>daily|nightly|weekly|biweekly|fortnightly|monthly|quarterly|yearly|annually|(?:once|twice|\\w{1,8}\\s+times)\\s+(?:a|an|per)\\s+(?<unit>day|week|month|quarter|year))\\b",
    ),
    read: ({ word = "", unit }, moment) => ({
      ...period(RECUR_UNIT.get(word) ?? unitValue(unit ?? "day")[0], moment),
      recurring: true,
    }),
  },
];

function period(unit: Unit, moment: Moment): Reading {
  if (unit === "week") return weekFrom(moment, 0);
  if (unit === "month") return monthOf(moment.date.year, moment.date.month);
  return unit === "year" ? yearOf(moment.date.year) : oneDay(moment.today);
}

const vagueWords: readonly (readonly [string, number, number])[] = [
  ["recently|lately|these\\s+days|as\\s+of\\s+late|of\\s+late|nowadays|the\\s+past\\s+few\\s+days", -14, 1],
  ["the\\s+other\\s+day", -9, 0],
  ["not\\s+long\\s+ago", -30, 0],
  ["just\\s+now|earlier\\s+today", 0, 1],
  ["a\\s+while\\s+(?:ago|back)|some\\s+time\\s+ago|last\\s+time", -180, 0],
  ["soon|one\\s+of\\s+these\\s+days|before\\s+long|in\\s+the\\s+near\\s+future", 0, 30],
];

const vague: readonly TimeRule[] = vagueWords.map(([words, from, to]) => ({
  pattern: global(`(?<!as\\s)\\b(?:${words})\\b(?!\\s+as\\b)`),
  read: (_groups, { today }) => days(today + from, today + to, "day", { vague: true }),
}));

/** Rules for English. Weeks begin on Monday; "next Friday" is next week's; "last Friday" the last one before today. */
export const ENGLISH_RULES: readonly TimeRule[] = [
  ...ENGLISH_PARTS_OF_MONTHS,
  ...ENGLISH_DATES,
  ...stepped,
  ...relative,
  quarters,
  ...recurringRules,
  ...vague,
];
