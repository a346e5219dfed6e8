import type { RedactionKind } from "../../domain/index.js";
import { before, type Detection } from "./detection.js";
import { isPlaceholder, looksSecret, looksStronglySecret } from "./secret-shape.js";

type LabelClass = "password" | "code" | "key";

/** What announces a secret. The key words are everyday words too: their values must look like secrets. */
const LABEL = new RegExp(
  [
    "(?<![A-Za-z0-9])(?<code>(?:verification|security|auth(?:entication|orization)?|login|sms|2fa|mfa|door|gate|entry|alarm|lock|safe|garage|unlock|one[\\s-]time)[\\s-]code|otp(?:[\\s-]code)?|one[\\s-]time[\\s-]pass(?:code|word)|cvv2?|cvc)(?![A-Za-z])",
    "(?<zhcode>(?:验证|驗證|校验|校驗|动态|動態|短信)码|(?:验证|驗證|校验|校驗|动态|動態)碼|动态(?:密码|口令)|一次性(?:密码|口令)|门禁[码碼]|安全码)",
    "(?<![A-Za-z0-9])(?<password>pass[\\s_-]?(?:word|phrase|code)|passwd|pwd|pw)(?![A-Za-z0-9])",
    "(?<zhpassword>密码|密碼|口令|授权码|授權碼)",
    "(?<![A-Za-z0-9])(?<key>(?:(?:api|access|secret|app|private|signing|encryption|license)[\\s_-]?)?key(?:[\\s_-]?(?:id|secret))?|(?:api|app|client)?[\\s_-]?secret|(?:[a-z]{2,8}[\\s_-])?token|pass(?=\\s(?:is|was)\\s)|app[\\s_-]?id(?=\\s?[=:])|ak|sk)(?![A-Za-z0-9])",
    "(?<zhkey>密钥|密鑰|秘钥|金鑰|私钥|令牌|凭证|凭据)",
  ].join("|"),
  "giu",
);
/** Keys that open nothing: of tables, maps, stores, keyboards, and those that everyone may know. */
const OTHER_KEY =
  /(?:primary|foreign|cache|partition|sort|shard|redis|map|hash|object|s3|public|index|row|lookup|dict|json|config|i18n|translation|hot|shortcut|answer|group|message|routing|idempotency|主|外|缓存|分区|排序|公|字典|哈希|索引|对象|键|消息)\s{0,2}(?:的\s{0,2})?$/iu;

/** "is" in both languages and in settings, with what may stand around it; sticky at the end of a label. */
const LINK =
  /["'`]?\s{0,3}(?:\([^()\n]{0,24}\)\s{0,2})?(?:的(?:值|内容)\s{0,2})?(?:(?:现在|目前|已经?|刚|都|又|应该|應該)?(?:(?:就|还|還)?(?:是|为|為|叫做?)|(?:改|换|換|设|設|设置|設置|重置|更新|变)(?:成|为|為|到)了?|用的是|如下|=>|->|:=|[:=]|'s\s|(?:is|was|are|will be|has been (?:set|changed) to)(?=[\s:"'`([]))(?:\s?(?:now|still|just|simply|currently|is)\s)?)\s{0,2}[:=]?\s{0,2}/iuy;
const GAP = /\s{0,2}/uy;
const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
  ["「", "」"],
  ["『", "』"],
  ["【", "】"],
  ["《", "》"],
  ["〔", "〕"],
]);
const TOKEN = /[!-~]{3,240}/uy;
const LONGEST_QUOTED = 128;

interface Value {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

function stickyEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? undefined : at + match[0].length;
}

