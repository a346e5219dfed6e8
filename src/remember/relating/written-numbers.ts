const UNITS_EN: Readonly<Record<string, number>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value]),
);
const TENS_EN: Readonly<Record<string, number>> = Object.fromEntries(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, index) => [word, (index + 2) * 10]),
);
const SCALES_EN: Readonly<Record<string, number>> = { hundred: 100, thousand: 1_000, million: 1_000_000 };
const SMALL = [...Object.keys(UNITS_EN), ...Object.keys(TENS_EN)].join("|");
const WORD = `(?:${SMALL}|hundred|thousand|million)`;
const RUN_EN = new RegExp(`\\b(?:${SMALL})(?:(?:[ -]| and )${WORD})*\\b`, "giu");

function englishNumber(run: string): number {
  let [total, part] = [0, 0];
  for (const word of run.toLowerCase().split(/[ -]+/u)) {
    const scale = SCALES_EN[word];
    if (scale === undefined) part += UNITS_EN[word] ?? TENS_EN[word] ?? 0;
    else if (scale === 100) part = Math.max(1, part) * 100;
    else {
      total += Math.max(1, part) * scale;
      part = 0;
    }
  }
  return total + part;
}

const DIGITS_ZH = "零一二三四五六七八九";
const SCALES_ZH: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };
const RUN_ZH = /(?:[零〇一二两三四五六七八九十百万]|千(?![克米瓦]))+/gu;

function chineseNumber(run: string): number | undefined {
  if (/^[零〇一二三四五六七八九]{2,}$/u.test(run)) {
    return Number([...run].map((sign) => (sign === "〇" ? 0 : DIGITS_ZH.indexOf(sign))).join(""));
  }
  let [total, part, digit] = [0, 0, 0];
  for (const sign of run) {
    const value = sign === "两" ? 2 : sign === "〇" ? 0 : DIGITS_ZH.indexOf(sign);
    const scale = SCALES_ZH[sign];
    if (value >= 0) digit = value;
    else if (scale !== undefined) {
      part += (digit === 0 ? 1 : digit) * scale;
      digit = 0;
    } else {
      total += Math.max(1, part + digit) * 10_000;
      part = 0;
      digit = 0;
    }
  }
  return total + part + digit;
}

/** Signs before which a Chinese numeral counts something; elsewhere it is as often part of a word (一起, 万一, 三明治). */
const COUNTED =
  /^(?:个|岁|点|号|日|天|月|年|周|次|块|元|人|名|位|只|条|辆|台|本|张|件|家|层|楼|套|间|杯|片|瓶|勺|遍|回|小时|钟头|分|刻|秒|公里|千米|米|厘米|公斤|千克|克|斤|吨|升|度|镑|欧|美元|成|折|级|口|门|期|轮|页|章|行|集|步|倍|票|组|队|班|场|节|室|居|平|半|，|。|$)/u;

/** The text with its numbers written in digits: "twelve hundred", 四十二个, 1,200, 3万, 10k. Folded text in, folded text out. Linear. */
export function withDigits(text: string): string {
  return text
    .replace(RUN_EN, (run) => String(englishNumber(run)))
    .replace(RUN_ZH, (run, at: number) => {
      if (!COUNTED.test(text.slice(at + run.length)) && run.length < 3) return run;
      return String(chineseNumber(run) ?? run);
    })
    .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, "")
    .replace(
      /(\d+(?:\.\d+)?)\s?(万|千(?!克|米)|k(?![a-z])|grand\b|m(?:illion)?\b(?!\s?\/))/gu,
      (whole, number: string, unit: string) => {
        const factor = unit === "万" ? 10_000 : unit.startsWith("m") ? 1_000_000 : 1_000;
        return unit === "m" ? whole : String(Math.round(Number(number) * factor));
      },
    );
}
