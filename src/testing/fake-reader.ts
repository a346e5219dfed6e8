import { KeepsakeError } from "../domain/index.js";
import type { PairReader, TextPair } from "../ports/index.js";

/** A line of the table: which pairs it is for, and what is read of them. */
export interface FakeReading {
  /** The whole text, or a pattern. Absent: any. */
  readonly first?: string | RegExp;
  readonly second?: string | RegExp;
  readonly update?: number;
  readonly same?: number;
  readonly worth?: number;
  readonly answers?: number;
}

interface FakeReaderOptions {
  /** Of the lines that fit a pair and name the figure, the first counts; without one the figure is 0. */
  readonly table?: readonly FakeReading[];
  /** Thrown instead of an answer while it returns an error: tests of degraded paths. Called once per pair. */
  readonly failure?: (pair: TextPair) => Error | undefined;
}

/** What a fake reader was asked, in order. */
export interface FakeReader extends PairReader {
  readonly asked: readonly { readonly reading: "relations" | "worth" | "answers"; readonly pair: TextPair }[];
}

type Figure = "update" | "same" | "worth" | "answers";

const fits = (pattern: string | RegExp | undefined, text: string): boolean =>
  pattern === undefined || (typeof pattern === "string" ? pattern === text : text.search(pattern) >= 0);

/** A deterministic reader without a model, for tests: what it says of a pair stands in a table. */
export function createFakeReader({ table = [], failure }: FakeReaderOptions = {}): FakeReader {
  const asked: FakeReader["asked"][number][] = [];
  let closed = false;

  const figure = (pair: TextPair, name: Figure): number =>
    table.find((line) => line[name] !== undefined && fits(line.first, pair.first) && fits(line.second, pair.second))?.[
      name
    ] ?? 0;

  async function read<Answer>(
    reading: FakeReader["asked"][number]["reading"],
    pairs: readonly TextPair[],
    signal: AbortSignal | undefined,
    answer: (pair: TextPair) => Answer,
  ): Promise<readonly Answer[]> {
    if (closed) throw new KeepsakeError("CLOSED", "The fake reader was closed.");
    if (signal?.aborted) throw new KeepsakeError("DEADLINE_EXCEEDED", "Reading was aborted.");
    return pairs.map((pair) => {
      asked.push({ reading, pair });
      const error = failure?.(pair);
      if (error !== undefined) throw error;
      return answer(pair);
    });
  }

  return {
    asked,
    profile: { readerId: "fake:0", runtime: "fake" },
    async open() {
      closed = false;
    },
    readRelations: (pairs, signal) =>
      read("relations", pairs, signal, (pair) => ({ update: figure(pair, "update"), same: figure(pair, "same") })),
    readWorth: (pairs, signal) => read("worth", pairs, signal, (pair) => figure(pair, "worth")),
    readAnswers: (pairs, signal) => read("answers", pairs, signal, (pair) => figure(pair, "answers")),
    async close() {
      closed = true;
    },
  };
}
