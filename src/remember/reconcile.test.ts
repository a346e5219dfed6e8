import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, type Memory } from "../domain/index.js";
import { openWriteScene, SCENE_START, type WriteScene } from "../testing/write-scene.js";
import { accept } from "./accept.js";
import { remember } from "./remember.js";
import { digestWorker } from "./worker.js";

async function told(...texts: readonly string[]): Promise<WriteScene> {
  const scene = await openWriteScene();
  for (const [index, text] of texts.entries()) await scene.tell(`s${index}`, [text], SCENE_START + index * DAY_MS);
  return scene;
}

async function chain(scene: WriteScene): Promise<readonly Memory[]> {
  return [...(await scene.rows())].sort((a, b) => a.version - b.version);
}

describe("reconcile", () => {
  it.each([
    [["My name is Nadia Voss", "My name is Nadia Reyes"], "Reyes"],
    [["我叫顾念北", "我叫顾念南"], "顾念南"],
    [["The Alder service runs on Postgres 15", "we moved Alder to CockroachDB"], "CockroachDB"],
    [["临江项目的预算是30万", "临江项目的预算改成40万"], "40万"],
    [["the owner of Foxglove is Ines", "Foxglove 的负责人是老陈"], "老陈"],
  ])("P02: %j leaves one current value and keeps the history", async (texts, current) => {
    const scene = await told(...texts);
    const active = await scene.active();
    expect(active).toHaveLength(1);
    expect(active[0]).toContain(current);
    const [old, fresh] = await chain(scene);
    expect(old).toMatchObject({ version: 1, status: "superseded", supersededBy: fresh?.id, validTo: fresh?.validFrom });
    expect(fresh).toMatchObject({ version: 2, status: "active", lineageId: old?.lineageId, supersedes: [old?.id] });
    expect(fresh?.content).not.toBe(old?.content);
  });

  it("P03: old and new change in one transaction, and the index says the same as the truth", async () => {
    const scene = await told("My shoe size is 9", "My shoe size is 9.5");
    const current = { op: "current", at: scene.clock.at + 30 * DAY_MS } as const;
    const hits = await scene.parts.storage.keywords.search(scene.scope, {
      terms: ["shoe"],
      filter: { op: "and", filters: [current, { op: "in", field: "type", values: ["memory"] }] },
      limit: 10,
    });
    expect(hits).toHaveLength(1);
    const fresh = (await scene.rows()).find((memory) => memory.status === "active");
    expect(hits[0]?.itemId).toBe(fresh?.id);
  });

  it.each([
    [["I use vim", "(I use vim)", "vim user here, no mouse stuff"]],
    [["报警一律发到 #ops-night 频道", "alert 还是发 #ops-night 哈", "报警发 #ops-night"]],
    [["I'm allergic to latex", "btw i'm allergic to latex!", "remember that I'm allergic to latex"]],
  ])("P29: three repeats (%j) are one memory, a little more important", async (texts) => {
    const scene = await told(...texts);
    const rows = await scene.rows();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.turnIds).toHaveLength(3);
    expect(rows[0]?.reinforcedCount).toBe(2);
    expect(rows[0]?.importance).toBeGreaterThan(0.65);
    expect(rows[0]?.importance).toBeLessThan(1);
  });

  it.each([
    [["Project Alpha uses PostgreSQL", "Project Beta uses MySQL"]],
    [["小鹿项目用的是MySQL 8", "白鹭用的是达梦数据库"]],
    [["大宝对芒果过敏", "小宝对鸡蛋过敏"]],
    [["I love strong tea", "I like light roast coffee"]],
    [["counter-7 的 blue 部署当前版本是 v2.0", "counter-7 的 green 部署当前版本是 v1.9"]],
    [["my sister likes jazz", "I like techno"]],
  ])("P30: %j stand side by side", async (texts) => {
    const scene = await told(...texts);
    expect(await scene.active()).toHaveLength(2);
  });

  it("a dislike of what was liked takes its place", async () => {
    const scene = await told("I like cilantro", "I can't stand cilantro");
    expect(await scene.active()).toEqual(["The user can't stand cilantro"]);
  });

  it.each(["小唐下个月离职，回成都结婚", "My neighbour resigned last week"])(
    "the end of what was not known is known by these words: %s",
    async (content) => {
      const scene = await openWriteScene();
      const { outcome } = await remember(scene.parts, scene.scope, { content });
      expect(outcome).toBe("new");
    },
  );

  it("said earlier but heard later: it goes into the past and closes where the later one begins", async () => {
    const scene = await openWriteScene();
    await scene.tell("late", ["My shoe size is 9.5"], SCENE_START);
    await scene.tell("early", ["My shoe size is 9"], SCENE_START - 30 * DAY_MS);
    expect(await scene.active()).toEqual(["The user's shoe size is 9.5"]);
    const past = (await scene.rows()).find((memory) => memory.status === "superseded");
    expect(past).toMatchObject({ value: "9", validFrom: SCENE_START - 30 * DAY_MS, validTo: SCENE_START });
  });

  it.each([
    [["I like coffee", "I don't like coffee", "I like coffee"]],
    [["我喜欢咖啡", "我不喜欢咖啡", "我喜欢咖啡"]],
    [["I like coffee", "I can't stand coffee"]],
    [["My shoe size is 9", "My shoe size is 9.5", "My shoe size is 9"]],
    [["The standup is at 9:30", "the standup moved to 10:15"]],
  ])("P02: %j gives the same current values in any order of arrival", async (texts) => {
    const said = texts.map((text, index) => ({ text, at: SCENE_START + index * DAY_MS }));
    const arrive = async (order: readonly (typeof said)[number][]): Promise<readonly string[]> => {
      const scene = await openWriteScene();
      for (const { text, at } of order) await scene.tell(`s${at}`, [text], at);
      const active = (await scene.rows()).filter((memory) => memory.status === "active");
      return active.map((memory) => `${memory.polarity} ${memory.value ?? memory.content}`);
    };
    const expected = await arrive(said);
    expect(expected).toHaveLength(1);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(said, { minLength: said.length }), async (order) => {
        expect(await arrive(order)).toEqual(expected);
      }),
      { numRuns: 8, seed: 3 },
    );
  });

  it.each([
    [{ content: "My shoe size is 9" }],
    [{ content: "I like sorbet" }],
    [{ content: "The side door sticks in damp weather" }],
  ])("%j said again after it expired is kept anew and in force", async (request) => {
    const scene = await openWriteScene();
    await remember(scene.parts, scene.scope, { ...request, expiresAt: SCENE_START + DAY_MS });
    const at = SCENE_START + 3 * DAY_MS;
    scene.clock.at = at;
    const { outcome, memory } = await remember(scene.parts, scene.scope, { ...request, expiresAt: at + DAY_MS });
    expect(outcome).not.toBe("reinforced");
    expect(memory).toMatchObject({ status: "active", expiresAt: at + DAY_MS, validFrom: at });
  });

  it("an expiring statement never replaces a lasting one", async () => {
    const scene = await told("I live in Aberhaven", "This week I'm staying in Basel for a course");
    const rows = await scene.rows();
    expect(rows.find((memory) => memory.content.includes("Aberhaven"))).toMatchObject({
      status: "active",
      tier: "long-term",
    });
    const stay = rows.find((memory) => memory.content.includes("Basel"));
    expect(stay).toMatchObject({ status: "active", tier: "mid-term" });
    expect(stay?.expiresAt).toBe(Date.UTC(2026, 4, 18));
  });

  it("P17, P19: several workers and writers at once leave one current value and a chain without gaps", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 2, max: 4 }),
        async (sizes, workers) => {
          const scene = await openWriteScene();
          const said = sizes.map((size, index) => ({ size, at: SCENE_START + index * 1_000 }));
          await Promise.all([
            ...said.map(({ size, at }) =>
              accept(scene.parts, scene.scope, {
                sessionId: "s",
                turns: [{ role: "user", text: `my shoe size is ${size}`, at }],
              }),
            ),
            remember(scene.parts, scene.scope, { content: "My shoe size is 40", at: SCENE_START - 1_000 }),
          ]);
          const crew = Array.from({ length: workers }, () => digestWorker(scene.parts));
          await Promise.all(crew.map((worker) => worker.drain(scene.scope, 10_000)));
          const rows = await scene.rows();
          const active = rows.filter((memory) => memory.status === "active");
          expect(active).toHaveLength(1);
          expect(active[0]?.value).toBe(String(said.at(-1)?.size));
          const versions = rows.map((memory) => memory.version).sort((a, b) => a - b);
          expect(versions).toEqual(versions.map((_, index) => index + 1));
          expect(new Set(rows.map((memory) => memory.lineageId)).size).toBe(1);
        },
      ),
      { numRuns: 15, seed: 7 },
    );
  });
});
