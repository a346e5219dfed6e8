import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTokenCounter } from "../adapters/tokens/index.js";
import { queryTerms } from "../language/index.js";
import { trimSentences } from "./trim-sentences.js";
import { CHINESE, ENGLISH } from "./wording.js";

const tokens = createTokenCounter("o200k_base");
const EN =
  "The day began with rain. We walked along the harbour for an hour. The archive key hangs behind the clock. Lunch was noodles. We went home by bus.";
const ZH = "早上下了雨。我们沿着港口走了一个小时。仓库的钥匙挂在时钟后面。午饭吃了面条。我们坐公交车回了家。";

describe("P24 trimming by sentences", () => {
  it.each([
    [EN, "where is the archive key", "The archive key hangs behind the clock.", ENGLISH, 24],
    [ZH, "仓库的钥匙在哪里", "仓库的钥匙挂在时钟后面。", CHINESE, 34],
  ])(
    "keeps whole sentences, those that answer first, and marks the gaps (%s)",
    (text, query, kept, wording, budget) => {
      const trimmed = trimSentences(text, budget, { tokens, wording, terms: new Set(queryTerms(query)) }) ?? "";
      expect(trimmed).toContain(kept);
      expect(trimmed).toContain("[…");
      expect(tokens.count(trimmed)).toBeLessThanOrEqual(budget);
      const words = trimmed
        .replaceAll(wording.cutMark, "")
        .split(/ ?\[…\] ?/u)
        .filter((part) => part !== "");
      for (const part of words) expect(text.replace(/\s+/gu, "")).toContain(part.replace(/\s+/gu, ""));
    },
  );

  it("keeps the beginning where the query shares nothing, and a text that fits as it is", () => {
    const options = { tokens, wording: ENGLISH };
    expect(trimSentences(EN, 24, options)).toMatch(/^The day began with rain\. We walked/u);
    expect(trimSentences(EN, 500, options)).toBe(EN);
  });

  it("cuts within a sentence that alone is too long, and gives up where nothing useful would be left", () => {
    const long = `The archive holds ${"boxes and ".repeat(200)}one key.`;
    const cut = trimSentences(long, 40, { tokens, wording: ENGLISH }) ?? "";
    expect(cut).toMatch(/^The archive holds boxes .* \[…cut\]$/u);
    expect(tokens.count(cut)).toBeLessThanOrEqual(40);
    expect(trimSentences(long, 5, { tokens, wording: ENGLISH })).toBeUndefined();
  });

  it("is never over its budget, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(EN, ZH, "x".repeat(300), "。", "? ", "\n", "a b c. ")),
        fc.nat(120),
        (parts, budget) => {
          const trimmed = trimSentences(parts.join(""), budget, {
            ...{ tokens, wording: CHINESE, terms: new Set(["key", "钥匙"]) },
          });
          if (trimmed !== undefined) expect(tokens.count(trimmed)).toBeLessThanOrEqual(Math.max(budget, 0));
        },
      ),
      { numRuns: 60 },
    );
  });
});
