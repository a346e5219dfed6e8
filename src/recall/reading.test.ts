import { describe, expect, it } from "vitest";
import type { MemoryId } from "../domain/index.js";
import { january, openScene } from "../testing/scene.js";
import { getMemory, history, listMemories, profile, stats } from "./index.js";

describe("listMemories", () => {
  it("pages through everything, each once (P27)", async () => {
    const scene = await openScene();
    for (let index = 0; index < 45; index += 1)
      await scene.keep(`statement ${index}`, { recordedAt: january(1) + (index % 7) });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listMemories(scene.parts, scene.scope, {
        limit: 20,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.items.map((memory) => memory.content));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(45);
    expect(seen).toHaveLength(45);
  });

  it("lists what is current unless statuses or an instant say otherwise", async () => {
    const scene = await openScene();
    await scene.keep("now", { kind: "preference", tags: ["a"], subject: "Ana" });
    await scene.keep("then", { status: "superseded", saidAt: january(2), validTo: january(5) });
    await scene.keep("waiting", { status: "pending-review" });
    const list = async (request: object) =>
      (await listMemories(scene.parts, scene.scope, request)).items.map((memory) => memory.content).sort();
    expect(await list({})).toEqual(["now"]);
    expect(await list({ statuses: ["superseded", "pending-review"] })).toEqual(["then", "waiting"]);
    expect(await list({ asOf: january(3) })).toEqual(["then"]);
    expect(await list({ kinds: ["preference"] })).toEqual(["now"]);
    expect(await list({ tags: ["b"] })).toEqual([]);
    expect(await list({ subject: "Ana", tiers: ["long-term"] })).toEqual(["now"]);
  });
});

describe("getMemory", () => {
  it("does not know another user's memory (P11)", async () => {
    const scene = await openScene();
    const memory = await scene.keep("private");
    const other = await openScene({ storage: scene.parts.storage }, "bob");
    expect((await getMemory(scene.parts, scene.scope, memory.id)).content).toBe("private");
    await expect(getMemory(other.parts, other.scope, memory.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(history(other.parts, other.scope, memory.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("history", () => {
  it("gives all versions from any of them, with the turns they came from (P02)", async () => {
    const scene = await openScene();
    const turn = await scene.say("s1", "I moved to Bergen");
    const first = await scene.keep("lives in Tromsø", { status: "superseded" });
    const second = await scene.keep("lives in Bergen", {
      ...{ lineageId: first.lineageId, version: 2, supersedes: [first.id], turnIds: [turn.id] },
    });
    for (const id of [first.id, second.id]) {
      const result = await history(scene.parts, scene.scope, id);
      expect(result.versions.map((version) => version.content)).toEqual(["lives in Tromsø", "lives in Bergen"]);
      expect(result.currentId).toBe(second.id);
      expect(result.turns.map((one) => one.text)).toEqual(["I moved to Bergen"]);
    }
    await expect(history(scene.parts, scene.scope, "mem_none" as MemoryId)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("profile", () => {
  it("holds what is current and lasting about the user, most important first", async () => {
    const scene = await openScene();
    await scene.keep("minor", { kind: "preference", importance: 0.3 });
    await scene.keep("major", { kind: "preference", importance: 0.9 });
    await scene.keep("of a friend", { kind: "preference", importance: 1, subject: "Rosa" });
    await scene.keep("name", { kind: "identity" });
    await scene.keep("a fact", { kind: "fact" });
    await scene.keep("old", { kind: "identity", status: "superseded" });
    const result = await profile(scene.parts, scene.scope);
    expect(result.sections.map(({ kind, memories }) => [kind, memories.map((memory) => memory.content)])).toEqual([
      ["identity", ["name"]],
      ["preference", ["major", "minor", "of a friend"]],
    ]);
  });
});

describe("stats", () => {
  it("counts what the scope holds", async () => {
    const scene = await openScene();
    await scene.say("s1", "one");
    await scene.say("s2", "two");
    await scene.keep("kept");
    await scene.keep("old", { status: "superseded" });
    const result = await stats(scene.parts, scene.scope);
    expect(result).toMatchObject({ episodes: 2, sessions: 2, pendingTurns: 0, turnsAwaitingModel: 0, deadEntries: 0 });
    expect(result.memories).toMatchObject({ active: 1, superseded: 1, expired: 0 });
    expect(result.vectorsByModel[scene.parts.embedder.profile.modelId]).toBe(4);
  });
});
