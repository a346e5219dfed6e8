import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../../domain/index.js";
import type { PairReader } from "../../ports/index.js";
import { createFakeReader } from "../../testing/index.js";
import { BEHIND_THE_CHAT } from "../ask-reader.js";
import { readPairs } from "./read-pairs.js";

const PAIR = { first: "I live in Leeds.", second: "我搬到成都了" };
const read = (reader: PairReader | undefined, pairs = [PAIR], terms = BEHIND_THE_CHAT) =>
  readPairs(reader === undefined ? {} : { reader }, pairs, terms);

describe("what the reader makes of pairs", () => {
  it("is known by their words, each read once", async () => {
    const reader = createFakeReader({ table: [{ second: PAIR.second, update: 0.8, same: 0.1 }] });
    const readings = await read(reader, [PAIR, PAIR, { first: PAIR.second, second: PAIR.first }]);
    expect(readings.of(PAIR.first, PAIR.second)).toMatchObject({ update: 0.8, same: 0.1 });
    expect(readings.of(PAIR.second, PAIR.first)).toMatchObject({ update: 0 });
    expect(readings.of(PAIR.first, "never asked")).toBeUndefined();
    expect(readings.failure).toBeUndefined();
    expect(reader.asked).toHaveLength(2);
  });

  it("is told apart wherever the line ends stand", async () => {
    const reader = createFakeReader({ table: [{ first: "a\nb", update: 0.9 }] });
    const readings = await read(reader, [{ first: "a\nb", second: "c" }]);
    expect([readings.of("a\nb", "c")?.update, readings.of("a", "b\nc")]).toEqual([0.9, undefined]);
  });

  it("is nothing without one, and where it does not answer, which is told", async () => {
    const down = createFakeReader({ failure: () => new KeepsakeError("MODEL_UNAVAILABLE", "down") });
    expect((await read(undefined)).of(PAIR.first, PAIR.second)).toBeUndefined();
    const readings = await read(down);
    expect(readings.of(PAIR.first, PAIR.second)).toBeUndefined();
    expect(readings.failure).toMatchObject({ code: "MODEL_UNAVAILABLE" });
    expect(down.asked).toHaveLength(1);
  });

  it("P16: waits for a reader that hangs no longer than it may, and keeps what was read before", async () => {
    const fake = createFakeReader({ table: [{ update: 0.7 }] });
    let calls = 0;
    const hanging: PairReader = {
      ...fake,
      readRelations: (pairs, signal) => {
        calls += 1;
        if (calls === 1) return fake.readRelations(pairs, signal);
        return new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(new KeepsakeError("DEADLINE_EXCEEDED", "late")));
        });
      },
    };
    const pairs = Array.from({ length: 40 }, (_, at) => ({ first: `statement ${at}`, second: "another" }));
    const readings = await read(hanging, pairs, { mostMs: 50 });
    expect(readings.of("statement 0", "another")?.update).toBe(0.7);
    expect(readings.of("statement 39", "another")).toBeUndefined();
    expect(readings.failure?.code).toBe("DEADLINE_EXCEEDED");
  });

  it("hides no fault of the program, and no engine that was closed", async () => {
    const wrong = createFakeReader({ failure: () => new TypeError("wrong") });
    await expect(read(wrong)).rejects.toThrow("wrong");
    const fault = createFakeReader({ failure: () => new KeepsakeError("INTERNAL", "no figures") });
    await expect(read(fault)).rejects.toMatchObject({ code: "INTERNAL" });
    const closed = createFakeReader();
    await closed.close();
    await expect(read(closed)).rejects.toMatchObject({ code: "CLOSED" });
  });

  it("is bounded: a turn of a thousand statements is not read for minutes", async () => {
    const reader = createFakeReader();
    const pairs = Array.from({ length: 1_000 }, (_, at) => ({ first: `statement ${at}`, second: "another" }));
    const readings = await read(reader, pairs);
    expect(reader.asked.length).toBeLessThan(300);
    expect(readings.of("statement 0", "another")).toBeDefined();
    expect(readings.of("statement 999", "another")).toBeUndefined();
  });
});
