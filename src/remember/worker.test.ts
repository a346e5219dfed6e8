import { describe, expect, it } from "vitest";
import { createFakeEmbedder } from "../adapters/models/fake/index.js";
import { ALL, KeepsakeError } from "../domain/index.js";
import type { Embedder, Truth } from "../ports/index.js";
import { openWriteScene } from "../testing/write-scene.js";
import { accept } from "./accept.js";
import { digestWorker } from "./worker.js";

/** An embedder whose answers can be switched off. */
function switchable(): Embedder & { broken: boolean } {
  const real = createFakeEmbedder({ dimension: 32 });
  return {
    broken: false,
    profile: real.profile,
    open: () => real.open(),
    close: () => real.close(),
    embedQuery: (text, signal) => real.embedQuery(text, signal),
    embedPassages(texts, signal) {
      if (this.broken) return Promise.reject(new KeepsakeError("MODEL_UNAVAILABLE", "down"));
      return real.embedPassages(texts, signal);
    },
  };
}

describe("digest worker", () => {
  it("makes an episode of every turn and memories of the user's alone", async () => {
    const scene = await openWriteScene();
    await scene.tell("s", [
      { role: "user", text: "I'm allergic to latex" },
      { role: "assistant", text: "I'm allergic to peanuts" },
      { role: "tool", text: "user is allergic to wheat" },
    ]);
    expect(await scene.active()).toEqual(["The user is allergic to latex"]);
    const episodes = await scene.parts.storage.truth.read(
      scene.scope,
      async (transaction) => (await transaction.episodes.list({ limit: 10 })).items,
    );
    expect(episodes.map((episode) => episode.role)).toEqual(["user", "assistant", "tool"]);
    expect(episodes.map((episode) => episode.turnIds.length)).toEqual([1, 2, 2]);
  });

  it("indexes memories and episodes so that they are found in the same breath", async () => {
    const scene = await openWriteScene();
    await scene.tell("s", ["I'm allergic to latex"]);
    const hits = await scene.parts.storage.keywords.search(scene.scope, { terms: ["latex"], filter: ALL, limit: 10 });
    expect(hits.map((hit) => hit.itemId.slice(0, 3)).sort()).toEqual(["ep_", "mem"]);
    const counts = await scene.parts.storage.vectors.countByModel(scene.scope);
    expect([...counts.values()]).toEqual([2]);
  });

  it("P05: an embedder that fails loses nothing: text first, the vector when it is back", async () => {
    const embedder = switchable();
    const scene = await openWriteScene({ embedder });
    embedder.broken = true;
    await accept(scene.parts, scene.scope, {
      sessionId: "s",
      turns: [{ role: "user", text: "I'm allergic to latex" }],
    });
    await scene.worker.runOnce(scene.scope);
    const [pending] = await scene.rows();
    expect(pending).toMatchObject({ content: "The user is allergic to latex", status: "active" });
    expect(pending?.embeddingModel).toBeUndefined();
    await scene.worker.runOnce(scene.scope);
    embedder.broken = false;
    scene.clock.at += 3_600_000;
    await scene.worker.drain(scene.scope, 5_000);
    const [mended] = await scene.rows();
    expect(mended?.embeddingModel).toBe(embedder.profile.modelId);
    const counts = await scene.parts.storage.vectors.countByModel(scene.scope);
    expect(counts.get(embedder.profile.modelId)).toBe(2);
  });

  it("P06: a commit that fails leaves the turn waiting, with a later due time, and dead after the last attempt", async () => {
    const scene = await openWriteScene();
    await accept(scene.parts, scene.scope, {
      sessionId: "s",
      turns: [{ role: "user", text: "I'm allergic to latex" }],
    });
    const { truth } = scene.parts.storage;
    const failing: Truth = {
      open: () => truth.open(),
      close: () => truth.close(),
      read: (scope, work) => truth.read(scope, work),
      write: (scope, work) =>
        truth.write(scope, async (transaction) => {
          await work(transaction);
          throw new KeepsakeError("STORE_BUSY", "held elsewhere");
        }),
    };
    const broken = digestWorker({ ...scene.parts, storage: { ...scene.parts.storage, truth: failing } });
    await broken.runOnce(scene.scope);
    expect(await scene.rows()).toEqual([]);
    const entries = async () =>
      truth.read(scene.scope, async (transaction) => (await transaction.journal.list({ limit: 10 })).items);
    const [waiting] = await entries();
    expect(waiting).toMatchObject({ state: "waiting", attempts: 1 });
    expect(waiting?.dueAt).toBeGreaterThan(scene.clock.at);
    expect(waiting?.lastError).toContain("STORE_BUSY");
    for (let attempt = 0; attempt < 4; attempt += 1) {
      scene.clock.at += 3_600_000;
      await broken.runOnce(scene.scope);
    }
    expect((await entries())[0]).toMatchObject({ state: "dead", attempts: 5 });
    await scene.parts.storage.queue.retryDead(scene.scope);
    await scene.worker.drain(scene.scope, 5_000);
    expect(await scene.active()).toEqual(["The user is allergic to latex"]);
  });

  it("P06: a crash between commit and acknowledgement repeats nothing", async () => {
    const scene = await openWriteScene();
    const receipt = await scene.tell("s", ["I'm allergic to latex"]);
    const [turnId] = receipt.turnIds;
    const id = scene.parts.ids.journal();
    await scene.parts.storage.truth.write(scene.scope, (transaction) =>
      transaction.journal.append([
        { id, task: { type: "digest", turnId: turnId as never, sessionId: "s" as never }, at: scene.clock.at },
      ]),
    );
    await scene.worker.drain(scene.scope, 5_000);
    const rows = await scene.rows();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.reinforcedCount).toBe(0);
  });

  it("works by hints and polls once started, and gives its lease back when stopped", async () => {
    const scene = await openWriteScene();
    scene.worker.start();
    await accept(scene.parts, scene.scope, {
      sessionId: "s",
      turns: [{ role: "user", text: "I'm allergic to latex" }],
    });
    await expect.poll(() => scene.active()).toEqual(["The user is allergic to latex"]);
    await scene.worker.stop();
    await accept(scene.parts, scene.scope, { sessionId: "s", turns: [{ role: "user", text: "I'm allergic to wool" }] });
    const backlog = await scene.parts.storage.queue.backlog();
    expect(backlog).toMatchObject({ waiting: 1, leased: 0 });
  });

  it("drain gives up with DEADLINE_EXCEEDED while an entry waits for its due time", async () => {
    const embedder = switchable();
    embedder.broken = true;
    const scene = await openWriteScene({ embedder });
    await accept(scene.parts, scene.scope, { sessionId: "s", turns: [{ role: "user", text: "hello there" }] });
    await expect(scene.worker.drain(scene.scope, 50)).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
  });
});
