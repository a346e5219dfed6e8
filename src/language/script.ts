import { Converter } from "opencc-js/t2cn";

/** Main language of a text, as `detectLanguage` tells it. */
export type Language = "zh" | "en" | "mixed" | "other";

let convert: ((text: string) => string) | undefined;

const HAN = /[\p{Script=Han}々〇]/u;
const HAN_ALL = /[\p{Script=Han}々〇]/gu;
const LATIN_WORD = /[\p{Script=Latin}\p{M}'’]+/gu;
const OTHER_LETTER = /(?![\p{Script=Han}\p{Script=Latin}])\p{L}/gu;
const URL_OR_MAIL = /(?:https?:\/\/|www\.)[^\s，。；！？、）】」』”]+|[\w.+-]{1,64}@[\w.-]{1,255}/gu;

/**
 * Traditional characters (Taiwan and Hong Kong forms alike) become simplified ones, character by character or by fixed
 * phrases of the same length (乾隆 stays, 乾淨 becomes 干净). Vocabulary is left alone: mapping 文件 to 文檔 and the like
 * also hits words that were never traditional.
 */
export function toSimplified(text: string): string {
  if (!HAN.test(text)) return text;
  const converter = convert ?? Converter({ from: "hk", to: "cn" });
  convert = converter;
  return converter(text);
}

/** Whether the text has at least one Han character. */
export function hasHan(text: string): boolean {
  return HAN.test(text);
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}

/**
 * The language that carries the text. Words are compared, not characters: a Chinese word has about 1.6 characters. A lone
 * English term in a Chinese sentence leaves it Chinese; both above 30 % make it mixed. Japanese, Russian and so on, digits and emoji
 * alone are `other`.
 */
export function detectLanguage(text: string): Language {
  const plain = text.length > 20_000 ? text.slice(0, 20_000) : text;
  const bare = plain.replace(URL_OR_MAIL, " ");
  const chinese = countMatches(bare, HAN_ALL) / 1.6;
  const english = countMatches(bare, LATIN_WORD);
  const other = countMatches(bare, OTHER_LETTER) / 2;
  if (other > 0 && other >= (chinese + english) * 0.25) return "other";
  const total = chinese + english;
  if (total === 0) return HAN.test(plain) ? "zh" : /[a-z]/iu.test(plain) ? "en" : "other";
  const share = english / total;
  if (share > 0.7) return "en";
  return share < 0.3 ? "zh" : "mixed";
}
