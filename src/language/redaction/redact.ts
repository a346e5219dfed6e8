import type { Policy, RedactionKind } from "../../domain/index.js";
import { findAddresses } from "./addresses.js";
import type { Detection } from "./detection.js";
import { findHandedOver } from "./handed-over.js";
import { findInTalk } from "./in-talk.js";
import { findLabelled } from "./labelled.js";
import { MARKS, markOf } from "./marks.js";
import { findBankCards, findEmails, findIdCards } from "./numbers.js";
import { findPasswords } from "./passwords.js";
import { findPhones } from "./phones.js";
import { findConnectionStrings, findKeys, findPrivateKeys, findTokens } from "./secrets.js";
import { originalRange, seeText } from "./seen-text.js";
import { findInSettings } from "./settings.js";
import { findSpelledOut } from "./spelled-out.js";

/** Something that was found, with its place in the text as it was given. */
export interface RedactionFinding {
  readonly kind: RedactionKind;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export interface Redacted {
  /** The text with every dropped or masked secret replaced by a mark such as `[redacted:phone]`. */
  readonly text: string;
  /** What was replaced, in order; kinds that the policy allows are not in it. */
  readonly findings: readonly RedactionFinding[];
}

/** Where two kinds claim the same characters, the first of these has them. */
const FINDERS: readonly ((text: string) => Iterable<Detection>)[] = [
  findPrivateKeys,
  findConnectionStrings,
  findTokens,
  findKeys,
  findPasswords,
  findLabelled,
  findInSettings,
  findInTalk,
  findHandedOver,
  findSpelledOut,
  findIdCards,
  findBankCards,
  findPhones,
  findEmails,
  findAddresses,
];
/** Identifiers that hold long runs of digits: UUIDs, hashes, addresses, versions, ISO times, tickets. */
const LOOK_ALIKES: readonly RegExp[] = [
  /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/giu,
  /(?<![\w-])(?=[0-9]{0,63}[a-f])[0-9a-f]{7,64}(?![\w-])/giu,
  /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?!\d|\.\d)/gu,
  /(?<!\w)(?:19|20)\d{2}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?/gu,
  /(?<![\w-])[A-Z][A-Z0-9]{1,9}-\d{1,20}(?![\w-])/gu,
  /(?:\bisbn(?:-1[03])?:?\s?)?(?<![\d-])97[89][- ]?\d{1,5}[- ]?\d{1,7}[- ]?\d{1,7}[- ]?[\dX](?![\d-])/giu,
  /(?:[¥$€£￥]|\b(?:USD|CNY|RMB|EUR|HKD)\s?)\d[\d,]*(?:\.\d{1,4})?/gu,
];
const NUMERIC: ReadonlySet<RedactionKind> = new Set(["id-card", "bank-card", "phone"]);

/** Sorted ranges that do not overlap, asked by binary search. */
class Ranges {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  constructor(ranges: readonly { readonly start: number; readonly end: number }[]) {
    for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
      const last = this.ends.length - 1;
      if (start < (this.ends[last] ?? -1)) this.ends[last] = Math.max(this.ends[last] ?? 0, end);
      else {
        this.starts.push(start);
        this.ends.push(end);
      }
    }
  }

  touches(start: number, end: number): boolean {
    let low = 0;
    let high = this.ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ends[middle] ?? 0) > start) high = middle;
      else low = middle + 1;
    }
    return (this.starts[low] ?? Number.POSITIVE_INFINITY) < end;
  }
}

function rangesOf(text: string, patterns: readonly RegExp[]): Ranges {
  return new Ranges(
    patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
    ),
  );
}

/** Detections without overlaps, in order. */
function detect(text: string): readonly Detection[] {
  const marks = rangesOf(text, [MARKS]);
  const lookAlikes = rangesOf(text, LOOK_ALIKES);
  let taken: Detection[] = [];
  for (const find of FINDERS) {
    const earlier = new Ranges(taken);
    const found: Detection[] = [];
    let coveredTo = -1;
    const candidates = [...find(text)].sort((a, b) => a.start - b.start || b.end - a.end);
    for (const one of candidates) {
      if (one.start < coveredTo || one.end <= one.start) continue;
      if (marks.touches(one.start, one.end) || earlier.touches(one.start, one.end)) continue;
      if (NUMERIC.has(one.kind) && one.certain !== true && lookAlikes.touches(one.start, one.end)) continue;
      coveredTo = one.end;
      found.push(one);
    }
    taken = [...taken, ...found];
  }
  return taken.sort((a, b) => a.start - b.start);
}

/** A piece of the cleaned text: copied from the original at `from`, or a mark (no `from`). */
interface Piece {
  readonly text: string;
  readonly from?: number;
}

/** Cuts what one look at the cleaned text finds out of the pieces; marks are never touched. */
function cleanOnce(
  pieces: readonly Piece[],
  actions: Policy["redaction"],
  findings: RedactionFinding[],
): readonly Piece[] {
  const text = pieces.map((piece) => piece.text).join("");
  const view = seeText(text);
  const found = detect(view.seen)
    .filter(({ kind }) => actions[kind] !== "allow")
    .map((one) => ({ ...one, range: originalRange(view, one.start, one.end) }));
  if (found.length === 0) return pieces;
  const cleaned: Piece[] = [];
  let offset = 0;
  let next = 0;
  for (const piece of pieces) {
    const end = offset + piece.text.length;
    let copied = offset;
    for (let one = found[next]; one !== undefined && one.range.start < end; one = found[next]) {
      next += 1;
      if (piece.from === undefined) continue;
      const { range, kind } = one;
      findings.push({ kind, start: piece.from + range.start - offset, end: piece.from + range.end - offset });
      cleaned.push({ text: text.slice(copied, range.start), from: piece.from + copied - offset });
      cleaned.push({ text: markOf(kind, view.seen.slice(one.start, one.end), actions) });
      copied = range.end;
    }
    cleaned.push(
      piece.from === undefined ? piece : { text: text.slice(copied, end), from: piece.from + copied - offset },
    );
    offset = end;
  }
  return cleaned;
}

/** A secret that hung on another (an address right before a key) shows once that is gone; deeper chains are no writing. */
const MOST_LOOKS = 6;

/**
 * Takes secrets out of a text: keys, tokens, passwords, private keys, connection strings, identity cards, bank cards, phones, e-mail
 * addresses, postal addresses, each by the action that the policy gives its kind; `vault` needs `actions.vaultKey`, else it drops. Full-width digits and invisible characters do not hide them.
 * Passwords, private keys and connection strings are never shown in part: `mask` does for them what `drop` does. A second call changes
 * nothing. Linear in the text; never throws.
 * @example redact("my phone is 13812345678", policy.redaction).text // "my phone is [redacted:phone]"
 */
export function redact(text: string, actions: Policy["redaction"]): Redacted {
  const findings: RedactionFinding[] = [];
  let pieces: readonly Piece[] = [{ text, from: 0 }];
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const before = findings.length;
    pieces = cleanOnce(pieces, actions, findings);
    if (findings.length === before) break;
  }
  if (findings.length === 0) return { text, findings };
  findings.sort((a, b) => a.start - b.start);
  return { text: pieces.map((piece) => piece.text).join(""), findings };
}
