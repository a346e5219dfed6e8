import { afterEach, describe, expect, it, vi } from "vitest";
import { createFakeChatModel } from "../../adapters/models/fake/index.js";
import { KeepsakeError, usageDay } from "../../domain/index.js";
import type { Reranker, RerankTerms } from "../../ports/index.js";
import { january, openScene } from "../../testing/scene.js";
import { recall } from "../index.js";

const TERMS: RerankTerms = { timeoutMs: 1_000, maxDocuments: 30, useChatModel: false };
const QUERY = "boat mooring harbour";

/** Prefers what holds the word. */
function preferring(word: string): Reranker & { readonly asked: string[][] } {
  const asked: string[][] = [];
  return {
    modelId: "by-word",
    asked,
    async rerank({ documents }) {
      asked.push([...documents]);
      return documents.map((text) => (text.includes(word) ? 0.9 : 0.1));
    },
  };
}

async function harbour(overrides: Parameters<typeof openScene>[0] = {}) {
  const scene = await openScene(overrides);
  await scene.keep("The boat mooring in the harbour costs 40 a month", { sessionId: "a" as never });
  await scene.keep("The boat mooring in the harbour lies at pier nine", { sessionId: "b" as never });
  await scene.keep("The boat has a harbour licence", { sessionId: "c" as never });
  await scene.keep("Pickles were bought at the market", { sessionId: "d" as never });
  return scene;
}

describe("3.6 reranking", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("orders the best candidates; scores never rise, and what is under the floor stays out", async () => {
    const reranker = preferring("licence");
    const scene = await harbour({ reranker, rerankTerms: TERMS });
    const plain = await recall({ ...scene.parts, rerankTerms: undefined as never }, scene.scope, { query: QUERY });
    const { items, degraded, explanation } = await recall(scene.parts, scene.scope, { query: QUERY, explain: true });
    expect(plain.items[0]?.content).not.toContain("licence");
    expect(items[0]?.content).toContain("licence");
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(plain.items.map(({ id }) => id)));
    expect(items.map(({ score }) => score)).toEqual(plain.items.map(({ score }) => score));
    expect(degraded).toBeUndefined();
    expect(explanation?.reranker).toBe("by-word");
    expect(explanation?.candidates[0]).toMatchObject({ place: 1, reranked: 0.9 });
    expect(explanation?.candidates[0]?.steps.join(" ")).toContain("the reranker gives it 0.90");
  });

  it("sends no more than the terms allow, each with who spoke", async () => {
    const reranker = preferring("x");
    const scene = await harbour({ reranker, rerankTerms: { ...TERMS, maxDocuments: 2 } });
    await scene.say("e", "The boat mooring in the harbour was repaired", { speaker: "Jonas" });
    await recall(scene.parts, scene.scope, { query: "Jonas boat mooring harbour" });
    expect(reranker.asked[0]).toHaveLength(2);
    expect(reranker.asked[0]?.some((text) => text.startsWith("Jonas: "))).toBe(true);
  });

  it.each([
    ["is down", () => Promise.reject(new KeepsakeError("MODEL_UNAVAILABLE", "down")), "reranker: MODEL_UNAVAILABLE"],
    ["answers badly", () => Promise.reject(new KeepsakeError("MODEL_INVALID_OUTPUT", "?")), "MODEL_INVALID_OUTPUT"],
    ["breaks", () => Promise.reject(new TypeError("bug")), "reranker: INTERNAL"],
  ])("the fused order stands when it %s, and the answer says so", async (_, rerank, reason) => {
    const scene = await harbour({ reranker: { modelId: "bad", rerank }, rerankTerms: TERMS });
    const plain = await recall({ ...scene.parts, rerankTerms: undefined as never }, scene.scope, { query: QUERY });
    const { items, degraded } = await recall(scene.parts, scene.scope, { query: QUERY });
    expect(items).toEqual(plain.items);
    expect(degraded?.join()).toContain(reason);
  });

  it("is held to its time limit, and to the caller's where that is shorter", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    let aborted = 0;
    const hanging: Reranker = {
      modelId: "slow",
      rerank: ({ signal }) => {
        signal?.addEventListener("abort", () => {
          aborted += 1;
        });
        return new Promise(() => undefined);
      },
    };
    const scene = await harbour({ reranker: hanging, rerankTerms: TERMS });
    const slow = recall(scene.parts, scene.scope, { query: QUERY });
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await slow).degraded).toEqual(["reranker: DEADLINE_EXCEEDED"]);
    const hurried = recall(scene.parts, scene.scope, { query: QUERY, deadlineMs: 50 });
    await vi.advanceTimersByTimeAsync(50);
    expect((await hurried).items).not.toEqual([]);
    expect(aborted).toBe(2);
  });
});

describe("the chat model as reranker", () => {
  const terms: RerankTerms = { ...TERMS, useChatModel: true };
  const scores = (...relevances: number[]) => ({
    object: { scores: relevances.map((relevance, index) => ({ index, relevance })) },
  });

  it("is asked once, for all, with the texts as data, and is metered (P23)", async () => {
    const chatModel = createFakeChatModel([scores(0.1, 0.2, 0.95, 0)]);
    const scene = await harbour({ chatModel, rerankTerms: terms });
    const { items, degraded } = await recall(scene.parts, scene.scope, { query: QUERY });
    expect(degraded).toBeUndefined();
    expect(chatModel.requests).toHaveLength(1);
    const sent = JSON.parse(chatModel.requests[0]?.prompt ?? "") as { query: string; texts: { text: string }[] };
    expect(sent.query).toBe(QUERY);
    expect(items[0]?.content).toBe(sent.texts[2]?.text);
    const usage = await scene.parts.storage.usage.find(scene.scope.tenant, usageDay(january(31)));
    expect(usage.calls).toBe(1);
  });

  it.each([
    ["leaves one out", { scores: [{ index: 0, relevance: 1 }] }],
    ["gives no numbers", { scores: [0, 1, 2, 3].map((index) => ({ index, relevance: "high" })) }],
    ["gives something else", { order: [2, 1] }],
    ["gives nothing", null],
  ])("the fused order stands when it %s (P08)", async (_, object) => {
    const scene = await harbour({ chatModel: createFakeChatModel([{ object }]), rerankTerms: terms });
    const { items, degraded } = await recall(scene.parts, scene.scope, { query: QUERY });
    expect(items.length).toBeGreaterThan(0);
    expect(degraded).toEqual(["reranker: MODEL_INVALID_OUTPUT"]);
  });

  it("is not asked where the terms do not say so", async () => {
    const chatModel = createFakeChatModel([scores(1)]);
    const scene = await harbour({ chatModel, rerankTerms: TERMS });
    await recall(scene.parts, scene.scope, { query: QUERY });
    expect(chatModel.requests).toHaveLength(0);
  });
});