/** What stands at an offset: all between a pair of quotes or brackets, else the signs up to the next space or Han character. */
function valueAt(text: string, at: number): Value | undefined {
  const closer = CLOSERS.get(text.charAt(at));
  if (closer !== undefined) {
    const inside = text.slice(at + 1, at + 1 + LONGEST_QUOTED);
    const length = inside.indexOf(closer);
    const quoted = length < 0 ? "" : inside.slice(0, length);
    const bare = quoted.trim();
    // A pair may stand in another: (`x`), **`x`** and the like.
    if (bare.length > 2 && CLOSERS.has(bare.charAt(0))) return valueAt(text, at + 1 + quoted.indexOf(bare));
    if (bare.length >= 2 && !bare.includes("\n")) {
      const start = at + 1 + quoted.indexOf(bare);
      return { text: bare, start, end: start + bare.length, quoted: true };
    }
  }
  const start = closer === undefined ? at : at + 1;
  const end = stickyEnd(TOKEN, text, start);
  if (end === undefined) return undefined;
  // Of "?token=off&page=2" only the parameter's own value.
  const bare = text
    .slice(start, end)
    .replace(/&[\w.-]{1,40}=.*$/u, "")
    .replace(/[.,;:?!'"`)\]}>]+$/u, "");
  return { text: bare, start, end: start + bare.length, quoted: false };
}

const CODE_VALUE =
  /(?:\d{3}[ -]\d{3,4}|\d{4,8}|(?=[A-Z0-9]{0,7}\d)(?=\d{0,7}[A-Z])[A-Z0-9]{4,8})(?![A-Za-z0-9]|[.:-]\d)/uy;
const CARD_CODE = /\d{3,4}(?!\d)/uy;
/** A count rather than the code: 6 位, 60 秒, 10 minutes. */
const COUNTED = /^\s?(?:位|个|秒|分|次|天|条|minutes?|seconds?|digits?|characters?|times|hours?|days?)/iu;

function codeAfter(text: string, at: number, label: string): Detection | undefined {
  const open = CLOSERS.has(text.charAt(at)) ? at + 1 : at;
  const end = stickyEnd(/^(?:cv|安全)/iu.test(label) ? CARD_CODE : CODE_VALUE, text, open);
  if (end === undefined || COUNTED.test(text.slice(end, end + 12))) return undefined;
  return { kind: "password", start: open, end };
}

const MIXED_HAN = /(?=\p{Script=Han})(?:\p{Script=Han}{1,12}\s{0,2})(?![!-~]{0,20}:\/\/)[!-~]{0,40}\d{4}[!-~]{0,40}/uy;
const CLOSES = /^\s*(?:$|[，。；！？、,.!;?)\]）】」』"'\n]|了|哦|啊|呀|吧|哈|别|不要|请|but\b|and\b)/u;

/** 生日19900101 and 春暖花开2023: words and a number in one, closing the clause. */
function mixedPassword(text: string, at: number): Detection | undefined {
  const end = stickyEnd(MIXED_HAN, text, at);
  if (end === undefined) return undefined;
  const bare = text.slice(at, end).replace(/[.,;:?!'")\]]+$/u, "");
  const start = at;
  if (/[不没无]|什么|多少|至少|最多|超过|版本|文档|第/u.test(bare) || !CLOSES.test(text.slice(start + bare.length))) {
    return undefined;
  }
  return { kind: "password", start, end: start + bare.length };
}

/** Before a label, the words that make what follows it the value: "log in with password …". */
const USED = /\b(?:use|using|with|try|enter|type)\s(?:the\s|this\s|my\s|our\s)?$/iu;

function hasBothCases(value: string): boolean {
  return /[a-z]/u.test(value) && /[A-Z]/u.test(value);
}

/** rainbow77: what no key looks like, but people's passwords do. */
function isWordAndNumber(value: string): boolean {
  return /^[A-Za-z]{3,20}\d{1,8}[!@#$%^&*]{0,3}$/u.test(value);
}

function passwordAfter(
  text: string,
  at: number,
  linked: boolean,
  label: { readonly start: number },
): Detection | undefined {
  if (linked) {
    const mixed = mixedPassword(text, at);
    if (mixed !== undefined) return mixed;
  }
  const value = valueAt(text, at);
  if (value === undefined || isPlaceholder(value.text)) return undefined;
  const range = { kind: "password", start: value.start, end: value.end } as const;
  const strong = /\d/u.test(value.text) && /[^\d\s./:-]/u.test(value.text) && value.text.length >= 6;
  const used = USED.test(before(text, label.start, 16));
  if (!value.quoted) {
    const weak = (linked || used) && isWordAndNumber(value.text);
    const fits = linked ? looksSecret(value.text) : hasBothCases(value.text) && looksSecret(value.text);
    return strong && (fits || weak) ? range : undefined;
  }
  if (strong && !/\s/u.test(value.text)) return range;
  return used && text.charAt(value.start - 1) !== "(" ? range : undefined;
}

function keyAfter(text: string, at: number, linked: boolean, label: string): Detection | undefined {
  const value = valueAt(text, at);
  if (value === undefined || /\s/u.test(value.text) || isPlaceholder(value.text)) return undefined;
  if (!(linked ? looksSecret(value.text) : looksStronglySecret(value.text))) return undefined;
  const kind: RedactionKind = /^pass/iu.test(label) ? "password" : /token|令牌/iu.test(label) ? "token" : "api-key";
  return { kind, start: value.start, end: value.end };
}

function classOf(groups: Readonly<Record<string, string | undefined>>): LabelClass {
  if ((groups.code ?? groups.zhcode) !== undefined) return "code";
  return (groups.password ?? groups.zhpassword) === undefined ? "key" : "password";
}

/** The secret after one label. */
function afterLabel(text: string, match: RegExpExecArray): Detection | undefined {
  const label = match[0];
  const end = match.index + label.length;
  const linkEnd = stickyEnd(LINK, text, end);
  const at = linkEnd ?? stickyEnd(GAP, text, end) ?? end;
  switch (classOf(match.groups ?? {})) {
    case "code":
      return codeAfter(text, at, label);
    case "password":
      return passwordAfter(text, at, linkEnd !== undefined, { start: match.index });
    default:
      if (/^key$/iu.test(label) && OTHER_KEY.test(before(text, match.index, 16))) return undefined;
      // 密钥Zt83… may follow without a space, "key" and "token" then are parts of other words.
      return keyAfter(text, at, linkEnd !== undefined, label);
  }
}

/** "hunter2 is my password", Qx7Lm2Vt9Rk4 是我的密钥: the value first, closing the clause with its label. */
const VALUE_FIRST =
  /(?<![!-~])["'`]?(?<value>[!-~]{6,64})\s{0,2}(?:is|was|就?是|为)\s{0,2}(?:my|the|our|his|her|我们?的?|咱们?的?|他的?|她的?)\s{0,2}(?:[A-Za-z-]{1,12}\s|\p{Script=Han}{0,4}的?)?(?<label>password|pw|passcode|pin|key|token|secret|密码|密碼|口令|密钥|令牌)(?=\s{0,2}(?:$|[.,;!?，。；！\n]))/giu;

function* valuesFirst(text: string): Generator<Detection> {
  for (const match of text.matchAll(VALUE_FIRST)) {
    const value = (match.groups?.value ?? "").replace(/["'`]+$/u, "");
    const label = match.groups?.label ?? "";
    const password = /^p|密码|密碼|口令/iu.test(label);
    const fits = password ? /\d/u.test(value) && /[A-Za-z!@#$%^&*]/u.test(value) : looksSecret(value);
    if (!fits || isPlaceholder(value)) continue;
    const start = match.index + match[0].indexOf(value);
    yield { kind: password ? "password" : "api-key", start, end: start + value.length };
  }
}

const SEED_PHRASE =
  /(?:(?:wallet|seed|recovery|secret|backup|mnemonic)\s(?:seed|phrase|words)|seed|mnemonic|助记词|助記詞|恢复词|种子词|助记)(?:\s(?:phrase|words))?[^\n。.!?]{0,24}?[\s:"'`=是为：]\s{0,2}["'`]?(?<value>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z])/giu;
/** Words that no list of such words has: prose. */
const PROSE = /\b(?:the|and|for|are|was|were|has|had|our|his|her|from|into|not|but|which|been|you|them|their|its)\b/iu;

function* seedPhrases(text: string): Generator<Detection> {
  for (const match of text.matchAll(SEED_PHRASE)) {
    const value = match.groups?.value ?? "";
    const end = match.index + match[0].length;
    if (PROSE.test(value)) continue;
    yield { kind: "private-key", start: end - value.length, end };
  }
}

/**
 * Secrets that a label announces: keys, tokens, one-time codes and passwords, in quotes or brackets or bare. After the everyday words
 * ("key", "token") only what looks like a secret counts; an explicit "password" takes weaker values.
 */
export function* findLabelled(text: string): Generator<Detection> {
  for (const match of text.matchAll(LABEL)) {
    const found = afterLabel(text, match);
    if (found !== undefined && found.end > found.start) yield found;
  }
  yield* valuesFirst(text);
  yield* seedPhrases(text);
}
