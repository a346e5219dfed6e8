import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentTelemetry } from "../adapters/system/index.js";
import { KeepsakeError, MINUTE_MS, SECOND_MS } from "../domain/index.js";
import type { ClaimedWork, EngineParts } from "../ports/index.js";
import { openWriteScene, type WriteScene } from "../testing/write-scene.js";
import { accept } from "./accept.js";
import { HeldLease } from "./held-lease.js";
import { listen } from "./listening.scene.js";

const LEASE_SECONDS = 60;

async function openWaiting(overrides: Partial<EngineParts> = {}): Promise<WriteScene> {
  const scene = await openWriteScene(overrides);
  await accept(scene.parts, scene.scope, { sessionId: "s", turns: [{ role: "user", text: "I'm allergic to wool" }] });
  return scene;
}

async function claim({ parts, clock }: WriteScene): Promise<ClaimedWork> {
  const request = { now: clock.at, leaseSeconds: LEASE_SECONDS, maxEntries: 1, maxAttempts: 5 };
  const work = await parts.storage.queue.claim(request);
  if (work === undefined) throw new Error("there is nothing to claim");
  return work;
}

const hold = ({ parts }: WriteScene, work: ClaimedWork): HeldLease =>
  new HeldLease(parts, work, performance.now(), () => undefined);

