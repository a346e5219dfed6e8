import { chineseNumber } from "./chinese-numbers.js";
import type { Reading, TimeRule } from "./reading.js";

const HOUR = 60;
const DAY = 24 * HOUR;

/** Parts of the day: minutes from and to, and whether a small hour said with it is counted from noon. */
const PARTS: ReadonlyMap<string, readonly [number, number, boolean]> = new Map(
  (
    [
      ["凌晨 半夜 深夜", 0, 6, false],
      ["清晨 一早 大早 早晨 早上 早 晨", 5, 10, false],
      ["上午 morning", 6, 12, false],
      ["中午 noon midday", 11, 14, true],
      ["下午 午后 afternoon", 12, 18, true],
      ["傍晚 evening", 17, 22, true],
      ["晚上 夜里 晚 夜 夜晚 night tonight", 18, 24, true],
    ] as const
  ).flatMap(([names, from, to, late]) =>
    names.split(" ").map((name) => [name, [from * HOUR, to * HOUR, late]] as const),
  ),
);
const ZH_PART = "凌晨|半夜|深夜|清晨|一大早|一早|大早|早晨|早上|上午|中午|下午|午后|傍晚|晚上|夜里|夜晚|晨|早|晚|夜";
const ZH_HOUR = "\\d{1,2}|[零一二两三四五六七八九十]{1,3}";

const global = (source: string): RegExp => new RegExp(source, "gu");

function partOf(name: string | undefined): readonly [number, number, boolean] | undefined {
  return name === undefined ? undefined : PARTS.get(name.replace(/^一大/u, "大"));
}

/** A clock reading; an hour from 1 to 6 without a half of the day is in the afternoon. */
function clock(
  hour: number,
  minute: number,
  exact: boolean,
  half: "am" | "pm" | undefined,
  alone = true,
): Reading | undefined {
  if (hour > 24 || minute > 59) return undefined;
  let hours = hour;
  if (half === "pm" && hour < 12) hours += 12;
  if (half === "am" && hour === 12) hours = 0;
  if (half === undefined && hour >= 1 && hour <= 6) hours += 12;
  const from = hours * HOUR + minute;
  return {
    type: "clock",
    from,
    to: from + (exact ? 1 : HOUR),
    grain: exact ? "minute" : "hour",
    alone,
    half: half !== undefined,
  };
}

function chineseHalf(part: string | undefined, hour: number): "am" | "pm" | undefined {
  const found = partOf(part);
  if (found === undefined) return hour > 12 || hour === 0 ? "am" : undefined;
  if (!found[2]) return "am";
  return part !== undefined && /晚|夜/u.test(part) && (hour === 12 || hour < 5) ? "am" : "pm";
}

const CHINESE: readonly TimeRule[] = [
  {
    pattern: global(
      `(?<part>${ZH_PART})?的?(?<=^|[^\\d.:第一二两三四五六七八九十])(?<hour>${ZH_HOUR})(?:点钟?|时(?=[^间候刻光代常]|$))(?!儿|评|击|赞|名|子|心|[一二两三四五六七八九]点|\\d*%)(?:(?<half>半)|(?<quarter>[一三])刻|(?<minute>[0-5]?\\d|[零一二三四五]?十?[一二三四五六七八九]|[二三四五]?十)(?:分|(?=[^\\d个点号月天年%]|$)))?`,
    ),
    read: ({ part, hour = "", half, quarter, minute }) => {
      const hours = chineseNumber(hour);
      const exact = half !== undefined || quarter !== undefined || minute !== undefined;
      // 一点 alone is "a little" far more often than one o'clock.
      if (hours === undefined || hours > 24 || (hour === "一" && part === undefined && !exact)) return undefined;
      const minutes =
        half !== undefined
          ? 30
          : quarter !== undefined
            ? quarter === "一"
              ? 15
              : 45
            : (chineseNumber(minute ?? "零点") ?? 0);
      return lateNight(clock(hours, minutes, exact, zeroHour(hours) ?? chineseHalf(part, hours)), part, hours);
    },
  },
  {
    pattern: global(
      `(?<part>${ZH_PART})?(?<=^|[^\\d.:])(?<hour>[01]?\\d|2[0-4])[:：](?<minute>[0-5]\\d)(?::[0-5]\\d)?(?![\\d:.])\\s?(?<half>am|pm|a\\.m\\.|p\\.m\\.)?`,
    ),
    read: ({ part, hour = "", minute = "", half }) => {
      const hours = Number(hour);
      const said = half === undefined ? chineseHalf(part, hours) : half.startsWith("a") ? "am" : "pm";
      const written = said ?? (hour.startsWith("0") || hours >= 7 ? "am" : undefined);
      return lateNight(
        clock(hours, Number(minute), true, hours === 12 && said === undefined ? "pm" : written),
        part,
        hours,
      );
    },
  },
  {
    pattern: global(
      `(?<part>凌晨|半夜|深夜|清晨|一大早|一早|早晨|早上|上午|中午|下午|傍晚|晚上|夜里|夜晚|(?<=[今昨明每天日号一二三四五六])(?:早(?!餐|饭)|晚(?!餐|饭|会)|夜))`,
    ),
    read: ({ part }) => {
      const found = partOf(part);
      return found && { type: "clock", from: found[0], to: found[1], grain: "hour", alone: false, half: true };
    },
  },
];

function zeroHour(hours: number): "am" | undefined {
  return hours === 0 || hours > 12 ? "am" : undefined;
}

