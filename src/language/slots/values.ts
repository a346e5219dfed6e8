import { foldText } from "../analyzer.js";

const UNITS: Readonly<Record<string, number>> = { 千: 1e3, 万: 1e4, 百万: 1e6, 千万: 1e7, 亿: 1e8, k: 1e3, m: 1e6 };
const ZH_DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};

/** 十二 → 12, 三十五 → 35, 两百 → 200; undefined where it is no plain number below ten thousand. */
function chineseNumber(text: string): number | undefined {
  if (!/^[零〇一二两三四五六七八九十百千]+$/u.test(text)) return undefined;
  let total = 0;
  let digit = 0;
  for (const sign of text) {
    const scale = sign === "十" ? 10 : sign === "百" ? 100 : sign === "千" ? 1_000 : 0;
    if (scale === 0) digit = ZH_DIGITS[sign] ?? 0;
    else {
      total += (digit === 0 ? 1 : digit) * scale;
      digit = 0;
    }
  }
  return total + digit;
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["postgres", "postgresql"],
  ["pg", "postgresql"],
  ["k8s", "kubernetes"],
  ["js", "javascript"],
  ["ts", "typescript"],
  ["golang", "go"],
  ["vscode", "vs code"],
  ["cockroach", "cockroachdb"],
  ["mongo", "mongodb"],
  ["e-mail", "email"],
  ["邮件", "email"],
  ["邮箱", "email"],
  ["企微", "企业微信"],
  ["wecom", "企业微信"],
]);

/**
 * The form in which two values are compared: width, case, script, closing marks, thousands marks, 万 and k, and a few common names of
 * one thing folded. Not for display.
 */
export function normaliseValue(value: string): string {
  let text = foldText(value).replace(/^[\s"'“”‘’「」『』《》(（]+|[\s"'“”‘’「」『』《》)）。.!！,，;；~～]+$/gu, "");
  text = text.replace(/(?<=\d),(?=\d{3})/gu, "");
  text = text.replace(
    /(\d+(?:\.\d+)?)\s*(百万|千万|万|亿|千|k|m)(?![a-z])/gu,
    (whole, number: string, unit: string) => {
      const factor = UNITS[unit];
      return factor === undefined ? whole : String(Math.round(Number(number) * factor));
    },
  );
  text = text.replace(/[零〇一二两三四五六七八九十百千]+(?=[点号日月年天个周次折岁块元万])/gu, (run) =>
    String(chineseNumber(run) ?? run),
  );
  text = text
    .replace(/^(?:the|a|an)\s+/u, "")
    .replace(/(?:频道|渠道|channel)$/u, "")
    .trim();
  text = text.replace(/^v(?=\d)/u, "");
  const [head = "", ...rest] = text.split(" ");
  const alias = ALIASES.get(head);
  return alias === undefined ? text : [alias, ...rest].join(" ");
}

/** Whether two values are one; two absent ones are not. */
export function sameValue(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return normaliseValue(a) === normaliseValue(b);
}

export type ValueClass = "time" | "date" | "money" | "quantity" | "version" | "path" | "channel" | "name" | "words";

const CLASSES: readonly (readonly [ValueClass, RegExp])[] = [
  ["path", /(?:^|\s)(?:\/[\w.-]+){2,}|https?:\/\/|[\w-]+(?:\.[\w-]+){2,}/u],
  ["channel", /#[\w-]{2,}|邮件|email|企业微信|钉钉|slack|短信/u],
  ["version", /\bv?\d+\.\d+(?:\.\d+)*\b(?!\s*(?:%|kg|公斤|元|万|折|分|米))/u],
  [
    "time",
    /\d{1,2}[:：]\d{2}|\d{1,2}\s*(?:am|pm)\b|[\d一二三四五六七八九十两]{1,3}点(?:半|[\d一二三四五六七八九十]{1,3}分?|钟)?|noon|midnight/u,
  ],
  [
    "money",
    /[$€£¥￥]\s?\d|\d[\d,.]*\s*(?:万|亿|元|块|rmb|usd|eur|gbp|dollars?|euros?|pounds?|quid|k\b)|[一二三四五六七八九十\d.]{1,4}折/u,
  ],
  [
    "date",
    /\d{1,2}月(?:\d{1,2}[日号])?|\d{4}-\d{2}-\d{2}|\d{1,2}[号日]|(?:周|星期|礼拜)[一二三四五六日天末]|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/u,
  ],
  ["quantity", /\d/u],
];

/** What sort of thing a value is, to tell whether one could stand for the other. */
export function valueClass(value: string): ValueClass {
  const folded = foldText(value);
  for (const [name, pattern] of CLASSES) if (pattern.test(folded)) return name;
  return /\p{Lu}/u.test(value) ? "name" : "words";
}

/** A missing qualifier is compatible, different ones are not; `only` marks a value that stands beside others and matches nothing but itself. */
export function qualifiersCompatible(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): boolean {
  for (const name of EXACT_QUALIFIERS) if ((a[name] ?? "") !== (b[name] ?? "")) return false;
  for (const [name, value] of Object.entries(a)) {
    const other = b[name];
    if (other !== undefined && foldText(other) !== foldText(value)) return false;
  }
  return true;
}

/** Qualifiers that set a statement apart even where the other has none. */
const EXACT_QUALIFIERS: readonly string[] = ["beside", "term", "part", "topic", "occasion"];
