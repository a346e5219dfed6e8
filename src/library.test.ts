import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OpenEngine, openEngine } from "./compose.js";
import { loadConfig } from "./config/index.js";
import type { MemoryId, SessionId } from "./domain/index.js";
import type { UserMemory } from "./keepsake.js";
import { libraryOver } from "./library.js";

let engine: OpenEngine;
let ada: UserMemory;

beforeEach(async () => {
  const overrides = { storage: { kind: "memory" }, embedder: { kind: "fake" }, log: { level: "silent" } } as const;
  engine = await openEngine(loadConfig({ env: {}, file: false, overrides }));
  ada = libraryOver(engine, "default").user("ada");
});

afterEach(async () => {
  await engine.close();
});

/** What a caller without types may pass. */
function wrong<Type>(value: unknown): Type {
  return value as Type;
}

describe("the library's face", () => {
  it("refuses what is not a request as every other door does, whatever the call", async () => {
    const circle: Record<string, unknown> = { sessionId: "s" };
    circle.turns = [circle];
    const calls: (() => Promise<unknown>)[] = [
      () => ada.forget(wrong(undefined)),
      () => ada.forget(wrong({})),
      () => ada.forget(wrong({ memoryId: "mem_1" })),
      () => ada.forget(wrong({ by: "all" })),
      () => ada.forget(wrong({ by: "text", text: 5 })),
      () => ada.remember({ content: "Ada drinks tea.", at: 1_777_600_000 }),
      () => ada.get(wrong({})),
      () => ada.get(wrong("a\u0000b")),
      () => ada.history(wrong(["mem_1"])),
      () => ada.recall(wrong(undefined)),
      () => ada.recall(wrong(null)),
      () => ada.record(wrong(circle)),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("what takes away takes dryRun in its second argument, and does nothing where it is given anything else", async () => {
    const text = { by: "text", text: "sencha" } as const;
    const session = { by: "session", sessionId: wrong<SessionId>("s") } as const;
    const kept = (await ada.remember({ content: "Ada drinks sencha." })).memory?.id ?? wrong<MemoryId>("none");
    expect(await ada.forget(text, { dryRun: true })).toMatchObject({ dryRun: true, memoryIds: [kept] });
    expect(await ada.rollback(session, { dryRun: true })).toMatchObject({ dryRun: true });
    const loose = ada as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
    for (const stray of [true, "dry", { dryrun: true }, { dryRun: "yes" }, { dryRun: true, now: true }, null, []]) {
      await expect(loose.forget?.(text, stray), String(stray)).rejects.toMatchObject({ code: "INVALID_INPUT" });
      await expect(loose.rollback?.(session, stray), String(stray)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    }
    const calls: (() => Promise<unknown> | undefined)[] = [
      () => loose.forget?.({ ...text, dryRun: true }),
      () => loose.rollback?.({ ...session, dryRun: true }),
      () => loose.forget?.(text, { dryRun: true }, "more"),
      () => loose.correct?.({ id: kept, content: "Ada drinks gin." }, { dryRun: true }),
      () => (ada.state.delete as (typeof loose)[string])("space", "key", { dryRun: true }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect((await ada.get(kept)).content).toBe("Ada drinks sencha.");
  });

  it("rejects, and does not throw, once it is closed", async () => {
    await engine.close();
    const waiting = ada.processed();
    await expect(waiting).rejects.toMatchObject({ code: "CLOSED" });
  });
});

describe("the audit log (9.5)", () => {
  it("tells of every call through the library once: reads, writes, and what came to nothing", async () => {
    const eve = libraryOver(engine, "default").user("eve");
    const kept = (await eve.remember({ content: "Eve drinks oolong." })).memory?.id ?? wrong<MemoryId>("none");
    await eve.record({ sessionId: "s", turns: [{ role: "user", text: "I live in Turin." }] });
    await eve.processed();
    const corrected = (await eve.correct({ id: kept, content: "Eve drinks sencha." })).memory?.id ?? kept;
    await eve.recall({ query: "tea" });
    await eve.context({ query: "tea" });
    await eve.route({ query: "tea?" });
    await eve.list();
    await eve.get(kept);
    await eve.history(kept);
    await eve.profile();
    await eve.stats();
    await eve.usage();
    await eve.export();
    await eve.feedback.give({ id: corrected, verdict: "useful" });
    await eve.feedback.list();
    await eve.state.put("space", "key", 1);
    await eve.state.get("space", "key");
    await eve.state.list("space");
    await eve.state.delete("space", "key");
    await eve.session.end("s");
    await eve.summary.list();
    const { id } = await eve.attachment.add({ sessionId: "s", name: "oolong.txt", content: Uint8Array.of(1) });
    await eve.attachment.get(id);
    await eve.attachment.list();
    await eve.attachment.remove(id);
    await eve.review.list();
    await eve.writes({ by: "session", sessionId: wrong("s") });
    await eve.rollback({ by: "session", sessionId: wrong("s") }, { dryRun: true });
    await eve.journal.list();
    await eve.journal.retry();
    await eve.get(wrong("mem_none")).catch(() => undefined);
    await eve.forget({ by: "everything" });
    await engine.parts.audit.flush();
    const { items } = await engine.parts.storage.auditLog.list("default", { user: "eve" }, { limit: 100 });
    const told = items.map(({ action, door, outcome, detail }) => [door, action, outcome, detail ?? ""].join(" "));
    const calls = [
      ...["remember", "record", "correct", "recall", "context", "route", "list", "get", "history", "profile", "stats"],
      ...["usage", "export", "feedback-give", "feedback-list", "state-put", "state-get", "state-list", "state-delete"],
      ...[
        "session-end",
        "summary-list",
        ...["attachment-add", "attachment-get", "attachment-list", "attachment-remove"],
        "review-list",
        "writes",
        "rollback",
        "journal-list",
        "journal-retry",
        "forget",
      ],
    ];
    const own = told.filter((line) => line.startsWith("library "));
    expect([...own].sort()).toEqual(
      [...calls.map((name) => `library ${name} done `), "library get failed NOT_FOUND"].sort(),
    );
    const erased = items.find(({ action }) => action === "forget");
    expect(erased?.targets).toEqual(expect.arrayContaining([kept, corrected]));
    expect(JSON.stringify(items)).not.toMatch(/oolong|sencha|Turin|"space"|"key"/);
  });
});
