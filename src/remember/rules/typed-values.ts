import { normaliseValue } from "../../language/slots/index.js";
import { withDigits } from "../relating/written-numbers.js";

/** A value in a text: where it stands, and of which sort, so that only a value of the same sort can take its place. */
export interface TypedValue {
  readonly sort: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const HAN_DIGIT = "[\\d一二三四五六七八九十两〇零]";
/** No number is longer than this: a run of figures is read from few of its places. */
const HAN_NUMBER = "(?:\\d[\\d,.]{0,18}|[一二三四五六七八九十两百千]{1,12})";
const WORD_NUMBER =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)";

/** In the order in which they are looked for: what one takes is no other's. Linear in the text. */
const SORTS: readonly (readonly [sort: string, pattern: RegExp])[] = [
  [
    "identifier",
    /\b(?:[A-Z]{1,6}-?\d[\w-]*|\d+-\d[\w-]*)\b|(?<![A-Za-z\d])(?:[A-Z]|\d{1,3}) ?[座栋幢] ?(?:\d{1,2} ?单元 ?)?\d{2,5}[室号]?/gu,
  ],
  [
    "duration",
    /(?<!\d)\d+ ?小时(?: ?\d+ ?分钟?)?(?: ?\d+ ?秒)?|(?<!\d)\d+ ?分 ?\d+ ?秒|\b\d{1,2}:\d{2}:\d{2}\b|\b\d+ ?(?:h|hrs?|hours?)(?:,? (?:and )?|)\d+ ?(?:m|mins?|minutes?)\b/giu,
  ],
  ["version", /\bv\d+(?:\.\d+)*\b|\b\d+\.\d+\.\d+\b/giu],
  [
    "date",
    new RegExp(
      `\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b(?: \\d{4})?|\\b${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?\\b(?:,? \\d{4})?(?!:)|\\b\\d{4}-\\d{2}-\\d{2}\\b|\\bthe \\d{1,2}(?:st|nd|rd|th)\\b|(?:\\d{4}年)?(?:${HAN_DIGIT}{1,3}月|[下上这本]个?月)${HAN_DIGIT}{1,3}[日号]?|${HAN_DIGIT}{1,3}[日号](?!楼|线|馆|院|店|桌|房|地|机)`,
      "giu",
    ),
  ],
  [
    "time",
    new RegExp(
      `\\b\\d{1,2}(?:[:.]\\d{2})? ?(?:am|pm|a\\.m\\.|p\\.m\\.)(?![\\p{L}\\d])|\\b\\d{1,2}:\\d{2}\\b|\\b(?:noon|midnight)\\b|\\b(?:half|quarter) (?:past|to) \\p{L}+|\\b\\d{1,2} o'clock\\b|(?<=\\bat )\\d{1,2}(?:\\.\\d{2})?(?![\\d%]|\\.\\d| (?!on|every|in|for|sharp|today|tomorrow|and|this|next)\\p{L})|(?:早上|早晨|上午|中午|下午|傍晚|晚上|夜里|凌晨)?(?:(?:\\d{1,2}|二?十[一二三四]?|[一二两三四五六七八九])点(?:半|${HAN_DIGIT}{1,3}分?|钟|[一三]刻)?|\\d{1,2}[:：]\\d{2})`,
      "giu",
    ),
  ],
  [
    "weekday",
    /\b(?:(?:next|this|the following) )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|[下这本上]?个?(?:周|星期|礼拜)[一二三四五六日天末]/giu,
  ],
  [
    "money",
    /[$€£¥￥]\s?\d[\d,.]{0,18}(?:\s?(?:k|m|million|thousand)\b)?|\b\d[\d,.]{0,18}\s?(?:k|m)?\s?(?:dollars?|euros?|pounds?|quid|yuan|usd|eur|gbp|rmb)\b|\b\d[\d,.]{0,18}k\b|(?:\d[\d,.]{0,18}|[一二三四五六七八九十两百千]{1,12})(?:万|亿|千)(?:[一二三四五六七八九](?![十百千万点号月年日天个人份件台辆]))?(?!个|人|份|件|台|辆)(?:元|块|美元|欧元|人民币)?|(?:\d[\d,.]{0,18}|[一二三四五六七八九十两百千]{1,12})(?:元|块钱?|美元|欧元)/giu,
  ],
  ["percent", /\b\d[\d.]{0,18}\s?(?:%|per ?cent\b)|百分之[\d一二三四五六七八九十]{1,12}|\d[\d.]{0,18}%/giu],
  [
    "number",
    new RegExp(
      `(?<![\\p{Script=Latin}\\d.,-])(?:\\d[\\d,]{0,18}(?:\\.\\d+)?|${WORD_NUMBER})(?![\\p{Script=Latin}\\d:-]|[.,]\\d)|${HAN_NUMBER}(?=[\\p{Script=Han}])`,
      "giu",
    ),
  ],
];

/** What counts, behind a Chinese number; elsewhere a numeral is as often part of a word (一起, 三明治). */
const COUNTS =
  /^(?:万|千)?(?:个|位|名|人|箱|件|张|本|台|辆|份|盒|包|吨|公斤|千克|斤|克|米|公里|厘米|天|周|年|月|小时|分钟|秒|次|岁|版|间|套|桌|杯|瓶|片|粒|毫克|毫升|毫米|升|度|倍|页|章|期|级|层|楼|只|条|块|组|队|班|节|场|分|道|瓦|兆|遍|双|对|打|顿|票|折|平)/u;

/** Every value of the text that has a sort, in order; what overlaps goes to the sort that is looked for first. */
export function typedValues(text: string): readonly TypedValue[] {
  const found: TypedValue[] = [];
  for (const [sort, pattern] of SORTS) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((other) => start < other.end && other.start < end)) continue;
      if (sort === "number" && /^[\p{Script=Han}]/u.test(match[0]) && !COUNTS.test(text.slice(end))) continue;
      found.push({ sort, text: match[0], start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Whether two values are one, however they are written. */
export function isSameTyped(a: string, b: string): boolean {
  const plain = (text: string): string => withDigits(normaliseValue(text).replace(/^(?:the|at|on) /u, ""));
  return plain(a) === plain(b);
}

/** A sign that goes on with the word or number that it touches. */
const GOES_ON = /[\p{Script=Latin}\d]/u;

/** Whether the text says the value whole: 5 is not said in 1500 or in a date, Ann not in Annual. */
export function saysValue(text: string, value: string): boolean {
  const [typed] = typedValues(value);
  if (typed !== undefined && typed.text === value.trim())
    return typedValues(text).some((each) => isSameTyped(each.text, value));
  // some values have a sort only in their place: the 3 of "at 3"
  if (/^\d+(?:\.\d+)?$/u.test(value)) return typedValues(text).some((each) => each.text === value);
  for (let at = text.indexOf(value); value !== "" && at >= 0; at = text.indexOf(value, at + 1)) {
    const joins = (outer: string, inner: string): boolean => GOES_ON.test(outer) && GOES_ON.test(inner);
    if (!joins(text.charAt(at - 1), value.charAt(0)) && !joins(text.charAt(at + value.length), value.slice(-1)))
      return true;
  }
  return false;
}

/** What is counted, behind a number: 箱, crates. */
export function unitBehind(text: string, end: number): string | undefined {
  const rest = text.slice(end);
  const han = COUNTS.exec(rest)?.[0];
  if (han !== undefined) return han;
  return /^ ?(?<unit>\p{Ll}{2,})/u.exec(rest)?.groups?.unit;
}
