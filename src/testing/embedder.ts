import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dot } from "../domain/index.js";
import type { Embedder } from "../ports/index.js";

export interface EmbedderSuiteOptions {
  /** The suite's own instance, not yet open. Called once per suite and once for the closing tests. */
  readonly create: () => Embedder | Promise<Embedder>;
  /** Called after everything was closed, e.g. to stop a server. */
  readonly cleanUp?: () => Promise<void>;
  /** What a vector may differ by from one call to the next, as 1 − cosine. Default 1e-6. */
  readonly tolerance?: number;
}

const TEXTS = [
  "Mara moved to Lisbon in May and works as a nurse.",
  "用户喜欢喝不加糖的绿茶。",
  "The staging database listens on port 5433.",
  "a",
  "她每周三晚上去游泳，周末和同事爬山，还计划明年春天带父母去杭州看西湖。",
  "PRJ-1024 shipped v1.2; PRJ-1025 did not.",
];

const HOSTILE = {
  empty: "",
  "only space": " \n\t ",
  "a lone high surrogate": "left \ud83d right",
  "a lone low surrogate": "\udc00",
  NUL: "a\u0000b",
  "special tokens": "<s></s><pad><|endoftext|>[CLS]",
  "a very long text": "the quick brown fox 敏捷的棕色狐狸 ".repeat(20_000),
  "a very long word": "x".repeat(100_000),
  "a megabyte of spaces": " ".repeat(1_000_000),
  "other scripts": "Привет мир مرحبا שלום 안녕하세요 สวัสดี 👩‍👩‍👧‍👦",
};

/** Every clause of the `Embedder` port, against any implementation of it. */
export function describeEmbedder(name: string, options: EmbedderSuiteOptions): void {
  const tolerance = options.tolerance ?? 1e-6;
  const same = (a: Float32Array | undefined, b: Float32Array | undefined): boolean =>
    a !== undefined && b !== undefined && a.length === b.length && dot(a, b) > 1 - tolerance;

  describe(`embedder: ${name}`, () => {
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await options.create();
      await embedder.open();
    });
    afterAll(async () => {
      await embedder.close();
      await options.cleanUp?.();
    });

    it("describes its vector space", () => {
      const { profile } = embedder;
      expect(profile.modelId).not.toBe("");
      expect(profile.dimension).toBeGreaterThan(0);
      expect(profile.maxTokens).toBeGreaterThan(0);
      expect(profile.runtime).toMatch(/^(onnx-native|onnx-wasm|http|fake)$/);
      const { unrelatedMean, unrelatedDeviation, relatedMean, offTopicCeiling } = profile.calibration;
      expect(unrelatedDeviation).toBeGreaterThan(0);
      expect(relatedMean).toBeGreaterThan(unrelatedMean);
      expect(relatedMean).toBeGreaterThan(offTopicCeiling);
    });

    it("answers in the order of the input, with unit vectors of its dimension", async () => {
      const together = await embedder.embedPassages(TEXTS);
      expect(together).toHaveLength(TEXTS.length);
      for (const [at, vector] of together.entries()) {
        expect(vector).toHaveLength(embedder.profile.dimension);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
        const [alone] = await embedder.embedPassages([TEXTS[at] ?? ""]);
        expect(same(vector, alone), `text ${at} alone and in a batch`).toBe(true);
      }
      expect(same(together[0], together[2])).toBe(false);
    });

    it("gives a text the same vector whatever its batch mates", async () => {
      const [text = ""] = TEXTS;
      const [alone] = await embedder.embedPassages([text]);
      const long = "background noise, ".repeat(300);
      const [, amongLong] = await embedder.embedPassages([long, text, long]);
      const [amongShort] = await embedder.embedPassages([text, "", "b"]);
      expect(same(alone, amongLong)).toBe(true);
      expect(same(alone, amongShort)).toBe(true);
    });

    it("answers many calls at once as it answers one", async () => {
      const [queries, passages] = await Promise.all([
        Promise.all(TEXTS.map((text) => embedder.embedQuery(text))),
        Promise.all(TEXTS.map((text) => embedder.embedPassages([text]))),
      ]);
      for (const [at, text] of TEXTS.entries()) {
        expect(same(queries[at], await embedder.embedQuery(text))).toBe(true);
        expect(same(passages[at]?.[0], (await embedder.embedPassages([text]))[0])).toBe(true);
      }
    });

    it("is not changed by what a caller does to a vector", async () => {
      const vector = await embedder.embedQuery("green tea");
      const before = vector.slice();
      vector.fill(7);
      expect(same(await embedder.embedQuery("green tea"), before)).toBe(true);
    });

    it("embeds no texts to no vectors", async () => {
      expect(await embedder.embedPassages([])).toEqual([]);
    });

    it.each(Object.entries(HOSTILE))("embeds %s to a defined vector, always the same", async (_, text) => {
      const [passage, again] = await embedder.embedPassages([text, text]);
      const query = await embedder.embedQuery(text);
      for (const vector of [passage, again, query]) {
        expect(vector).toHaveLength(embedder.profile.dimension);
        expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
      }
      expect(same(passage, again)).toBe(true);
    });

    it("stops for a signal: DEADLINE_EXCEEDED", async () => {
      const aborted = AbortSignal.abort();
      await expect(embedder.embedQuery("never asked before", aborted)).rejects.toMatchObject({
        code: "DEADLINE_EXCEEDED",
      });
      await expect(embedder.embedPassages(["x"], aborted)).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    });
  });

  describe(`embedder: ${name}, closing`, () => {
    it("refuses work after close, may be closed twice, and can be opened again", async () => {
      const embedder = await options.create();
      await embedder.open();
      const before = await embedder.embedQuery("hello");
      await embedder.close();
      await embedder.close();
      await expect(embedder.embedQuery("hello")).rejects.toMatchObject({ code: "CLOSED" });
      await expect(embedder.embedPassages(["hello"])).rejects.toMatchObject({ code: "CLOSED" });
      await embedder.open();
      expect(same(await embedder.embedQuery("hello"), before)).toBe(true);
      await embedder.close();
    });
  });
}
