import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../domain/index.js";
import { january, openScene } from "../testing/scene.js";
import { recall } from "./index.js";
import { splitQuery } from "./split-query.js";

describe("splitQuery", () => {
  it.each([
    ["which bike shop does Kofi run and how much is the ferry to Corsica", 2],
    ["Where is the tent stored? Who borrowed the camp stove?", 2],
    ["我的自行车停在哪里，房租一个月多少钱？", 2],
    ["帐篷放在哪儿了？谁借走了露营炉？", 2],
  ])("%s asks %i questions", (query, count) => {
    expect(splitQuery(query)).toHaveLength(count);
  });

  it.each([
    "where is the tent and the camp stove",
    "which city do I live in and why",
    "It rained and when we got home the tent was wet",
    "我住在哪个城市，为什么？",
    "昨天去爬山，回来才发现帐篷不见了，怎么办呢",
  ])("%s is one", (query) => {
    expect(splitQuery(query)).toEqual([]);
  });

  it("completes a part that only points at what another names", () => {
    const [, second] = splitQuery("When does the Larkfield contract end and who has signed it for the landlord?");
    expect(second).toContain("Larkfield");
  });

  it("leaves a long story alone, and is quick with it", () => {
    expect(splitQuery(`${"and what then, ".repeat(2_000)}?`)).toEqual([]);
  });
});

describe("3.3 a query that asks several things", () => {
  it("gives each question its share of the first places, and says what was asked apart", async () => {
    const scene = await openScene();
    await scene.say("s1", "The spare house key hangs behind the boiler", { at: january(2) });
    await scene.say("s2", "The spare house key is painted red", { at: january(3) });
    await scene.say("s3", "A spare house key was cut last autumn", { at: january(4) });
    await scene.say("s4", "Grandma's train arrives on platform nine", { at: january(5) });
    const query = "where is the spare house key and when does grandma's train arrive";
    const { items, explanation } = await recall(scene.parts, scene.scope, { query, limit: 3, explain: true });
    const shown = items.map(({ content }) => content).join("\n");
    expect(shown).toContain("platform nine");
    expect(shown).toContain("boiler");
    expect(explanation?.query.askedApart).toHaveLength(2);
  });

  it("says once that the vectors of its parts are missing, where only the whole question has one", async () => {
    const scene = await openScene();
    await scene.say("s1", "The spare house key hangs behind the boiler", { at: january(2) });
    await scene.say("s2", "奶奶的火车停在九号站台", { at: january(3) });
    const { embedder } = scene.parts;
    for (const query of [
      "where is the spare house key and when does grandma's train arrive",
      "备用钥匙挂在哪里？奶奶的火车停在几号站台？",
    ]) {
      let calls = 0;
      const failing = {
        ...embedder,
        embedQuery: async (text: string) => {
          calls += 1;
          if (calls > 1) throw new KeepsakeError("MODEL_UNAVAILABLE", "gone");
          return embedder.embedQuery(text);
        },
      };
      const { items, degraded } = await recall({ ...scene.parts, embedder: failing }, scene.scope, { query });
      expect(items).not.toEqual([]);
      expect(calls).toBe(3);
      expect(degraded).toEqual(["embedder: MODEL_UNAVAILABLE"]);
    }
  });
});
