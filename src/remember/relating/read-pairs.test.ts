import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../../domain/index.js";
import { createFakeReader } from "../../testing/index.js";
import { readPairs } from "./read-pairs.js";

const PAIR = { first: "I live in Leeds.", second: "我搬到成都了" };

describe("what the reader makes of pairs", () => {
  it("is known by their words, each read once", async () => {
    const reader = createFakeReader({ table: [{ second: PAIR.second, update: 0.8, same: 0.1 }] });
    const readings = await readPairs({ reader }, [PAIR, PAIR, { first: PAIR.second, second: PAIR.first }]);
    expect(readings(PAIR.first, PAIR.second)).toMatchObject({ update: 0.8, same: 0.1 });
    expect(readings(PAIR.second, PAIR.first)).toMatchObject({ update: 0 });
    expect(readings(PAIR.first, "never asked")).toBeUndefined();
    expect(reader.asked).toHaveLength(2);
  });

  it("is nothing without one, and where it does not answer", async () => {
    const down = createFakeReader({ failure: () => new KeepsakeError("MODEL_UNAVAILABLE", "down") });
    for (const parts of [{}, { reader: down }]) {
      expect((await readPairs(parts, [PAIR]))(PAIR.first, PAIR.second)).toBeUndefined();
    }
    expect(down.asked).toHaveLength(1);
  });

  it("hides no fault of the program, and no engine that was closed", async () => {
    const wrong = createFakeReader({ failure: () => new TypeError("wrong") });
    await expect(readPairs({ reader: wrong }, [PAIR])).rejects.toThrow("wrong");
    const closed = createFakeReader();
    await closed.close();
    await expect(readPairs({ reader: closed }, [PAIR])).rejects.toMatchObject({ code: "CLOSED" });
  });

  it("is bounded: a turn of a thousand statements is not read for minutes", async () => {
    const reader = createFakeReader();
    const pairs = Array.from({ length: 1_000 }, (_, at) => ({ first: `statement ${at}`, second: "another" }));
    const readings = await readPairs({ reader }, pairs);
    expect(reader.asked.length).toBeLessThan(300);
    expect(readings("statement 0", "another")).toBeDefined();
    expect(readings("statement 999", "another")).toBeUndefined();
  });
});
