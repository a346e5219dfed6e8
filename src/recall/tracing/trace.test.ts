import { describe, expect, it } from "vitest";
import { createFakeEmbedder } from "../../adapters/models/fake/index.js";
import type { TraceRequest, TraceStep } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { accept, correct, remember } from "../../remember/index.js";
import { listReview, rejectReview } from "../../review/index.js";
import { january, openScene, type Scene } from "../../testing/scene.js";
import { openWriteScene } from "../../testing/write-scene.js";
import { trace } from "../index.js";

const named = (step: TraceStep) => `3.7 P15 trace: ${step}`;

async function traced(scene: Pick<Scene, "parts" | "scope">, request: TraceRequest) {
  return trace(scene.parts, scene.scope, request);
}

describe("trace, from the turn to the row", () => {
  it(named("never-recorded"), async () => {
    const scene = await openWriteScene();
    await scene.tell("s1", ["I moved to Hangzhou last week."]);
    expect(await traced(scene, { query: "pets", expect: "The user keeps two parrots" })).toMatchObject({
      step: "never-recorded",
      why: expect.stringContaining("Never recorded"),
    });
    const chinese = await traced(scene, { query: "宠物", expect: "用户养了两只鹦鹉" });
    expect(chinese).toMatchObject({ step: "never-recorded", why: expect.stringContaining("从未记录") });
    expect(chinese.found).toBeUndefined();
  });

  it.each([
    ["speech-act", "Which ferry goes to the harbour on Sunday?", "which ferry goes to the harbour", "speech-act"],
    ["role", { role: "assistant" as const, text: "The harbour ferry leaves at nine." }, "harbour ferry leaves", "role"],
    ["speech-act", "星期天哪班渡轮去港口？", "哪班渡轮去港口", "speech-act"],
  ])(`${named("sifted-out")}, by the rule %s`, async (_, said, expect_, rule) => {
    const scene = await openWriteScene();
    await scene.tell("s1", [said]);
    const result = await traced(scene, { query: "zebra crossing", expect: expect_ });
    expect(result).toMatchObject({ step: "sifted-out", why: expect.stringContaining(rule) });
    expect(result.checks[0]).toMatchObject({ step: "never-recorded", passed: true });
    expect(result.found?.type).toBe("episode");
  });

  it("says that the words themselves are in the answer although no statement was made of them", async () => {
    const scene = await openWriteScene({ embedder: createFakeEmbedder({ dimension: 512 }) });
    await scene.tell("s1", ["Which ferry goes to the harbour on Sunday?"]);
    const result = await traced(scene, {
      query: "which ferry goes to the harbour",
      expect: "which ferry goes to the harbour",
      floor: 0,
    });
    expect(result).toMatchObject({ step: "returned", place: 1 });
    expect(result.checks).toContainEqual(expect.objectContaining({ step: "sifted-out", passed: true }));
  });

  it(named("redacted"), async () => {
    const scene = await openWriteScene();
    const secret = "sk-proj-Zx81kQpLmN0vTtY7uWbE3rA9dGfHjC2s";
    await scene.tell("s1", [`My API key is ${secret}, please remember it.`]);
    const result = await traced(scene, { query: "api key", expect: `My API key is ${secret}` });
    expect(result.step).toBe("redacted");
    expect(result.why).toContain("api-key");
    expect(JSON.stringify(result)).not.toContain(secret);
  });

  it(named("rejected"), async () => {
    const scene = await openWriteScene({
      policy: { ...DEFAULT_POLICY, review: { ...DEFAULT_POLICY.review, protectedUsers: ["user"] } },
    });
    const { memory } = await remember(scene.parts, scene.scope, { content: "Prefers window seats" });
    const [waiting] = (await listReview(scene.parts, scene.scope, {})).items;
    await rejectReview(scene.parts, scene.scope, { by: "ids", ids: [waiting?.memory.id ?? ("" as never)] }, "eve");
    for (const expect_ of [memory?.id ?? "", "prefers window seats"]) {
      const result = await traced(scene, { query: "seats", expect: expect_ });
      expect(result).toMatchObject({ step: "rejected", why: expect.stringContaining("rejected in review by eve") });
    }
  });

  it(`${named("rejected")}, because extraction was not sure enough`, async () => {
    const scene = await openWriteScene();
    await scene.tell("s1", ["I work as a nurse at Riverside Clinic."]);
    const rows = (await scene.rows()).map(({ id }) => id);
    await scene.parts.storage.truth.write(scene.scope, (transaction) => transaction.memories.remove(rows));
    const result = await traced(scene, { query: "zebra crossing", expect: "work as a nurse at Riverside Clinic" });
    expect(result).toMatchObject({ step: "rejected", why: expect.stringContaining("refused") });
  });

  it(named("pending-review"), async () => {
    const scene = await openWriteScene({
      policy: { ...DEFAULT_POLICY, review: { ...DEFAULT_POLICY.review, protectedUsers: ["user"] } },
    });
    await remember(scene.parts, scene.scope, { content: "Prefers window seats" });
    expect(await traced(scene, { query: "seats", expect: "prefers window seats" })).toMatchObject({
      step: "pending-review",
      why: expect.stringContaining("protected-user"),
    });
  });

  it.each([
    ["which seats", "Prefers window seats", "Prefers aisle seats"],
    ["喜欢哪种座位", "喜欢靠窗的座位", "喜欢靠过道的座位"],
  ])(`${named("superseded")}, and by what (%s)`, async (query, before, after) => {
    const scene = await openWriteScene();
    const { memory } = await remember(scene.parts, scene.scope, { content: before });
    scene.clock.at += 1_000;
    const corrected = await correct(scene.parts, scene.scope, { id: memory?.id ?? ("" as never), content: after });
    const result = await traced(scene, { query, expect: memory?.id ?? "" });
    expect(result.step).toBe("superseded");
    expect(result.why).toContain(after);
    expect(result.why).toContain(corrected.memory?.id);
  });

  it(named("waiting"), async () => {
    const scene = await openWriteScene();
    await accept(scene.parts, scene.scope, { sessionId: "s1", turns: [{ role: "user", text: "I keep two parrots." }] });
    expect(await traced(scene, { query: "pets", expect: "I keep two parrots" })).toMatchObject({ step: "waiting" });
  });

  it(named("digestion-failed"), async () => {
    const scene = await openWriteScene();
    const { queue } = scene.parts.storage;
    await accept(scene.parts, scene.scope, { sessionId: "s1", turns: [{ role: "user", text: "I keep two parrots." }] });
    const lease = { now: scene.clock.at, leaseSeconds: 60, maxEntries: 1, maxAttempts: 5 };
    const claimed = await queue.claim(lease);
    for (const { id } of claimed?.entries ?? [])
      await queue.fail(id, claimed?.leaseToken ?? "", { error: "disk on fire" });
    expect(await traced(scene, { query: "pets", expect: "I keep two parrots" })).toMatchObject({
      step: "digestion-failed",
      why: expect.stringContaining("disk on fire"),
    });
  });
});

