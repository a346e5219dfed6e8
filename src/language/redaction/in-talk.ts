import type { RedactionKind } from "../../domain/index.js";
import { before, type Detection, matchesOf } from "./detection.js";
import { isPlaceholder } from "./secret-shape.js";
import { isThoroughlyMixed } from "./vendor-keys.js";

/** How far behind the word that announces it a secret may stand. */
const REACH = 84;

/** What announces a password, a lock's digits, a pair of name and password, a key. */
const ANNOUNCED = new RegExp(
  [
    "(?<![A-Za-z0-9-])(?<password>pass[\\s_-]?(?:words?|phrases?|codes?)|passwd|pwd|pw|encrypted\\swith|unlocks?\\s(?:with|by)|unlocked\\s(?:with|by)|requirepass|safe\\sword|redis\\sauth)(?![A-Za-z0-9_-])",
    "(?<zhpassword>密码|密碼|口令|通行[码碼]|提取[码碼]|访问码|訪問碼|解压码|解壓碼|暗号|暗號|授权码|授權碼)",
    "(?<![A-Za-z0-9-])(?<digits>keypad|(?:padlock|lock|safe|bike|vault|door|gate|locker|suitcase)(?:'s)?\\s(?:combination|combo|code|number)|combination|unlocks?\\s(?:with|by)|unlocked\\s(?:with|by)|opens\\s(?:with|by)|pin(?:\\s(?:code|number))?|(?:meeting|conference|zoom|access|entry|entrance|building|alarm|garage|voicemail|parental)\\s(?:pass)?code|passcode)(?![A-Za-z0-9])",
    "(?<zhdigits>(?:开锁|解锁|开门|門禁|门禁|门锁|保险[柜箱]|行李箱|储物柜|锁屏|支付|取款|卡的?)(?:密码|密碼|码|碼)|密码|密碼)",
  ].join("|"),
  "giu",
);
const PAIR =
  /(?:(?<![A-Za-z])(?:(?:log(?:ged|s)?[\s-]?in|login|sign\s?in|credentials?|creds)(?![A-Za-z])|(?:accounts?|user(?:name)?|admin)\s?[:=])|登录|登陆|登入|账号|帐号|帳號|账户|用户名?)[^\n。.!?]{0,40}?(?<![!-~])(?<user>[\w.@+-]{2,40})\s{0,2}(?:\/|:|\||,|，|、|\sand\s|\swith\s|和|加|配)\s{0,2}["'`]?(?<value>[!-~]{6,64})/giu;
/** Names that every system has, with what opens them: admin:Otter7Lane!, root/Zaq12wsx. */
const SYSTEM_PAIR =
  /(?<![\w/@.-])(?:admin|administrator|root|sa|postgres|mysql|guest|deploy|ops|oracle|ubuntu|superuser)\s?[:/]\s?(?<value>[!-~]{6,64})/giu;

/** Between the word and its value, what hands the value over; anchored at the end of the gap. */
const HANDS_OVER =
  /(?:(?:^|[^\w])(?:it(?:'s|\sis|\swas)|that(?:'s|\sis)|namely|simply|just)(?:\s(?:just|now|simply|still))?|(?:^|\s)(?:type|enter|use|try|put|remember|press|punch\sin|dial\sin|key\sin)(?:\sin)?(?:\s(?:just|now))?|\b(?:changed|reset|set|switched|updated|rotated|moved)\b[^.!?\n]{0,36}\bto|(?:是|为|為|填|输入?|輸入?|打|用|叫|成了?|换成|改成|设成|记着|记下|写|敲|即|等于|做|到)(?:的是)?|[:=→⇒➜➔]|->|=>|reset\s成)\s{0,2}["'`(「『【]?$/iu;
/** The value right behind the word, or beside it: "password, X", "password? X", "password (X)". */
const BESIDE = /^\s{0,2}(?:[,?，？:：=–(（→⇒➜➔-]\s{0,2})?["'`(「『【]?$/u;
/** "is" whose subject is the announced word itself, with what it is for. */
const IS_ITS =
  /^(?:['’]s)?(?:\s(?:for|to|of|on|at|in)\s[^.!?,;\n]{1,48})?\s(?:is|was|are)(?:\s(?:now|still|just|simply|always|currently))?:?\s{0,2}["'`(]?$/iu;
/** The gap speaks of something else that has a value. */
const OTHER =
  /(?:policy|field|length|hint|file|version|error|status|column|button|page|form|screen|manager|ticket|issue|bug|commit|branch|path|folder|url|link|table|port|expires?|attempts?|least|most|minimum|maximum|rules?|algorithm|hash(?:ed)?|model|laptop|order|room|flight|see|chapter|section|字段|长度|规则|策略|文件|版本|错误|状态|按钮|页面|表单|工单|接口|算法|位数|至少|最多|过期|型号|订单|房间|次数|提示|变量|参数|服务|端口|编号|框的|见|参考)/iu;

function isCode(value: string): boolean {
  return (
    /[(){}<>\\]|:\/\/|^\W+$|^[/~.]|==|!=|\w\/\w+\/|^@|^#[0-9A-Fa-f]{3,8}$/u.test(value) ||
    /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u.test(value)
  );
}

/** Numbers, dates, files, measures, identifiers with capitals: what a sentence about passwords may well hold. */
const ORDINARY =
  /^(?:\d[\d.,:/-]*[A-Za-z%]{0,4}|v?\d+(?:\.\d+)+\S{0,8}|[a-z]{1,3}\d{1,4}|sha-?\d+|utf-?\d+|(?:win|windows|ios|macos|android|python|node|java|php|wpa)-?\d\S{0,6}|[0-9a-f]{7,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\S*\.(?:png|jpe?g|pdf|txt|md|json|ya?ml|csv|zip|gz|js|ts|py|go|rs|html?|docx?|xlsx?|pem|key|env|com|cn|org|net|io|example)\b\S*|\w+_(?:id|name|key|field|input|hash|password|token)_?\w*)$/iu;
/** AX-7770, BUG#48213: of capitals and digits only. */
const TICKET = /^[A-Z]{1,6}[-#]?\d{1,8}(?:[-/][A-Z\d]{1,8})*$/u;
const ADJECTIVE =
  /(?:ed|ing|ly|able|ible|only|based|sensitive|free|less|lived|specific|level|time|wide|proof|safe|known|term|old|new|to|in|up|off|out|end|day|days|long|characters?)$/iu;
const CLAUSE_END = /^["'`)」』】]?\s{0,2}(?:$|[.,;!?，。；！？、)）\n]|and\b|but\b|then\b|吧|就|哦|啊|呀|了)/u;

/** Signs inside a word that only passwords have there. */
function hasInnerSign(value: string): boolean {
  return (
    /[A-Za-z\d][!@#$%^&*~+=?:]{1,3}[A-Za-z\d]/u.test(value) ||
    (/\d/u.test(value) && /[A-Za-z].*[!#$%^&*]$/u.test(value))
  );
}

/** A password by its looks wherever a sentence hands one over; `words` also takes letmein-Walrus and august-lobster. */
function looksLikePassword(value: string, words: boolean): boolean {
  if (value.length < 6 || isCode(value) || ORDINARY.test(value) || TICKET.test(value)) return false;
  if (isPlaceholder(value)) return false;
  if (!/[A-Za-z]/u.test(value)) return false;
  if (hasInnerSign(value)) return true;
  if (/\d/u.test(value)) return /[a-z]{3}/iu.test(value) || isThoroughlyMixed(value);
  if (/^(?:[a-z]+[A-Z][a-z]+|[a-z]+(?:[A-Z][a-z]+)+)$/u.test(value)) return words;
  return words && /^[A-Za-z]{2,}(?:[-_.][A-Za-z]{2,}){1,4}$/u.test(value) && !ADJECTIVE.test(value);
}

/** A phrase in quotes behind the word, several words long: "grumpy lantern walks sideways". */
const PHRASE = /["“「](?<value>[a-z]{2,14}(?:[ -][a-z]{2,14}){2,7})["”」]/u;

function phraseBehind(text: string, at: number, limit: number): Detection | undefined {
  const stretch = text.slice(at, reachOf(text, at, limit));
  const match = PHRASE.exec(stretch);
  const value = match?.groups?.value;
  if (match === null || value === undefined) return undefined;
  const gap = stretch.slice(0, match.index);
  if (OTHER.test(gap) || !/^(?:['’]s|\s(?:is|was|for|to|of)\b|\s{0,2}[:：,，=是为])/u.test(gap)) return undefined;
  if (/\b(?:say|says|said|message|shows?|called|titled|not)\b|提示|写着|不是/u.test(gap)) return undefined;
  const start = at + match.index + 1;
  return { kind: "password", start, end: start + value.length };
}

interface Token {
  readonly value: string;
  readonly start: number;
}

/** The runs of ASCII signs in a stretch, without quotes and the punctuation of the sentence around them. */
function* tokensOf(text: string, start: number, end: number): Generator<Token> {
  for (const match of text.slice(start, end).matchAll(/[!-~]+/gu)) {
    const lead = /^["'`([{<:=,>]*/u.exec(match[0])?.[0].length ?? 0;
    const value = match[0].slice(lead).replace(/(?:[.,;:?)\]}"'`>]|!(?=["'`)]))+$/u, "");
    if (value !== "") yield { value, start: start + match.index + lead };
  }
}

/** Where the stretch ends in which a value may stand: at a line's end, a second sentence's, or the next word that announces one. */
function reachOf(text: string, at: number, limit: number): number {
  const stretch = text.slice(at, Math.min(at + REACH, limit));
  let ends = 0;
  for (const match of stretch.matchAll(/\n|[.!?](?=\s|$)|[。！？]/gu)) {
    ends += 1;
    if (match[0] === "\n" ? match.index > 1 : ends > 1) return at + match.index;
  }
  if (at + stretch.length === limit) return limit;
  // The last run may be cut: it belongs to the stretch whole.
  const rest = /^[!-~]{0,64}/u.exec(text.slice(at + stretch.length, at + stretch.length + 64));
  return at + stretch.length + (rest?.[0].length ?? 0);
}

/** "set the redis AUTH to cinnamon_6380". */
const GIVEN = /\b(?:set|reset|change|update|rotate)d?\s(?:[\w.'-]{1,20}\s){0,3}[\w-]{2,20}(?:\s[\w-]{2,20})?$/iu;

function passwordBehind(text: string, at: number, limit: number): Detection | undefined {
  const end = reachOf(text, at, limit);
  for (const { value, start } of tokensOf(text, at, end)) {
    const gap = text.slice(at, start);
    if (OTHER.test(gap)) return undefined;
    const over = HANDS_OVER.test(gap) || IS_ITS.test(gap);
    const last = start + value.length;
    const words = over && CLAUSE_END.test(text.slice(last, last + 4));
    const given = GIVEN.test(before(text, at, 40)) && /^\sto\s["'`]?$/u.test(gap);
    const fits = over || given || BESIDE.test(gap) ? looksLikePassword(value, words) : false;
    if (fits && !/^(?:https?|www)/iu.test(value)) return { kind: "password", start, end: last };
    const short = /[码碼]$/u.test(before(text, at, 1)) && /^\s{0,2}(?:是|为)?\s{0,2}[:=：]?\s{0,2}$/u.test(gap);
    if (
      short &&
      !isPlaceholder(value) &&
      CLAUSE_END.test(text.slice(last, last + 4)) &&
      /^(?=[a-z]{0,7}\d)(?=\d{0,7}[a-z])[a-z\d]{4,8}$/iu.test(value)
    )
      return { kind: "password", start, end: last };
  }
  return undefined;
}

const LOCK_DIGITS =
  /(?<![\d.,/-]|\d:|[@.][\w-]{1,40}:)(?:\d{1,2}(?:-\d{1,2}){2,3}|\d{4,12})(?![\d]|[.:/-]\d|[A-Za-z%])/gu;
const COUNTED =
  /^\s?(?:位|个|秒|分|次|天|条|字|年|元|minutes?|seconds?|digits?|characters?|times|hours?|days?|people)/iu;

/** "Safe combination: 31-08-54", "unlocks with 1358", 密码是全角的：882041. */
function digitsBehind(text: string, at: number, limit: number, chinese: boolean): Detection | undefined {
  const stretch = text.slice(at, Math.min(reachOf(text, at, limit), at + 40));
  for (const match of stretch.matchAll(LOCK_DIGITS)) {
    const gap = stretch.slice(0, match.index);
    const end = at + match.index + match[0].length;
    if (OTHER.test(gap) || COUNTED.test(text.slice(end, end + 12))) return undefined;
    const over = chinese ? /(?:[:：=]|是|为|就)\s{0,2}["'「『]?$/u.test(gap) : HANDS_OVER.test(gap);
    if (!over && !IS_ITS.test(gap) && !BESIDE.test(gap)) return undefined;
    if (/^(?:19|20)\d{2}$/u.test(match[0]) && !BESIDE.test(gap)) return undefined;
    return { kind: "password", start: at + match.index, end };
  }
  return undefined;
}

function* passwords(text: string): Generator<Detection> {
  const announced = [...text.matchAll(ANNOUNCED)];
  for (const [index, match] of announced.entries()) {
    const at = match.index + match[0].length;
    const limit = announced[index + 1]?.index ?? text.length;
    const { digits, zhdigits, zhpassword } = match.groups ?? {};
    const found = digits === undefined && zhdigits === undefined ? passwordBehind(text, at, limit) : undefined;
    const lock =
      found ??
      digitsBehind(text, at, limit, (zhdigits ?? zhpassword) !== undefined) ??
      passwordBehind(text, at, limit) ??
      phraseBehind(text, at, limit);
    if (lock !== undefined) yield lock;
  }
  for (const pattern of [PAIR, SYSTEM_PAIR]) yield* pairs(text, pattern);
}

function* pairs(text: string, pattern: RegExp): Generator<Detection> {
  for (const match of text.matchAll(pattern)) {
    const value = (match.groups?.value ?? "").replace(/[.,;:?)\]}"'`>]+$/u, "");
    if (!/\d/u.test(value) || !/[A-Za-z]/u.test(value)) continue;
    const words = /^[A-Za-z]{3,}(?:[-_][A-Za-z]{3,}){1,3}[-_]?\d{1,4}$/u.test(value);
    const joined = hasInnerSign(value) || words || /[a-z]\d[A-Z]|^[A-Z][a-z]+\d+[A-Za-z]/u.test(value);
    if (!joined || !looksLikePassword(value, false)) continue;
    const start = match.index + match[0].lastIndexOf(value);
    yield { kind: "password", start, end: start + value.length };
  }
}

/**
 * A run of signs that only a password is: small letters, a digit or both cases, and a sign of the upper row inside. Alone it proves
 * nothing (R&D2024x): something near it must speak of opening.
 */
const LOUD = /(?<![!-~])["'`(“「]{0,2}(?<value>(?=[!-~]{0,40}[a-z]{2})[A-Za-z0-9][!-~]{5,40})/gu;
const OPENING_WORDS =
  /pass(?:word|code|phrase|wd)|\bpw\b|pwd|\bwi-?fi\b|log(?:ged)?[\s-]?in|login|sign(?:ed)?\s?in|prompt|\broot\b|router|unlock|decrypt|encrypt|htpasswd|\bauth\b|credential|\b(?:enter|type|typing|typed)\b|psql|mysql|sudo|密码|密碼|口令|登录|登陆|登入|输入|輸入|无线|無線|解锁|解密|加密|开机|凭据/iu;

function isLoud(value: string): boolean {
  const inner = /[A-Za-z\d][!#$%^&*][A-Za-z\d]|[A-Za-z\d]@[A-Za-z\d]{3,}$/u.test(value);
  if (!inner || !/\d/u.test(value) || value.length < 7 || isCode(value) || ORDINARY.test(value)) return false;
  return !/^[A-Za-z]{1,3}[&@#*]|^\d+[*^%]|@\d|[&?]\w+=|#\d{3,}$|^[\w-]+@sha\d|\.\w+!|^(?:git|npm|root|user)@/u.test(
    value,
  );
}

function* loud(text: string): Generator<Detection> {
  for (const match of text.matchAll(LOUD)) {
    const value = (match.groups?.value ?? "").replace(/[.,;:?)\]}"'`>]+$/u, "");
    if (!isLoud(value)) continue;
    const start = match.index + match[0].length - (match.groups?.value ?? "").length;
    const line = (stretch: string): string => stretch.replace(/[^\n]*\n(?=[^\n]*$)/u, "");
    const near = `${line(before(text, start, 64))} ${text.slice(start + value.length, start + value.length + 48).split("\n", 1)[0] ?? ""}`;
    if (OPENING_WORDS.test(near)) yield { kind: "password", start, end: start + value.length };
  }
}

/** "I keep typing Pebble_Beach! as the Spotify password". */
const AS_PASSWORD =
  /(?<![!-~])["'`]?(?<value>[!-~]{6,40})["'`]?\s(?:as|for)\s(?:the|my|our|his|her|a)\s(?:[\w'-]{1,16}\s){0,3}(?:password|passcode|passphrase)(?!\s(?:manager|field|policy|hash|reset|store|prompt|format|form|page|input|hint)|[\w-])/giu;
/** An answer to a bank's question. */
const ANSWER =
  /(?<![A-Za-z])answer\s(?:is|was)\s["']?(?<value>[A-Z\d][\w.'-]{0,20}(?:\s[A-Z\d][\w.'-]{0,20}){0,4})(?=["']?(?:[,;!]|\.?$|\.?\n|\.\s[A-Z]|\s(?:when|if|for|to)\s))/gu;
const ZH_ANSWER =
  /(?:口令|暗号|暗號|密保(?:问题)?)[^\n。！？]{0,12}?(?:回答|答案是|就说|就答|答)\s{0,2}[:"「『]?\s{0,2}(?<value>[\p{Script=Han}A-Za-z\d][\p{Script=Han}A-Za-z\d ]{1,16})(?=["」』，。！？,.!\n]|$)/gu;

function* answers(text: string): Generator<Detection> {
  for (const match of text.matchAll(AS_PASSWORD)) {
    const value = (match.groups?.value ?? "").replace(/["'`,;:]+$/u, "");
    if (!/\d|[_!#$%^&*-]/u.test(value) || isCode(value) || ORDINARY.test(value)) continue;
    const start = match.index + match[0].indexOf(value);
    yield { kind: "password", start, end: start + value.length };
  }
  for (const { start, end } of matchesOf(text, ANSWER)) {
    const near = text.slice(Math.max(0, start - 80), end + 80);
    if (/security\s(?:phrase|question|word|answer)|secret\s(?:question|answer|word)|mother's maiden/iu.test(near))
      yield { kind: "password", start, end };
  }
  for (const { start, end } of matchesOf(text, ZH_ANSWER)) yield { kind: "password", start, end };
}

const CAMEL_KEY = /(?<=[a-z])(?:Key|Secret|Token)(?![a-z])/gu;
const KEY_WORD =
  /(?<![A-Za-z])(?:(?:api|app|access|client)?(?:keys?|secrets?|tokens?)|api|credentials?|cookie|session|webhook|bearer|sessdata|dsn|ak|sk)(?![a-z])|密钥|密鑰|秘钥|金鑰|令牌|凭证|凭据|憑證|会话|票据|授权/giu;
const HASHED =
  /(?:commit|hash|md5|sha\d{0,3}|checksum|digest|fingerprint|trace|request|uuid|container|etag|integrity|gist|doc|video|channel|document|\bids?|指纹|校验[和值]|摘要|哈希|提交|编号|请求|容器|公钥|public)\W{0,8}$/iu;

/** Thoroughly mixed signs near a word of keys, on either side of it; hexadecimal ones where the sentence hands them over. */
function* keys(text: string): Generator<Detection> {
  let done = 0;
  const words = [...text.matchAll(KEY_WORD), ...text.matchAll(CAMEL_KEY)].sort((a, b) => a.index - b.index);
  for (const [index, match] of words.entries()) {
    const at = match.index + match[0].length;
    const end = reachOf(text, at, words[index + 1]?.index ?? text.length);
    for (const { value, start } of tokensOf(text, at, end)) {
      if (start < done) continue;
      const gap = text.slice(at, start);
      const bare = value.replace(/^[\w.-]{1,40}[=:](?=[\w+/.-]{16})/u, "");
      if (bare.length < 16 || isCode(bare) || HASHED.test(gap) || isPlaceholder(bare)) continue;
      const mixed = isThoroughlyMixed(bare.replace(/[-_.+/=~%]/gu, "")) && !/^[A-Za-z-]+\d{0,4}$/u.test(bare);
      const hexadecimal =
        /^[0-9a-f]{32,128}$/u.test(bare) && /\d/u.test(bare) && (HANDS_OVER.test(gap) || IS_ITS.test(gap));
      if (!mixed && !(hexadecimal && !OTHER.test(gap))) continue;
      const kind: RedactionKind = /token|cookie|session|令牌|会话|bearer/iu.test(match[0]) ? "token" : "api-key";
      const from = start + value.length - bare.length;
      yield { kind, start: from, end: from + bare.length };
      done = start + value.length;
    }
  }
}

/** Secrets that a sentence hands over some words behind what announces them. */
export function* findInTalk(text: string): Generator<Detection> {
  yield* passwords(text);
  yield* keys(text);
  yield* findRecoveryCodes(text);
  yield* loud(text);
  yield* answers(text);
}

/** Codes that let one in again when all else is lost, and the seeds of one-time codes. */
const RECOVERY =
  /(?:(?:recovery|backup|rescue|emergency)\s(?:codes?|keys?)|恢复码|恢复代码|恢复密钥|备用码|备用验证码|备份码|备份密钥|救援码|安全码)[^\n。.!?\d]{0,20}?\s{0,2}(?<list>[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){1,8}(?:[,，、;\s]{1,2}[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){1,8}){0,15})/giu;
const SEED =
  /(?:totp|2fa|mfa|otp|authenticator|两步验证|二次验证|身份验证器|动态码)[^\n。.!?]{0,24}?(?:seed|secret|key|种子|密钥|秘钥)[^\n。.!?\d]{0,12}?[\s:=是为](?<value>[A-Z2-7]{16,64})(?![A-Za-z\d])/giu;
/** An authorisation code of a Chinese mail service: sixteen small letters. */
const MAIL_CODE = /(?:授权码|授權碼)[^\na-z。]{0,8}(?<value>[a-z]{16})(?![A-Za-z\d])/gu;

function* findRecoveryCodes(text: string): Generator<Detection> {
  for (const match of text.matchAll(RECOVERY)) {
    const list = match.groups?.list ?? "";
    if (!/\d/u.test(list)) continue;
    const end = match.index + match[0].length;
    yield { kind: "password", start: end - list.length, end };
  }
  for (const { value, start, end } of matchesOf(text, SEED))
    if (/^[A-Z2-7]+$/u.test(value)) yield { kind: "password", start, end };
  for (const { start, end } of matchesOf(text, MAIL_CODE)) yield { kind: "password", start, end };
}
