import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { KeepsakeError } from "../../../domain/index.js";
import { type PoolErrors, type Urgency, WorkerPool } from "./worker-pool.js";

/** Stands in for the model: answers with the text's length and in what order it came; "crash" ends it, "fail" fails the one text. */
const SCRIPT = `
  const { parentPort } = require("node:worker_threads");
  let served = 0;
  parentPort.on("message", (message) => {
    if (message.type === "close") return parentPort.close();
    if (message.input === "crash") throw new Error("boom");
    if (message.input === "exit") process.exit(3);
    if (message.input === "fail") return parentPort.postMessage({ type: "error", id: 0, message: "no such token" });
    served += 1;
    parentPort.postMessage({ type: "values", id: 0, values: Float32Array.of(message.input.length, served) });
  });
  parentPort.postMessage({ type: "ready", runtime: "onnx-native", weightsDigest: "d", dimension: 2 });
`;
const FAILS = `require("node:worker_threads").parentPort.postMessage({ type: "failed", code: "CONFIG_INVALID", message: "no model" });`;

const ERRORS: PoolErrors = {
  closed: () => new KeepsakeError("CLOSED", "closed"),
  aborted: () => new KeepsakeError("DEADLINE_EXCEEDED", "aborted"),
  failed: (reason) => new KeepsakeError("MODEL_UNAVAILABLE", reason),
  ended: (reason, cause) => new KeepsakeError("MODEL_UNAVAILABLE", reason, {}, { cause }),
};

const pools: WorkerPool<string>[] = [];
const embed = async (threads: WorkerPool<string>, text: string, urgency: Urgency, signal?: AbortSignal) =>
  (await threads.submit([text], urgency, signal))[0] ?? new Float32Array();

afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function pool(
  scripts: readonly string[] = [SCRIPT],
  size = 1,
): { readonly pool: WorkerPool<string>; readonly spawned: () => number } {
  let spawned = 0;
  const made = new WorkerPool<string>(
    () => {
      const script = scripts[Math.min(spawned, scripts.length - 1)] ?? SCRIPT;
      spawned += 1;
      return new Worker(script, { eval: true, stderr: true });
    },
    size,
    ERRORS,
  );
  pools.push(made);
  return { pool: made, spawned: () => spawned };
}

describe("worker pool", () => {
  it("answers what is urgent before what is not, each in order of arrival", async () => {
    const { pool: threads } = pool();
    await threads.open();
    const passages = ["a", "b", "c"].map((text) => embed(threads, text, "background"));
    const queries = ["x", "y"].map((text) => embed(threads, text, "urgent"));
    const order = (await Promise.all([...passages, ...queries])).map((vector) => vector[1]);
    expect(order).toEqual([1, 4, 5, 2, 3]); // the first passage was already under way
  });

  it("rejects the text of a thread that dies, retryable, and does the rest with another", async () => {
    for (const text of ["crash", "exit"]) {
      const { pool: threads, spawned } = pool();
      await threads.open();
      const doomed = embed(threads, text, "background");
      const waiting = embed(threads, "abc", "background");
      await expect(doomed).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE", retryable: true });
      expect((await waiting)[0]).toBe(3);
      expect(spawned()).toBe(2);
    }
  });

  it("stops replacing threads that only die, and tries again at the next request", async () => {
    const { pool: threads, spawned } = pool();
    await threads.open();
    const doomed = await Promise.allSettled(Array.from({ length: 6 }, () => embed(threads, "crash", "background")));
    expect(doomed.every((result) => result.status === "rejected")).toBe(true);
    expect(spawned()).toBe(3);
    expect((await embed(threads, "ab", "urgent"))[0]).toBe(2);
  });

  it("fails one text without losing the thread", async () => {
    const { pool: threads, spawned } = pool();
    await threads.open();
    await expect(embed(threads, "fail", "urgent")).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    expect((await embed(threads, "abcd", "urgent"))[0]).toBe(4);
    expect(spawned()).toBe(1);
  });

  it("says why a model could not be loaded, at open and when a replacement fails", async () => {
    await expect(pool([FAILS]).pool.open()).rejects.toMatchObject({ code: "CONFIG_INVALID", message: "no model" });
    const { pool: threads } = pool([SCRIPT, FAILS]);
    await threads.open();
    const doomed = embed(threads, "crash", "background");
    const waiting = embed(threads, "abc", "background");
    await expect(doomed).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    await expect(waiting).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });

  it("lets a signal take a text out of the queue, and leaves the others", async () => {
    const { pool: threads } = pool();
    await threads.open();
    const controller = new AbortController();
    const first = embed(threads, "a", "background");
    const dropped = embed(threads, "b", "background", controller.signal);
    const last = embed(threads, "c", "background");
    controller.abort();
    await expect(dropped).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    expect([(await first)[1], (await last)[1]]).toEqual([1, 2]);
  });

  it("takes a whole call out of the queue when a signal aborts or one of its texts fails", async () => {
    const { pool: threads } = pool();
    await threads.open();
    const controller = new AbortController();
    const first = embed(threads, "a", "background");
    const dropped = threads.submit(
      Array.from({ length: 30 }, () => "b"),
      "background",
      controller.signal,
    );
    controller.abort();
    await expect(dropped).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    await first;
    await expect(threads.submit(["fail", "c", "c", "c"], "background")).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
    });
    expect((await embed(threads, "d", "urgent"))[1]).toBeLessThanOrEqual(3); // at most one of the three was under way
    expect(await threads.submit([], "background")).toEqual([]);
  });

  it("spreads texts over its threads", async () => {
    const { pool: threads, spawned } = pool([SCRIPT], 2);
    await threads.open();
    const vectors = await Promise.all(Array.from({ length: 20 }, () => embed(threads, "a", "background")));
    expect(vectors).toHaveLength(20);
    expect(spawned()).toBe(2);
  });

  it("closes: what waits is rejected, what runs is finished", async () => {
    const { pool: threads } = pool();
    await threads.open();
    const running = embed(threads, "abc", "background");
    const waiting = embed(threads, "d", "background");
    const closing = threads.close();
    await expect(waiting).rejects.toMatchObject({ code: "CLOSED" });
    expect((await running)[0]).toBe(3);
    await closing;
    await expect(embed(threads, "e", "urgent")).rejects.toMatchObject({ code: "CLOSED" });
  });
});
