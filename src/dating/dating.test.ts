import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type OpenEngine, openEngine } from "../compose.js";
import { loadConfig } from "../config/index.js";
import type { Memory } from "../domain/index.js";
import type { UserMemory } from "../keepsake.js";
import { libraryOver } from "../library.js";

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 4, 4, 12);

/** What the machine's clock shows. */
let shown = NOON;
let folder: string;
let engine: OpenEngine;
let ada: UserMemory;

async function open(kind: "memory" | "sqlite"): Promise<OpenEngine> {
  const overrides = {
    storage: { kind },
    dataFolder: folder,
    embedder: { kind: "fake" },
    log: { level: "silent" },
  } as const;
  return openEngine(loadConfig({ env: {}, file: false, overrides }));
}

const user = (of: OpenEngine): UserMemory => libraryOver(of, "default").user("ada");
const room = (value: string) => ({ content: `The user's desk is in room ${value}`, attribute: "desk", value });
const values = (items: readonly Memory[]) => items.map(({ value }) => value);
const rooms = async (): Promise<readonly (string | undefined)[]> => values((await ada.list()).items);

beforeEach(() => {
  shown = NOON;
  vi.spyOn(Date, "now").mockImplementation(() => shown);
  folder = mkdtempSync(join(tmpdir(), "keepsake-dating-"));
});

