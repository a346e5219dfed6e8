import { hasHan, type Span } from "../../language/index.js";
import { typedValues } from "./typed-values.js";

/** One of several things that a sentence says of one head, said whole. */
export interface Coordinate {
  readonly text: string;
  /** What of the sentence says it. */
  readonly evidence: string;
}

const WHENCE: ReadonlySet<string> = new Set(["weekday", "time", "date"]);
const HEAD_EN =
  /^(?<head>[^,;]{1,40}? (?:has|have|does|do|goes to|go to|plays?|teach(?:es)?|trains?|takes?|sees?|visits?|gets?|is on|are on|does the|do the|runs?)) (?<first>[^,;]{2,40}?),? and (?<second>(?!i\b|we\b|he\b|she\b|they\b|it\b|then\b|the other\b)[^,;]{2,40})$/iu;
const HEAD_ZH =
  /^(?<head>[\p{Script=Han}]{1,6}?)(?<first>(?:每?(?:周|星期|礼拜)[一二三四五六日天末]|每?[早晚中]上?|上午|下午)[^，。]{1,14})[，,](?<second>(?:每?(?:周|星期|礼拜)[一二三四五六日天末]|每?[早晚中]上?|上午|下午)[^，。]{1,14})$/u;
/** A head that is a time itself names nobody. */
const NO_HEAD = /^(?:每|从|到|在|这|那|上|下|本|今|明|除了?|如果|要是)/u;

function whenOf(text: string): readonly string[] {
  return typedValues(text)
    .filter(({ sort }) => WHENCE.has(sort))
    .map(({ sort }) => sort);
}

/**
 * "Mia has piano on Tuesdays and swimming on Thursdays" says two things, and the one may change without the other. undefined where the
 * sentence does not say two things, each with its time, of one head. Pure.
 */
export function coordinates(sentence: Span): readonly Coordinate[] | undefined {
  const text = sentence.text.trim().replace(/[.。!！]+$/u, "");
  const han = hasHan(text);
  const { head, first, second } = (han ? HEAD_ZH : HEAD_EN).exec(text)?.groups ?? {};
  if (head === undefined || first === undefined || second === undefined) return undefined;
  if (han && NO_HEAD.test(head)) return undefined;
  const [one, other] = [whenOf(first), whenOf(second)];
  if (!han && (one.length === 0 || !other.some((sort) => one.includes(sort)))) return undefined;
  const join = han ? "" : " ";
  return [
    { text: `${head}${join}${first}`, evidence: text.slice(0, text.indexOf(first) + first.length) },
    { text: `${head}${join}${second}`, evidence: second },
  ];
}
