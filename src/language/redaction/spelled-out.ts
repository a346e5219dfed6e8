import { before, type Detection, matchesOf } from "./detection.js";
import { isLuhn } from "./luhn.js";

/* Secrets in the shapes that figures and words take outside a form: parted by points, in Chinese numerals, a Chinese phrase, another language. */

const NUMERALS = "零〇一二三四五六七八九两幺";
const NUMERAL_VALUES: Readonly<Record<string, string>> = Object.fromEntries(
  [..."零0〇0一1二2三3四4五5六6七7八8九9两2幺1".matchAll(/(\D)(\d)/gu)].map((match) => [
    match[1] ?? "",
    match[2] ?? "",
  ]),
);
const SPOKEN_CARD = new RegExp(
  `(?<![${NUMERALS}\\d])[${NUMERALS}](?:[ -]?[${NUMERALS}]){12,18}(?![${NUMERALS}\\d])`,
  "gu",
);
/** 4111.1111.1111.1111: fours between points, as no version and no address has them. */
const POINTED_CARD = /(?<![\w.])\d{4}(?:[.·/_]\d{4}){3}(?![\w]|[.·/_]\d)/gu;
const CARD_NEAR = /卡号|卡號|银行卡|銀行卡|信用卡|储蓄卡|借记卡|工资卡|card/iu;

function* cards(text: string): Generator<Detection> {
  for (const { value, start, end } of matchesOf(text, SPOKEN_CARD)) {
    const digits = [...value].map((sign) => NUMERAL_VALUES[sign] ?? "").join("");
    const named = CARD_NEAR.test(`${before(text, start, 24)}${text.slice(end, end + 16)}`);
    if (named || (digits.length === 16 && /^[3-6]/u.test(digits) && isLuhn(digits)))
      yield { kind: "bank-card", start, end, certain: true };
  }
  for (const { value, start, end } of matchesOf(text, POINTED_CARD)) {
    const digits = value.replace(/\D/gu, "");
    if (isLuhn(digits) && /^[3-6]/u.test(digits)) yield { kind: "bank-card", start, end, certain: true };
  }
}

/** A label of one's own at the head of its clause: 我的密码：…, 登录口令 …, 密碼係 …. What follows a colon or a space is the value whole. */
const ZH_HEAD =
  /(?<![\p{Script=Han}A-Za-z\d])(?:[我咱](?:们)?(?:家)?的?|他的?|她的?|这是|記住|记住|新的?|旧的?|老的?){0,2}(?:登[录陆入錄]|支付|取款|开机|解锁|锁屏|邮箱|微信|后台|路由器?|无线|网银|银行|保险[箱柜]|账[号户]|电脑|手机|家里?的?|公司的?){0,2}的?(?:密码|密碼|口令)(?:\s{0,2}[:：]\s{0,2}|\s{1,3}|[係系]\s{0,2})(?<value>\p{Script=Han}{2,12}\d{0,8}|[A-Za-z][!-~]{3,30})(?=$|[，。；！,.!;\n]|\s)/gu;
/** What is said of a password, or asked about it, rather than the password. */
const ZH_SAID =
  /什么|多少|啥|哪|谁|怎么|如何|忘|错|对的|正确|一样|相同|必[须填]|可选|加密|安全|随机|默认|为空|空的|太|过期|失效|生日|身份证|不[是能要可对会知告说想]|[我你您他她]|找|要|去|没有|无效|以前|原来|保密|秘密|明文|吗|吧|呢|了$|的$|存储|生成|提供|设置|管理|校验|验证|登录|找回|重置|修改|更换|更新|泄露|保护|输入|长度|规则|策略|复杂|简单|重要|需要|应该|定期|请|已|被|和|与|或|及|用户|系统|字段|提示|页面|框|位|个|字符|强度|改|给|发|问|在|由|见|同上|如下|暂|见面|另|稍后|待|丢/u;
const LATIN_WITH_FIGURES = /^(?=\S{0,30}\d)[A-Za-z][!-~]{5,30}$/u;

