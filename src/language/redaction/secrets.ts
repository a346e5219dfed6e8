import { type Detection, hasDigit, matchesOf } from "./detection.js";
import { isPlaceholder, isWordsAndNumbers, looksIssued } from "./secret-shape.js";
import { findVendorKeys } from "./vendor-keys.js";

/** Any provider's key that says what it is for: xx-live-…, demo_prod_…; what follows must look issued. */
const ISSUED =
  /(?<![\w-])[a-z][a-z0-9]{1,15}(?<mark>[-_])(?:live|test|prod|sandbox|secret)\k<mark>(?<tail>[\w-]{12,240})/giu;

const LINK =
  "(?:\\s{0,3}(?:is|was|are|=>|->|:=|[=:]|是|为|就是|叫|改成|换成|设为)\\s{0,3}|\\s{1,3}(?=[\\w\"'`]))(?:是|为|now\\s|to\\s)?\\s{0,2}[\"'`]{0,2}";
const NAMED_KEY = new RegExp(
  `(?:api[\\s_-]?key|access[\\s_-]?key(?:[\\s_-]?(?:id|secret))?|secret[\\s_-]?(?:access[\\s_-]?)?key|(?:app|client)[\\s_-]?secret|app[\\s_-]?key|encryption[\\s_-]?key|signing[\\s_-]?key|license[\\s_-]?key|secret|密钥|秘钥|私钥|密鑰)["'\`]?(?:\\s?\\([^)\\n]{0,20}\\))?${LINK}(?<value>[\\w\\-./+=~]{8,240})`,
  "giu",
);
const NAMED_TOKEN = new RegExp(
  `(?:(?:access|auth|refresh|session|bearer|api|personal|bot|id|csrf)[\\s_-]?token|token|session[\\s_-]?id|sessionid|令牌|访问凭证|cookie)["'\`]?${LINK}(?<value>[\\w\\-./+=~:%]{10,1024})`,
  "giu",
);
const JWT = /(?<![\w-])eyJ[\w-]{8,4096}\.[\w-]{8,8192}(?:\.[\w-]{0,2048})?/gu;
const BEARER = /\b(?:bearer|basic)\s{1,3}(?<value>[\w.~+/=-]{16,4096})/giu;
const BOT_TOKEN = /(?<![\w:])\d{8,10}:[\w-]{35}(?![\w-])/gu;
const DISCORD_TOKEN = /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])/gu;
/** Addresses that let anyone who knows them post. */
const WEBHOOK =
  /https:\/\/(?:hooks\.slack\.com\/(?:services|workflows)\/[\w/-]{20,256}|(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/[\w-]{20,256}|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/[\w-]{20,64}|oapi\.dingtalk\.com\/robot\/send\?access_token=\w{20,128}|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=[\w-]{20,64})/giu;
const GOOGLE_TOKEN = /(?<![\w-])ya29\.[\w-]{20,1024}/gu;

const BEGIN_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/gu;
const KEY_BODY = /^[A-Za-z0-9+/=\s:,\\-]*/u;
const LONGEST_KEY = 20_000;

const URL_WITH_PASSWORD =
  /(?<![\w+.-])[a-z][a-z0-9+._-]{1,30}:\/\/[^\s:/@"'<>]{0,128}:(?!\d{1,5}\/)(?<secret>[^\s@"'<>，。]{1,256})@[^\s"'<>，。；、！？（）\])]{1,512}/giu;
