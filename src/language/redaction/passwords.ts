import { type Detection, matchesOf } from "./detection.js";
import { isPlaceholder } from "./secret-shape.js";

const EN_NAME =
  "(?:pass[\\s_-]?word|passwd|passcode|pass[\\s_-]?phrase|pwd|pw|pin(?:[\\s_-]?(?:code|number))?|pass(?=\\s{0,2}[:=]))";
const EN_OF = "(?:\\s(?:for|to|of|on)\\s(?:[\\w.'/-]{1,24}\\s){0,3}?[\\w.'/-]{1,24})?";
const EN_LINK =
  "(?<link>[\"'`]?\\s{0,2}(?:=>|->|:=|[:=])\\s{0,2}|\\s(?:is|was|are|will be|should be)(?:\\s(?:now|still|just|simply|currently))?(?:\\s?:)?\\s{1,2}|\\s(?:(?:has|have)\\sbeen\\s|was\\s|is\\s)?(?:re)?(?:set|changed|updated)\\s(?:it\\s)?to\\s{1,2}|'s\\s{1,2}|\\s\\((?!s\\)))";
const EN_PASSWORD = new RegExp(
  `(?<![A-Za-z0-9]|(?<!-)-)${EN_NAME}s?${EN_OF}${EN_LINK}(?<open>["'\`]?)(?<value>[!-~]{3,128})`,
  "giu",
);
const EN_CHANGED = new RegExp(
  `(?:set|reset|change|update)d?\\s(?:my|the|our|his|her|your)\\s(?:[\\w.'-]{1,20}\\s){0,2}${EN_NAME}\\sto\\s{1,2}(?<open>["'\`]?)(?<value>[!-~]{3,128})`,
  "giu",
);

const ZH_NAME = "(?:密码|密碼|口令|暗号|暗號|授权码|授權碼|pin码|pin碼)";
const ZH_LINK =
  "(?<link>\\s{0,2}(?:已经?|现在|都|刚|又)?(?:就是|改成了?|改为|改到|设置?[成为]了?|设的是|重置为|换成了?|变成|用的是|还是|是|为|is|=>|[:=])\\s{0,2}[:]?\\s{0,2}|\\s{0,2}(?=[!-~]{6}))";
const ZH_PASSWORD = new RegExp(`${ZH_NAME}${ZH_LINK}(?<open>["'\`「『]?)(?<value>[!-~]{3,128})`, "giu");
const ZH_QUOTED = new RegExp(
  `${ZH_NAME}\\s{0,2}(?:是|为|改成|设为|换成|:)?\\s{0,2}["「『【](?<value>[^"」』】\\n]{2,64})["」』】]`,
  "giu",
);
const ZH_BARE = new RegExp(
  `(?<!(?:成功|人生|财富|健康|幸福|快乐|生命|遗传|流量|致富|长寿|爱情|增长|自然|历史)的?)${ZH_NAME}(?:就?是|为|改成了?|设为|换成了?)\\s{0,2}[:]?\\s{0,2}(?<value>[\\p{Script=Han}]{3,12})(?=$|[，。；！,.!;\\n])`,
  "giu",
);
/** What one says of a password rather than the password itself. */
const ZH_SAID_OF =
  /什么|多少|啥|哪|谁|错|对的|正确|一样|相同|必|可选|加密|安全|随机|默认|空|为空|旧|新|强|弱|过期|失效|自己|生日|手机|身份证|不是|没有|无|以前|之前|原来|老|保密|秘密|明文|个|的$|吗|吧|呢|了$|存储|生成|提供|设置|管理|校验|验证|登录|系统|用户|公司|统一|可以|需要|应该|不能|定期|修改|更换|复杂|简单|重要|关键|一种|我们|他们|因为|如果|通过|为了/u;

const NOT_A_PASSWORD = new Set(
  `wrong right correct incorrect expired required needed reset weak strong secure safe hidden unknown same different easy hard long short here there below above
secret private confidential invalid valid ok okay fine missing empty blank set saved stored gone lost it that this what not too very my your our their his her in on at
a an the and or but nothing null none nil undefined true false string text str varchar optional mandatory n/a tbd todo changed to for from with by only never always always-on
still already being also just now enough visible encrypted hashed salted protected rejected accepted based manager field input policy rules reset-link bad good old new
annoying terrible complicated simple unique random default case-sensitive impossible important available unavailable about something anything one over under between longer shorter
at-least min max minimum maximum length must should can cannot do does will would have has had so as if when where who how why which please email phone user username`.split(
    /\s+/u,
  ),
);

