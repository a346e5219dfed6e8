import { type Detection, matchesOf } from "./detection.js";
import { isPlaceholder, isWordsAndNumbers } from "./secret-shape.js";

/**
 * A name of a setting that says what it holds, then `=` or `:` and the value: environment files, YAML, JSON, INI, headers, cookies.
 * The name has to hold a mark of being a name (a sign that joins words, capitals, a quote), or be one word that only settings use.
 */
const SETTING =
  /(?<![\w$@%./\\-])["'`]?(?<name>[A-Za-z][\w.-]{0,60})["'`]?\s{0,2}(?:=>|:=|[:=])\s{0,2}(?<open>["'`]?)(?<value>[^\s"'`<>，。；、]{4,512})/gu;
const SECRET_NAME =
  /(?:^|[_.-]|[a-z])(?:pass(?:word|wd|phrase|code)?|pwd|passwd|secret|token|credentials?|(?:api|auth|access|private|account|master|shared|send|server|app|secret|signing|encryption|admin|service)_?-?key|sess(?:ion)?_?-?id|sessid|sid|cookie|requirepass|masterauth|dsn_?secret|salt|signature)(?:[_.-](?:id|key|value|base|prod|test|dev|live|default|main|\d))?$/iu;
/** The name of the value's length, hint, policy and the like. */
const ABOUT = /(?:length|hint|policy|field|type|url|uri|path|file|name|expiry|ttl|limit|count|max|min|algorithm)$/iu;
const PASSWORD_NAME = /pass|pwd|auth$/iu;
const TOKEN_NAME = /token|sess|sid$|cookie/iu;

function isSettingName(name: string): boolean {
  return /[_.-]|[a-z][A-Z]|^[A-Z]{5,}$|sessid$|requirepass|masterauth/u.test(name);
}

/** What a setting of such a name may hold. */
function fits(name: string, value: string): boolean {
  if (isPlaceholder(value) || /^(?:true|false|null|none|nil|undefined|off|on|yes|no)$/iu.test(value)) return false;
  if (/[({]|^\$|^https?:|^\//u.test(value)) return false;
  const digit = /\d/u.test(value);
  const letter = /[A-Za-z]/u.test(value);
  if (PASSWORD_NAME.test(name) && !TOKEN_NAME.test(name))
    return value.length >= 4 && (digit || /[^A-Za-z_.]/u.test(value));
  return value.length >= 10 && digit && letter && !isWordsAndNumbers(value);
}

function* settings(text: string): Generator<Detection> {
  for (const match of text.matchAll(SETTING)) {
    const { name = "", value = "" } = match.groups ?? {};
    if (!SECRET_NAME.test(name) || ABOUT.test(name) || !isSettingName(name)) continue;
    // Parameters of an address and pairs of a cookie end where the next begins.
    const bare = value.replace(/(?:[;&](?=[\w.-]{1,40}=)|[;])[\s\S]*$/u, "").replace(/[.,:!?)\]}]+$/u, "");
    if (!fits(name, bare)) continue;
    const start = match.index + match[0].length - value.length;
    const kind = TOKEN_NAME.test(name) ? "token" : PASSWORD_NAME.test(name) ? "password" : "api-key";
    yield { kind, start, end: start + bare.length };
  }
}

/** Programs that take a password right behind an option; each with the value in its group. */
const OPTIONS: readonly RegExp[] = [
  /\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\s[^\n|;]{0,120}?(?<![\w-])-p(?<value>[^\s'"]{3,64})/giu,
  /\bsshpass\s{1,3}-p\s{0,3}(?:'(?<value>[^'\n]{3,64})')/giu,
  /\bsshpass\s{1,3}-p\s{0,3}"?(?<value>[^\s'"\n]{3,64})/giu,
  /\b(?:7z|7za|rar|unrar)\s[^\n|;]{0,80}?(?<![\w-])-p(?<value>[^\s'"]{3,64})/giu,
  /\b(?:zip|unzip)\s[^\n|;]{0,80}?(?<![\w-])-P\s{0,2}["']?(?<value>[^\s'"]{3,64})/gu,
  /\bredis-cli\s[^\n|;]{0,120}?(?<![\w-])-a\s{1,3}["']?(?<value>[^\s'"]{3,128})/giu,
  /\b(?:smbclient|rpcclient|mount\.cifs)\s[^\n|;]{0,120}?-U\s{0,2}["']?[\w.\\/-]{1,40}%(?<value>[^\s'"]{3,64})/giu,
  /\b(?:docker|podman|helm|az|oc|sqlcmd|mongo|mongosh|mongodump|ldapsearch|psql|cqlsh|rabbitmqadmin)\s[^\n|;]{0,160}?(?<![\w-])-(?:p|P|w)\s{1,3}["']?(?<value>(?=[^\s'"]{0,63}[^\d\s'":/])[^\s'":/-][^\s'":/]{3,63})(?=["'\s]|$)/gu,
  /(?<![\w-])--?(?:password|passwd|pass|passphrase|http-password|requirepass|auth-token|api-key|apikey|token|secret|secret-key|access-token|client-secret)(?:=|\s{1,2})["']?(?<value>[^\s'"=]{6,256})/giu,
  /\bpass(?:in|out)?\s{1,2}pass:(?<value>[^\s'"]{3,64})/giu,
  /\bmachine\s[\w.-]{1,80}\s{1,4}login\s\S{1,64}\s{1,4}password\s{1,4}(?<value>\S{3,64})/giu,
  /\bidentified\s(?:with\s\w{1,40}\s)?by\s{1,2}['"](?<value>[^'"\n]{3,64})['"]/giu,
  /\bpassword\s{1,2}'(?<value>[^'\n]{3,64})'/giu,
  /\bnet\suse\s[^\n]{0,80}?\/user:\S{1,40}\s{1,3}(?<value>[^\s/]{3,64})/giu,
  /\/pass(?:word)?:["']?(?<value>[^\s"']{3,64})/giu,
  /:_(?:authToken|password)=["']?(?<value>[^\s"']{8,256})/giu,
  /\bConvertTo-SecureString\s{1,2}(?:-String\s)?["'](?<value>[^"'\n]{3,64})["']/giu,
  /\bhtpasswd\s[^\n|;]{0,40}-\w{0,4}b\w{0,4}\s\S{1,80}\s\S{1,40}\s(?<value>[^\s'"]{3,64})/giu,
  /(?<![\w-])(?:-u|--user)\s{0,2}["']?[\w.@+-]{1,64}%(?<value>[^\s'"]{3,64})/giu,
];

/** None of the options can be in a text without one of these. */
const ANY_OPTION = /[ \t'"]-|pass|identified\s|:_|SecureString|\/user:/iu;

function* options(text: string): Generator<Detection> {
  if (!ANY_OPTION.test(text)) return;
  for (const pattern of OPTIONS) {
    for (const { value, start } of matchesOf(text, pattern)) {
      const bare = value.replace(/[.,;:，。)\]]+$/u, "").replace(/[\p{Script=Han}，。、；][\s\S]*$/u, "");
      const named = /^--?[a-z]/iu.test(text.slice(Math.max(0, start - 24), start).trimStart());
      if (bare.length < 3 || isPlaceholder(bare) || bare.startsWith("-")) continue;
      if (named && !/[\d!@#$%^&*+]/u.test(bare)) continue;
      yield { kind: "password", start, end: start + bare.length };
    }
  }
}

/** Secrets in settings and on command lines, where the name or the option says what the value is. */
export function* findInSettings(text: string): Generator<Detection> {
  yield* settings(text);
  yield* options(text);
}