function* chineseWords(text: string): Generator<Detection> {
  for (const { value, start, end } of matchesOf(text, ZH_HEAD)) {
    const isHan = /^\p{Script=Han}/u.test(value);
    if (isHan ? ZH_SAID.test(value) || [...value].length < 4 : !LATIN_WITH_FIGURES.test(value)) continue;
    yield { kind: "password", start, end };
  }
}

/** "the code to my safe is 77-12-34": the thing it opens stands between the word and the figures. */
const OPENS =
  "(?:safe|gate|garage|alarm|(?:front|back|side|main)\\sdoor|door|locker|padlock|lock|lockbox|shed|vault|building|house|flat|apartment|office|suitcase|briefcase|storage\\sunit|bike)";
const CODE_TO = new RegExp(
  `\\b(?:code|combination|combo|pin|numbers?)\\s(?:to|for|of|on)\\s(?:my|our|the|his|her|their|your)\\s(?:[\\w'’-]{1,16}\\s){0,2}${OPENS}\\s?(?:is|was|:|=)\\s{0,2}(?:now\\s|still\\s|just\\s)?(?<value>\\d{1,2}(?:[ -]\\d{1,2}){2,3}|\\d{4,8}#?)(?=\\s{0,2}(?:$|[.,;!?)\\n]|(?:and|but|now|so|in case)\\b)(?!\\.\\d))`,
  "giu",
);
/** "The passwd for root? zebra-lamp-99": asked and answered. */
const ASKED =
  /\b(?:pass[\s_-]?word|passwd|passcode|passphrase|pwd|pw)\s(?:for|to|of|on)\s(?:[\w'’.-]{1,20}\s){0,3}[\w'’.-]{1,20}\?\s{1,2}(?:it['’]s\s|that['’]s\s)?["'`]?(?<value>(?=[!-~]{0,40}\d)(?=[!-~]{0,40}[A-Za-z])[!-~]{6,40})/giu;
/** An access token may be any words with points where a header hands it over. */
const HEADER = /\bauthori[sz]ation\s?[:=]\s?(?:bearer|token|basic)\s{1,3}["'`]?(?<value>[\w.~+/=-]{8,4096})/giu;
const NO_TOKEN = /^(?:<|\$|\{|your|token|access|xxx|\.{3}|example)[\w.-]*$|^(?:[a-z]+[_-])+(?:token|here)$/iu;
/** "Password" in the languages next door, behind which a value with figures or signs stands. */
const FOREIGN =
  /(?:(?<![\p{L}\d])(?:mots?\sde\spasse|contraseñas?|contrasenyas?|passwort|kennwort|senhas?|parola\sd['’]ordine|wachtwoord|lösenord|hasło|пароль)|パスワード|暗証番号|비밀번호|암호)(?:\s(?:du|de|der|des|del|da|do|für|para|pour|voor)\s(?:[\p{L}'’.-]{1,20}\s?){1,2})?\s{0,2}(?:[:=：]|\s(?:est|es|ist|é|lautet|is|är|to)\s|は|はこちら|는|은)\s{0,2}["'`«„]?(?<value>(?=[!-~]{0,40}[\d!@#$%^&*])[!-~]{4,40})/giu;

function bareEnd(value: string): number {
  return value.replace(/[.,;:?!)\]}"'`>»]+$/u, "").length;
}

/** Secrets told plainly in one of these shapes. */
export function* findSpelledOut(text: string): Generator<Detection> {
  yield* cards(text);
  yield* chineseWords(text);
  for (const { start, end } of matchesOf(text, CODE_TO)) yield { kind: "password", start, end };
  for (const pattern of [ASKED, FOREIGN]) {
    for (const { value, start } of matchesOf(text, pattern)) {
      const length = bareEnd(value);
      if (length >= 4 && !/^\d{1,3}$/u.test(value.slice(0, length)) && !/^[*x•.]+$/iu.test(value.slice(0, length)))
        yield { kind: "password", start, end: start + length };
    }
  }
  for (const { value, start } of matchesOf(text, HEADER)) {
    const length = bareEnd(value);
    if (length >= 8 && !NO_TOKEN.test(value)) yield { kind: "token", start, end: start + length };
  }
}
