import { dateOf, dayOf } from "../time/calendar.js";
import { before, type Detection, matchesOf } from "./detection.js";
import { isLuhn } from "./luhn.js";

export const REACH = 36;
/** Right before a number: it counts something of the trade, it does not reach or pay anyone. */
const ORDINARY =
  /(?:订单|訂單|单号|單號|运单|快递|物流|流水|编号|編號|工单|合同|发票|序列|批次|条码|货号|版本|端口|行号|时间戳|学号|学籍号|工号|会员|积分|批号|门牌|条形码|案号|房号|车牌|邮编|群号|会议号|order|tracking|invoice|ticket|serial|reference|ref|imei|isbn|issn|sku|transaction|trace|batch|build|issue|case|commit|request|timestamp|epoch|port|version|zip|meeting|model|part|contract|shipment|parcel|waybill|doi|pid|barcode|upc|ean|ndc|cas|lot|article|employee|locker|meter|loyalty|member(?:ship)?|asset tag|container|hs|orcid|patent|pull request|pr|\bid)\s{0,2}(?:号码|号|码|编号|no\.?|number|num|nr|id|code|#|s)?\s{0,2}(?:is|was|are|是|为|:|#|=)?\s{0,2}["'#(]?$/iu;

const ID_CARD = /(?<![\dA-Za-z.-])\d{6}[ -]?(?:19|20)\d{2}[ -]?\d{4}[ -]?\d{3}[\dXx](?![\dA-Za-z])/gu;
const OLD_ID_CARD = /(?:身份证|身分證|证件号)[^\d\n]{0,12}(?<value>\d{15}|\d{17}[\dXx])(?![\dA-Za-z])/gu;
const NAMED_DOCUMENT =
  /(?:护照|護照|passport|通行证|驾照|驾驶证|driver'?s? licen[cs]e|national id|id card|identity card|身份证|身分證|居留证)(?:号码|号|號碼|號|\s(?:no\.?|number|num))?\s{0,2}(?:is|was|是|为|:|#|=)?\s{0,2}(?<value>[A-Za-z]{0,3}\d{6,12}(?:\(\d\))?[A-Za-z]?)(?![\dA-Za-z])/giu;
const NATIONAL_NUMBER =
  /(?<![A-Za-z])(?:social insurance(?: number)?|sin|ni(?:no|\snumber)|national insurance(?: number)?|aadhaar|nric|fin|dni|nie|cpf|curp|tax(?:payer)?\s(?:id|number|file number)|tin|tfn|medicare(?: number)?|nhs(?: number)?|codice fiscale|bsn|pesel)(?:\s(?:no\.?|number|num))?\s{0,2}(?:is|was|是|为|:|#|=)?\s{0,2}(?<value>[A-Z]{0,2}[ -]?\d(?:[ .-]?\d){5,11}[ -]?[A-Z]?)(?![\dA-Za-z])/giu;
const PASSPORT =
  /(?:护照|護照|passport)(?:号码?|號碼?|\s(?:no\.?|number|num|#))\s{0,2}(?:is|was|是|为|:|#|=)?\s{0,2}(?<value>(?=[A-Z]{0,8}\d)[A-Z\d]{7,10})(?![\dA-Za-z])/giu;
const SSN =
  /(?:ssn|social security(?:\s(?:no\.?|number))?)\s{0,2}(?:is|was|:|#|=)?\s{0,2}(?<value>\d{3}[ -]?\d{2}[ -]?\d{4})(?!\d)/giu;
const SSN_SHAPE = /(?<![\dA-Za-z.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\dA-Za-z-])/gu;

const CARD = /(?<![\dA-Za-z.,#-])\d(?:[ -]?\d){12,18}(?![ -]?\d|[A-Za-z])/gu;
const CARD_CONTEXT =
  /(?:卡号|卡號|银行卡|銀行卡|信用卡|储蓄卡|借记卡|工资卡|银行账号|银行账户|收款账号|[建工农招交中]行卡?|一卡通|card|debit|visa|master ?card|amex|american express|diners(?: club)?|discover|jcb|maestro|rupay|troy|unionpay|银联|開戶|开户|賬號|账号是?[建工农招交中]行|iban|bank account|account number)[^\d\n]{0,24}$/iu;
/** Accounts by what stands before them; a card's own number is found by its length. */
const ACCOUNT =
  /(?:(?:bank|checking|savings|current)\saccount(?:\s(?:no\.?|number|#))?|account\s(?:no\.?|number|#)|acct(?:\s(?:no\.?|number|#))?|routing(?:\s(?:no\.?|number))?|sort\scode|bsb|(?:银行|收款|对公|开户|公司|打款)(?:账|帐)(?:号|户))\s{0,2}(?:is|was|是|为|:|#|=)?\s{0,2}(?<value>\d(?:[ -]?\d){5,22})(?![\dA-Za-z]|[.]\d)/giu;
const CARD_WORD = /(?:credit|debit|bank)\scard|银行卡|信用卡|储蓄卡|\bvisa\b/iu;
const CARD_PREFIX = /^(?:4|5[1-5]|2(?:2[2-9]|[3-6]|7[01])|3[47]|35[2-8]|62|6011|64[4-9]|65|81)/u;

/** An international account number: country, two check digits, then up to 30 signs, often in fours. */
const IBAN = /(?<![A-Za-z\d])[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{4}){2,7}(?:[ -]?[A-Z\d]{1,3})?(?![A-Za-z\d])/giu;
const IBAN_LENGTHS = { least: 15, most: 34 } as const;

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = "10X98765432";

/** GB 11643-1999: date of birth and check digit (ISO 7064 MOD 11-2). */
function isIdCard(digits: string): boolean {
  const year = Number(digits.slice(6, 10));
  const month = Number(digits.slice(10, 12));
  const day = Number(digits.slice(12, 14));
  const { month: realMonth, dayOfMonth } = dateOf(dayOf(year, month, day));
  if (month < 1 || month > 12 || realMonth !== month || dayOfMonth !== day) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits.charAt(index)), 0);
  return CHECKS.charAt(sum % 11) === digits.charAt(17).toUpperCase();
}

/** ISO 13616: the first four signs behind the rest, letters as 10 to 35, leave 1 over 97 (ISO 7064 MOD 97-10). */
function isIban(signs: string): boolean {
  if (signs.length < IBAN_LENGTHS.least || signs.length > IBAN_LENGTHS.most) return false;
  const turned = `${signs.slice(4)}${signs.slice(0, 4)}`.toUpperCase();
  let rest = 0;
  for (const sign of turned) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Only American Express has fifteen digits; a device number has as many and the same check digit. */
function isCardLength(digits: string): boolean {
  return digits.length >= 16 || (digits.length === 15 && /^3[47]/u.test(digits));
}

/** Whether the words right before a number say that it counts something of the trade. */
export function isOrdinary(text: string, start: number): boolean {
  return ORDINARY.test(before(text, start, REACH));
}

export function* findIdCards(text: string): Generator<Detection> {
  for (const { value, start, end } of matchesOf(text, ID_CARD)) {
    if (isIdCard(value.replace(/[ -]/gu, ""))) yield { kind: "id-card", start, end, certain: true };
  }
  for (const pattern of [OLD_ID_CARD, NAMED_DOCUMENT, NATIONAL_NUMBER, PASSPORT, SSN]) {
    for (const { start, end } of matchesOf(text, pattern)) yield { kind: "id-card", start, end, certain: true };
  }
  for (const { start, end } of matchesOf(text, SSN_SHAPE))
    if (!isOrdinary(text, start)) yield { kind: "id-card", start, end };
}

export function* findBankCards(text: string): Generator<Detection> {
  for (const { start, end } of matchesOf(text, ACCOUNT)) yield { kind: "bank-card", start, end, certain: true };
  for (const { value, start, end } of matchesOf(text, IBAN)) {
    if (isIban(value.replace(/[ -]/gu, ""))) yield { kind: "bank-card", start, end, certain: true };
  }
  for (const { value, start, end } of matchesOf(text, CARD)) {
    const digits = value.replace(/[ -]/gu, "");
    const named = CARD_CONTEXT.test(before(text, start, REACH));
    if (!named && isOrdinary(text, start)) continue;
    const grouped =
      /^\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,4})?$|^\d{4}[ -]\d{6}[ -]\d{5}$|^\d{6}[ -]\d{10,13}$/u.test(value) ||
      /^\d+$/u.test(value);
    const proved = grouped && isCardLength(digits) && CARD_PREFIX.test(digits) && isLuhn(digits);
    // Old cards of thirteen digits: only where a card is spoken of nearby.
    const old =
      /^4\d{12}$/u.test(digits) && isLuhn(digits) && CARD_WORD.test(text.slice(Math.max(0, start - 64), end + 64));
    if (named || proved || old) yield { kind: "bank-card", start, end, certain: grouped && (proved || isLuhn(digits)) };
  }
}

const EMAIL =
  /(?<![\w.+%@-])[\w.+%-]{1,64}@(?:[A-Za-z0-9\u4e00-\u9fff](?:[A-Za-z0-9\u4e00-\u9fff-]{0,61}[A-Za-z0-9\u4e00-\u9fff])?\.){1,6}(?:[A-Za-z]{2,24}|中国|中國|公司|网络|网址|香港|台湾)(?![A-Za-z0-9-]|\.[A-Za-z0-9])/gu;
const SPELLED_EMAIL =
  /(?<![\w.+-])[\w.+-]{1,64}\s?(?:\(at\)|\[at\]|\sat\s|#at#|艾特|圈a)\s?[A-Za-z0-9-]{1,63}(?:\s?(?:\(dot\)|\[dot\]|\sdot\s|#dot#|\.)\s?[A-Za-z0-9-]{1,63}){0,3}\s?(?:\(dot\)|\[dot\]|\sdot\s|#dot#|点)\s?(?:com|org|net|edu|gov|io|ai|dev|co|cn|hk|tw|uk|de|fr|jp|me|info|app)(?![\w])/giu;
const MAIL_HOST =
  /(?<![\w.+#-])[\w.+-]{3,40}[#＃*](?:qq|163|126|sina|foxmail|gmail|outlook|hotmail|yahoo|icloud|yeah|139)\.(?:com|net|cn)(?![\w.-])/giu;
const FILE_ENDING = /\.(?:png|jpe?g|gif|svg|webp|js|ts|css|json|git|md|py|local-only)$/iu;

export function* findEmails(text: string): Generator<Detection> {
  for (const { value, start, end } of matchesOf(text, EMAIL)) {
    const address = /^git@/u.test(value) && text.charAt(end) === ":";
    if (!address && !FILE_ENDING.test(value) && !value.startsWith(".")) yield { kind: "email", start, end };
  }
  for (const pattern of [SPELLED_EMAIL, MAIL_HOST])
    for (const { start, end } of matchesOf(text, pattern)) yield { kind: "email", start, end };
}
