import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenEngine, openEngine } from "./compose.js";
import { loadConfig } from "./config/index.js";
import type { UserMemory } from "./keepsake.js";
import { libraryOver } from "./library.js";

let engine: OpenEngine;
let ada: UserMemory;

beforeAll(async () => {
  const overrides = { storage: { kind: "memory" }, embedder: { kind: "fake" }, log: { level: "silent" } } as const;
  engine = await openEngine(loadConfig({ env: {}, file: false, overrides }));
  ada = libraryOver(engine, "default").user("ada");
});

afterAll(async () => {
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
      () => ada.get(wrong({})),
      () => ada.get(wrong("a\u0000b")),
      () => ada.history(wrong(["mem_1"])),
      () => ada.recall(wrong(undefined)),
      () => ada.recall(wrong(null)),
      () => ada.record(wrong(circle)),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("rejects, and does not throw, once it is closed", async () => {
    await engine.close();
    const waiting = ada.processed();
    await expect(waiting).rejects.toMatchObject({ code: "CLOSED" });
  });
});
