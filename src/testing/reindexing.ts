import { expect, it, vi } from "vitest";
import type { KeepsakeConfigInput } from "../config/index.js";
import type { Embedder } from "../ports/index.js";
import { remember } from "../remember/index.js";
import { dropOld, reindex, reindexStatus } from "../upkeep/index.js";
import type { EngineWithParts } from "./engine.js";
import {
  answerOf,
  answersOf,
  countsOf,
  engines,
  LATER,
  NEW,
  NEW_ID,
  OLD,
  OLD_ID,
  scopeOf,
  talk,
} from "./reindex-scene.js";

const USERS = ["ada", "bob", "用户三"];

/** The engine with a model beside it that is slow, or answers for nothing. */
function withOther(engine: EngineWithParts, change: (other: Embedder) => Partial<Embedder>): EngineWithParts["parts"] {
  const { otherEmbedder } = engine.parts;
  if (otherEmbedder === undefined) throw new Error("there is no other embedder");
  return { ...engine.parts, otherEmbedder: { ...otherEmbedder, ...change(otherEmbedder) } };
}

/** Asks without a pause until it is told to stop. */
function asking(work: () => Promise<unknown>): { stop(): Promise<void> } {
  let stopped = false;
  const loop = (async () => {
    while (!stopped) {
      await work();
      // what waits for nothing but memory would let nobody else have a turn
      await new Promise((resume) => setImmediate(resume));
    }
  })();
  return {
    stop: () => {
      stopped = true;
      return loop;
    },
  };
}

/** Each answer is one model's in full; a user may be cut over between two questions. */
function expectWhole(answers: string, byModel: readonly (string | undefined)[]): void {
  for (const [at, answer] of answers.split("\n").entries()) {
    expect(byModel.map((known) => known?.split("\n")[at])).toContain(answer);
  }
}

