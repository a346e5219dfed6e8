import { before, type Detection, matchesOf } from "./detection.js";
import { isOrdinary, REACH } from "./numbers.js";

/** Phone context, with at most a few words between it and the number. */
const PHONE_CONTEXT =
  /(?:手机|手機|电话|電話|座机|固话|传真|热线|联系方式|联系人|聯絡|联系我|打给|打我|致电|拨打|打|拨|短信|微信同号|号码是|whatsapp|phone|mobile|cell|tel|telephone|call|text|sms|fax|hotline|reach (?:me|us|him|her|them)|contact|dial|ring|number is)(?:[^\d\n,，。;；]{0,24},?)[:(]?\s?$/iu;
const NOT_SPOKEN = /(?:手机|电话)(?:型号|价格|费|套餐|壳)|phone (?:model|bill|case)/iu;

const CN_MOBILE =
  /(?<![\dA-Za-z.,#_/-])(?:\(?\+?(?:0{2})?86\)?[ -]?)?1[ -]?[3-9](?:[ .-]?\d){9}(?![\d_]|[.-]\d|[A-Za-z])/gu;
const SPOKEN_MOBILE =
  /(?<![\d零〇一二三四五六七八九幺两])(?=[\d -]{0,12}[零〇一二三四五六七八九幺])[一幺1][三四五六七八九3-9](?:[ -]?[零〇一二三四五六七八九幺0-9]){9}(?![零〇一二三四五六七八九幺\d])/gu;
const INTERNATIONAL =
  /(?<![\w.+-])(?:\+|00(?=[1-9]\d{0,2}[ -]))[1-9]\d{0,2}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d(?:[ .-]?\d){5,12}(?![\d]|[.-]\d)/gu;
const NANP =
  /(?<![\w.+#/-])(?:1[ .-])?(?:\([2-9]\d{2}\)\s?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}(?![\d]|[.-]\d|[A-Za-z])/gu;
const LANDLINE =
  /(?<![\w.+#/-])(?:\(0\d{2,3}\)\s?|0\d{2,3}[ -])\d{3,4}[ -]?\d{4}(?:(?:-|转|分机| ext\.? ?)\d{1,5})?(?![\d]|[.-]\d)/giu;
const SERVICE_LINE = /(?<![\w.+#/-])[48]00[ -]\d{3}[ -]\d{4}(?!\d)|(?<![\w.+#/-])[48]00[ -]\d{4}[ -]\d{3}(?!\d)/gu;
const EUROPEAN = /(?<![\w.+#/-])0[1-9]\d{1,3}[ -/]\d{2,4}[ -]?\d{2,4}[ -]?\d{0,4}(?![\d]|[.-]\d|[A-Za-z])/gu;
/**
 * National forms that nothing else is written in: France 04 65 71 04 16; Australia (03) 5550 6904, 0412 345 678; Japan 090-1234-5678 and
 * 03-1234-5678; Korea 010-1234-5678; Taiwan 0912-345-678; the United Kingdom 07911 123456, 020 7946 0958; Germany 0171 3920026.
 */
const NATIONAL =
  /(?<![\w.+#/:-])(?:0[1-9](?:[ .]\d{2}){4}|\(0[2-8]\)\s?\d{4}[ -]?\d{4}|04\d{2} \d{3} \d{3}|0[5-9]0-\d{4}-\d{4}|0\d-\d{4}-\d{4}|0\d{2}-\d{3}-\d{4}|0\d{3}-\d{2}-\d{4}|01[016-9]-\d{3,4}-\d{4}|09\d{2}[- ]\d{3}[- ]\d{3}|07\d{3} \d{3} ?\d{3}|02\d \d{4} \d{4}|01[5-7]\d[ /]\d{7,8})(?![\d]|[.:/-]\d|[A-Za-z%])/gu;
/** A country in brackets, without its plus: (852) 2748 1002. */
const BRACKETED =
  /(?<![\w.+#/-])\((?:\+|00)?(?:8[1-6]|85[235]|886|6[0-6]|7|9[0-58]|[1-5]\d|4[0-9])\)\s?\d{1,4}(?:[ -]?\d{2,4}){1,3}(?![\d]|[.:/-]\d|[A-Za-z%])/gu;
const LOOSE = /(?<![\w.+#/-])\(?\d{1,4}\)?(?:[ .-]?\d){5,13}(?![\d]|[.:/-]\d|[A-Za-z%])/gu;

/** "555-0142 is my cell", 6612 3456 是我的手机: told after the number. */
const TOLD_AFTER =
  /^["')]?\s?(?:is|was|are|,|，|就?是)\s?(?:my|our|his|her|their|the|我|他|她|咱)[^,.，。\d\n]{0,16}(?:cell|mobile|phone|landline|number|line|手机|手機|电话|電話|座机|号码)/iu;
/** "My favourite number is …", 幸运数字: a number that reaches nobody. */
const NO_PHONE =
  /(?:favou?rite|lucky|magic|prime|random|perfect|large|big|biggest|largest|secret|whole|natural|fibonacci|atomic|house|street|jersey|shirt|page|count|total|exact|same)\s(?:\w+\s)?number (?:is|was|of \w+ is)\s?$|(?:幸运|喜欢的?|最爱的?|吉利|随机|神奇)(?:数字?|号码)(?:是|为|:)?\s?$/iu;
const DATE_LIKE =
  /^(?:(?:19|20)\d{2}[ .-]?(?:0[1-9]|1[0-2])[ .-]?(?:[0-2]\d|3[01])|(?:19|20)\d{2}[-/ ](?:19|20)\d{2}|\d{1,3}(?:[.]\d{1,3}){3})$/u;

export function* findPhones(text: string): Generator<Detection> {
  for (const pattern of [CN_MOBILE, INTERNATIONAL, NANP, LANDLINE, SERVICE_LINE, SPOKEN_MOBILE, NATIONAL, BRACKETED]) {
    for (const { value, start, end } of matchesOf(text, pattern)) {
      const digits = value.replace(/\D/gu, "").length;
      if (value.startsWith("00") && digits < 11) continue;
      if (!isOrdinary(text, start) || PHONE_CONTEXT.test(before(text, start, REACH)))
        yield { kind: "phone", start, end };
    }
  }
  for (const pattern of [EUROPEAN, LOOSE]) {
    for (const { value, start, end } of matchesOf(text, pattern)) {
      const context = before(text, start, REACH);
      const digits = value.replace(/\D/gu, "").length;
      if (digits < 7 || digits > 15 || DATE_LIKE.test(value) || isOrdinary(text, start)) continue;
      if (NO_PHONE.test(context)) continue;
      const told = PHONE_CONTEXT.test(context) && !NOT_SPOKEN.test(context);
      if (told || TOLD_AFTER.test(text.slice(end, end + 40))) yield { kind: "phone", start, end };
    }
  }
}