function isSaidOf(word: string): boolean {
  const lower = word.toLowerCase();
  return NOT_A_PASSWORD.has(lower) || /^[a-z]{3,}(?:ed|ing|ly|able|ible)$/u.test(lower);
}

/** The value without the quote that closes it and the punctuation of the sentence. */
function bareValue(value: string, open: string): string {
  if (open !== "") {
    const close = value.indexOf(open === "「" ? "」" : open === "『" ? "』" : open);
    if (close > 0) return value.slice(0, close);
  }
  return value.replace(/(?:[.,;:?)\]}"'`>]|!(?=$))+$/u, "");
}

function isEnglishPassword(value: string, link: string, quoted: boolean, next: string): boolean {
  if (value.length < 3 || value.startsWith("<") || value.startsWith("{{") || value.startsWith("${")) return false;
  if (/^(?:\*+|x+|\.+|_+|-+)$/iu.test(value) || isPlaceholder(value)) return false;
  const plain = /^[a-z]+(?:'[a-z]+)?$/iu.test(value);
  if (!plain)
    return (
      /\d|[!@#$%^&*~+=]|[a-z][A-Z]|[-_]/u.test(value) &&
      !/^\d{1,2}(?:-\d{1,2})?$/u.test(value) &&
      !/^(?:at-least|case-sensitive|n\/a)$/iu.test(value)
    );
  // "the password's length" speaks of it; a plain word after 's is no password.
  if (isSaidOf(value) || (link.startsWith("'s") && !quoted)) return false;
  if (quoted || /[:=>(]/u.test(link) || /to\s+$/u.test(link)) return true;
  // "my pw is swordfish": a plain word counts only where the sentence ends with it.
  return /^\s*(?:$|[.,;!?)"'\n]|and\b|but\b)/u.test(next);
}

function* english(text: string, pattern: RegExp): Generator<Detection> {
  for (const match of text.matchAll(pattern)) {
    const { value = "", open = "", link = " to " } = match.groups ?? {};
    const bare = bareValue(value, open);
    const end = match.index + match[0].length - value.length + bare.length;
    // "the pin is broken" speaks of a pin; a PIN has digits.
    if (/^pin/iu.test(match[0]) && !/\d/u.test(bare)) continue;
    // "tests pass: 120" counts.
    if (/^pass\s{0,2}[:=]/iu.test(match[0]) && /^\d{1,5}$/u.test(bare)) continue;
    if (isEnglishPassword(bare, link, open !== "", text.slice(end, end + 8)))
      yield { kind: "password", start: end - bare.length, end };
  }
}

function* chinese(text: string): Generator<Detection> {
  for (const match of text.matchAll(ZH_PASSWORD)) {
    const { value = "", open = "", link = "" } = match.groups ?? {};
    const bare = bareValue(value, open);
    const end = match.index + match[0].length - value.length + bare.length;
    const next = text.slice(end, end + 2);
    const counted =
      /^\d{1,3}$/u.test(bare) || (/^\d{1,2}[-~]?\d{0,2}$/u.test(bare) && /^(?:位|个|次|天|字)/u.test(next));
    const unlinked = link.trim() === "" && (bare.length < 6 || !/\d/u.test(bare));
    if (bare.length < 3 || counted || unlinked || isSaidOf(bare) || isPlaceholder(bare) || /^\*+$/u.test(bare))
      continue;
    if (/^\d+$/u.test(bare) && /^(?:位|个|次|天|字)/u.test(next)) continue;
    yield { kind: "password", start: end - bare.length, end };
  }
  for (const { start, end } of matchesOf(text, ZH_QUOTED)) yield { kind: "password", start, end };
  for (const { value, start, end } of matchesOf(text, ZH_BARE))
    if (!ZH_SAID_OF.test(value)) yield { kind: "password", start, end };
}

/** Passwords, pass phrases and PINs that a sentence or a setting gives away. */
export function* findPasswords(text: string): Generator<Detection> {
  yield* english(text, EN_PASSWORD);
  yield* english(text, EN_CHANGED);
  yield* chinese(text);
}