const URL_WITH_PARAMETER =
  /(?<![\w+.-])(?:jdbc:)?[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]{1,300}[?&;](?:password|passwd|pwd|sig|secret)=[^\s"'<>&;]{1,256}[^\s"'<>，。；]{0,256}/giu;
const KEYWORD_STRING =
  /\b(?:server|data source|host|defaultendpointsprotocol|endpoint)\s?=[^\n]{1,300}?(?:password|pwd|accountkey|sharedaccesskey)\s?=\s?[^;\s]{1,256}/giu;

/** A mix that no word has: a digit among letters, or letters of both cases after the first. */
function looksRandom(value: string): boolean {
  if (/^\d{1,3}(?:\.\d+)*$/u.test(value) || /^[\d./-]{0,11}$/u.test(value)) return false;
  if (isWordsAndNumbers(value)) return false;
  if (hasDigit(value)) return !/^v?\d+(?:\.\d+){1,3}$/iu.test(value);
  return value.length >= 20 &&
    /[a-z]/u.test(value) &&
    /.[A-Z]/u.test(value) &&
    !/^[A-Za-z]+(?:[-./][A-Za-z]+)*$/u.test(value)
    ? true
    : value.length >= 24 && /[a-z][A-Z].*[a-z][A-Z]/u.test(value) && !/[-./]/u.test(value);
}

/** The value without the punctuation of its sentence; one in the query of an address ends where the next parameter begins. */
function withoutTail(value: string): string {
  return value.replace(/[.,;:!?'"`)\]}]+$/u, "");
}

export function* findKeys(text: string): Generator<Detection> {
  yield* findVendorKeys(text);
  for (const match of text.matchAll(ISSUED)) {
    const tail = (match.groups?.tail ?? "").replace(/[-_]+$/u, "");
    const end = match.index + match[0].length - (match.groups?.tail ?? "").length + tail.length;
    if (looksIssued(tail)) yield { kind: "api-key", start: match.index, end };
  }
  for (const { value, start } of matchesOf(text, NAMED_KEY)) {
    const bare = withoutTail(value);
    if (bare.length >= 8 && looksRandom(bare) && !isPlaceholder(bare))
      yield { kind: "api-key", start, end: start + bare.length };
  }
}

export function* findTokens(text: string): Generator<Detection> {
  for (const pattern of [JWT, BOT_TOKEN, DISCORD_TOKEN, WEBHOOK, GOOGLE_TOKEN]) {
    for (const { start, end } of matchesOf(text, pattern)) yield { kind: "token", start, end };
  }
  for (const pattern of [BEARER, NAMED_TOKEN]) {
    for (const { value, start } of matchesOf(text, pattern)) {
      const bare = withoutTail(value);
      if (bare.length >= 10 && looksRandom(bare) && !/^\d{1,10}$/u.test(bare) && !isPlaceholder(bare))
        yield { kind: "token", start, end: start + bare.length };
    }
  }
}

/** PEM blocks; one without its end goes as far as its body does. */
export function* findPrivateKeys(text: string): Generator<Detection> {
  let covered = 0;
  for (const { start, end } of matchesOf(text, BEGIN_KEY)) {
    if (start < covered) continue;
    const rest = text.slice(end, end + LONGEST_KEY);
    const closing = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/u.exec(rest);
    const body =
      closing === null ? (KEY_BODY.exec(rest)?.[0].trimEnd().length ?? 0) : closing.index + closing[0].length;
    covered = end + body;
    yield { kind: "private-key", start, end: covered };
  }
}

/** A connection string whose password is still to be filled in: ${DB_PASSWORD}, ***. */
function isBlank(value: string): boolean {
  const secret = /:\/\/[^:]{0,128}:(?<secret>[^@]{1,256})@/u.exec(value)?.groups?.secret;
  return secret !== undefined && isPlaceholder(secret);
}

/** `curl -u name:password`; a pair of numbers is a user and group of a system. */
const USER_OPTION = /(?<![\w-])(?:-u|--user)[ =]["']?[\w.@+-]{1,64}:(?<value>[!#-&(-_a-~]{3,128})/gu;

function* findUserOptions(text: string): Generator<Detection> {
  for (const { value, start, end } of matchesOf(text, USER_OPTION))
    if (!/^\d{1,6}$/u.test(value) && !isPlaceholder(value)) yield { kind: "password", start, end };
}

export function* findConnectionStrings(text: string): Generator<Detection> {
  yield* findUserOptions(text);
  for (const pattern of [URL_WITH_PASSWORD, URL_WITH_PARAMETER, KEYWORD_STRING]) {
    for (const { value, start } of matchesOf(text, pattern)) {
      if (/\[(?:redacted|vault):/u.test(value) || isBlank(value)) continue;
      yield { kind: "connection-string", start, end: start + value.replace(/[.,;:!?)]+$/u, "").length };
    }
  }
}
