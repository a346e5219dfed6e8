import { EventEmitter, once } from "node:events";
import { describe, expect, it } from "vitest";
import { createFakeEmbedder } from "../adapters/models/fake/index.js";
import { ALL, HOUR_MS, KeepsakeError } from "../domain/index.js";
import type { Embedder, EngineParts, IndexChange, Truth } from "../ports/index.js";
import { eraseTurns } from "../privacy/index.js";
import { openWriteScene } from "../testing/write-scene.js";
import { accept } from "./accept.js";
import { retryDead } from "./retry-dead.js";
import { digestWorker } from "./worker.js";

/** An embedder whose answers can be switched off, for all texts or for those that hold a word. */
function switchable(): Embedder & { broken: boolean; poison: string | undefined } {
  const real = createFakeEmbedder({ dimension: 32 });
  return {
    broken: false,
    poison: undefined,
    profile: real.profile,
    open: () => real.open(),
    close: () => real.close(),
    embedQuery: (text, signal) => real.embedQuery(text, signal),
    embedPassages(texts, signal) {
      const { poison } = this;
      const isPoisoned = poison !== undefined && texts.some((text) => text.includes(poison));
      if (this.broken || isPoisoned) return Promise.reject(new KeepsakeError("MODEL_UNAVAILABLE", "down"));
      return real.embedPassages(texts, signal);
    },
  };
}

/** An embedder that answers, deaf to its signal, once it is let. */
function gated(): { embedder: Embedder; reached: Promise<void>; open(): unknown } {
  const real = createFakeEmbedder({ dimension: 32 });
  const events = new EventEmitter();
  const reached = once(events, "reached").then(() => undefined);
  const opened = once(events, "open");
  return {
    reached,
    open: () => events.emit("open"),
    embedder: {
      profile: real.profile,
      open: () => real.open(),
      close: () => real.close(),
      embedQuery: (text, signal) => real.embedQuery(text, signal),
      async embedPassages(texts, signal) {
        events.emit("reached");
        await opened;
        return real.embedPassages(texts, signal);
      },
    },
  };
}

async function openWaitingScene(overrides: Partial<EngineParts> = {}) {
  const scene = await openWriteScene(overrides);
  return {
    ...scene,
    /** Records without digesting. */
    record: (texts: readonly string[], sessionId = "s") =>
      accept(scene.parts, scene.scope, { sessionId, turns: texts.map((text) => ({ role: "user", text })) }),
    entries: () =>
      scene.parts.storage.truth.read(
        scene.scope,
        async (transaction) => (await transaction.journal.list({ limit: 100 })).items,
      ),
  };
}

/** Two turns are digested together, and one of them is erased between their preparation and their commit. */
async function eraseWhilePrepared(erased: number) {
  const embedder = switchable();
  const scene = await openWaitingScene({ embedder });
  const { parts, scope } = scene;
  const receipt = await scene.record(["I'm allergic to latex", "I'm allergic to wool"]);
  const embed = embedder.embedPassages.bind(embedder);
  let isErased = false;
  embedder.embedPassages = async (texts, signal) => {
    if (!isErased) {
      isErased = true;
      const turnIds = receipt.turnIds.filter((_, index) => index === erased);
      await parts.storage.truth.write(scope, async (transaction) => {
        const changes: IndexChange[] = [];
        await eraseTurns({ parts, transaction, now: scene.clock.at, changes, turnIds });
        await parts.storage.projection.apply(transaction, changes);
      });
    }
    return embed(texts, signal);
  };
  await scene.worker.drain(scope, 5_000);
  const counted = JSON.stringify(scene.telemetry.snapshot());
  return { ...scene, counted };
}

