import type { EntityKind } from "../../language/index.js";
import { findEntities, foldText, hasHan } from "../../language/index.js";

const EN_NUMBERS: Readonly<Record<string, number>> = {
  ...{ zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19 },
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90, hundred: 100 },
};
const EN_NUMBER = new RegExp(`\\b(?:${Object.keys(EN_NUMBERS).join("|")})\\b`, "gu");
const ZH_NUMBER = /[〇零一二两三四五六七八九十百千万]+/gu;
const ZH_DIGITS = "零一二三四五六七八九";
const ZH_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };
const DIGITS = /\d+(?:[.,]\d+)*/gu;
/** Of these kinds a text may only name what was named. Dates and amounts are held to their numbers. */
const NAMES: ReadonlySet<EntityKind> = new Set<EntityKind>([
  "person",
  "organisation",
  "project",
  "product",
  "place",
  "name",
  "identifier",
  "channel",
]);
/** Capitals inside a sentence that name nobody. */
const CAPITAL = /(?<=[\p{Ll}\p{N},;:)] )\p{Lu}[\p{L}\p{N}'-]+/gu;

/** The value of a Chinese numeral up to 9999万; undefined where it is none (一一, 十分 reads as 十). */
function chineseValue(numeral: string): number {
  let total = 0;
  let section = 0;
  let digit = 0;
  for (const symbol of numeral.replace(/〇/gu, "零").replace(/两/gu, "二")) {
    const unit = ZH_UNITS[symbol];
    if (symbol === "万") {
      total = (total + section + digit) * 10_000;
      [section, digit] = [0, 0];
    } else if (unit !== undefined) {
      section += (digit === 0 ? 1 : digit) * unit;
      digit = 0;
    } else digit = ZH_DIGITS.indexOf(symbol);
  }
  return total + section + digit;
}

function digitsOf(folded: string): readonly string[] {
  return (folded.match(DIGITS) ?? []).map((number) => number.replace(/,(?=\d{3}(?!\d))/gu, "").replace(/[.,]0+$/u, ""));
}

/** Every number of a text, however it is written, as digits. */
function numbersOf(text: string): ReadonlySet<string> {
  const folded = foldText(text);
  const english = [...folded.matchAll(EN_NUMBER)].map(([word]) => String(EN_NUMBERS[word] ?? ""));
  const chinese = [...folded.matchAll(ZH_NUMBER)].map(([numeral]) => String(chineseValue(numeral)));
  const parts = digitsOf(folded).flatMap((number) => [number, ...number.split(/[.,]/u)]);
  return new Set([...parts, ...english, ...chinese].map((number) => number.replace(/^0+(?=\d)/u, "")));
}

/** What a summary may say: the numbers and words of what was said. */
export interface Sources {
  readonly folded: string;
  readonly numbers: ReadonlySet<string>;
}

export function sourcesOf(texts: readonly string[]): Sources {
  const whole = texts.join("\n");
  return { folded: foldText(whole), numbers: numbersOf(whole) };
}

/** Whether a name stands in the sources: all of it, or each of its words where it is several. */
export function isNamed(name: string, { folded }: Sources): boolean {
  const wanted = foldText(name);
  if (wanted === "" || folded.includes(wanted)) return wanted !== "";
  if (hasHan(wanted)) return false;
  const words = wanted.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
  return words.length > 1 && words.every((word) => folded.includes(word));
}

/**
 * Whether every number and name in a text occurs in what it was made from. Only numbers written as digits are held to that: a model
 * says "two hotels" of what it counted.
 */
export function isSupported(text: string, sources: Sources): boolean {
  const digits = digitsOf(foldText(text)).map((number) => number.replace(/^0+(?=\d)/u, ""));
  if (!digits.every((number) => sources.numbers.has(number))) return false;
  const names = findEntities(text)
    .filter(({ kind }) => NAMES.has(kind))
    .map((entity) => entity.text);
  const capitals = text.match(CAPITAL) ?? [];
  const owners = capitals.map((word) => word.replace(/['’]s$/u, ""));
  return [...names, ...owners].every((name) => OURS.test(name) || isNamed(name, sources));
}

/** Names that the prompt gave: the two roles. */
const OURS = /^(?:the )?(?:user|assistant|i)(?:['’]\w+)?$|^(?:用户|助手)$/iu;
