import { expect, it } from "vitest";
import {
  type AgentId,
  type Filter,
  type Memory,
  type MemoryPatch,
  matchesFilter,
  memoryAttributes,
} from "../../domain/index.js";
import type { Stretch } from "../../ports/index.js";
import { collect, expectError, type MakeStorage, suite } from "./harness.js";
import { HOSTILE_IDS, HOSTILE_TEXTS, memoryId, NOW, sampleMemory, sessionId, turnId } from "./samples.js";

const ids = (memories: readonly Memory[]) => memories.map((memory) => memory.id);

export function memoriesConformance(make: MakeStorage): void {
  suite("memories", make, (bench) => {
    const write: typeof bench.storage.truth.write = (scope, work) => bench.storage.truth.write(scope, work);
    const read: typeof bench.storage.truth.read = (scope, work) => bench.storage.truth.read(scope, work);
    const insertAll = async (scope: ReturnType<typeof bench.scope>, memories: readonly Memory[]) =>
      write(scope, async (transaction) => {
        for (const memory of memories) await transaction.memories.insert(memory);
      });

    it("gives every field back as it was, absent ones absent", async () => {
      const scope = bench.scope();
      const full = sampleMemory({
        agentId: "agent" as AgentId,
        sessionId: sessionId(),
        turnIds: [turnId(), turnId()],
        attribute: "employer",
        qualifiers: { project: "Alpha", 项目: "甲" },
        value: "Acme",
        cardinality: "single",
        entities: ["Acme", "O'Brien"],
        tags: ["work", "100%"],
        supersedes: [memoryId()],
        supersededBy: memoryId(),
        validTo: NOW + 1,
        lastAccessedAt: NOW + 2,
        expiresAt: NOW + 3,
        embeddingModel: "model",
        importance: 0.123456789,
      });
      const bare = sampleMemory();
      await insertAll(scope, [full, bare]);
      expect(await read(scope, ({ memories }) => memories.findMany([full.id, memoryId(), bare.id]))).toStrictEqual([
        full,
        bare,
      ]);
      expect(await read(scope, ({ memories }) => memories.find(memoryId()))).toBeUndefined();
    });

    it("keeps hostile text to the last unit", async () => {
      const scope = bench.scope();
      const all = HOSTILE_TEXTS.map((text) =>
        sampleMemory({ content: text, evidence: text, tags: [text], entities: [text], reason: text }),
      );
      await insertAll(scope, all);
      expect(await read(scope, ({ memories }) => memories.findMany(ids(all)))).toEqual(all);
    });

    it("refuses an id that exists: CONFLICT", async () => {
      const scope = bench.scope();
      const memory = sampleMemory();
      await insertAll(scope, [memory]);
      await expectError(insertAll(scope, [sampleMemory({ id: memory.id, lineageId: memoryId() })]), "CONFLICT");
    });

    it("P19 lets one active memory at a time fill a single-valued slot", async () => {
      const scope = bench.scope();
      const slot = { attribute: "employer", cardinality: "single" as const };
      const first = sampleMemory(slot);
      await insertAll(scope, [first, sampleMemory({ ...slot, status: "superseded" })]);
      await expectError(insertAll(scope, [sampleMemory(slot)]), "CONFLICT");
      await write(scope, async ({ memories }) => {
        await memories.update(first.id, 1, { status: "superseded" });
        await memories.insert(sampleMemory(slot));
      });
      await expectError(
        write(scope, ({ memories }) => memories.update(first.id, 2, { status: "active" })),
        "CONFLICT",
      );
      expect(await read(scope, ({ memories }) => memories.listActiveBySlot(first.slotKey ?? ""))).toHaveLength(1);
    });

    it("lets many-valued slots and other qualifiers stand side by side (P30)", async () => {
      const scope = bench.scope();
      const multi = { attribute: "likes", cardinality: "multi" as const };
      const database = { attribute: "database", cardinality: "single" as const, subject: "project" };
      await insertAll(scope, [
        sampleMemory(multi),
        sampleMemory(multi),
        sampleMemory({ ...database, qualifiers: { name: "A" } }),
        sampleMemory({ ...database, qualifiers: { name: "B" } }),
      ]);
      expect(await read(scope, ({ memories }) => memories.count({ op: "current", at: NOW }))).toBe(4);
    });

    it("P17 refuses a second version of the same number in a lineage: CONFLICT", async () => {
      const scope = bench.scope();
      const first = sampleMemory();
      const second = sampleMemory({ lineageId: first.id, version: 2 });
      await insertAll(scope, [first, second]);
      await expectError(insertAll(scope, [sampleMemory({ lineageId: first.id, version: 2 })]), "CONFLICT");
      expect(ids(await read(scope, ({ memories }) => memories.lineage(first.id)))).toEqual([first.id, second.id]);
    });

    it("tells the highest version of a lineage, whatever became of the others", async () => {
      const scope = bench.scope();
      const first = sampleMemory();
      const third = sampleMemory({ lineageId: first.id, version: 3, status: "superseded" });
      await insertAll(scope, [first, third, sampleMemory({ version: 9 })]);
      expect(await read(scope, ({ memories }) => memories.latestVersion(first.id))).toBe(3);
      expect(await read(bench.scope(), ({ memories }) => memories.latestVersion(first.id))).toBe(0);
      await write(scope, ({ memories }) => memories.remove([third.id]));
      expect(await read(scope, ({ memories }) => memories.latestVersion(first.id))).toBe(1);
    });

    it("P02 finds what reaches into a stretch of time, and what begins next after it", async () => {
      const scope = bench.scope();
      const rows = stretchSamples();
      await insertAll(scope, Object.values(rows));
      const { slotKey = "" } = rows.early;
      const names = new Map(Object.entries(rows).map(([name, row]) => [row.id, name]));
      const look = async (stretch: Partial<Stretch>) => {
        const found = await read(scope, ({ memories }) =>
          memories.neighbours({ slotKey, from: NOW + 20, except: [], ...stretch }),
        );
        return [...found.reaching.map((row) => names.get(row.id)), "|", found.next && names.get(found.next.id)];
      };
      // said after everything: all that begins later gives way, up to the end
      expect(await look({ saidAt: NOW + 99 })).toEqual(["middle", "late", "last", "|", undefined]);
      expect(await look({ saidAt: NOW + 99, to: NOW + 40 })).toEqual(["middle", "late", "|", undefined]);
      // said before the last: that one stands
      expect(await look({ saidAt: NOW + 35 })).toEqual(["middle", "late", "|", "last"]);
      expect(await look({ saidAt: NOW + 30 })).toEqual(["middle", "late", "|", "last"]);
      // tells of the past: all that begins later stands
      expect(await look({})).toEqual(["middle", "|", "late"]);
      expect(await look({ except: [rows.late.id, rows.middle.id] })).toEqual(["|", "last"]);
      // an end is exclusive, a beginning is not
      expect(await look({ from: NOW + 10 })).toEqual(["middle", "|", "late"]);
      expect(await look({ from: NOW + 9 })).toEqual(["early", "|", "middle"]);
      expect(await look({ from: NOW - 1 })).toEqual(["|", "early"]);
    });

    it("P02 looks for the neighbours among the rows of the slot, of the lineage, or of both", async () => {
      const scope = bench.scope();
      const { early, ...rest } = stretchSamples();
      const cousin = { ...sampleMemory({ lineageId: early.id, version: 7, validFrom: NOW + 15 }) };
      await insertAll(scope, [early, ...Object.values(rest), cousin]);
      const look = async (stretch: Partial<Stretch>) => {
        const found = await read(scope, ({ memories }) =>
          memories.neighbours({ from: NOW + 12, except: [], ...stretch }),
        );
        return { reaching: ids(found.reaching), next: found.next?.id };
      };
      const { slotKey = "" } = early;
      expect(await look({ slotKey })).toEqual({ reaching: [rest.middle.id], next: rest.late.id });
      expect(await look({ lineageId: early.id })).toEqual({ reaching: [], next: cousin.id });
      expect(await look({ slotKey, lineageId: early.id })).toEqual({ reaching: [rest.middle.id], next: cousin.id });
      expect(await look({ slotKey, lineageId: early.id, from: NOW + 16 })).toEqual({
        reaching: [rest.middle.id, cousin.id],
        next: rest.late.id,
      });
      expect(await look({ slotKey: "another" })).toEqual({ reaching: [], next: undefined });
      expect(await look({})).toEqual({ reaching: [], next: undefined });
    });

    it("P17 changes a row only at the revision that was seen", async () => {
      const scope = bench.scope();
      const memory = sampleMemory({ tags: ["old"], turnIds: [turnId()] });
      const later = turnId();
      await insertAll(scope, [memory]);
      const patch: MemoryPatch = {
        tags: ["new"],
        turnIds: [...memory.turnIds, later],
        accessCount: 3,
        lastAccessedAt: NOW + 9,
        validTo: NOW + 10,
      };
      const changed = await write(scope, ({ memories }) => memories.update(memory.id, 1, patch));
      expect(changed).toEqual({ ...memory, ...patch, revision: 2 });
      await expectError(
        write(scope, ({ memories }) => memories.update(memory.id, 1, { importance: 1 })),
        "CONFLICT",
      );
      await expectError(
        write(scope, ({ memories }) => memories.update(memoryId(), 1, { importance: 1 })),
        "NOT_FOUND",
      );
      expect(await read(scope, ({ memories }) => memories.find(memory.id))).toEqual(changed);
      expect(ids(await read(scope, ({ memories }) => memories.listByTurns([later])))).toEqual([memory.id]);
      const tagged = (tag: string) =>
        read(scope, ({ memories }) => memories.count({ op: "hasAny", field: "tags", values: [tag] }));
      expect([await tagged("old"), await tagged("new")]).toEqual([0, 1]);
    });

    it("P09 refuses a patch of what never changes, whatever its type said", async () => {
      const scope = bench.scope();
      const memory = sampleMemory();
      await insertAll(scope, [memory]);
      for (const field of ["id", "content", "tenant", "user", "scope", "lineageId", "revision", "__proto__x"]) {
        await expectError(
          write(scope, ({ memories }) => memories.update(memory.id, 1, { [field]: "other" } as MemoryPatch)),
          "INVALID_INPUT",
        );
      }
      expect(await read(scope, ({ memories }) => memories.find(memory.id))).toEqual(memory);
    });

    it("takes a field away by null, where it may be absent", async () => {
      const scope = bench.scope();
      const kept = sampleMemory();
      const closed = { ...kept, status: "superseded", supersededBy: memoryId(), validTo: NOW, expiresAt: NOW } as const;
      await insertAll(scope, [closed]);
      const patch = { status: "active", supersededBy: null, validTo: null, expiresAt: null } as const;
      const again = await write(scope, ({ memories }) => memories.update(kept.id, 1, patch));
      expect(again).toStrictEqual({ ...kept, revision: 2 });
      expect(await read(scope, ({ memories }) => memories.find(kept.id))).toStrictEqual(again);
      for (const field of ["status", "reason", "importance", "tags", "turnIds"]) {
        await expectError(
          write(scope, ({ memories }) => memories.update(kept.id, 2, { [field]: null } as unknown as MemoryPatch)),
          "INVALID_INPUT",
        );
      }
    });

    it("finds active rows by slot, hash and folded subject, in their orders", async () => {
      const scope = bench.scope();
      const made = [2, 1, 3].map((step) =>
        sampleMemory({
          attribute: "likes",
          subject: step === 3 ? "ＡＮＮ" : "Ann",
          contentHash: "same",
          recordedAt: NOW + step,
        }),
      );
      await insertAll(scope, [
        ...made,
        sampleMemory({ attribute: "likes", subject: "Ann", contentHash: "same", status: "archived" }),
      ]);
      const oldestFirst = [made[1]?.id, made[0]?.id, made[2]?.id];
      expect(ids(await read(scope, ({ memories }) => memories.listActiveBySlot(made[0]?.slotKey ?? "")))).toEqual(
        oldestFirst,
      );
      expect(ids(await read(scope, ({ memories }) => memories.listActiveByHashes(["none", "same", "same"])))).toEqual(
        oldestFirst,
      );
      expect(await read(scope, ({ memories }) => memories.listActiveByHashes([]))).toEqual([]);
      expect(ids(await read(scope, ({ memories }) => memories.listActiveBySubject(" ann ", 2)))).toEqual(
        [...oldestFirst].reverse().slice(0, 2),
      );
      expect(await read(scope, ({ memories }) => memories.listActiveBySubject("An", 9))).toEqual([]);
    });

    it("finds rows of any status by the turns they were taken from", async () => {
      const scope = bench.scope();
      const [a, b] = [turnId(), turnId()];
      const both = sampleMemory({ turnIds: [a, b], recordedAt: NOW + 1 });
      const one = sampleMemory({ turnIds: [b], status: "erased" });
      await insertAll(scope, [both, one]);
      expect(ids(await read(scope, ({ memories }) => memories.listByTurns([a, b])))).toEqual([one.id, both.id]);
      expect(ids(await read(scope, ({ memories }) => memories.listByTurns([a])))).toEqual([both.id]);
      expect(await read(scope, ({ memories }) => memories.listByTurns([]))).toEqual([]);
    });

    it("P27 lists every row once, newest first then by id, whatever comes in between", async () => {
      const scope = bench.scope();
      const made = Array.from({ length: 30 }, (_, index) => sampleMemory({ recordedAt: NOW + (index % 4) }));
      await insertAll(scope, made);
      const expected = [...made].sort((a, b) => b.recordedAt - a.recordedAt || (a.id < b.id ? -1 : 1));
      expect(
        ids(await collect((page) => read(scope, ({ memories }) => memories.list({ op: "all" }, page)), 7)),
      ).toEqual(ids(expected));
      const first = await read(scope, ({ memories }) => memories.list({ op: "all" }, { limit: 10 }));
      await insertAll(scope, [sampleMemory({ recordedAt: NOW + 99 })]);
      await write(scope, ({ memories }) => memories.remove(ids(first.items)));
      const rest = await read(scope, ({ memories }) =>
        memories.list({ op: "all" }, { limit: 1000, cursor: first.nextCursor ?? "" }),
      );
      expect(ids(rest.items)).toEqual(ids(expected).slice(10));
    });

    it("P04 P10 lists and counts what the filter says and nothing else", async () => {
      const scope = bench.scope();
      const made = filterSamples();
      await insertAll(scope, made);
      for (const filter of sampleFilters()) {
        const expected = made
          .filter((memory) => matchesFilter(filter, memoryAttributes(memory)))
          .map((memory) => memory.id);
        const found = ids((await read(scope, ({ memories }) => memories.list(filter, { limit: 1000 }))).items);
        expect(found.sort(), JSON.stringify(filter)).toEqual(expected.sort());
        expect(await read(scope, ({ memories }) => memories.count(filter))).toBe(expected.length);
      }
    });

    it("takes lists of 40,000 values, longer than an engine may take parameters", async () => {
      const scope = bench.scope();
      const many = Array.from({ length: 40_000 }, (_, index) => `value ${index}`);
      const ids = many.map((value) => memoryId(value));
      const kept = sampleMemory({ subject: "value 39999", tags: ["value 0"], turnIds: [turnId("value 20000")] });
      await insertAll(scope, [kept, sampleMemory({ subject: "none of them" })]);
      const filters: Filter[] = [
        { op: "in", field: "subject", values: many },
        { op: "hasAny", field: "tags", values: many },
        { op: "not", filter: { op: "in", field: "subject", values: [...many.slice(0, -1), "none of them"] } },
      ];
      for (const filter of filters) {
        expect(await read(scope, ({ memories }) => memories.count(filter))).toBe(1);
        const page = await read(scope, ({ memories }) => memories.list(filter, { limit: 10 }));
        expect(page.items.map((memory) => memory.id)).toEqual([kept.id]);
      }
      const turnIds = many.map((value) => turnId(value));
      expect(await read(scope, ({ memories }) => memories.findMany([...ids, kept.id]))).toHaveLength(1);
      expect(await read(scope, ({ memories }) => memories.listByTurns(turnIds))).toHaveLength(1);
      expect(await read(scope, ({ turns }) => turns.findMany(turnIds))).toEqual([]);
      expect(await write(scope, ({ memories }) => memories.remove([...ids, kept.id]))).toBe(1);
      expect(await write(scope, ({ journal }) => journal.removeFor({ turnIds, itemIds: ids }))).toBe(0);
    });

    it("keeps the values of a list apart, whatever is in them", async () => {
      const scope = bench.scope();
      const values = ["null", "", "a\u0000b", "a", '"a"', "1", "😀", "a,b", "[]"];
      await insertAll(
        scope,
        values.map((subject) => sampleMemory({ subject })),
      );
      for (const value of values) {
        const filter: Filter = { op: "in", field: "subject", values: [value, "another"] };
        const page = await read(scope, ({ memories }) => memories.list(filter, { limit: 10 }));
        expect(page.items.map((memory) => memory.subject)).toEqual([value]);
      }
    });

    it("removes rows for good", async () => {
      const scope = bench.scope();
      const memory = sampleMemory({ tags: ["t"], turnIds: [turnId()], attribute: "x", cardinality: "single" });
      await insertAll(scope, [memory]);
      expect(await write(scope, ({ memories }) => memories.remove([memory.id, memory.id, memoryId()]))).toBe(1);
      expect(await read(scope, ({ memories }) => memories.listByTurns(memory.turnIds))).toEqual([]);
      expect(await read(scope, ({ memories }) => memories.count({ op: "hasAny", field: "tags", values: ["t"] }))).toBe(
        0,
      );
      await insertAll(scope, [memory]);
    });
  });
}

