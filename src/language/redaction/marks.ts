import { createHmac } from "node:crypto";
import { REDACTION_KINDS, type RedactionKind, type RedactionPolicy } from "../../domain/index.js";

const KINDS = REDACTION_KINDS.join("|");
/** Marks that are there already, so that a second call changes nothing; only with the few signs that a mark shows, so that nothing hides in one. */
export const MARKS = new RegExp(
  `\\[(?:redacted:(?:${KINDS})(?::[A-Za-z0-9]{4}|:[\\w.+%-]…@[\\w.-]{3,64})?|vault:(?:${KINDS}):[0-9a-f]{24})\\]`,
  "gu",
);

const NUMBERS: ReadonlySet<RedactionKind> = new Set(["id-card", "bank-card", "phone"]);
const LAST_DIGITS = 4;
/** 96 bits: no two secrets of a store meet by chance. */
const REFERENCE_DIGITS = 24;

/** One form for all ways to write the same: digits without what parts them, small letters where case says nothing. */
function canonical(kind: RedactionKind, secret: string): string {
  if (kind === "phone")
    return secret.replace(/[^\d零〇一二三四五六七八九幺]/gu, "").replace(/^(?:00)?86(?=1[3-9]\d{9}$)/u, "");
  if (NUMBERS.has(kind)) return secret.replace(/[^A-Za-z0-9]/gu, "").toUpperCase();
  return kind === "email" || kind === "address" ? secret.toLowerCase().replace(/\s+/gu, " ") : secret;
}

/** HMAC-SHA-256 (RFC 2104) of the kind and the value: the same for the same secret, and without the key not even a guess can be tried. */
function referenceOf(kind: RedactionKind, secret: string, key: string): string {
  return createHmac("sha256", key)
    .update(`${kind}\0${canonical(kind, secret)}`)
    .digest("hex")
    .slice(0, REFERENCE_DIGITS);
}

function maskOf(kind: RedactionKind, secret: string): string {
  if (kind === "email") {
    const domain = secret.slice(secret.lastIndexOf("@") + 1);
    return /^[\w.-]{3,64}$/u.test(domain)
      ? `[redacted:email:${secret.charAt(0).replace(/\W/u, "_")}…@${domain}]`
      : "[redacted:email]";
  }
  const signs = secret.replace(/[^A-Za-z0-9]/gu, "");
  const shown = NUMBERS.has(kind) ? signs.length >= 7 : (kind === "api-key" || kind === "token") && signs.length >= 20;
  return shown ? `[redacted:${kind}:${signs.slice(-LAST_DIGITS)}]` : `[redacted:${kind}]`;
}

/** The mark that takes a secret's place. A mask shows the last four signs of what is long enough not to be guessed from them. */
export function markOf(kind: RedactionKind, secret: string, actions: RedactionPolicy): string {
  if (actions[kind] === "mask") return maskOf(kind, secret);
  if (actions[kind] === "vault" && actions.vaultKey !== undefined)
    return `[vault:${kind}:${referenceOf(kind, secret, actions.vaultKey.reveal())}]`;
  return `[redacted:${kind}]`;
}