const statesOf = ({ parts, scope }: WriteScene) =>
  parts.storage.truth.read(scope, async ({ journal }) =>
    (await journal.list({ limit: 10 })).items.map(({ state, attempts }) => ({ state, attempts })),
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a lease while somebody works on it (8.3, P06)", () => {
  it("lets no entry die of a machine that has no time for its workers, however often it lapses", async () => {
    const scene = await openWaiting();
    let lease = hold(scene, await claim(scene));
    for (let round = 0; round < 12; round += 1) {
      scene.clock.at += (LEASE_SECONDS + 1) * SECOND_MS; // nobody renewed it
      const next = hold(scene, await claim(scene));
      await vi.advanceTimersByTimeAsync((LEASE_SECONDS / 2) * SECOND_MS);
      expect(lease.lost.aborted).toBe(true);
      lease.end();
      await lease.handBack();
      lease = next;
    }
    lease.end();
    expect(await statesOf(scene)).toEqual([{ state: "leased", attempts: 0 }]);
    await lease.handBack();
    await scene.worker.drain(scene.scope, 5_000);
    expect(await scene.active()).toEqual(["The user is allergic to wool"]);
  });

  it("is kept through a store that does not answer for a while, and lost when its time is over", async () => {
    const scene = await openWaiting();
    const lease = hold(scene, await claim(scene));
    const away = vi.spyOn(scene.parts.storage.queue, "renew");
    away.mockRejectedValue(new KeepsakeError("UNAVAILABLE", "away"));
    await vi.advanceTimersByTimeAsync((LEASE_SECONDS / 2) * SECOND_MS);
    expect([lease.lost.aborted, lease.isDoubtful]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync((LEASE_SECONDS / 2) * SECOND_MS + SECOND_MS);
    lease.end();
    expect([lease.lost.aborted, lease.isDoubtful]).toEqual([true, true]);
  });

  it("is given back by the next claim where the store was away at its end, so that nobody waits for it to run out", async () => {
    const scene = await openWaiting();
    const { truth, queue } = scene.parts.storage;
    const unavailable = new KeepsakeError("UNAVAILABLE", "away");
    vi.spyOn(truth, "write").mockRejectedValue(unavailable);
    const failing = vi.spyOn(queue, "fail").mockRejectedValue(unavailable);
    await expect(scene.worker.runOnce(scene.scope)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(failing).toHaveBeenCalled();
    expect(await statesOf(scene)).toEqual([{ state: "leased", attempts: 0 }]);
    vi.restoreAllMocks();
    expect(await scene.worker.runOnce(scene.scope)).toBe(1);
    expect(await scene.active()).toEqual(["The user is allergic to wool"]);
  });
});

describe("a lease that is owed (8.3)", () => {
  async function openOwing() {
    const scene = await openWaiting();
    const { truth, queue } = scene.parts.storage;
    const unavailable = new KeepsakeError("UNAVAILABLE", "away");
    vi.spyOn(truth, "write").mockRejectedValue(unavailable);
    vi.spyOn(queue, "fail").mockRejectedValue(unavailable);
    await expect(scene.worker.runOnce(scene.scope)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    vi.restoreAllMocks();
    return scene;
  }

  it("is handed back once, by one of two claims at the same time", async () => {
    const scene = await openOwing();
    const released = vi.spyOn(scene.parts.storage.queue, "release");
    const acquitted = vi.spyOn(scene.parts.storage.queue, "acquit");
    await Promise.all([scene.worker.runOnce(scene.scope), scene.worker.runOnce(scene.scope)]);
    expect(released).toHaveBeenCalledTimes(1);
    expect(acquitted).not.toHaveBeenCalled();
  });

  it("is handed back by the next claim where the first could not", async () => {
    const scene = await openOwing();
    const away = vi.spyOn(scene.parts.storage.queue, "release");
    away.mockRejectedValueOnce(new KeepsakeError("UNAVAILABLE", "away"));
    await expect(scene.worker.runOnce(scene.scope)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(await scene.worker.runOnce(scene.scope)).toBe(1);
  });

  it("is handed back at a stop, so that it counts as no lapse", async () => {
    const scene = await openOwing();
    expect(await statesOf(scene)).toEqual([{ state: "leased", attempts: 0 }]);
    await scene.worker.stop();
    expect(await statesOf(scene)).toEqual([{ state: "waiting", attempts: 0 }]);
  });

  it("keeps nobody from stopping where the store is away", async () => {
    const scene = await openOwing();
    const away = vi.spyOn(scene.parts.storage.queue, "release");
    away.mockRejectedValue(new KeepsakeError("UNAVAILABLE", "away"));
    await scene.worker.stop();
    expect(away).toHaveBeenCalledTimes(1);
  });
});

describe("an entry that dies (8.3)", () => {
  it("of workers that were killed with it: is told with the reason and the remedy, and counted", async () => {
    const heard = listen(silentTelemetry());
    const scene = await openWaiting({ telemetry: heard.telemetry });
    for (let killed = 0; killed < 5; killed += 1) {
      await claim(scene);
      scene.clock.at += 2 * MINUTE_MS;
    }
    expect(await scene.worker.runOnce(scene.scope)).toBe(0);
    expect(await statesOf(scene)).toEqual([{ state: "dead", attempts: 0 }]);
    expect(heard.lines).toContainEqual({
      level: "error",
      event: "worker.entry_dead",
      fields: expect.objectContaining({ task: "digest", reason: "lease expired 5 times" }),
    });
    expect(JSON.stringify(heard.lines)).toContain("keepsake journal retry");
    expect(heard.counted).toContainEqual(["keepsake_journal_failures", 1, { dead: true }]);
  });

  it("of its own failures: is told alike", async () => {
    const heard = listen(silentTelemetry());
    const scene = await openWaiting({ telemetry: heard.telemetry });
    vi.spyOn(scene.parts.storage.projection, "apply").mockRejectedValue(new KeepsakeError("STORE_CORRUPT", "broken"));
    for (let tries = 0; tries < 5; tries += 1) {
      await scene.worker.runOnce(scene.scope);
      scene.clock.at += 60 * MINUTE_MS;
    }
    expect(await statesOf(scene)).toEqual([{ state: "dead", attempts: 5 }]);
    const dead = heard.lines.filter(({ event }) => event === "worker.entry_dead");
    expect(dead).toMatchObject([{ level: "error", fields: { attempts: 5, reason: "STORE_CORRUPT: broken" } }]);
  });
});
