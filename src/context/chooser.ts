import type { EpochMs, Policy, TimeZone } from "../domain/index.js";
import type { Language } from "../language/index.js";
import type { TokenCounter } from "../ports/index.js";
import type { Wording } from "./wording.js";

/** What every choice of this context is made by. */
export interface Chooser {
  readonly tokens: TokenCounter;
  readonly policy: Policy["context"];
  readonly wording: Wording;
  readonly language: Language;
  readonly now: EpochMs;
  readonly timeZone: TimeZone;
  /** Of the query: what is too long keeps the sentences that share them. */
  readonly terms: ReadonlySet<string>;
}