/** Values of one slot that follow each other, and rows of it that hold at no instant or hold not yet. */
function stretchSamples() {
  const row = (from: number, to: number | undefined, more: Partial<Memory> = {}): Memory =>
    sampleMemory({
      ...{ attribute: "home", cardinality: "single", status: "superseded", validFrom: NOW + from, saidAt: NOW + from },
      ...(to === undefined ? {} : { validTo: NOW + to }),
      ...more,
    });
  return {
    early: row(0, 10),
    middle: row(10, 30, { status: "expired" }),
    late: row(30, 40, { status: "archived" }),
    last: row(40, undefined, { status: "active" }),
    empty: row(25, 25),
    reversed: row(26, 22),
    waiting: row(21, undefined, { status: "pending-review" }),
    erased: row(21, undefined, { status: "erased" }),
    elsewhere: row(21, undefined, { attribute: "employer" }),
  };
}

function filterSamples(): Memory[] {
  return [
    ...HOSTILE_IDS.map((text) => sampleMemory({ subject: text, tags: [text], entities: [text, "shared"] })),
    sampleMemory({ status: "superseded", validTo: NOW + 10 }),
    sampleMemory({ status: "archived" }),
    sampleMemory({ status: "erased" }),
    sampleMemory({ status: "pending-review" }),
    sampleMemory({ expiresAt: NOW }),
    sampleMemory({ validFrom: NOW + 1, saidAt: NOW - 100 }),
    sampleMemory({ sessionId: sessionId("a"), agentId: "b" as AgentId, kind: "goal", tier: "mid-term" }),
  ];
}

