import { afterEach, describe, expect, it } from "vitest";
import type { Memory, Scope } from "../domain/index.js";
import type { Storage } from "../ports/index.js";
import { fillStore } from "../testing/storage/full-store.js";
import { countBoth, migrate } from "./migrate.js";
import { figures, MovingScene, quiet, refusal } from "./moving.scene.js";

const scene = new MovingScene();
afterEach(() => scene.end());

async function filled(): Promise<{ readonly source: Storage; readonly scopes: readonly Scope[] }> {
  const source = await scene.sqlite();
  return { source, scopes: await fillStore(source) };
}

const terms = (source: Storage, target: Storage, isFinal = false) => ({
  ...{ source, target, sourceName: "one", now: 1, isFinal, files: {} },
});
const put = (storage: Storage, scope: Scope, key: string) =>
  storage.sessions.put(scope, "space", key, 1, { now: 5, ttlSeconds: 60 });

/** A store that fails at the n-th write of its content, as if its process had been killed there. */
function failingAt(target: Storage, n: number): Storage {
  let writes = 0;
  const cut = async () => {
    writes += 1;
    if (writes === n) throw new Error("cut");
  };
  const { contents, truth } = target;
  return {
    ...target,
    contents: {
      ...contents!,
      put: (...asked) => cut().then(() => contents!.put(...asked)),
      remove: (...asked) => cut().then(() => contents!.remove(...asked)),
    },
    truth: { ...truth, write: (...asked) => cut().then(() => truth.write(...asked)) },
  };
}

