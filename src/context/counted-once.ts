import type { TokenCounter } from "../ports/index.js";

/** Counts each text once: fitting weighs the same pieces again and again. For one call; it forgets nothing. */
export function countedOnce(inner: TokenCounter): TokenCounter {
  const known = new Map<string, number>();
  return {
    encoding: inner.encoding,
    count(text) {
      const before = known.get(text);
      if (before !== undefined) return before;
      const count = inner.count(text);
      known.set(text, count);
      return count;
    },
    truncate: (text, maxTokens) => inner.truncate(text, maxTokens),
  };
}
