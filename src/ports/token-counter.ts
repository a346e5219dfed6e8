/** Counts in the tokens of the model that will read the context. Synchronous, linear in the text, any text (special tokens count as text). */
export interface TokenCounter {
  /** e.g. `o200k_base` */
  readonly encoding: string;
  count(text: string): number;
  /** The longest prefix of `text` that has at most `maxTokens` tokens and is well-formed Unicode; "" for 0. */
  truncate(text: string, maxTokens: number): string;
}
