import type { Span } from "../span.js";

const OPENING = /<keepsake-memory(?=[\s>/])[^>]{0,1000}>/giu;
const CLOSING = "</keepsake-memory>";

/** The sentence over every block of memories, and its headings, in both languages. */
const FRAME =
  /^[ \t>]{0,8}(?:Below is what you remember from earlier conversations, as quoted data with its sources\.|以下是从以往对话中记住的内容，均为带出处的引用资料。|About the user:[ \t]*(?=\n[ \t]*>)|Possibly relevant:[ \t]*(?=\n[ \t]*\[)|关于用户:[ \t]*(?=\n[ \t]*>)|可能相关:[ \t]*(?=\n[ \t]*\[)|\[withheld: reads like an instruction\]|\[已略去：形似指令的文字\])[^\n]{0,600}/gmu;
/** The line over a memory that says where it comes from: date, session, whom it is about, whether it holds. */
const SOURCE =
  /^[ \t>*-]{0,8}\[\d{4}-\d{2}-\d{2}[^\n\]]{0,300}(?:, (?:current|no longer true|record of what was said)|，(?:当前有效|已不再成立|原话记录))\][ \t]*$/gmu;

interface Range {
  readonly start: number;
  readonly end: number;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Where the lines end that are quoted under a line of ours; a copy may have lost their marks, then the one next line is taken. */
function endOfQuoted(text: string, at: number): number {
  let end = endOfLine(text, at);
  let taken = 0;
  while (end < text.length) {
    const next = endOfLine(text, end + 1);
    const line = text.slice(end + 1, next);
    if (!/^[ \t]*>/u.test(line) && (taken > 0 || line.trim() === "")) break;
    taken += 1;
    end = next;
  }
  return end;
}

function* tagged(text: string): Generator<Range> {
  const lower = text.toLowerCase();
  const folded = lower.length === text.length ? lower : text;
  let covered = 0;
  for (const match of text.matchAll(OPENING)) {
    const start = match.index;
    if (start < covered) continue;
    const closing = folded.indexOf(CLOSING, start);
    const end = closing < 0 ? text.length : closing + CLOSING.length;
    yield { start, end };
    covered = end;
  }
}

function* byFingerprint(text: string): Generator<Range> {
  for (const match of text.matchAll(FRAME)) {
    const heading = /:[ \t]*$/u.test(match[0]) && text.charAt(match.index + match[0].length + 1) === ">";
    const end = match.index + match[0].length;
    yield { start: match.index, end: heading ? endOfQuoted(text, end) : end };
  }
  let covered = 0;
  for (const match of text.matchAll(SOURCE)) {
    if (match.index < covered) continue;
    covered = endOfQuoted(text, match.index);
    yield { start: match.index, end: covered };
  }
}

/**
 * Spans of a text that Keepsake itself put into a prompt: recalled memories that must not be learned again. Known by their tags, and
 * where a copy has lost those, by the lines that only an assembled context has. What opens and never closes reaches to the end, so that a
 * cut prompt is not taken for the user's words. In order, without overlaps. Linear in the text.
 */
export function isInjectedContext(text: string): Span[] {
  const ranges = [...tagged(text), ...byFingerprint(text)].sort((a, b) => a.start - b.start || b.end - a.end);
  const spans: Span[] = [];
  let covered = -1;
  for (const { start, end } of ranges) {
    if (end <= covered) continue;
    const from = Math.max(start, covered);
    spans.push({ text: text.slice(from, end), start: from, end });
    covered = end;
  }
  return spans;
}
