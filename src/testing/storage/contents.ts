import { expect, it } from "vitest";
import { CONTENT_TABLES, type ContentRow, type ContentTableName, type SessionId } from "../../domain/index.js";
import type { ContentsView, StoreContents } from "../../ports/index.js";
import { fillStore } from "./full-store.js";
import { type Bench, expectError, type MakeStorage, suite } from "./harness.js";
import { journalId, NOW } from "./samples.js";

const NAMES = CONTENT_TABLES.map(({ name }) => name);
const WRITTEN = NAMES.filter((name) => name !== "search_items");

/** Absent where a storage has no such port: then there is nothing to be tested. */
function contentsIn(bench: Bench): StoreContents | undefined {
  return bench.storage.contents;
}

async function inPages(view: ContentsView, table: ContentTableName, limit: number): Promise<readonly ContentRow[]> {
  const all: ContentRow[] = [];
  for (;;) {
    const rows = await view.page(table, all.at(-1), limit);
    expect(rows.length).toBeLessThanOrEqual(limit);
    all.push(...rows);
    if (rows.length < limit) return all;
  }
}

const everything = (contents: StoreContents) =>
  contents.read(async (view) => {
    const tables = new Map<ContentTableName, readonly ContentRow[]>();
    for (const name of NAMES) tables.set(name, await inPages(view, name, 5_000));
    return tables;
  });

export function contentsConformance(make: MakeStorage): void {
  suite("store contents", make, (bench) => {
    it("8.4 gives every row of every table once, in the order of keys, in pages of whatever size; counts them", async () => {
      const contents = contentsIn(bench);
      if (contents === undefined) return;
      await fillStore(bench.storage);
      const whole = await everything(contents);
      for (const { name, columns, keyLength } of CONTENT_TABLES) {
        const rows = whole.get(name) ?? [];
        expect(rows.length, name).toBeGreaterThan(0);
        for (const row of rows) expect(row, name).toHaveLength(columns.length);
        const keys = new Set(rows.map((row) => JSON.stringify(row.slice(0, keyLength))));
        expect(keys.size, name).toBe(rows.length);
        await contents.read(async (view) => {
          expect(await inPages(view, name, 7), name).toEqual(rows);
          expect(await view.count(name), name).toBe(rows.length);
        });
      }
    });

    it("puts rows in place of those of their keys, so that repeating changes nothing; removes by keys", async () => {
      const contents = contentsIn(bench);
      if (contents === undefined) return;
      const before = await everything(contents);
      for (const name of WRITTEN) await contents.put(name, before.get(name) ?? []);
      expect(await everything(contents)).toEqual(before);
      const table = CONTENT_TABLES.find(({ name }) => name === "memories");
      const taken = (before.get("memories") ?? []).slice(3, 6);
      const keys = taken.map((row) => row.slice(0, table?.keyLength));
      await contents.remove("memories", keys);
      await contents.remove("memories", keys);
      await contents.remove("turns", [["nobody", "nobody", "nothing"]]);
      expect((await everything(contents)).get("memories")).toHaveLength((before.get("memories")?.length ?? 0) - 3);
      await contents.put("memories", taken);
      expect(await everything(contents)).toEqual(before);
    });

    it("refuses a row whose place another has, and keeps nothing of that call", async () => {
      const contents = contentsIn(bench);
      if (contents === undefined) return;
      const before = await everything(contents);
      const [turn] = before.get("turns") ?? [];
      const [tenant = "", user = "", , ...rest] = turn ?? [];
      const free: ContentRow = [tenant, user, "turn_free", rest[0] ?? "", 99, ...rest.slice(2)];
      await expectError(contents.put("turns", [free, [tenant, user, "turn_other", ...rest]]), "CONFLICT");
      expect(await everything(contents)).toEqual(before);
    });

    it("keeps a mark apart from the content, and takes it away", async () => {
      const contents = contentsIn(bench);
      if (contents === undefined) return;
      const before = await everything(contents);
      expect(await contents.findMark()).toBeUndefined();
      await contents.mark("one");
      await contents.mark("二");
      expect(await contents.findMark()).toBe("二");
      expect(await everything(contents)).toEqual(before);
      await contents.mark(undefined);
      await contents.mark(undefined);
      expect(await contents.findMark()).toBeUndefined();
    });

    it("holds every writer off until it is released; readers go on", async () => {
      const contents = contentsIn(bench);
      if (contents === undefined) return;
      const scope = bench.scope();
      const { truth, sessions, tenants, queue } = bench.storage;
      const task = { type: "summarise", sessionId: "s" as SessionId } as const;
      await truth.write(scope, ({ journal }) => journal.append([{ id: journalId(), task, at: NOW }]));
      const before = await everything(contents);
      await contents.hold();
      await contents.hold();
      const line = { at: NOW, action: "recall", actor: "cli", targets: [], outcome: "done" } as const;
      const claim = { now: NOW + 99_999_999, leaseSeconds: 9, maxEntries: 1, maxAttempts: 3 };
      const writes = [
        () => truth.write(scope, ({ audit }) => audit.append(line)),
        () => sessions.put(scope, "space", "key", 1, { now: NOW, ttlSeconds: 9 }),
        () => tenants.ensure("held off", NOW),
        () => queue.claim(claim),
      ];
      for (const write of writes) await expectError(write(), "STORE_READ_ONLY");
      expect(await everything(contents)).toEqual(before);
      await contents.release();
      await contents.release();
      await tenants.ensure("let in", NOW);
    });
  });
}