/** 晚上十二点 and 晚上一点 belong to the night that begins on the named day. */
function lateNight(reading: Reading | undefined, part: string | undefined, hours: number): Reading | undefined {
  if (reading?.type !== "clock" || part === undefined || !/^(?:晚上|晚|夜里|夜晚|夜|深夜|半夜)$/u.test(part))
    return reading;
  const after = hours === 12 || hours === 24 || (hours < 5 && /晚|^夜/u.test(part));
  return after && reading.from < 6 * HOUR ? { ...reading, from: reading.from + DAY, to: reading.to + DAY } : reading;
}

const WORDS: ReadonlyMap<string, number> = new Map(
  ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"].map(
    (word, index) => [word, index + 1],
  ),
);
const EN_HOUR = `\\d{1,2}|${[...WORDS.keys()].join("|")}`;

const EN_HALF = "am|pm|a\\.m\\.?|p\\.m\\.?";

/** Minutes of an hour with a known half of the day. */
function minutesOf(hour: string, minute: string | undefined, half: string): number {
  return ((WORDS.get(hour) ?? Number(hour)) % 12) * HOUR + Number(minute ?? 0) + (half.startsWith("p") ? 12 * HOUR : 0);
}

/** "between 2 and 4pm", "11-1pm", "9am-5pm": the half of the day at the end counts for the beginning unless that then came later. */
const EN_RANGE: TimeRule = {
  pattern: global(
    `(?<![\\w.:$€£-])(?:(?:between|from)\\s+)?(?<hour>1[0-2]|0?[1-9]|${[...WORDS.keys()].join("|")})(?:[:.](?<minute>[0-5]\\d))?\\s?(?<half>${EN_HALF})?\\s?(?:-|\u2013|\u2014|~|\\b(?:and|to|until|till|through)\\b)\\s?(?<endHour>1[0-2]|0?[1-9]|${[...WORDS.keys()].join("|")})(?:[:.](?<endMinute>[0-5]\\d))?\\s?(?<endHalf>${EN_HALF})(?![a-z])`,
  ),
  read: ({ hour = "", minute, half, endHour = "", endMinute, endHalf = "" }) => {
    const end = minutesOf(endHour, endMinute, endHalf);
    const same = minutesOf(hour, minute, half ?? endHalf);
    const from = half === undefined && same >= end ? (same + 12 * HOUR) % DAY : same;
    const exact = (minute ?? endMinute) !== undefined;
    const to = end > from ? end : end + DAY;
    return { type: "clock", from, to, grain: exact ? "minute" : "hour", alone: true, half: true };
  },
};

const ENGLISH: readonly TimeRule[] = [
  EN_RANGE,
  {
    pattern: global(
      `(?<![\\w.:$€£-])(?<hour>1[0-2]|0?[1-9]|${[...WORDS.keys()].join("|")})(?:[:.](?<minute>[0-5]\\d))?\\s?(?<half>am|pm|a\\.m\\.?|p\\.m\\.?)(?![a-z])(?:\\s+in\\s+the\\s+(?:morning|afternoon|evening))?`,
    ),
    read: ({ hour = "", minute, half = "" }) =>
      clock(
        WORDS.get(hour) ?? Number(hour),
        Number(minute ?? 0),
        minute !== undefined,
        half.startsWith("a") ? "am" : "pm",
      ),
  },
  {
    pattern: global(
      `\\b(?:at|by|until|till|from|around|before|after)\\s+(?<hour>${EN_HOUR})(?<oclock>\\s+o'?clock)?(?=\\s*(?:$|[.,;!?)]|on\\b|today|tomorrow|tonight|sharp|every|in\\s+the|next|this|and|to\\b))(?:\\s+in\\s+the\\s+(?<part>morning|afternoon|evening)|\\s+at\\s+(?<night>night))?(?!\\s*%)`,
    ),
    read: ({ hour = "", part, night }) => {
      const half = part === "morning" ? "am" : part !== undefined || night !== undefined ? "pm" : undefined;
      const hours = WORDS.get(hour) ?? Number(hour);
      return hours > 23 || hours === 0 ? undefined : clock(hours, 0, false, half ?? (hours > 6 ? "am" : undefined));
    },
  },
  {
    pattern: global(`\\b(?<hour>${EN_HOUR})\\s+o'?clock(?:\\s+in\\s+the\\s+(?<part>morning|afternoon|evening))?`),
    read: ({ hour = "", part }) => {
      const hours = WORDS.get(hour) ?? Number(hour);
      return clock(
        hours,
        0,
        false,
        part === "morning" ? "am" : part !== undefined ? "pm" : hours > 6 ? "am" : undefined,
      );
    },
  },
  {
    pattern: global(`\\b(?<head>half\\s+past|quarter\\s+past|quarter\\s+to)\\s+(?<hour>${EN_HOUR})\\b`),
    read: ({ head = "", hour = "" }) => {
      const hours = WORDS.get(hour) ?? Number(hour);
      const half = hours > 6 ? "am" : undefined;
      if (head.startsWith("half")) return clock(hours, 30, true, half);
      return head.endsWith("past") ? clock(hours, 15, true, half) : clock(hours - 1, 45, true, half);
    },
  },
  {
    pattern: global("\\b(?:at\\s+)?(?<word>noon|midday|midnight)\\b"),
    read: ({ word }) => clock(word === "midnight" ? 24 : 12, 0, false, "pm"),
  },
  {
    pattern: global("\\b(?:(?:in|during)\\s+the\\s+|early\\s+|late\\s+)?(?<part>morning|afternoon|evening|night)\\b"),
    read: ({ part }) => {
      const found = partOf(part);
      return found && { type: "clock", from: found[0], to: found[1], grain: "hour", alone: false, half: true };
    },
  },
];

/** Times of the day in both languages. Part names without a clock (晚上, "in the morning") count only beside a day. */
export const CLOCK_RULES: readonly TimeRule[] = [...CHINESE, ...ENGLISH];
