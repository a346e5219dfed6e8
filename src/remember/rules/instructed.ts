import type { Candidate } from "../../domain/index.js";
import { hasHan, type Span } from "../../language/index.js";
import { weigh } from "../weigh.js";
import { toCandidate } from "./candidate.js";
import type { Instruction } from "./instruction.js";
import type { Piece } from "./piece.js";
import type { Reader } from "./reader.js";

/** Words that make a channel the only or the new one. */
export const FROM_NOW_ON =
  /以后|今后|改|只|别|不要|不用|统一|一律|都|\b(?:only|instead|stop|no more|from now on|don'?t|do not|rather than|switch|going forward|not)\b/iu;
const INSTRUCTION_SCORE = 0.72;

/** An instruction is one statement with its reason; what the reason says of the user is kept beside it. A channel stays a slot. */
export function instructed(
  reader: Reader,
  sentence: Span,
  pieces: readonly Piece[],
  kind: Instruction,
): readonly Candidate[] {
  const members = pieces.filter((piece) => piece.speech.act !== "chatter" && piece.speech.act !== "paste");
  const [first] = members;
  const last = members.at(-1);
  if (first === undefined || last === undefined) return [];
  const channel = pieces.find((piece) => piece.slots.some((slot) => slot.attribute === "channel"));
  const bare = members.map((piece) => (piece === channel ? piece : { ...piece, slots: [] }));
  const whole = toCandidate(reader, { pieces: bare, start: first.start, end: last.end }, INSTRUCTION_SCORE, false);
  const reasons = members.filter(
    (piece) => piece !== first && piece.slots.some((slot) => slot.kind === "identity" && slot.subject === "user"),
  );
  const beside = reasons.flatMap((piece) => {
    const own = toCandidate(reader, { pieces: [piece], start: piece.start, end: piece.end }, INSTRUCTION_SCORE);
    return own === undefined ? [] : [own];
  });
  if (whole === undefined) return beside;
  const { expiresAt: _none, ...lasting } = whole;
  const rule = `${hasHan(sentence.text) ? "zh" : "en"}.instruction`;
  if (whole.attribute !== undefined) return [{ ...whole, kind }, ...beside];
  const weight = weigh({ kind, tier: "long-term", source: whole.source });
  return [{ ...lasting, kind, tier: "long-term", intent: "state", importance: weight, rule }, ...beside];
}
