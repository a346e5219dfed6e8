import { foldText, toSimplified } from "../../language/index.js";
import { withDigits } from "./written-numbers.js";

/** What a text measures, each in one form whatever the words: half past eight and 20:30 are one time, 一个半小时 and 90 minutes one length. */
export interface Measures {
  /** Times of day, in minutes of the half day. */
  readonly times: ReadonlySet<string>;
  /** Weekdays, days of a month, months. */
  readonly days: ReadonlySet<string>;
  /** The other numbers; lengths of time, ways and weights in one unit. */
  readonly figures: ReadonlySet<string>;
  /** The text without times and days, in digits. */
  readonly rest: string;
}

const HALF_DAY = 720;

function clock(hour: number, minute: number): string {
  return String((hour * 60 + minute) % HALF_DAY);
}

type Reading = readonly [RegExp, (groups: readonly string[]) => string];

const CLOCKS: readonly Reading[] = [
  [/\b(?:half|30) past (\d{1,2})\b/gu, ([, h]) => clock(Number(h), 30)],
  [/\b(?:a )?quarter past (\d{1,2})\b/gu, ([, h]) => clock(Number(h), 15)],
  [/\b(?:a )?quarter to (\d{1,2})\b/gu, ([, h]) => clock(Number(h) + 11, 45)],
  [/\b(\d{1,2})[:：.](\d{2})(?:\s?[ap]\.?m\b\.?)/gu, ([, h, m]) => clock(Number(h), Number(m))],
  [/(?<![\d:])(\d{1,2})[:：](\d{2})(?![\d:])/gu, ([, h, m]) => clock(Number(h), Number(m))],
  [/\b(\d{1,2})\s?[ap]\.?m\b\.?/gu, ([, h]) => clock(Number(h), 0)],
  [/\b(\d{1,2}) o'?clock\b/gu, ([, h]) => clock(Number(h), 0)],
  [/\b(\d{1,2}) (?:in the (?:morning|afternoon|evening)|at night)\b/gu, ([, h]) => clock(Number(h), 0)],
  [/\b(?:noon|midnight)\b|正午|零点|午夜/gu, () => clock(0, 0)],
  [/(\d{1,2})点半/gu, ([, h]) => clock(Number(h), 30)],
  [/(\d{1,2})点([13])刻/gu, ([, h, q]) => clock(Number(h), Number(q) * 15)],
  [/(\d{1,2})点(\d{1,2})分?/gu, ([, h, m]) => clock(Number(h), Number(m))],
  [/(\d{1,2})点(?!\d)(?:钟|整)?/gu, ([, h]) => clock(Number(h), 0)],
];

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const WEEKDAYS_ZH = "123456日";
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"] as const;
const MONTH_NAME =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";

function month(name: string | undefined): string {
  return String(MONTHS.findIndex((each) => name?.startsWith(each)) + 1);
}

const DAYS: readonly Reading[] = [
  [
    /\b(mon|tue|thu|fri)(?:s|r|rs)?\b|\b(mon|tue|wed|thu|fri|sat|sun)(?:nes|urs?|rs|s|r|ur)?days?\b/gu,
    ([, short, long = ""]) => short ?? long,
  ],
  [/(?:周|星期|礼拜)([1-6日天末一二三四五六])/gu, ([, sign = ""]) => weekday(sign)],
  [new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH_NAME}\\b`, "gu"), ([, d, m]) => `${month(m)}/${d}`],
  [new RegExp(`\\b${MONTH_NAME}\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)`, "gu"), ([, m, d]) => `${month(m)}/${d}`],
  [/(\d{1,2})月(\d{1,2})[日号]/gu, ([, m, d]) => `${m}/${d}`],
  [new RegExp(`(?<!\\b(?:we|you|i|they|it|he|she) )\\b${MONTH_NAME}\\b`, "gu"), ([, m]) => `${month(m)}/`],
  [/(\d{1,2})月(?!\d|份?额)/gu, ([, m]) => `${m}/`],
  [/\b(\d{1,2})(?:st|nd|rd|th)\b(?! floor| grade| place| birthday| time| version)/gu, ([, d]) => `/${d}`],
  [/(\d{1,2})[日号](?!楼|线|馆|院|店|桌|房|地|机)/gu, ([, d]) => `/${d}`],
];

function weekday(sign: string): string {
  if (sign === "末") return "sat";
  const at =
    sign === "天" ? 6 : "一二三四五六日".includes(sign) ? "一二三四五六日".indexOf(sign) : WEEKDAYS_ZH.indexOf(sign);
  return WEEKDAYS[at] ?? sign;
}

const MINUTES = "m";
/** Spans first of all: what is left of them would be read as other numbers. */
const SPANS: readonly Reading[] = [
  [/\b(?:an|1) hour and (?:a half|30 minutes)\b|\b1\.5 hours?\b|1个半(?:小时|钟头)/gu, () => `90${MINUTES}`],
  [/(\d+)(?: and a half hours?|个半(?:小时|钟头))/gu, ([, n]) => `${Number(n) * 60 + 30}${MINUTES}`],
  [/\bhalf an hour\b|\bhalf-hour\b|半个?(?:小时|钟头)/gu, () => `30${MINUTES}`],
  [/\b(?:3|three) quarters of an hour\b|3刻钟/gu, () => `45${MINUTES}`],
  [/\ba quarter of an hour\b|1刻钟/gu, () => `15${MINUTES}`],
  [
    /(\d+(?:\.\d+)?)[ -]?(?:hours?|hrs?\b|h\b)|(\d+(?:\.\d+)?)个?(?:小时|钟头)/gu,
    ([, a, b]) => `${Number(a ?? b) * 60}${MINUTES}`,
  ],
  [/\ban hour\b/gu, () => `60${MINUTES}`],
  [/(\d+)[ -]?(?:minutes?|mins?\b)|(\d+)分钟/gu, ([, a, b]) => `${a ?? b}${MINUTES}`],
  [/\bhalf[ -]a[ -]year\b|\bhalf[ -]year\b|半年/gu, () => "6month"],
  [/\b(\d+)[ -]months?\b|(\d+)个月/gu, ([, a, b]) => `${a ?? b}month`],
  [/\ba decade\b|十个年头/gu, () => "10year"],
  [/\b(\d+)[ -]years?\b|(\d+)(?:年|个年头)(?!\d|级|\d*月)/gu, ([, a, b]) => `${a ?? b}year`],
  [/\ba fortnight\b/gu, () => "14day"],
  [/\b(\d+)[ -]weeks?\b|(\d+)个?(?:周|星期|礼拜)(?!\d)/gu, ([, a, b]) => `${Number(a ?? b) * 7}day`],
  [/\b(\d+)[ -]days?\b|(\d+)天/gu, ([, a, b]) => `${a ?? b}day`],
  [/(\d+(?:\.\d+)?)\s?(?:km\b|kilomet(?:er|re)s?|公里|千米)/gu, ([, n]) => `${Number(n) * 1_000}metre`],
  [/(\d+(?:\.\d+)?)\s?(?:met(?:er|re)s?\b|米(?!粉|饭|酒))/gu, ([, n]) => `${n}metre`],
  [/(\d+(?:\.\d+)?)\s?(?:kg\b|kilos?\b|kilograms?|公斤|千克)/gu, ([, n]) => `${Number(n) * 1_000}gram`],
  [/(\d+(?:\.\d+)?)\s?(?:吨|tonnes?\b|tons?\b)/gu, ([, n]) => `${Number(n) * 1_000_000}gram`],
  [/(\d+(?:\.\d+)?)斤/gu, ([, n]) => `${Number(n) * 500}gram`],
  [/(\d+(?:\.\d+)?)\s?khz\b/gu, ([, n]) => String(Number(n) * 1_000)],
];

/** Takes every match out of the text and into the set. */
function take(text: string, readings: readonly Reading[], into: Set<string>): string {
  let rest = text;
  for (const [pattern, read] of readings) {
    rest = rest.replace(pattern, (...match: readonly unknown[]) => {
      // groups come before the offset, which is the first number
      const groups = match.slice(
        0,
        match.findIndex((each) => typeof each === "number"),
      );
      into.add(read(groups as readonly string[]));
      return " ";
    });
  }
  return rest;
}

/** Reads what the text measures. Pure; linear in the text. */
export function measuresOf(text: string): Measures {
  const times = new Set<string>();
  const days = new Set<string>();
  const figures = new Set<string>();
  const digits = withDigits(toSimplified(foldText(text)));
  const withoutSpans = take(digits, SPANS, figures);
  const rest = take(take(withoutSpans, CLOCKS, times), DAYS, days);
  for (const [figure] of rest.matchAll(/\d+(?:\.\d+)?/gu)) figures.add(figure);
  return { times, days, figures, rest };
}