describe("digest worker", () => {
  it("leaves work of a kind that it does not know for the newer version that put it there", async () => {
    const scene = await openWaitingScene();
    const { parts, scope, clock } = scene;
    await scene.record(["I'm allergic to latex"]);
    const [entry] = await scene.entries();
    if (entry === undefined) throw new Error("nothing waits");
    const task = { ...entry.task, type: "polish" } as never;
    await parts.storage.truth.write(scope, ({ journal }) =>
      journal.append([{ id: "jrn_newer" as typeof entry.id, task, at: clock.at, dueAt: clock.at }]),
    );
    for (let round = 0; round < 2 * parts.policy.journal.maxAttempts; round += 1) {
      await scene.worker.runOnce();
      clock.at += HOUR_MS;
    }
    expect(await scene.active()).toHaveLength(1);
    expect(await scene.entries()).toMatchObject([
      { task: { type: "polish" }, state: "waiting", lastError: expect.stringContaining("upgrade") },
    ]);
  });

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
    await retryDead(scene.parts, scene.scope);
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

  it("P05: a text that cannot be embedded fails alone; the turns and entries around it get their vectors", async () => {
    const embedder = switchable();
    embedder.poison = "latex";
    const scene = await openWaitingScene({ embedder });
    await scene.record(["I'm allergic to latex", "I'm allergic to wool", "The weather is fine"]);
    await scene.worker.runOnce(scene.scope);
    const rows = await scene.rows();
    expect(rows.find((row) => row.content.includes("latex"))?.embeddingModel).toBeUndefined();
    expect(rows.find((row) => row.content.includes("wool"))?.embeddingModel).toBe(embedder.profile.modelId);
    for (let round = 0; round < 8; round += 1) {
      scene.clock.at += 3_600_000;
      await scene.worker.runOnce(scene.scope);
    }
    const entries = await scene.entries();
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) expect(entry).toMatchObject({ state: "dead", attempts: 5 });
  });

  it("P05: an innocent entry that shares a claim with a poisonous one is served", async () => {
    const embedder = switchable();
    embedder.broken = true;
    const scene = await openWaitingScene({ embedder });
    await scene.record(["I'm allergic to latex"], "s");
    await scene.record(["I'm allergic to wool"], "t");
    await scene.worker.runOnce(scene.scope);
    embedder.broken = false;
    embedder.poison = "latex";
    scene.clock.at += 3_600_000;
    await scene.worker.runOnce(scene.scope);
    const rows = await scene.rows();
    expect(rows.find((row) => row.content.includes("wool"))?.embeddingModel).toBe(embedder.profile.modelId);
    const entries = await scene.entries();
    expect(entries.map((entry) => entry.state)).toEqual(["waiting", "waiting"]);
  });

  it("P05: an outage, however long, makes nothing dead, nor the first failure after it", async () => {
    const embedder = switchable();
    embedder.broken = true;
    const scene = await openWaitingScene({ embedder });
    await scene.record(["I'm allergic to latex"]);
    for (let round = 0; round < 12; round += 1) {
      await scene.worker.runOnce(scene.scope);
      scene.clock.at += 3_600_000;
    }
    expect((await scene.entries()).map((entry) => entry.state)).toEqual(["waiting", "waiting"]);
    embedder.broken = false;
    embedder.poison = "latex";
    await scene.worker.runOnce(scene.scope);
    expect((await scene.entries()).map((entry) => entry.state)).toEqual(["waiting", "waiting"]);
    embedder.poison = undefined;
    scene.clock.at += 3_600_000;
    await scene.worker.drain(scene.scope, 5_000);
    expect((await scene.rows())[0]?.embeddingModel).toBe(embedder.profile.modelId);
  });

  it("stop waits for a drain under way, which ends as CLOSED, and gives back what was not committed", async () => {
    const gate = gated();
    const scene = await openWaitingScene({ embedder: gate.embedder });
    await scene.record(["I'm allergic to latex", "I'm allergic to wool"]);
    const drained = scene.worker.drain(scene.scope, 5_000).catch((thrown: unknown) => thrown);
    await gate.reached;
    await scene.worker.stop();
    expect(await scene.parts.storage.queue.backlog()).toMatchObject({ waiting: 2, leased: 0 });
    gate.open();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await drained).toMatchObject({ code: "CLOSED" });
    expect(await scene.rows()).toEqual([]);
  });

  it("stop is looked at between turns, before the whole batch was extracted", async () => {
    let asked = 0;
    let stopped: Promise<void> | undefined;
    const scene = await openWaitingScene({
      chatModel: {
        modelId: "one",
        async generateObject() {
          asked += 1;
          stopped ??= scene.worker.stop();
          return { object: { memories: [] }, inputTokens: 0, outputTokens: 0 };
        },
      },
    });
    await scene.record(["I'm allergic to latex", "I'm allergic to wool", "I'm allergic to dust"]);
    await scene.worker.runOnce(scene.scope);
    await stopped;
    expect(stopped).toBeDefined();
    expect(asked).toBeLessThan(3);
    expect(await scene.parts.storage.queue.backlog()).toMatchObject({ waiting: 3, leased: 0 });
  });

  it("P21: a turn whose context was erased while it was prepared is prepared again without it", async () => {
    const scene = await eraseWhilePrepared(0);
    const rows = await scene.rows();
    expect(rows.map((row) => row.content)).toEqual(["The user is allergic to wool"]);
    expect(await scene.entries()).toEqual([]);
    expect(scene.counted).toContain("keepsake_commit_conflicts");
  });

  it("P21: a turn that was erased while it was prepared leaves nothing, and no failure", async () => {
    const scene = await eraseWhilePrepared(1);
    expect((await scene.rows()).map((row) => row.content)).toEqual(["The user is allergic to latex"]);
    expect(await scene.entries()).toEqual([]);
    expect(scene.counted).not.toContain("keepsake_journal_failures");
  });

  it("drain gives up with DEADLINE_EXCEEDED while an entry waits for its due time", async () => {
    const embedder = switchable();
    embedder.broken = true;
    const scene = await openWriteScene({ embedder });
    await accept(scene.parts, scene.scope, { sessionId: "s", turns: [{ role: "user", text: "hello there" }] });
    await expect(scene.worker.drain(scene.scope, 50)).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
  });
});