describe("migrate (8.4)", () => {
  it("copies everything, and a repeat writes nothing", async () => {
    const { source } = await filled();
    const target = await scene.sqlite({ encryptionKey: "a key of its own" });
    await target.tenants.ensure("default", 3);
    const first = await migrate(terms(source, target), quiet);
    expect(first).toMatchObject({ final: false, resumed: false, removed: 0, figures: await figures(source) });
    expect(await figures(target)).toEqual(first.figures);
    const again = await migrate(terms(source, target), quiet);
    expect(again).toMatchObject({ resumed: true, rounds: 1, written: 0, removed: 0 });
    expect(await target.health!.inspect()).toEqual([]);
  });

  it("goes on wherever it was cut off, and duplicates nothing", async () => {
    const { source } = await filled();
    const target = await scene.sqlite();
    let cuts = 0;
    for (const n of [2, 3, 4, 5, 7, 9, 12, 20, 23, 30, 40]) {
      const cut = await migrate(terms(source, failingAt(target, n)), quiet).then(
        () => 0,
        () => 1,
      );
      cuts += cut;
    }
    expect(cuts).toBeGreaterThan(5);
    const whole = await migrate(terms(source, target, true), quiet);
    expect(await figures(target)).toEqual(whole.figures);
    expect(await figures(target)).toEqual(await figures(source));
    expect(await target.health!.inspect()).toEqual([]);
  });

  it("catches up with what was added, changed and erased since, in whatever order the rows come", async () => {
    const { source, scopes } = await filled();
    const target = await scene.sqlite();
    await migrate(terms(source, target), quiet);
    for (const scope of scopes.slice(0, 3)) {
      await source.truth.write(scope, async ({ memories, turns, audit }) => {
        const { items } = await memories.list({ op: "all" }, { limit: 50 });
        const current = items.find(({ cardinality, status }) => cardinality === "single" && status === "active");
        const { id, revision, ...fields } = current as Memory;
        await memories.update(id, revision, { status: "superseded", validTo: 9 });
        // sorts before the row whose place it takes
        await memories.insert({ ...fields, id: `mem_${id}0` as Memory["id"], revision: 1, version: 3 });
        await memories.remove([items.find(({ tags }) => tags.includes("t"))!.id]);
        await turns.remove(["turn_4" as never]);
        await audit.append({ at: 9, action: "forget", actor: "cli", targets: [], outcome: "done" });
      });
    }
    const next = await migrate(terms(source, target), quiet);
    expect(next.written).toBeGreaterThan(0);
    expect(next.removed).toBeGreaterThan(0);
    expect(next.written).toBeLessThan(60);
    expect(await figures(target)).toEqual(await figures(source));
    expect((await target.health!.inspect()).filter(({ kind }) => kind !== "unindexed" && kind !== "orphaned")).toEqual(
      [],
    );
  });

  it("holds writers off for the last look: what was acknowledged is there, what comes later is refused", async () => {
    const { source, scopes } = await filled();
    const target = await scene.sqlite();
    const meanwhile: Promise<unknown>[] = [];
    const report = await migrate(terms(source, target, true), () => {
      if (meanwhile.length < 60) meanwhile.push(put(source, scopes[0]!, `key ${meanwhile.length}`));
    });
    const acknowledged = (await Promise.allSettled(meanwhile)).filter(({ status }) => status === "fulfilled").length;
    expect(acknowledged).toBeGreaterThan(0);
    expect(await target.sessions.list(scopes[0]!, "space", 6)).toHaveLength(acknowledged + 1);
    expect(report.final).toBe(true);
    expect(await refusal(put(source, scopes[0]!, "late"))).toBe("STORE_READ_ONLY");
    expect(await refusal(source.tenants.ensure("late", 1))).toBe("STORE_READ_ONLY");
    expect(await target.contents!.findMark()).toBeUndefined();
    await put(target, scopes[0]!, "the target is open");
    await source.contents!.release();
    await put(source, scopes[0]!, "so is the source, once it is released");
  });

  it("says once more that it is complete, as long as nobody has used the target", async () => {
    const { source, scopes } = await filled();
    const target = await scene.sqlite();
    await migrate(terms(source, target, true), quiet);
    expect(await migrate(terms(source, target, true), quiet)).toMatchObject({ final: true, resumed: true, written: 0 });
    expect(await refusal(migrate(terms(source, target), quiet))).toBe("CONFLICT");
    await put(target, scopes[0]!, "used");
    expect(await refusal(migrate(terms(source, target, true), quiet))).toBe("CONFLICT");
    expect(await refusal(put(source, scopes[0]!, "held still"))).toBe("STORE_READ_ONLY");
  });

  it("opens the source again where the last step fails", async () => {
    const { source, scopes } = await filled();
    const target = await scene.sqlite();
    await migrate(terms(source, target), quiet);
    const broken: Storage = {
      ...target,
      contents: { ...target.contents!, settle: () => Promise.reject(new Error("broken")) },
    };
    await expect(migrate(terms(source, broken, true), quiet)).rejects.toThrow("broken");
    await put(source, scopes[0]!, "open");
  });

  it("refuses a target with other data, and a source that is itself not whole", async () => {
    const { source } = await filled();
    const { source: occupied } = await filled();
    const before = await figures(occupied);
    expect(await refusal(migrate(terms(source, occupied), quiet))).toBe("CONFLICT");
    expect(await figures(occupied)).toEqual(before);
    const target = await scene.sqlite();
    await migrate(terms(source, target), quiet);
    expect(await refusal(migrate({ ...terms(source, target), sourceName: "another" }, quiet))).toBe("CONFLICT");
    expect(await refusal(migrate(terms(target, await scene.sqlite()), quiet))).toBe("STORE_READ_ONLY");
  });

  it("says that rows differ when somebody else wrote to the target", async () => {
    const { source, scopes } = await filled();
    const target = await scene.sqlite();
    const meddled: Storage = {
      ...target,
      contents: { ...target.contents!, settle: () => put(target, scopes[0]!, "meddled") },
    };
    expect(await refusal(migrate(terms(source, meddled), quiet))).toBe("STORE_CORRUPT");
    expect((await migrate(terms(source, target), quiet)).removed).toBe(1);
  });

  it("gives out new numbers behind the old ones, and the audit chain goes on", async () => {
    const { source, scopes } = await filled();
    const target = await scene.sqlite();
    await migrate(terms(source, target, true), quiet);
    const [scope] = scopes;
    await target.truth.write(scope!, async ({ turns, journal, audit }) => {
      const [turn] = await turns.append([
        { id: "turn_new", sessionId: "first", role: "user", text: "x", at: 9, recordedAt: 9, timeZone: "UTC" } as never,
      ]);
      expect(turn?.position).toBe(17);
      const task = { type: "digest", turnId: "turn_new", sessionId: "first" } as never;
      await journal.append([{ id: "job_new" as never, task, at: 9 }]);
      expect((await journal.list({ limit: 50 })).items.at(-1)?.id).toBe("job_new");
      await audit.append({ at: 9, action: "recall", actor: "cli", targets: [], outcome: "done" });
    });
    const { items } = await target.auditLog.chain(scope!.tenant, { limit: 100 });
    expect(items.at(-1)?.previous).toBe(items.at(-2)?.hash);
  });

  it("counts both sides without writing", async () => {
    const { source } = await filled();
    const target = await scene.sqlite();
    const { tables: counted, files } = await countBoth(source, target, {});
    expect(files.state).toBe("none");
    expect(counted.find(({ table }) => table === "users")).toEqual({ table: "users", source: 12, target: 0 });
    expect((await figures(source)).map(({ rows }) => rows)).toEqual(counted.map(({ source: rows }) => rows));
    expect(await target.contents!.findMark()).toBeUndefined();
  });
});