/** Every operator, with absent values under `not`, empty lists and values that would be patterns elsewhere. */
export function sampleFilters(): Filter[] {
  const at = NOW;
  const exact = HOSTILE_IDS.flatMap((text): Filter[] => [
    { op: "in", field: "subject", values: [text] },
    { op: "hasAny", field: "tags", values: [text] },
  ]);
  return [
    ...exact,
    { op: "all" },
    { op: "and", filters: [] },
    { op: "or", filters: [] },
    { op: "in", field: "subject", values: [] },
    { op: "hasAny", field: "entities", values: [] },
    { op: "hasAny", field: "entities", values: ["shared", "acme"] },
    { op: "in", field: "type", values: ["memory"] },
    { op: "in", field: "type", values: ["episode"] },
    { op: "in", field: "speaker", values: ["Ann"] },
    { op: "not", filter: { op: "in", field: "speaker", values: ["Ann"] } },
    { op: "not", filter: { op: "in", field: "sessionId", values: ["session a"] } },
    { op: "in", field: "agentId", values: ["b"] },
    { op: "in", field: "kind", values: ["goal", "fact"] },
    { op: "in", field: "tier", values: ["mid-term"] },
    { op: "in", field: "status", values: ["erased", "archived"] },
    { op: "between", field: "validFrom", from: NOW + 1 },
    { op: "between", field: "saidAt", to: NOW },
    { op: "between", field: "recordedAt", from: NOW, to: NOW + 1 },
    { op: "between", field: "recordedAt" },
    { op: "current", at },
    { op: "current", at: at + 1 },
    { op: "validAt", at },
    { op: "validAt", at: at + 10 },
    { op: "not", filter: { op: "current", at } },
    {
      op: "and",
      filters: [
        { op: "current", at },
        { op: "not", filter: { op: "hasAny", field: "tags", values: ["acme", "😀"] } },
      ],
    },
    {
      op: "or",
      filters: [
        { op: "in", field: "status", values: ["erased"] },
        { op: "and", filters: [{ op: "all" }, { op: "validAt", at }] },
      ],
    },
  ];
}
