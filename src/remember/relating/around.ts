import { splitSentences } from "../../language/index.js";

/** Longer turns hold several matters: what is around a statement is its sentence and those next to it. In characters */
const LONGEST_AROUND = 280;
const ASKS = /[?？]\s*$/u;

/**
 * The user's words around the evidence in its turn, the evidence included: the whole of a short turn, of a longer one as many of the
 * neighbouring sentences as fit. undefined where it is all that was said, or does not stand in the turn. Pure.
 */
export function aroundOf(turn: string, evidence: string): string | undefined {
  const whole = turn.trim();
  if (whole === evidence.trim()) return undefined;
  const at = turn.indexOf(evidence);
  if (at < 0) return undefined;
  // a question beside a statement takes nothing from it
  const sentences = splitSentences(turn).filter(
    ({ text, start, end }) => !ASKS.test(text) || (start <= at && at < end),
  );
  const told = sentences.map(({ text }) => text.trim()).join(" ");
  if (told.length <= LONGEST_AROUND) return told === evidence.trim() ? undefined : told;
  let first = sentences.findIndex((sentence) => sentence.end > at);
  let last = sentences.findIndex((sentence) => sentence.end >= at + evidence.length);
  if (first < 0 || last < 0) return undefined;
  const lengthOf = (from: number, to: number): number => (sentences[to]?.end ?? 0) - (sentences[from]?.start ?? 0);
  // what announces a change mostly comes before it
  if (first > 0 && lengthOf(first - 1, last) <= LONGEST_AROUND) first -= 1;
  if (last + 1 < sentences.length && lengthOf(first, last + 1) <= LONGEST_AROUND) last += 1;
  const around = sentences
    .slice(first, last + 1)
    .map(({ text }) => text.trim())
    .join(" ");
  return around === evidence.trim() || around.length > 2 * LONGEST_AROUND ? undefined : around;
}