describe("trace, from the row to the answer", () => {
  const KEY = "The archive key hangs behind the clock";
  const QUERY = "archive key clock";

  it(named("expired"), async () => {
    const scene = await openScene();
    const { id } = await scene.keep(KEY, { expiresAt: january(25) });
    expect(await traced(scene, { query: QUERY, expect: id })).toMatchObject({
      step: "expired",
      why: expect.stringContaining("2026-01-25"),
    });
    expect((await traced(scene, { query: QUERY, expect: id, now: january(24) })).step).toBe("returned");
  });

  it(named("archived"), async () => {
    const scene = await openScene();
    const { id } = await scene.keep(KEY, { status: "archived" });
    expect((await traced(scene, { query: QUERY, expect: id })).step).toBe("archived");
  });

  it(named("retracted"), async () => {
    const scene = await openScene();
    const { id } = await scene.keep(KEY, { status: "superseded" });
    expect((await traced(scene, { query: QUERY, expect: id })).step).toBe("retracted");
  });

  it(named("not-begun"), async () => {
    const scene = await openScene();
    const { id } = await scene.keep(KEY, { validFrom: Date.UTC(2026, 6, 1) });
    expect((await traced(scene, { query: QUERY, expect: id })).step).toBe("not-begun");
  });

  it("P11 3.7 trace: another user's is told like one that never was", async () => {
    const scene = await openScene();
    const { id } = await scene.keep(KEY);
    const bob = await openScene({ storage: scene.parts.storage }, "bob");
    const others = await traced(bob, { query: QUERY, expect: id });
    const nobodys = await traced(bob, { query: QUERY, expect: "mem_00000000000000000000000000" });
    expect(others.step).toBe("not-in-scope");
    expect(others).toEqual(nobodys);
    expect((await traced(bob, { query: QUERY, expect: KEY })).step).toBe("never-recorded");
  });

  it(named("index-lagging"), async () => {
    const scene = await openScene();
    await scene.keep("A brass bell");
    const memory = await scene.keep("Unindexed words of no kind");
    await scene.parts.storage.truth.write(scene.scope, (transaction) =>
      scene.parts.storage.projection.apply(transaction, [{ type: "remove", itemId: memory.id }]),
    );
    expect((await traced(scene, { query: QUERY, expect: memory.id })).step).toBe("index-lagging");
  });

  it(named("other-model"), async () => {
    const scene = await openScene();
    const { id } = await scene.keep(KEY);
    const parts = { ...scene.parts, embedder: createFakeEmbedder({ dimension: 2_048, modelId: "another" }) };
    const result = await trace(parts, scene.scope, { query: "zebra crossing", expect: id });
    expect(result).toMatchObject({ step: "other-model", why: expect.stringContaining("another") });
  });

  it.each([
    ["kinds", { kinds: ["event"] as const }],
    ["types", { types: ["episode"] as const }],
    ["tags", { tags: ["house"] }],
    ["sessionId", { sessionId: "s9" }],
    ["agentId", { agentId: "butler" }],
    ["saidBetween", { saidBetween: { from: january(30) } }],
  ])(`${named("filtered")}, by %s`, async (name, filter) => {
    const scene = await openScene();
    const { id } = await scene.keep(KEY);
    expect(await traced(scene, { query: QUERY, expect: id, ...filter })).toMatchObject({
      step: "filtered",
      why: expect.stringContaining(name),
    });
  });

  it(named("below-floor"), async () => {
    const scene = await openScene();
    const { id } = await scene.keep(KEY);
    const result = await traced(scene, { query: "zebra crossing", expect: id });
    expect(result).toMatchObject({ step: "below-floor", why: expect.stringMatching(/0\.\d\d.*0\.50/u) });
    expect(result.checks.map(({ passed }) => passed).slice(0, -1)).not.toContain(false);
  });

  it(named("not-found"), async () => {
    const policy = { ...DEFAULT_POLICY, recall: { ...DEFAULT_POLICY.recall, candidatesPerChannel: 1 } };
    const scene = await openScene({ policy });
    await scene.keep("The zebra crossing is new");
    const { id } = await scene.keep(KEY);
    expect((await traced(scene, { query: "zebra crossing", expect: id })).step).toBe("not-found");
  });

  it(named("beyond-k"), async () => {
    const scene = await openScene();
    const better = await scene.keep("archive key clock");
    const worse = await scene.keep(`${KEY} in the hall`);
    expect(await traced(scene, { query: QUERY, expect: worse.id, limit: 1 })).toMatchObject({
      step: "beyond-k",
      why: expect.stringContaining("at place 2, and 1 were asked for"),
    });
    expect((await traced(scene, { query: QUERY, expect: better.id, limit: 1 })).step).toBe("returned");
  });

  it(named("diversified"), async () => {
    const scene = await openScene();
    await scene.keep(KEY);
    await scene.keep(KEY.replace("key", "Key "));
    const ids = (
      await scene.parts.storage.truth.read(scene.scope, (transaction) =>
        transaction.memories.list({ op: "all" }, { limit: 10 }),
      )
    ).items.map(({ id }) => id);
    const steps = await Promise.all(ids.map(async (id) => (await traced(scene, { query: QUERY, expect: id })).step));
    expect(steps.sort()).toEqual(["diversified", "returned"]);
  });

  it.each([
    [KEY, QUERY, "Returned, at place 1."],
    ["仓库的钥匙挂在时钟后面", "仓库的钥匙", "已返回，第 1 位。"],
  ])(`${named("returned")} (%s)`, async (content, query, why) => {
    const scene = await openScene();
    await scene.keep(content);
    expect(await traced(scene, { query, expect: content })).toMatchObject({ step: "returned", place: 1, why });
  });

  it("refuses an empty expectation and an empty query", async () => {
    const scene = await openScene();
    await expect(traced(scene, { query: "x", expect: " " })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(traced(scene, { query: " ", expect: "x" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
