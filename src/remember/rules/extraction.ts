import type { Candidate } from "../../domain/index.js";

export interface Extraction {
  readonly candidates: readonly Candidate[];
  /** The user wants this turn kept nowhere. */
  readonly offTheRecord: boolean;
  /** The user wants what was said just before kept nowhere. */
  readonly forgetsPrevious: boolean;
  /** The turn asks to forget something: it gets no segment, which would bring the matter up again. */
  readonly withoutEpisode: boolean;
  /** What alone would not be worth keeping, but is where it changes something remembered. */
  readonly faint?: readonly Candidate[];
}

/** Nothing of the turn is kept, and nothing is asked. */
export const NOTHING: Extraction = {
  candidates: [],
  offTheRecord: false,
  forgetsPrevious: false,
  withoutEpisode: false,
};
