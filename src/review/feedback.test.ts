import { describe, expect, it } from "vitest";
import type { FeedbackVerdict, ItemId, Memory } from "../domain/index.js";
import { recall, trace } from "../recall/index.js";
import { remember } from "../remember/index.js";
import { openWriteScene, type WriteScene } from "../testing/write-scene.js";
import { acceptReview, giveFeedback, listFeedback, listReview, rejectReview } from "./index.js";

async function remembered(scene: WriteScene, content: string): Promise<Memory> {
  const { memory } = await remember(scene.parts, scene.scope, { content });
  if (memory === undefined) throw new Error("not remembered");
  scene.clock.at += 1_000;
  return memory;
}

const give = (scene: WriteScene, id: ItemId, verdict: FeedbackVerdict, more = {}) =>
  giveFeedback(scene.parts, scene.scope, { id, verdict, ...more }, "ada");

async function rowOf(scene: WriteScene, id: ItemId): Promise<Memory | undefined> {
  return (await scene.rows()).find((row) => row.id === id);
}

describe("feedback on what was recalled", () => {
  it("6.1 use raises activation: count, time and importance, also where filters and channels see it", async () => {
    const scene = await openWriteScene();
    const memory = await remembered(scene, "Prefers window seats");
    await give(scene, memory.id, "useful");
    scene.clock.at += 5_000;
    const result = await give(scene, memory.id, "useful");
    const row = await rowOf(scene, memory.id);
    expect(row).toMatchObject({ accessCount: 2, lastAccessedAt: scene.clock.at, status: "active" });
    expect(result.importance).toBeCloseTo(1 - (1 - memory.importance) * 0.95 ** 2, 6);
    expect(row?.importance).toBe(result.importance);
  });

  it("what was useless counts for a little less, and a thousand verdicts never leave 0–1", async () => {
    const scene = await openWriteScene();
    const memory = await remembered(scene, "Prefers window seats");
    const { importance } = await give(scene, memory.id, "useless");
    expect(importance).toBeCloseTo(memory.importance * 0.95, 6);
    expect((await rowOf(scene, memory.id))?.accessCount).toBe(0);
    for (let index = 0; index < 100; index += 1) await give(scene, memory.id, index % 3 === 0 ? "useless" : "useful");
    const last = (await rowOf(scene, memory.id))?.importance ?? -1;
    expect(last).toBeGreaterThan(0);
    expect(last).toBeLessThanOrEqual(1);
  });

  it.each(["Prefers window seats", "The user works at the harbour office", "用户住在杭州", "喜欢喝乌龙茶"])(
    "1.3 wrong opens one review; accepted it ends the memory, whose history stays (%s)",
    async (content) => {
      const scene = await openWriteScene();
      const memory = await remembered(scene, content);
      const { reviewId } = await give(scene, memory.id, "wrong");
      expect((await give(scene, memory.id, "wrong")).reviewId).toBe(reviewId);
      const { items } = await listReview(scene.parts, scene.scope, { cause: "reported-wrong" });
      expect(items).toHaveLength(1);
      expect(items[0]).toMatchObject({ effect: "retracted", targets: [{ id: memory.id }] });
      expect((await rowOf(scene, memory.id))?.status).toBe("active");
      const ids = reviewId === undefined ? [] : [reviewId];
      await acceptReview(scene.parts, scene.scope, { by: "ids", ids }, "eve");
      expect((await rowOf(scene, memory.id))?.status).toBe("superseded");
      expect(await scene.active()).toEqual([]);
    },
  );

  it("rejected, the memory holds on as if nobody had said anything", async () => {
    const scene = await openWriteScene();
    const memory = await remembered(scene, "Prefers window seats");
    const { reviewId } = await give(scene, memory.id, "wrong");
    await rejectReview(scene.parts, scene.scope, { by: "ids", ids: reviewId === undefined ? [] : [reviewId] }, "eve");
    expect(await rowOf(scene, memory.id)).toEqual(memory);
    expect(await scene.active()).toEqual(["Prefers window seats"]);
  });

  it("is ids and figures to tuning, newest first, and nothing is told of what never was or is another's (P11)", async () => {
    const scene = await openWriteScene();
    const memory = await remembered(scene, "Prefers window seats");
    await give(scene, memory.id, "useful", { place: 2, score: 0.75 });
    scene.clock.at += 1_000;
    await give(scene, memory.id, "useless");
    const { items } = await listFeedback(scene.parts, scene.scope);
    expect(items.map(({ verdict, place, score }) => [verdict, place, score])).toEqual([
      ["useless", undefined, undefined],
      ["useful", 2, 0.75],
    ]);
    for (const id of ["mem_none", "ep_none", "elsewhere"] as ItemId[]) {
      await expect(give(scene, id, "useful")).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect((await listFeedback(scene.parts, scene.scope)).items).toHaveLength(2);
  });

  it("an episode can be useful, and cannot be wrong", async () => {
    const scene = await openWriteScene();
    await scene.tell("s1", ["Which ferry goes to the harbour on Sunday?"]);
    const { items } = await recall(scene.parts, scene.scope, { query: "which ferry goes to the harbour", floor: 0 });
    const id = items[0]?.id ?? ("" as ItemId);
    expect(await give(scene, id, "useful")).toEqual({ id, verdict: "useful" });
    await expect(give(scene, id, "wrong")).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("P21 empties the cache, so that the next answer shows the new figures", async () => {
    const scene = await openWriteScene();
    const memory = await remembered(scene, "Prefers window seats");
    const ask = () => recall(scene.parts, scene.scope, { query: "window seats", floor: 0 });
    await ask();
    await give(scene, memory.id, "wrong");
    expect((await ask()).cached).toBeUndefined();
    const traced = await trace(scene.parts, scene.scope, { query: "window seats", expect: memory.id, floor: 0 });
    expect(traced.step).toBe("returned");
  });
});