afterEach(async () => {
  await engine.close();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(["memory", "sqlite"] as const)("a clock that is set back by an hour (8.3, P02), %s", (kind) => {
  beforeEach(async () => {
    engine = await open(kind);
    ada = user(engine);
    shown = NOON + HOUR_MS;
    await ada.remember(room("A1"));
    shown = NOON;
  });

  it("hides nothing that was acknowledged: listed, recalled, in the profile and in a context", async () => {
    await ada.remember({ content: "The user loves mountain hiking.", kind: "preference" });
    expect(await rooms()).toContain("A1");
    const { items } = await ada.recall({ query: "In which room is the user's desk?" });
    expect(items.map((item) => (item.type === "memory" ? item.memory.value : ""))).toContain("A1");
    const { sections } = await ada.profile();
    expect(sections.map((section) => section.kind)).toEqual(["preference"]);
    const { messages } = await ada.context({ query: "In which room is the user's desk?", maxTokens: 500 });
    expect(JSON.stringify(messages)).toContain("A1");
    expect((await ada.stats()).memories.active).toBe(2);
  });

  it("keeps what is said last as the current value, whichever door it comes through", async () => {
    await ada.remember(room("B2"));
    expect(await rooms()).toEqual(["B2"]);
    shown -= 60_000;
    await ada.record({ sessionId: "s", turns: [{ role: "user", text: "Remember that my desk is in room C3." }] });
    await ada.processed();
    const [current] = (await ada.list()).items.filter((memory) => memory.content.includes("C3"));
    const { content, value } = room("D4");
    const { memory } = await ada.correct({ id: current?.id ?? ("none" as never), content, value });
    expect(memory?.value).toBe("D4");
    expect(await rooms()).toEqual(expect.arrayContaining(["B2", "D4"]));
    await ada.remember(room("E5"));
    expect(await rooms()).toEqual(expect.arrayContaining(["E5", "D4"]));
  });

  it("leaves a chain of versions in the order in which they were said, none over another's time", async () => {
    await ada.remember(room("B2"));
    await ada.remember(room("C3"));
    const [current] = (await ada.list()).items;
    const { versions } = await ada.history(current?.id ?? ("none" as never));
    expect(values(versions)).toEqual(["A1", "B2", "C3"]);
    const times = versions.map(({ validFrom, validTo = Number.POSITIVE_INFINITY }) => [validFrom, validTo]);
    for (const [index, [from = 0, to = 0]] of times.entries()) {
      expect(to).toBeGreaterThan(from);
      expect(from).toBe(index === 0 ? NOON + HOUR_MS : times[index - 1]?.[1]);
    }
  });

  it("dates the turns of a session in the order in which they were acknowledged", async () => {
    for (const text of ["One.", "Two.", "Three."]) {
      await ada.record({ sessionId: "s", turns: [{ role: "user", text }] });
      shown -= 1_000;
    }
    const { items = [] } = await ada.export();
    const turns = items.flatMap((item) => (item.type === "turn" ? [item.record] : []));
    expect(turns.map(({ text }) => text)).toEqual(["One.", "Two.", "Three."]);
    const instants = turns.map(({ at }) => Date.parse(String(at)));
    expect(instants).toEqual([...instants].sort((a, b) => a - b));
    expect(new Set([NOON + HOUR_MS, ...instants]).size).toBe(4);
  });

  it("leaves an instant that the caller names as it was named", async () => {
    const { memory } = await ada.remember({ ...room("Z9"), at: NOON + HOUR_MS / 2 });
    expect(memory).toMatchObject({ value: "Z9", saidAt: NOON + HOUR_MS / 2 });
    expect(await rooms()).toEqual(["A1"]);
  });

  it("goes by the clock again once that has caught up, and never touches another user's time", async () => {
    const eve = libraryOver(engine, "default").user("eve");
    expect((await eve.remember(room("A1"))).memory?.saidAt).toBe(NOON);
    shown = NOON + 2 * HOUR_MS;
    expect((await ada.remember(room("B2"))).memory?.saidAt).toBe(NOON + 2 * HOUR_MS);
  });

  it("hides nothing that it was set back in the middle of", async () => {
    const { embedder } = engine.parts;
    const embed = embedder.embedPassages.bind(embedder);
    vi.spyOn(embedder, "embedPassages").mockImplementation((texts, signal) => {
      shown = NOON;
      return embed(texts, signal);
    });
    shown = NOON + 2 * HOUR_MS;
    const { memory } = await ada.remember(room("B2"));
    expect([memory?.saidAt, shown]).toEqual([NOON + 2 * HOUR_MS, NOON]);
    expect(await rooms()).toEqual(["B2"]);
    shown = NOON + 3 * HOUR_MS;
    await ada.correct({ id: memory?.id ?? ("none" as never), content: room("C3").content, value: "C3" });
    expect(shown).toBe(NOON);
    expect(await rooms()).toEqual(["C3"]);
  });

  it("keeps working state for as long as it was to be kept, by the clock as it goes", async () => {
    await ada.state.put("work", "step", "one", 600);
    expect(await ada.state.get("work", "step")).toMatchObject({ value: "one" });
    shown = NOON + 599_000;
    expect(await ada.state.get("work", "step")).toMatchObject({ value: "one" });
    shown = NOON + 601_000;
    await expect(ada.state.get("work", "step")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("asks nothing of the user's row where working state is read, which a copy may give while the store is away", async () => {
    await ada.state.put("work", "step", "one", 600);
    const reads = vi.spyOn(engine.parts.storage.truth, "read");
    expect(await ada.state.get("work", "step")).toMatchObject({ value: "one" });
    expect(reads).not.toHaveBeenCalled();
    await ada.list();
    expect(reads).toHaveBeenCalled();
  });
});

/** Says this in the middle of the next call about Ada, once what that call goes by was looked up, and by a clock that is an hour ahead. */
function saidMeanwhile(statement: ReturnType<typeof room> & { readonly kind?: "preference" }): void {
  const { truth } = engine.parts.storage;
  const read = truth.read.bind(truth);
  vi.spyOn(truth, "read").mockImplementationOnce(async (scope, work) => {
    const result = await read(scope, work);
    shown = NOON + HOUR_MS;
    await ada.remember(statement);
    shown = NOON;
    return result;
  });
}

describe.each(["memory", "sqlite"] as const)(
  "a value that is replaced in the middle of a read (8.3, P02, P17), %s",
  (kind) => {
    beforeEach(async () => {
      engine = await open(kind);
      ada = user(engine);
      await ada.remember(room("A1"));
    });

    it("is listed, or what replaced it is: never neither", async () => {
      saidMeanwhile(room("B2"));
      expect(await rooms()).toEqual(["B2"]);
    });

    it("is in the profile once", async () => {
      await ada.remember({ ...room("A1"), kind: "preference" });
      saidMeanwhile({ ...room("B2"), kind: "preference" });
      const { sections } = await ada.profile();
      expect(sections.flatMap(({ memories }) => values(memories))).toEqual(["B2"]);
    });

    it("is recalled, and in a context, also where the question takes long to be embedded", async () => {
      const { embedder } = engine.parts;
      const embed = embedder.embedQuery.bind(embedder);
      const query = "In which room is the user's desk?";
      const meanwhile = (value: string): void => {
        vi.spyOn(embedder, "embedQuery").mockImplementationOnce(async (text, signal) => {
          shown += 200;
          await ada.remember(room(value));
          return embed(text, signal);
        });
      };
      meanwhile("B2");
      const { items } = await ada.recall({ query });
      expect(items.flatMap((item) => (item.type === "memory" ? [item.memory.value] : []))).toEqual(["B2"]);
      meanwhile("C3");
      const { messages } = await ada.context({ query, maxTokens: 500 });
      expect(JSON.stringify(messages)).toContain("C3");
    });
  },
);

describe("a correction dated before what it corrects (P02)", () => {
  it("counts as said after it, so that the slot keeps a current value whatever is said between", async () => {
    engine = await open("memory");
    ada = user(engine);
    const at = (minutes: number): number => NOON - (120 - minutes) * 60_000;
    await ada.remember({ ...room("A1"), at: at(60) });
    const { memory } = await ada.remember({ ...room("A2"), at: at(90) });
    const { content, value } = room("C3");
    const corrected = await ada.correct({ id: memory?.id ?? ("none" as never), content, value, at: at(0) });
    expect(corrected.memory).toMatchObject({ saidAt: at(90), validFrom: at(90) });
    await ada.remember({ ...room("D4"), at: at(30) });
    expect(await rooms()).toEqual(["C3"]);
    await ada.remember({ ...room("E5"), at: at(100) });
    expect(await rooms()).toEqual(["E5"]);
  });
});

describe("two processes whose clocks are an hour apart (8.3, P17)", () => {
  it("show each other's writes at once, and keep the order in which they were acknowledged", async () => {
    engine = await open("sqlite");
    ada = user(engine);
    const other = await open("sqlite");
    try {
      const behind = user(other);
      for (const value of ["A1", "B2", "C3", "D4"]) {
        const isFast = value === "A1" || value === "C3";
        shown = isFast ? NOON + HOUR_MS : NOON;
        await (isFast ? ada : behind).remember(room(value));
        shown = NOON;
        expect(values((await behind.list()).items)).toEqual([value]);
      }
    } finally {
      await other.close();
    }
  });

  it("are a second apart, and a statement read right after it was written is there", async () => {
    engine = await open("sqlite");
    ada = user(engine);
    await ada.remember(room("A1"));
    shown -= 1_000;
    expect(await rooms()).toEqual(["A1"]);
  });
});
