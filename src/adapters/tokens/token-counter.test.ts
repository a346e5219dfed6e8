import fc from "fast-check";
import * as cl100k from "gpt-tokenizer/encoding/cl100k_base";
import * as o200k from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { createTokenCounter } from "./index.js";

const asText = { disallowedSpecial: new Set<string>() };
const reference = {
  o200k_base: (text: string) => o200k.encode(text, asText).length,
  cl100k_base: (text: string) => cl100k.encode(text, asText).length,
};
const SAMPLES = [
  "",
  "a",
  "Hello, world! I'm here; they'll've gone.",
  "今天天气非常好，我们去公园玩耍，然后回家吃饭。",
  "  leading   and trailing   \n\n\t x \r\n",
  "<|endoftext|> and <|im_start|>user",
  "👩‍👩‍👧‍👦 flags 🇨🇳🇬🇧, café naïve ﬁ Ａｂｃ",
  "PRJ-1024 v1.2.3 3.14159 2026-06-01T10:00:00Z https://example.org/a?b=c",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "lone \ud83d surrogate",
];

describe.each(["o200k_base", "cl100k_base"] as const)("token counter %s", (encoding) => {
  const counter = createTokenCounter(encoding);
  const count = reference[encoding];

  it.each(SAMPLES)("counts %j like the reference", (text) => {
    expect(counter.count(text)).toBe(count(text));
  });

  it("counts any text like the reference", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => counter.count(text) === count(text)),
      { numRuns: 150 },
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom("今", "天", "a", "B", " ", "\n", "1", "好的", "'s", "!", "  ")), (parts) => {
        const text = parts.join("");
        return counter.count(text) === count(text);
      }),
      { numRuns: 300 },
    );
  });

  it("truncates to a well-formed prefix that fits, and a longer one does not", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 40 }),
        fc.integer({ min: 0, max: 12 }),
        (text, maxTokens) => {
          const cut = counter.truncate(text, maxTokens);
          expect(text.startsWith(cut)).toBe(true);
          expect(cut.isWellFormed()).toBe(true);
          expect(counter.count(cut)).toBeLessThanOrEqual(maxTokens);
          if (cut.length < text.length) {
            const longer = text.slice(0, cut.length + String.fromCodePoint(text.codePointAt(cut.length) ?? 0).length);
            expect(counter.count(longer)).toBeGreaterThan(maxTokens);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("hard texts", () => {
  const counter = createTokenCounter();

  it.each(["a", " ", "\n", "!", "今", "天气非常好我们", "😀", "\u0301"])(
    "a megabyte of %j is counted, and cut",
    (unit) => {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      expect(counter.count(text)).toBeGreaterThan(1_000);
      expect(counter.count(counter.truncate(text, 200))).toBeLessThanOrEqual(200);
    },
    20_000,
  );

  it("a cut never leaves half of a surrogate pair", () => {
    const text = "🪿".repeat(50);
    for (let maxTokens = 0; maxTokens < 60; maxTokens += 1) {
      expect(counter.truncate(text, maxTokens).isWellFormed()).toBe(true);
    }
  });

  it("a cut ends before a lone surrogate", () => {
    expect(counter.truncate("ab\ud83d cd", 50)).toBe("ab");
    expect(counter.truncate("nothing fits", 0)).toBe("");
  });

  it("keeps the whole of a text that fits", () => {
    expect(counter.truncate("今天 all of it 👍", 100)).toBe("今天 all of it 👍");
  });
});
