import { describe, expect, it } from "vitest";
import { silentTelemetry } from "../../adapters/system/index.js";
import { KeepsakeError } from "../../domain/index.js";
import { expectError } from "../../testing/storage/harness.js";
import { handTime } from "./hand-time.scene.js";
import { createServiceTurns, type ServiceLimits } from "./service-turns.js";

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const down = (details: Readonly<Record<string, unknown>> = {}) =>
  Promise.reject(new KeepsakeError("MODEL_UNAVAILABLE", "down", details));

function open(limits: Partial<ServiceLimits> = {}) {
  const time = handTime();
  const surroundings = { service: "embedder", telemetry: silentTelemetry(), time };
  return { time, turns: createServiceTurns({ timeoutMs: 10_000, ...limits }, surroundings) };
}

/** Work that ends when it is told to. */
function held() {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      order.push(name);
      ends.push(() => resolve(name));
    });
  return { order, work, end: () => ends.shift()?.() };
}

describe("P23 turns at an embedding or rerank service", () => {
  it("are so many at a time, and a question waits behind no queue of texts", async () => {
    const { turns } = open({ maxParallelCalls: 1 });
    const { order, work, end } = held();
    const calls = ["text 1", "text 2", "text 3"].map((name) => turns.take("passage", work(name)));
    calls.push(turns.take("query", work("question")));
    for (let at = 0; at < 4; at++) {
      await settled();
      expect(order).toHaveLength(at + 1);
      end();
    }
    expect(order).toEqual(["text 1", "text 2", "question", "text 3"]);
    expect(await Promise.all(calls)).toHaveLength(4);
  });

  it("are so many in any minute, and whoever finds no place within half of the time limit goes on without", async () => {
    const { turns, time } = open({ maxCallsPerMinute: 2 });
    await turns.take("query", async () => 1);
    await turns.take("query", async () => 2);
    const late = expectError(
      turns.take("query", async () => 3),
      "MODEL_UNAVAILABLE",
    );
    await time.pass(5_000);
    await late;
    const next = turns.take("query", async () => 4);
    await time.pass(4_999);
    const ended = turns.take("query", async () => 5, AbortSignal.abort());
    await expectError(ended, "DEADLINE_EXCEEDED");
    await expectError(Promise.race([next, time.pass(5_000).then(() => next)]), "MODEL_UNAVAILABLE");
    await time.pass(60_000);
    expect(await turns.take("query", async () => 6)).toBe(6);
  });

  it("wait for what the server asks for by Retry-After, and are refused at once where that is longer than a call waits", async () => {
    const { turns, time } = open();
    await expectError(
      turns.take("query", () => down({ status: 429, retryAfterSeconds: 3 })),
      "MODEL_UNAVAILABLE",
    );
    let answered = false;
    const short = turns.take("query", async () => {
      answered = true;
    });
    await time.pass(2_999);
    expect(answered).toBe(false);
    await time.pass(1);
    await short;
    await expectError(
      turns.take("query", () => down({ status: 429, retryAfterSeconds: 60 })),
      "MODEL_UNAVAILABLE",
    );
    const refused = turns.take("query", async () => 1);
    await expect(refused).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE", details: { retryAfterSeconds: 60 } });
    await time.pass(60_000);
    expect(await turns.take("query", async () => 1)).toBe(1);
  });

  it("end for 1, 2, 4… seconds from the second failure in a row on, up to the longest pause; one success and all is forgotten", async () => {
    const { turns, time } = open({ pauseSeconds: 3 });
    let asked = 0;
    const fail = () => {
      asked += 1;
      return down({ status: 503 });
    };
    const ask = () => expectError(turns.take("query", fail), "MODEL_UNAVAILABLE");
    await ask();
    await ask();
    expect(asked).toBe(2);
    for (const seconds of [1, 2, 3, 3]) {
      const before = asked;
      await time.pass(seconds * 1_000 - 1);
      await ask();
      expect(asked, `refused without asking for ${seconds} s`).toBe(before);
      await time.pass(1);
      await ask();
      expect(asked, `asked again after ${seconds} s`).toBe(before + 1);
    }
    await time.pass(3_000);
    expect(await turns.take("query", async () => "well")).toBe("well");
    await ask();
    expect(await turns.take("query", async () => "one failure alone stops nothing")).toContain("alone");
  });

  it("go on after what is no outage: a text that the service cannot take, a wrong key, a caller that left", async () => {
    const { turns } = open();
    const invalid = new KeepsakeError("MODEL_INVALID_OUTPUT", "no vector");
    for (let at = 0; at < 3; at++) {
      await expectError(
        turns.take("query", () => down({ status: 400 })),
        "MODEL_UNAVAILABLE",
      );
      await expectError(
        turns.take("query", () => Promise.reject(invalid)),
        "MODEL_INVALID_OUTPUT",
      );
      const leaving = new AbortController();
      const leave = () => {
        leaving.abort();
        return down();
      };
      const left = turns.take("query", leave, leaving.signal);
      await expectError(left, "MODEL_UNAVAILABLE");
    }
    expect(await turns.take("query", async () => 1)).toBe(1);
  });

  it("count calls that fail side by side as one failure", async () => {
    const { turns } = open();
    const { work, end } = held();
    const calls = [1, 2, 3].map((at) =>
      expectError(
        turns.take("query", () => work(`${at}`)().then(() => down())),
        "MODEL_UNAVAILABLE",
      ),
    );
    await settled();
    for (const _ of calls) end();
    await Promise.all(calls);
    expect(await turns.take("query", async () => 1)).toBe(1);
  });
});