/** What a change of the embedding model promises, against one kind of store. */
export function reindexing(store: () => Promise<KeepsakeConfigInput>): void {
  async function within(work: (open: ReturnType<typeof engines>["open"]) => Promise<void>): Promise<void> {
    const { open, closeAll } = engines(await store());
    try {
      await work(open);
    } finally {
      await closeAll();
    }
  }

  it("6.3 P15 answers by the old or by the new model in full throughout, then goes back and forth at once", async () => {
    await within(async (open) => {
      const before = await open({ embedder: OLD });
      await talk(before, USERS);
      const byOld = new Map<string, string>();
      for (const user of USERS) byOld.set(user, await answersOf(before, user));
      const serving = await open({ embedder: OLD, nextEmbedder: NEW });
      const working = await open({ embedder: OLD, nextEmbedder: NEW });
      const seen = new Map(USERS.map((user) => [user, new Set<string>()]));
      const questions = asking(async () => {
        for (const user of USERS) seen.get(user)?.add(await answersOf(serving, user));
      });
      const report = await reindex(working.parts, { direction: "next" });
      await questions.stop();
      expect(report).toMatchObject({ modelId: NEW_ID, cutOverUsers: 3, remainingUsers: 0, interrupted: false });
      expect(report.embedded).toBeGreaterThan(20);
      const byNew = new Map<string, string>();
      for (const user of USERS) {
        byNew.set(user, await answersOf(serving, user));
        expect(byNew.get(user)).not.toBe(byOld.get(user));
        expect(await answersOf(before, user)).toBe(byOld.get(user));
        for (const answers of seen.get(user) ?? []) expectWhole(answers, [byOld.get(user), byNew.get(user)]);
        expect(byNew.get(user)).toMatch(/^\[\[\],/); // nothing degraded
      }
      expect(await reindexStatus(serving.parts)).toEqual({
        users: 3,
        behindUsers: 0,
        models: [
          { modelId: OLD_ID, setting: "embedder", vectors: report.embedded, servedUsers: 0 },
          { modelId: NEW_ID, setting: "nextEmbedder", vectors: report.embedded, servedUsers: 3 },
        ],
      });
      expect(await reindex(working.parts, { direction: "back" })).toMatchObject({ embedded: 0, cutOverUsers: 3 });
      for (const user of USERS) expect(await answersOf(serving, user)).toBe(byOld.get(user));
      expect(await reindex(working.parts, { direction: "next" })).toMatchObject({ embedded: 0, cutOverUsers: 3 });
      for (const user of USERS) expect(await answersOf(serving, user)).toBe(byNew.get(user));
    });
  });

  it("gives what is written meanwhile both vectors, and finds each write at once and undegraded", async () => {
    await within(async (open) => {
      const before = await open({ embedder: OLD });
      await talk(before, ["ada"], 8);
      await before.close(); // a process that knows the old model alone gives no vector of the new one
      const serving = await open({ embedder: OLD, nextEmbedder: NEW });
      const working = await open({ embedder: OLD, nextEmbedder: NEW });
      const ada = serving.keepsake.user("ada");
      const written: string[] = [];
      const wrong: unknown[] = [];
      const writes = asking(async () => {
        const content = `The user's locker at station ${written.length} has the code zq${written.length}x.`;
        await ada.remember({ content });
        written.push(content);
        const found = await ada.recall({ query: content, limit: 5 });
        if (found.degraded !== undefined || !found.items.some((item) => item.content.includes(content)))
          wrong.push(found);
        await ada.record({
          sessionId: "meanwhile",
          turns: [{ role: "user", text: `I met Iris ${written.length} times.` }],
        });
      });
      const report = await reindex(working.parts, { direction: "next" });
      await vi.waitFor(() => expect(written.length).toBeGreaterThan(2), { timeout: 20_000 });
      await writes.stop();
      await ada.processed();
      expect(wrong).toEqual([]);
      expect(report).toMatchObject({ cutOverUsers: 1, remainingUsers: 0 });
      const counts = await countsOf(serving, "ada");
      expect(counts[NEW_ID]).toBe(counts[OLD_ID]);
      expect(counts[NEW_ID]).toBeGreaterThan(report.embedded);
      expect((await ada.stats()).embedder.modelId).toBe(NEW_ID);
      await reindex(working.parts, { direction: "back" });
      const [last = ""] = written.slice(-1);
      const found = await ada.recall({ query: last, limit: 5 });
      expect(found.degraded).toBeUndefined();
      expect(found.items.map((item) => item.content).join("\n")).toContain(last);
    });
  });

  it("gives a user who comes during the change both vectors from the first word", async () => {
    await within(async (open) => {
      const serving = await open({ embedder: OLD, nextEmbedder: NEW });
      await talk(serving, ["eve"]);
      const counts = await countsOf(serving, "eve");
      expect(counts[OLD_ID]).toBeGreaterThan(5);
      expect(counts[NEW_ID]).toBe(counts[OLD_ID]);
      const after = await open({ embedder: NEW });
      expect(await answersOf(after, "eve")).toMatch(/^\[\[\],/);
    });
  });

  it("P05 keeps what the new model could not take in the journal, and does not cut over without it", async () => {
    await within(async (open) => {
      const serving = await open({ embedder: OLD, nextEmbedder: NEW });
      await talk(serving, ["ada"]);
      const down = withOther(serving, () => ({
        embedPassages: () => Promise.reject(new Error("no such host")),
      }));
      await remember(down, scopeOf("ada"), { content: "The user's bicycle is red." });
      const counts = await countsOf(serving, "ada");
      expect(counts[OLD_ID]).toBe((counts[NEW_ID] ?? 0) + 1);
      expect((await serving.keepsake.user("ada").recall({ query: "bicycle" })).degraded).toBeUndefined();
      await expect(reindex(down, { direction: "next" })).rejects.toThrow();
      expect((await serving.keepsake.user("ada").stats()).embedder.modelId).toBe(OLD_ID);
      expect(await reindex(serving.parts, { direction: "next" })).toMatchObject({ embedded: 1, cutOverUsers: 1 });
      const after = await countsOf(serving, "ada");
      expect(after[NEW_ID]).toBe(after[OLD_ID]);
    });
  });

  it("leaves a user with the old model where a text cannot be embedded, and says so", async () => {
    await within(async (open) => {
      const before = await open({ embedder: OLD });
      await talk(before, ["ada", "bob"]);
      await before.keepsake.user("bob").remember({ content: "The user's code word is unspeakable." });
      const working = await open({ embedder: OLD, nextEmbedder: NEW });
      const choosy = withOther(working, (other) => ({
        embedPassages: async (texts, signal) => {
          if (texts.some((text) => text.includes("unspeakable"))) throw new Error("refused");
          return other.embedPassages(texts, signal);
        },
      }));
      const report = await reindex(choosy, { direction: "next", share: 1 });
      expect(report).toMatchObject({ cutOverUsers: 1, remainingUsers: 1, failed: 1 });
      expect((await working.keepsake.user("ada").stats()).embedder.modelId).toBe(NEW_ID);
      expect((await working.keepsake.user("bob").stats()).embedder.modelId).toBe(OLD_ID);
      const found = await working.keepsake.user("bob").recall({ query: "code word" });
      expect(found.degraded).toBeUndefined();
    });
  });

  it("stops at a signal and goes on where it was", async () => {
    await within(async (open) => {
      const before = await open({ embedder: OLD });
      await talk(before, ["ada"], 12);
      const working = await open({ embedder: OLD, nextEmbedder: NEW });
      const stop = new AbortController();
      const first = await reindex(working.parts, {
        ...{ direction: "next", share: 1, signal: stop.signal },
        onProgress: (items) => items >= 32 && stop.abort(),
      });
      expect(first).toMatchObject({ interrupted: true, cutOverUsers: 0 });
      expect(first.embedded).toBeGreaterThan(0);
      expect((await working.keepsake.user("ada").stats()).embedder.modelId).toBe(OLD_ID);
      const { [OLD_ID]: all = 0 } = await countsOf(working, "ada");
      const second = await reindex(working.parts, { direction: "next", share: 1 });
      expect(second).toMatchObject({ interrupted: false, cutOverUsers: 1, embedded: all - first.embedded });
    });
  });

  it("removes old vectors only when nobody can need them, and leaves answers as they were", async () => {
    await within(async (open) => {
      const before = await open({ embedder: OLD });
      await talk(before, ["ada"]);
      const both = await open({ embedder: OLD, nextEmbedder: NEW });
      await expect(dropOld(both.parts)).rejects.toMatchObject({ code: "CONFLICT" });
      await expect(reindex(before.parts, { direction: "back" })).rejects.toMatchObject({ code: "CONFLICT" });
      const after = await open({ embedder: NEW });
      expect(await dropOld(after.parts)).toMatchObject({ dropped: {}, notCutOver: 1 });
      await reindex(both.parts, { direction: "next" });
      const answers = await answersOf(after, "ada");
      expect(await dropOld(after.parts)).toMatchObject({ dropped: {}, tooRecent: 1 });
      const clock = { now: () => Date.now() + 11 * 60_000 };
      const { [OLD_ID]: held } = await countsOf(after, "ada");
      expect(await dropOld({ ...after.parts, clock })).toMatchObject({ dropped: { [OLD_ID]: held }, notCutOver: 0 });
      expect(Object.keys(await countsOf(after, "ada"))).toEqual([NEW_ID]);
      expect(await answersOf(after, "ada")).toBe(answers);
      expect(await dropOld({ ...after.parts, clock })).toMatchObject({ dropped: {}, tooRecent: 0, notCutOver: 0 });
      const { items } = await after.keepsake.user("ada").list({ limit: 100 });
      expect(new Set(items.map((memory) => memory.embeddingModel))).toEqual(new Set([NEW_ID]));
    });
  });

  it("embeds what a change without a second model left behind", async () => {
    await within(async (open) => {
      const before = await open({ embedder: OLD });
      await talk(before, ["ada"]);
      const after = await open({ embedder: NEW });
      const ask = () => after.keepsake.user("ada").recall({ query: "green tea", now: LATER });
      expect((await ask()).degraded).toBeDefined();
      expect((await reindexStatus(after.parts)).behindUsers).toBe(1);
      expect(await reindex(after.parts, { direction: "next" })).toMatchObject({ cutOverUsers: 0, remainingUsers: 0 });
      expect(answerOf(await ask())).toMatch(/^\[\[\],/);
      expect((await reindexStatus(after.parts)).behindUsers).toBe(0);
    });
  });
}
