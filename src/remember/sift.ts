import type { Turn } from "../domain/index.js";
import { splitSentences } from "../language/index.js";
import { classifySpeech, findPastes, isPieceOfWork } from "../language/speech-acts/index.js";

const SHORTEST = 6;
/** Sentences looked at before a long turn counts as worth asking. */
const SENTENCES = 40;

/** A cheap filter before the model: whether any sentence of the turn is a statement in the user's own words. Most turns are not. */
export function isWorthAsking(turn: Turn): boolean {
  if (turn.role !== "user" || turn.text.trim().length < SHORTEST) return false;
  const pastes = findPastes(turn.text);
  return splitSentences(turn.text)
    .slice(0, SENTENCES)
    .filter((sentence) => !pastes.some((paste) => sentence.start < paste.end && paste.start < sentence.end))
    .some((sentence) => {
      const { act, cues } = classifySpeech(sentence.text, { isLast: true });
      return (
        act === "statement" ||
        act === "retraction" ||
        (act === "request" && (cues.standing || !isPieceOfWork(sentence.text, act)))
      );
    });
}
