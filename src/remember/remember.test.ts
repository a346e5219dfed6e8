import { describe, expect, it } from "vitest";
import type { Embedder } from "../ports/index.js";
import { openWriteScene } from "../testing/write-scene.js";
import { correct } from "./correct.js";
import { remember } from "./remember.js";

describe("remember", () => {
  it("stores an explicit statement at once, in the third person, with its slot", async () => {
    const { parts, scope } = await openWriteScene();
    const result = await remember(parts, scope, { content: "I live in Aberhaven" });
    expect(result).toMatchObject({
      outcome: "new",
      memory: { content: "The user lives in Aberhaven", attribute: "home", value: "Aberhaven", source: "explicit" },
    });
    const next = await remember(parts, scope, { content: "I live in Basel" });
    expect(next).toMatchObject({ outcome: "superseded", supersededIds: [result.memory?.id], memory: { version: 2 } });
  });

  it("keeps the case in which a statement was given", async () => {
    const { parts, scope } = await openWriteScene();
    for (const content of ["kestrel runs on nginx", "x y z", "iOS 18 is installed"]) {
      expect((await remember(parts, scope, { content })).memory?.content).toBe(content);
    }
    expect((await remember(parts, scope, { content: "my brother sings" })).memory?.content).toBe(
      "The user's brother sings",
    );
  });

  it("P18: the same key gives the same answer; the same key with another body is refused", async () => {
    const { parts, scope } = await openWriteScene();
    const first = await remember(parts, scope, { content: "I like short meetings", idempotencyKey: "k1" });
    const second = await remember(parts, scope, { content: "I like short meetings", idempotencyKey: "k1" });
    expect(second).toEqual(first);
    expect(second.memory?.reinforcedCount).toBe(0);
    await expect(
      remember(parts, scope, { content: "I like long meetings", idempotencyKey: "k1" }),
    ).rejects.toMatchObject({ code: "IDEMPOTENCY_MISMATCH" });
  });

  it.each([
    [{ content: " " }, "content"],
    [{ content: "x", importance: 2 }, "importance"],
    [{ content: "x", kind: "wish" }, "kind"],
    [{ content: "x", timeZone: "nowhere" }, "timeZone"],
  ])("refuses %j", async (request, field) => {
    const { parts, scope } = await openWriteScene();
    await expect(remember(parts, scope, request as never)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { field },
    });
  });

  it("refuses a statement that is too long instead of cutting it", async () => {
    const { parts, scope } = await openWriteScene();
    await expect(remember(parts, scope, { content: "x".repeat(2_001) })).rejects.toMatchObject({ code: "TOO_LARGE" });
  });

  it("cuts secrets out of it", async () => {
    const { parts, scope } = await openWriteScene();
    const result = await remember(parts, scope, { content: "My assistant is at nobody@example.com" });
    expect(JSON.stringify(result)).not.toContain("nobody@example.com");
  });

  it("cuts secrets out of every field, the slot's key included, and keeps no hash of one", async () => {
    const { parts, scope } = await openWriteScene();
    const secret = "nobody@example.com";
    const bodies: string[] = [];
    for (const address of [secret, "somebody@example.org"]) {
      await remember(parts, scope, {
        content: "Deployments need an address",
        subject: `desk ${address}`,
        attribute: `contact ${address}`,
        value: address,
        qualifiers: { of: address, [`at ${address}`]: "x" },
        tags: [address],
        idempotencyKey: address.slice(0, 4),
      });
    }
    await parts.storage.truth.read(scope, async (transaction) => {
      const page = await transaction.memories.list({ op: "all" }, { limit: 10 });
      expect(page.items.length).toBeGreaterThan(0);
      expect(JSON.stringify(page.items)).not.toContain("@example");
      for (const key of ["nobo", "some"])
        bodies.push((await transaction.requests.find(key, "remember"))?.bodyHash ?? key);
    });
    expect(bodies[0]).toBe(bodies[1]);
  });

  it("P05: says that the vector is pending when the embedder fails, and queues it", async () => {
    const base = await openWriteScene();
    const embedder: Embedder = {
      ...base.parts.embedder,
      profile: base.parts.embedder.profile,
      embedPassages: () => Promise.reject(new Error("down")),
    };
    const scene = await openWriteScene({ embedder });
    const result = await remember(scene.parts, scene.scope, { content: "I like short meetings" });
    expect(result.degraded).toHaveLength(1);
    const pending = await scene.parts.storage.truth.read(scene.scope, (transaction) => transaction.journal.pending());
    expect(pending).toBe(1);
  });

  it("an attribute named by the caller is one slot, in either language", async () => {
    const { parts, scope } = await openWriteScene();
    await remember(parts, scope, {
      content: "Mondays are for planning",
      subject: "team",
      attribute: "owner",
      value: "Ines",
    });
    const result = await remember(parts, scope, {
      content: "周一由老陈安排",
      subject: "team",
      attribute: "负责人",
      value: "老陈",
    });
    expect(result.outcome).toBe("superseded");
  });
});

describe("correct", () => {
  it("P03: makes a new version with the new words and closes the old one", async () => {
    const { parts, scope } = await openWriteScene();
    const { memory } = await remember(parts, scope, { content: "I live in Aberhaven" });
    if (memory === undefined) throw new Error("nothing was remembered");
    const result = await correct(parts, scope, { id: memory.id, content: "The user lives in Basel", value: "Basel" });
    expect(result).toMatchObject({
      outcome: "superseded",
      memory: { content: "The user lives in Basel", value: "Basel", version: 2, slotKey: memory.slotKey },
    });
    await expect(correct(parts, scope, { id: memory.id, content: "The user lives in Zug" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("P17: refuses when the row changed since the caller saw it", async () => {
    const { parts, scope } = await openWriteScene();
    const { memory } = await remember(parts, scope, { content: "I like short meetings" });
    if (memory === undefined) throw new Error("nothing was remembered");
    await remember(parts, scope, { content: "I like short meetings", at: 5 });
    await expect(
      correct(parts, scope, { id: memory.id, content: "The user likes no meetings", expectedRevision: 1 }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("changes nothing when the words are the same, and knows no memory of others", async () => {
    const { parts, scope } = await openWriteScene();
    const { memory } = await remember(parts, scope, { content: "I like short meetings" });
    if (memory === undefined) throw new Error("nothing was remembered");
    expect((await correct(parts, scope, { id: memory.id, content: memory.content })).outcome).toBe("rejected");
    await expect(correct(parts, scope, { id: "mem_none" as never, content: "x" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
