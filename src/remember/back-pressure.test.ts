import { describe, expect, it } from "vitest";
import { makeScope, type RecordReceipt, type Scope } from "../domain/index.js";
import { DEFAULT_POLICY } from "../policy/index.js";
import { stats } from "../recall/index.js";
import { openWriteScene } from "../testing/write-scene.js";
import { accept } from "./accept.js";

const SECOND = 1_000;

async function openScene(maxWaiting: number) {
  const policy = { ...DEFAULT_POLICY, journal: { ...DEFAULT_POLICY.journal, maxWaiting } };
  const scene = await openWriteScene({ policy });
  let counts = 0;
  const { queue } = scene.parts.storage;
  const counted = queue.countWaiting;
  Object.assign(queue, {
    countWaiting: (tenant: string, atMost: number) => {
      counts += 1;
      return counted(tenant, atMost);
    },
  });
  const record = (scope: Scope, turns: number): Promise<RecordReceipt> =>
    accept(scene.parts, scope, {
      sessionId: "s",
      turns: Array.from({ length: turns }, (_, index) => ({ role: "user", text: `line ${index} 第 ${index} 句` })),
    });
  return { ...scene, record, counts: () => counts };
}

describe("2.1 back-pressure", () => {
  it("refuses turns of a tenant once as many wait as may, with when to come again, and takes them after digesting", async () => {
    const { parts, scope, record, worker, clock, telemetry } = await openScene(5);
    expect((await record(scope, 3)).accepted).toBe(3);
    expect((await record(makeScope("tenant", "another user"), 2)).accepted).toBe(2);
    expect((await stats(parts, scope)).acceptingTurns).toBe(false);
    await expect(record(scope, 1)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryable: true,
      details: { retryAfterSeconds: 10 },
    });
    const refused = telemetry.snapshot().counters.find(({ name }) => name === "keepsake_records_refused");
    expect(refused).toMatchObject({ value: 1, labels: { reason: "backlog" } });
    await worker.drain(undefined, 5_000);
    clock.at += SECOND;
    expect((await record(scope, 1)).accepted).toBe(1);
    expect((await stats(parts, scope)).acceptingTurns).toBe(true);
  });

  it("P09 another tenant's turns are taken all the while", async () => {
    const { parts, scope, record, clock } = await openScene(2);
    await parts.storage.tenants.ensure("other", clock.at);
    await record(scope, 2);
    await expect(record(scope, 1)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect((await record(makeScope("other", "user"), 1)).accepted).toBe(1);
  });

  it("does not count the journal for every call, and calls at the same time share a count", async () => {
    const { scope, record, clock, counts } = await openScene(1_000);
    await Promise.all(Array.from({ length: 20 }, () => record(scope, 1)));
    for (let call = 0; call < 20; call++) await record(scope, 1);
    expect(counts()).toBe(1);
    clock.at += 5 * SECOND;
    await record(scope, 1);
    expect(counts()).toBe(2);
  });

  it("P18 a count that fails beside a write takes nothing from the receipt of what is durable", async () => {
    const { parts, scope, record, clock } = await openScene(5);
    const { queue, truth } = parts.storage;
    await record(scope, 1);
    const write = truth.write.bind(truth);
    let fail: () => void = () => undefined;
    let other: Promise<unknown> | undefined;
    Object.assign(queue, {
      countWaiting: () =>
        new Promise((_resolve, reject) => {
          fail = () => reject(new Error("cut off"));
        }),
    });
    truth.write = async (within, work) => {
      const written = await write(within, work);
      // by then another call counts anew
      clock.at += 5 * SECOND;
      other ??= record(makeScope("tenant", "third"), 1).catch((thrown: unknown) => thrown);
      await new Promise((resolve) => setImmediate(resolve));
      setImmediate(() => fail());
      return written;
    };
    expect(await record(makeScope("tenant", "second"), 1)).toMatchObject({ accepted: 1 });
    expect(await other).toMatchObject({ message: "cut off" });
  });

  it("a count that failed is tried again by the next call", async () => {
    const { parts, scope, record } = await openScene(5);
    const { queue } = parts.storage;
    const works = queue.countWaiting;
    Object.assign(queue, { countWaiting: () => Promise.reject(new Error("cut off")) });
    await expect(record(scope, 1)).rejects.toThrow("cut off");
    Object.assign(queue, { countWaiting: works });
    expect((await record(scope, 1)).accepted).toBe(1);
  });
});
