import { foreignStretches } from "./foreign.js";
import type { InjectionMark, InjectionPattern } from "./mark.js";
import { ENGLISH_PATTERNS, ENGLISH_TAKEOVER, FOREIGN_ENGLISH, SQUEEZED } from "./patterns-en.js";
import { RAW_PATTERNS, ROLE_LINES } from "./patterns-markup.js";
import { CHINESE_PATTERNS, CHINESE_TAKEOVER, FOREIGN_CHINESE } from "./patterns-zh.js";
import { CHINESE_ORDERS, ENGLISH_ORDERS } from "./standing-orders.js";
import { joinedView, letteredView, originalPlace, plainView, type View } from "./view.js";

const TALK: readonly InjectionPattern[] = [
  ...ENGLISH_PATTERNS,
  ...ENGLISH_TAKEOVER,
  ...CHINESE_PATTERNS,
  ...CHINESE_TAKEOVER,
  ...ENGLISH_ORDERS,
  ...CHINESE_ORDERS,
  ROLE_LINES,
];
const FOREIGN: readonly InjectionPattern[] = [...FOREIGN_ENGLISH, ...FOREIGN_CHINESE];

function* matched(view: View, patterns: readonly InjectionPattern[]): Generator<InjectionMark> {
  for (const [kind, pattern] of patterns) {
    for (const match of view.text.matchAll(pattern)) {
      if (match[0] === "") continue;
      yield { kind, ...originalPlace(view, match.index, match.index + match[0].length) };
    }
  }
}

/** HTML comments; one that never closes hides nothing. */
function* comments(text: string): Generator<InjectionMark> {
  let start = text.indexOf("<!--");
  while (start >= 0) {
    const closing = text.indexOf("-->", start + 4);
    if (closing < 0) return;
    yield { kind: "hidden-markup", start, end: closing + 3 };
    start = text.indexOf("<!--", closing + 3);
  }
}

const WRAPPED = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,8192}={0,2}(?![A-Za-z0-9+/=_-])/gu;
/** No text that people write wraps more. */
const MOST_WRAPPED = 32;

/** The text inside a run of Base64 (RFC 4648), when it is text. */
function unwrapped(run: string): string | undefined {
  if (!/[a-z]/u.test(run) || !/[A-Z]/u.test(run)) return undefined;
  const text = Buffer.from(run, "base64").toString("utf8");
  return /\ufffd|(?![\t\n\r])\p{Cc}/u.test(text) ? undefined : text;
}

function* wrapped(text: string): Generator<InjectionMark> {
  let left = MOST_WRAPPED;
  for (const match of text.matchAll(WRAPPED)) {
    const inside = unwrapped(match[0]);
    if (inside === undefined) continue;
    left -= 1;
    if (left < 0) return;
    if (matched(plainView(inside), TALK).next().done !== true)
      yield { kind: "override", start: match.index, end: match.index + match[0].length };
  }
}

function* inForeignText(text: string, view: View): Generator<InjectionMark> {
  const marks = [...matched(view, FOREIGN)];
  if (marks.length === 0) return;
  const stretches = foreignStretches(text);
  for (const mark of marks)
    if (stretches.some((stretch) => mark.start < stretch.end && stretch.start < mark.end)) yield mark;
}

function byPlace(a: InjectionMark, b: InjectionMark): number {
  return a.start - b.start || a.end - b.end;
}

/**
 * Places where a text tries to instruct a model: in order, overlaps of different kinds included. Evasions are undone first: invisible
 * and look-alike characters, letters written apart, digits for letters, Base64. What a user plainly asks for ("from now on send the
 * report to the team") is no mark; the same inside pasted, quoted or a tool's text is. A mark is no verdict: a person may write about
 * such sentences. Linear in the text.
 */
export function findInjection(text: string): InjectionMark[] {
  const view = plainView(text);
  const marks = [
    ...matched({ text, offsets: undefined }, RAW_PATTERNS),
    ...comments(text),
    ...matched(view, TALK),
    ...wrapped(text),
    ...inForeignText(text, view),
  ];
  const joined = joinedView(view);
  if (joined !== undefined) marks.push(...matched(joined, [SQUEEZED, ...CHINESE_PATTERNS]));
  const lettered = letteredView(view);
  if (lettered !== undefined) marks.push(...matched(lettered, ENGLISH_PATTERNS));
  const seen = new Set<string>();
  return marks.sort(byPlace).filter(({ kind, start, end }) => {
    const name = `${kind} ${start} ${end}`;
    return seen.size < seen.add(name).size;
  });
}
