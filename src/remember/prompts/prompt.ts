/** One version of the instructions to a model. A change of wording is a new version: memories tell which one they came from. */
export interface ExtractionPrompt {
  readonly version: string;
  readonly system: string;
  /** @param parts the turn to read, what was said before it, and its date */
  readonly ask: (parts: { readonly before: string; readonly turn: string; readonly date: string }) => string;
  /** Sent once when the answer did not fit. */
  readonly repair: (problems: readonly string[]) => string;
}
