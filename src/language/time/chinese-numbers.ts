const DIGITS = "零一二三四五六七八九";

/** A regular expression's source for numbers up to 9999 in digits or characters. */
export const CHINESE_NUMBER = "(?:\\d{1,4}|[零〇一二两三四五六七八九十百]{1,6}|几|数)";

/** Value of 12, 十二, 二十, 一百零五, 二〇二六; undefined for anything else. 几 and 数 are 3 and vague: see `isVagueNumber`. */
export function chineseNumber(text: string): number | undefined {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  if (text === "几" || text === "数") return 3;
  if (text === "半") return 0.5;
  const plain = text.replace(/〇/gu, "零").replace(/两/gu, "二");
  if (/^[零一二三四五六七八九]{1,4}$/u.test(plain))
    return Number([...plain].map((sign) => DIGITS.indexOf(sign)).join(""));
  const parts = /^(?:([一二三四五六七八九])百)?零?(?:([一二三四五六七八九])?(十))?([一二三四五六七八九])?$/u.exec(
    plain,
  );
  if (parts === null || plain === "" || plain === "零") return undefined;
  const [, hundreds, tens, ten, ones] = parts;
  const digit = (sign: string | undefined): number => (sign === undefined ? 0 : DIGITS.indexOf(sign));
  return digit(hundreds) * 100 + (ten === undefined ? 0 : (tens === undefined ? 1 : digit(tens)) * 10) + digit(ones);
}

export function isVagueNumber(text: string): boolean {
  return text === "几" || text === "数";
}
