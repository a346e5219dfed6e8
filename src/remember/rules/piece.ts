import type { Span } from "../../language/index.js";
import type { SlotMatch } from "../../language/slots/index.js";
import type { SpeechAct } from "../../language/speech-acts/index.js";

/** A piece of a sentence with what was read off it; offsets are the turn's. */
export interface Piece extends Span {
  readonly speech: SpeechAct;
  readonly slots: readonly SlotMatch[];
}
