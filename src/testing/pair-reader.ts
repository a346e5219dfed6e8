import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PairReader, TextPair } from "../ports/index.js";

export interface PairReaderSuiteOptions {
  /** An instance that is not yet open. Called once per suite and once for the closing tests. */
  readonly create: () => PairReader | Promise<PairReader>;
}

const PAIRS: readonly TextPair[] = [
  { first: "I live in Leeds.", second: "I moved to York last week." },
  { first: "我住在成都。", second: "我上周搬到杭州了。" },
  { first: "", second: "The staging database listens on port 5433." },
  { first: "Which port does the staging database use?", second: "" },
  { first: "", second: "" },
];

const HOSTILE = {
  "only space": " \n\t ",
  "a lone surrogate": "left \ud83d right",
  NUL: "a\u0000b",
  "special tokens": "<s></s><pad><|endoftext|>[CLS]",
  "a very long text": "the quick brown fox 敏捷的棕色狐狸 ".repeat(20_000),
  "a very long word": "x".repeat(100_000),
  "a megabyte of spaces": " ".repeat(1_000_000),
  "other scripts": "Привет мир مرحبا שלום 안녕하세요 สวัสดี 👩‍👩‍👧‍👦",
};

/** The three readings of the same pairs, as one list of figures a pair. */
async function figuresOf(reader: PairReader, pairs: readonly TextPair[]): Promise<readonly (readonly number[])[]> {
  const relations = await reader.readRelations(pairs);
  const worth = await reader.readWorth(pairs);
  const answers = await reader.readAnswers(pairs);
  expect([relations.length, worth.length, answers.length]).toEqual([pairs.length, pairs.length, pairs.length]);
  return relations.map(({ update, same }, at) => [update, same, worth[at] ?? Number.NaN, answers[at] ?? Number.NaN]);
}

/** Every clause of the `PairReader` port, against any implementation of it. */
export function describePairReader(name: string, options: PairReaderSuiteOptions): void {
  describe(`pair reader: ${name}`, () => {
    let reader: PairReader;
    beforeAll(async () => {
      reader = await options.create();
      await reader.open();
    });
    afterAll(() => reader.close());

    it("names itself and its runtime", () => {
      expect(reader.profile.readerId).toMatch(/^[^:]+:.+$/u);
      expect(reader.profile.runtime).toMatch(/^(onnx-native|onnx-wasm|fake)$/u);
    });

    it("answers in the order of the pairs, with figures from 0 to 1, whatever else is in the call", async () => {
      const together = await figuresOf(reader, PAIRS);
      const other = await options.create();
      for (const [at, pair] of PAIRS.entries()) {
        const [update = -1, same = -1, worth = -1, answers = -1] = together[at] ?? [];
        for (const figure of [update, same, update + same, worth, answers]) {
          expect(figure).toBeGreaterThanOrEqual(0);
          expect(figure).toBeLessThanOrEqual(1 + 1e-6);
        }
        expect(await figuresOf(other, [pair]), `pair ${at} alone, by another instance`).toEqual([together[at]]);
      }
      await other.close();
    });

    it("reads no pairs to no figures, and one that is there twice alike", async () => {
      expect(await figuresOf(reader, [])).toEqual([]);
      const [pair = { first: "", second: "" }] = PAIRS;
      const [once, twice] = await figuresOf(reader, [pair, pair]);
      expect(once).toEqual(twice);
    });

    it.each(Object.entries(HOSTILE))("reads %s on either side to defined figures, always the same", async (_, text) => {
      const pairs = [
        { first: text, second: "I like tea." },
        { first: "I like tea.", second: text },
      ];
      const figures = await figuresOf(reader, pairs);
      expect(figures.flat().every((figure) => figure >= 0 && figure <= 1)).toBe(true);
      expect(await figuresOf(reader, pairs)).toEqual(figures);
    });

    it("stops for a signal: DEADLINE_EXCEEDED", async () => {
      const aborted = AbortSignal.abort();
      const pairs = [{ first: "never", second: "asked before" }];
      const late = { code: "DEADLINE_EXCEEDED" };
      await expect(reader.readRelations(pairs, aborted)).rejects.toMatchObject(late);
      await expect(reader.readWorth(pairs, aborted)).rejects.toMatchObject(late);
      await expect(reader.readAnswers(pairs, aborted)).rejects.toMatchObject(late);
    });
  });

  describe(`pair reader: ${name}, opening and closing`, () => {
    it("is opened by what it is first asked, refuses work after close, may be closed twice, and can be opened again", async () => {
      const reader = await options.create();
      const before = await figuresOf(reader, PAIRS.slice(0, 1));
      expect(reader.profile.readerId).not.toBe("");
      await reader.close();
      await reader.close();
      const closed = { code: "CLOSED" };
      await expect(reader.readRelations(PAIRS)).rejects.toMatchObject(closed);
      await expect(reader.readWorth([])).rejects.toMatchObject(closed);
      await expect(reader.readAnswers(PAIRS)).rejects.toMatchObject(closed);
      await reader.open();
      expect(await figuresOf(reader, PAIRS.slice(0, 1))).toEqual(before);
      await reader.close();
    });
  });
}
