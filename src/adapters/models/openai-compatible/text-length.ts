/** Tokens that a character takes at most in ordinary text; ASCII words take a third, other scripts one and a half. */
const ASCII_TOKENS = 0.5;
const OTHER_TOKENS = 1.5;

/**
 * The head of the text that is surely within `maxTokens` of a tokenizer that is not known here. Servers refuse longer
 * texts instead of cutting them. Never ends within a surrogate pair.
 */
export function cutToTokens(text: string, maxTokens: number): string {
  if (text.length * OTHER_TOKENS <= maxTokens) return text;
  let tokens = 0;
  let end = 0;
  for (const character of text) {
    tokens += character < "\u0080" ? ASCII_TOKENS : OTHER_TOKENS;
    if (tokens > maxTokens) break;
    end += character.length;
  }
  return text.slice(0, end);
}
