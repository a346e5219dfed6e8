/** Names of methods and formats that stand where a value might: "the password is bcrypt". */
const METHODS =
  /^(?:md[45]|sha-?\d{0,3}|base(?:32|58|64)|bcrypt|argon2\w{0,2}|scrypt|pbkdf2|aes-?\d{0,3}|rsa-?\d{0,4}|utf-?8|ascii|hmac\w{0,8}|ed25519|x509|oauth2|json|varchar\w{0,4}|string|number|boolean|bool|int\d{0,2})$/iu;
/** A reference to where the value is kept, or a blank to be filled in. */
const REFERENCE =
  /^(?:process\.|import\.meta|os\.|env[.[(]|getenv|config\.|settings\.|secrets?\.|vault[.:/]|var\.|self\.|this\.|\$\{|\$\(|\{\{|<|%[A-Z_]+%$|\$[A-Z_]+$|your[-_ ]|(?:change|replace|fill)[-_ ]?(?:me|this|in)\b|(?:insert|put|enter)[-_])|^[A-Za-z_.]+\(|^[*x.•_-]+$/iu;

/** Whether a value is none: a variable, a call, a row of stars, the name of a method. */
export function isPlaceholder(value: string): boolean {
  return /^\[?(?:redacted|vault):/u.test(value) || METHODS.test(value) || REFERENCE.test(value);
}

/** user:42:profile, 2026-05-04-morning: words and short numbers, as identifiers have them. */
export function isWordsAndNumbers(value: string): boolean {
  return (
    /[a-z]{3}/iu.test(value) && /^(?:[a-z]{2,}|[a-z]?\d{1,4})(?:[:._/-](?:[a-z]{2,}|[a-z]?\d{1,4}))+$/iu.test(value)
  );
}

/** How often letters and digits follow each other: words with a number change once, random signs often. */
function changesIn(segment: string): number {
  let changes = 0;
  let last = "";
  for (const sign of segment) {
    const kind = sign >= "0" && sign <= "9" ? "digit" : "letter";
    if (last !== "" && kind !== last) changes += 1;
    last = kind;
  }
  return changes;
}

function isRandom(segment: string): boolean {
  if (!/\d/u.test(segment) || !/[A-Za-z]/u.test(segment)) return false;
  const changes = changesIn(segment);
  return (
    (changes >= 2 && segment.length >= 4 && !/^v\d/iu.test(segment)) ||
    (segment.length >= 12 && /^[0-9a-f]+$/iu.test(segment)) ||
    (segment.length >= 8 && /[a-z]/u.test(segment) && /[A-Z]/u.test(segment))
  );
}

const SEPARATORS = /[-_./:+=~|,@#$%^&*!?]+/u;
/** Dates, addresses, files, links, measures, UUIDs: mixed signs that open nothing. */
const ORDINARY_SHAPE =
  /^(?:\d+[A-Za-z]{1,10}|[A-Za-z]{2,}\d{1,4}|v?\d+(?:\.\d+)+\S{0,8}|\d[\d./:-]*|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z][a-z0-9+.-]{1,12}:\/\/\S*|\S*\.(?:png|jpe?g|gif|pdf|txt|md|json|ya?ml|csv|zip|gz|js|ts|py|go|rs|html?|docx?|xlsx?|pem|key))$/iu;
const DEPLOYED = /^(?:live|test|prod|sandbox|secret)$/iu;

/** A value of mixed signs, eight or more, that reads like no word, identifier, file or date. For what a label announces. */
export function looksSecret(value: string): boolean {
  if (value.length < 8 || /[^!-~]/u.test(value) || !/\d/u.test(value) || ORDINARY_SHAPE.test(value)) return false;
  if (!/[A-Za-z]/u.test(value)) return /[!@#$%^&*]/u.test(value);
  const segments = value.split(SEPARATORS).filter((segment) => segment !== "");
  const deployed = segments.findIndex((segment) => DEPLOYED.test(segment));
  if (deployed >= 0 && (segments[deployed + 1]?.length ?? 0) >= 6) return true;
  return segments.length === 1 || segments.some(isRandom) || /[!@#$%^&*]/u.test(value);
}

/** Random enough to be taken for a secret where only a space parts it from its label. */
export function looksStronglySecret(value: string): boolean {
  return looksSecret(value) && value.length >= 10 && value.split(SEPARATORS).some((part) => changesIn(part) >= 3);
}

/** The tail of a token such as xx-live-…: long, one piece (or of both cases), and no hash or name of a machine. */
export function looksIssued(tail: string): boolean {
  const mixed = /\d/u.test(tail) && /[a-z]/u.test(tail) && /[A-Z]/u.test(tail);
  if (/[-_]/u.test(tail)) return mixed && tail.length >= 16 && tail.split(/[-_]/u).some(isRandom);
  if (/^[0-9a-f]{7,15}$|^[0-9a-f]{40}$/u.test(tail)) return false;
  return tail.length >= 12 && changesIn(tail) >= 3 && (mixed || tail.length >= 16);
}
