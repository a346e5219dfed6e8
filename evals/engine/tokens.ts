import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";

/** Tokens of a text in o200k_base; marks such as `<|endoftext|>` count as ordinary text. */
export function countTokens(text: string): number {
  return count(text, { disallowedSpecial: new Set<string>() });
}
