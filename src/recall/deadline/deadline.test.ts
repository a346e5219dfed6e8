import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeEmbedder } from "../../adapters/models/fake/index.js";
import type { Embedder, EngineParts, Storage } from "../../ports/index.js";
import { openScene } from "../../testing/scene.js";
import { recall } from "../index.js";
import { within } from "./time-budget.js";

const never = <Result>() => new Promise<Result>(() => undefined);

function withEmbedder(parts: EngineParts, embedQuery: Embedder["embedQuery"]): EngineParts {
  const { profile, open, close, embedPassages } = parts.embedder;
  return { ...parts, embedder: { profile, open, close, embedPassages, embedQuery } };
}

function withStorage(parts: EngineParts, changed: Partial<Storage>): EngineParts {
  const { changes: _, ...storage } = parts.storage;
  return {
    ...parts,
    storage: { ...storage, ...changed, open: () => parts.storage.open(), close: () => parts.storage.close() },
  };
}

async function livedIn() {
  const scene = await openScene({ embedder: createFakeEmbedder({ dimension: 256 }) });
  await scene.say("s1", "The archive key hangs behind the clock");
  await scene.say("s2", "仓库的钥匙挂在时钟后面");
  await scene.say("s3", "Lunch was noodles with pickles");
  return scene;
}

/** The answer, with the time moved on to the deadline and no further. */
async function answerBy(ms: number, answer: ReturnType<typeof recall>) {
  await vi.advanceTimersByTimeAsync(ms);
  return answer;
}

describe("3.6 7.4 a recall with a deadline", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ["where is the archive key", "behind the clock"],
    ["仓库的钥匙挂在哪里", "时钟后面"],
  ])("answers %s from keywords when the embedder hangs, says so and tells it to stop", async (query, expected) => {
    const scene = await livedIn();
    let stopped = false;
    const parts = withEmbedder(scene.parts, (_text, signal) => {
      signal?.addEventListener("abort", () => {
        stopped = true;
      });
      return never();
    });
    const result = await answerBy(50, recall(parts, scene.scope, { query, deadlineMs: 50 }));
    expect(result.items[0]?.content).toContain(expected);
    expect(result.degraded).toEqual(["embedder: DEADLINE_EXCEEDED"]);
    expect(stopped).toBe(true);
  });

  it("answers from the channel that is there when the other index hangs", async () => {
    const scene = await livedIn();
    const { keywords, vectors } = scene.parts.storage;
    const noKeywords = withStorage(scene.parts, { keywords: { ...keywords, search: never, score: never } });
    const byMeaning = recall(noKeywords, scene.scope, { query: "archive key clock", deadlineMs: 50 });
    const first = await answerBy(50, byMeaning);
    expect(first.items[0]?.content).toContain("behind the clock");
    expect(first.degraded).toEqual(["keywords: DEADLINE_EXCEEDED"]);
    const noVectors = withStorage(scene.parts, { vectors: { ...vectors, search: never, score: never } });
    const byWords = recall(noVectors, scene.scope, { query: "archive key clock", deadlineMs: 50 });
    const second = await answerBy(50, byWords);
    expect(second.items[0]?.content).toContain("behind the clock");
    expect(second.degraded).toEqual(["vectors: DEADLINE_EXCEEDED"]);
  });

  it("answers with nothing, and says so, when not even the rows can be read", async () => {
    const scene = await livedIn();
    const { truth } = scene.parts.storage;
    const parts = withStorage(scene.parts, {
      truth: { open: () => truth.open(), close: () => truth.close(), write: truth.write.bind(truth), read: never },
    });
    const result = await answerBy(50, recall(parts, scene.scope, { query: "archive key", deadlineMs: 50 }));
    expect(result).toMatchObject({ items: [], degraded: ["store: DEADLINE_EXCEEDED"] });
  });

  it("changes nothing where all is in time", async () => {
    const scene = await livedIn();
    const plain = await recall(scene.parts, scene.scope, { query: "archive key" });
    const bounded = await recall(scene.parts, scene.scope, { query: "archive key", deadlineMs: 10_000 });
    expect(bounded.items).toEqual(plain.items);
    expect(bounded.degraded).toBeUndefined();
  });

  it("lets failures that are no matter of time through, and refuses a deadline that is none", async () => {
    const scene = await livedIn();
    const parts = withEmbedder(scene.parts, () => Promise.reject(new TypeError("broken")));
    await expect(recall(parts, scene.scope, { query: "key", deadlineMs: 50 })).rejects.toThrow("broken");
    for (const deadlineMs of [0, -1, 600_001, Number.NaN]) {
      await expect(recall(scene.parts, scene.scope, { query: "key", deadlineMs })).rejects.toMatchObject({
        code: "INVALID_INPUT",
        details: { field: "deadlineMs" },
      });
    }
  });

  it("begins nothing once the time is up", async () => {
    const work = vi.fn(never);
    await expect(within("it", 0, work)).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    expect(work).not.toHaveBeenCalled();
  });
});

describe("P15 an embedder that was changed", () => {
  it("is told of: what has vectors of the other model is found by keywords alone", async () => {
    const scene = await livedIn();
    const parts = { ...scene.parts, embedder: createFakeEmbedder({ dimension: 256, modelId: "another" }) };
    const { degraded, items } = await recall(parts, scene.scope, { query: "archive key clock" });
    expect(items[0]?.content).toContain("behind the clock");
    expect(degraded?.[0]).toMatch(/^index: 3 items have vectors of another model/u);
    const chinese = await recall(parts, scene.scope, { query: "仓库的钥匙在哪里" });
    expect(chinese.degraded?.[0]).toMatch(/^index: 有 3 条的向量出自另一模型/u);
    expect((await recall(scene.parts, scene.scope, { query: "archive key clock" })).degraded).toBeUndefined();
  });
});
