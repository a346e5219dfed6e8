import type { Detection } from "./detection.js";

/**
 * A house number, one to four capitalised words and the word for a street; then what stands in the house, the town, the state and the
 * postcode where they follow. Case counts: "5 star way" is no street.
 */
const ENGLISH =
  /(?<![\w.,$£€#/-]|(?:[Cc]hapter|[Ee]pisode|[Ss]eason|[Pp]art|[Vv]olume|[Pp]age|[Tt]op|[Ff]igure)\s)\d{1,5}[A-Za-z]?(?:[-–]\d{1,5})?\s(?:[NSEW]\.?\s|North\s|South\s|East\s|West\s)?(?:(?:[A-Z][\w'’.-]{1,24}|\d{1,3}(?:st|nd|rd|th))\s){1,4}?(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Square|Sq|Terrace|Crescent|Close|Highway|Hwy|Parkway|Pkwy|Row|Mews|Way|Grove|Gardens)\b\.?(?:,?\s(?:Apt|Apartment|Unit|Suite|Ste|Flat|Floor|Room|#)\.?\s?[\w-]{1,6})?(?:,\s[A-Z][a-z'’-]{1,24}(?:\s[A-Z][a-z'’-]{1,24}){0,2})?(?:,?\s[A-Z]{2}\s\d{5}(?:-\d{4})?|,?\s[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})?/gu;

/** The heart of a Chinese address: a street and the house's number, which no other phrase has. */
const STREET_NUMBER =
  /(?:路|街|大道|大街|巷|弄|胡同)\s?(?:\d{1,5}|[一二三四五六七八九十百]{1,5})(?:-\d{1,4})?\s?(?:号|號|弄)(?!线|码|公交|店|文件)/gu;
const HOUSE_PART =
  /(?:院|\s?(?:\d{1,5}|[一二三四五六七八九十A-Za-z])-?\d{0,4}\s?(?:号院|号楼|號樓|栋|棟|幢|座|(?:单元|單元)(?:\s?\d{3,4}(?!\d))?|室|层|樓|楼|户|号|號|弄)|\p{Script=Han}{2,8}(?=\s?\d{1,5}(?:栋|棟|幢|座|单元|室|号楼)))/uy;
const HAN = /\p{Script=Han}/u;
const MOST_BEFORE = 24;
const MOST_PARTS = 6;
/** Words after which the address begins. */
const LEADS_IN =
  /(?:地址(?:是|为|在)?|收件地址|住在|住址|家住|住|位于|位在|搬到|搬去|搬进|寄到|寄往|送到|送去|发到|家在|公司在|店在|就在|在|到|去|从|是|于)(?=\p{Script=Han}{2,}$)/gu;

function startOf(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < MOST_BEFORE && HAN.test(text.charAt(start - 1))) start -= 1;
  const lead = text.slice(start, at);
  let cut = 0;
  for (const match of lead.matchAll(LEADS_IN)) cut = match.index + match[0].length;
  return start + cut;
}

function* chinese(text: string): Generator<Detection> {
  for (const match of text.matchAll(STREET_NUMBER)) {
    const start = startOf(text, match.index);
    if (match.index - start < 1) continue;
    let end = match.index + match[0].length;
    for (let part = 0; part < MOST_PARTS; part += 1) {
      HOUSE_PART.lastIndex = end;
      const more = HOUSE_PART.exec(text);
      if (more === null) break;
      end += more[0].length;
    }
    yield { kind: "address", start, end };
  }
}

/** Postal addresses down to the house. Places, districts and streets without a number are none. */
export function* findAddresses(text: string): Generator<Detection> {
  for (const match of text.matchAll(ENGLISH))
    yield { kind: "address", start: match.index, end: match.index + match[0].length };
  yield* chinese(text);
}
