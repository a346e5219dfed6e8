import { expect, it } from "vitest";
import type { JournalEntryId, JournalTask, Scope } from "../../domain/index.js";
import type { Storage } from "../../ports/index.js";
import { collect, expectError, type MakeStorage, suite } from "./harness.js";
import { journalId, memoryId, NOW, sampleScope, sessionId, turnId, unique } from "./samples.js";

const digest = (): JournalTask => ({ type: "digest", turnId: turnId(), sessionId: sessionId() });

export function journalConformance(make: MakeStorage): void {
  suite("journal", make, (bench) => {
    /** Each test its own tenant and scope; claims name the scope, so that tests do not take each other's work. */
    const append = async (scope: Scope, ...at: number[]) => {
      const entries = at.map((instant) => ({ id: journalId(), task: digest(), at: instant }));
      await bench.storage.truth.write(scope, ({ journal }) => journal.append(entries));
      return entries.map((entry) => entry.id);
    };
    const claim = (scope: Scope, now: number, options: Partial<Parameters<typeof bench.storage.queue.claim>[0]> = {}) =>
      bench.storage.queue.claim({ now, leaseSeconds: 10, maxEntries: 100, maxAttempts: 5, scope, ...options });
    const complete = (scope: Scope, id: ReturnType<typeof journalId>, token: string) =>
      bench.storage.truth.write(scope, ({ journal }) => journal.complete(id, token));
    const retryDead = (scope: Scope, ids?: readonly JournalEntryId[]) =>
      bench.storage.truth.write(scope, ({ journal }) => journal.retryDead(ids));
    const list = (scope: Scope) =>
      collect((page) => bench.storage.truth.read(scope, ({ journal }) => journal.list(page)), 2);
    const token = (work: Awaited<ReturnType<typeof claim>>) => work?.leaseToken ?? "no lease";

    it("lists what is to be done, oldest first, with its task", async () => {
      const scope = bench.scope();
      const task: JournalTask = { type: "embed", itemId: memoryId() };
      const [first] = await append(scope, NOW);
      await bench.storage.truth.write(scope, ({ journal }) =>
        journal.append([{ id: journalId("embed"), task, at: NOW - 5 }]),
      );
      const entries = await list(scope);
      expect(entries.map((entry) => entry.id)).toEqual([first, "job_embed"]);
      expect(entries[1]).toStrictEqual({
        id: "job_embed",
        scope,
        task,
        state: "waiting",
        attempts: 0,
        appendedAt: NOW - 5,
        dueAt: NOW - 5,
      });
      expect(await bench.storage.truth.read(scope, ({ journal }) => journal.pending())).toBe(2);
    });

    it("takes back what nobody has claimed, and counts no upload as waiting", async () => {
      const scope = bench.scope();
      const uploads = [sessionId(), sessionId()].map((id) => ({
        id: journalId(),
        task: { type: "upload", sessionId: id } as const,
      }));
      const before = await bench.storage.queue.countWaiting(scope.tenant, 1_000);
      await bench.storage.truth.write(scope, ({ journal }) =>
        journal.append(uploads.map((entry) => ({ ...entry, at: NOW, dueAt: NOW + 1_000 }))),
      );
      const withdraw = (id: JournalEntryId) => bench.storage.truth.write(scope, ({ journal }) => journal.withdraw(id));
      expect((await list(scope)).map(({ id, task }) => ({ id, task }))).toEqual(uploads);
      expect(await bench.storage.truth.read(scope, ({ journal }) => journal.pending())).toBe(0);
      expect(await bench.storage.queue.countWaiting(scope.tenant, 1_000)).toBe(before);
      expect(await claim(scope, NOW + 999)).toBeUndefined();
      const [first, second] = uploads.map(({ id }) => id);
      if (first === undefined || second === undefined) throw new Error("two were appended");
      expect([await withdraw(first), await withdraw(first), await withdraw(journalId())]).toEqual([true, false, false]);
      const work = await claim(scope, NOW + 1_000);
      expect(work?.entries.map(({ id }) => id)).toEqual([second]);
      expect(await withdraw(second), "whoever has claimed it sees to it").toBe(false);
      await complete(scope, second, token(work));
      expect(await claim(scope, NOW + 20_000)).toBeUndefined();
    });

    it("refuses an entry id that exists: CONFLICT", async () => {
      const scope = bench.scope();
      const [id = journalId()] = await append(scope, NOW);
      await expectError(
        bench.storage.truth.write(scope, ({ journal }) => journal.append([{ id, task: digest(), at: NOW }])),
        "CONFLICT",
      );
    });

    it("P06 what is to be done at once is claimed by a clock that was set back since, and a retry waits for its time", async () => {
      const scope = bench.scope();
      const hourBefore = NOW - 3_600_000;
      const [id = journalId()] = await append(scope, NOW);
      const work = await claim(scope, hourBefore);
      expect(work?.entries.map((entry) => entry.id)).toEqual([id]);
      await bench.storage.queue.fail(id, token(work), { error: "not now", dueAt: NOW + 500 });
      expect(await claim(scope, NOW + 499)).toBeUndefined();
      expect((await claim(scope, NOW + 500))?.entries.map((entry) => entry.id)).toEqual([id]);
    });

    it("P06 is done only in the transaction that says so: rolled back, it is still to be done", async () => {
      const scope = bench.scope();
      const [id = journalId()] = await append(scope, NOW);
      const work = await claim(scope, NOW);
      const failing = bench.storage.truth.write(scope, async ({ journal }) => {
        await journal.complete(id, token(work));
        throw new Error("the result could not be written");
      });
      await expect(failing).rejects.toThrow("could not be written");
      expect(await list(scope)).toHaveLength(1);
      await complete(scope, id, token(work));
      expect(await list(scope)).toEqual([]);
    });

    it("P06 refuses to complete without the lease: CONFLICT", async () => {
      const scope = bench.scope();
      const [id = journalId()] = await append(scope, NOW);
      await expectError(complete(scope, id, "made up"), "CONFLICT");
      const work = await claim(scope, NOW, { leaseSeconds: 1 });
      const later = await claim(scope, NOW + 1000);
      expect(later?.entries.map((entry) => entry.id)).toEqual([id]);
      await expectError(complete(scope, id, token(work)), "CONFLICT");
      await complete(scope, id, token(later));
      await expectError(complete(scope, id, token(later)), "CONFLICT");
    });

    it("claims the oldest due entries of one scope, and no scope twice at once", async () => {
      const scope = bench.scope();
      const entryOf = (dueAt: number) => ({ id: journalId(), task: digest(), at: NOW, dueAt });
      const entries = [NOW, NOW, NOW + 60_000, NOW].map(entryOf);
      await bench.storage.truth.write(scope, ({ journal }) => journal.append(entries));
      const appended = entries.map(({ id }) => id);
      const work = await claim(scope, NOW, { maxEntries: 2 });
      expect(work?.scope).toEqual(scope);
      expect(work?.leaseUntil).toBe(NOW + 10_000);
      expect(work?.entries.map((entry) => [entry.id, entry.state])).toEqual(
        appended.slice(0, 2).map((id) => [id, "leased"]),
      );
      expect(await claim(scope, NOW + 9_999)).toBeUndefined();
      for (const entry of work?.entries ?? []) await complete(scope, entry.id, token(work));
      const next = await claim(scope, NOW);
      expect(
        next?.entries.map((entry) => entry.id),
        "the entry of the future waits; the one after it does not wait for it",
      ).toEqual([appended[3]]);
    });

    it("gives entries out again when a lease ran out, each alone from then on", async () => {
      const scope = bench.scope();
      const appended = await append(scope, NOW, NOW);
      const lost = await claim(scope, NOW);
      const [third = journalId()] = await append(scope, NOW);
      for (const id of appended) {
        const next = await claim(scope, NOW + 10_000);
        expect(next?.entries.map((entry) => [entry.id, entry.attempts])).toEqual([[id, 0]]);
        await complete(scope, id, token(next));
      }
      expect((await claim(scope, NOW + 10_000))?.entries.map((entry) => entry.id)).toEqual([third]);
      await expectError(bench.storage.queue.renew(token(lost), NOW + 10_000, 10), "CONFLICT");
    });

    it("P06 counts a lease that ran out against the entry that it held alone, and lets it die in the end", async () => {
      const scope = bench.scope();
      const [poison = journalId()] = await append(scope, NOW);
      const [behind = journalId()] = await append(scope, NOW);
      for (const lapses of [0, 1, 2]) {
        const work = await claim(scope, NOW + lapses * 10_000, { maxEntries: 1, maxAttempts: 3 });
        expect(work?.entries.map((entry) => [entry.id, entry.attempts])).toEqual([[poison, 0]]);
      }
      const dead: unknown[] = [];
      const next = await claim(scope, NOW + 30_000, { maxAttempts: 3, onDead: (entry) => dead.push(entry) });
      expect(dead).toMatchObject([{ id: poison, scope, state: "dead", lastError: "lease expired 3 times" }]);
      expect(next?.entries.map((entry) => [entry.id, entry.attempts])).toEqual([[behind, 0]]);
      expect((await list(scope))[0]).toMatchObject({ state: "dead", attempts: 0, lastError: "lease expired 3 times" });
      expect(await retryDead(scope)).toBe(1);
      await complete(scope, behind, token(next));
      expect((await claim(scope, NOW + 30_000))?.entries.map((entry) => entry.attempts)).toEqual([0]);
    });

    it("P06 lets no entry die of another that kills its worker, wherever that stands in the batch", async () => {
      const scope = bench.scope();
      const appended = await append(scope, NOW, NOW, NOW, NOW);
      const poison = appended[2];
      const completed: string[] = [];
      for (let now = NOW; now < NOW + 200_000; now += 10_000) {
        const work = await claim(scope, now, { maxAttempts: 2 });
        if (work?.entries.some((entry) => entry.id === poison)) continue; // the worker is gone, with all that it held
        for (const entry of work?.entries ?? []) {
          await complete(scope, entry.id, token(work));
          completed.push(entry.id);
        }
      }
      expect(completed).toEqual(appended.filter((id) => id !== poison));
      expect((await list(scope)).map((entry) => [entry.id, entry.state])).toEqual([[poison, "dead"]]);
    });

    it("finds no work where the only entry died of its leases, and goes on to the next user", async () => {
      const [scope, other] = [bench.scope(), bench.scope()];
      await append(scope, NOW);
      await claim(scope, NOW);
      expect(await claim(scope, NOW + 10_000, { maxAttempts: 1 })).toBeUndefined();
      expect((await list(scope))[0]).toMatchObject({ state: "dead", attempts: 0, lastError: "lease expired 1 time" });
      expect(await bench.storage.truth.read(scope, ({ journal }) => journal.pending())).toBe(0);
      await append(other, NOW);
      expect((await claim(other, NOW + 10_000))?.entries).toHaveLength(1);
    });

    it("P06 takes a lapse back from whoever lives to say so, and lets what died of it wait again", async () => {
      const scope = bench.scope();
      const [entry = journalId()] = await append(scope, NOW);
      const { queue } = bench.storage;
      for (let round = 0; round < 6; round += 1) {
        const work = await claim(scope, NOW + round * 10_000, { maxAttempts: 3 });
        expect(work?.entries.map(({ id }) => id)).toEqual([entry]);
        await queue.acquit(scope, round === 0 ? [] : [entry, journalId()]);
      }
      expect(await claim(scope, NOW + 60_000, { maxAttempts: 1 })).toBeUndefined();
      expect((await list(scope))[0]).toMatchObject({ state: "dead" });
      await queue.acquit(bench.scope(), [entry]);
      expect((await list(scope))[0]).toMatchObject({ state: "dead" });
      await queue.acquit(scope, [entry]);
      await append(scope, NOW);
      expect((await claim(scope, NOW + 60_000))?.entries.map(({ id }) => id)).toEqual([entry]);
    });

    it("P06 acquits nothing of what failed by itself", async () => {
      const scope = bench.scope();
      const [entry = journalId()] = await append(scope, NOW);
      await claim(scope, NOW);
      const work = await claim(scope, NOW + 10_000);
      await bench.storage.queue.fail(entry, token(work), { error: "INTERNAL" });
      await bench.storage.queue.acquit(scope, [entry]);
      expect((await list(scope))[0]).toMatchObject({ state: "dead", attempts: 1, lastError: "INTERNAL" });
    });

    it("says how many entries a lease that is released still held", async () => {
      const scope = bench.scope();
      const [first = journalId()] = await append(scope, NOW, NOW);
      const work = await claim(scope, NOW);
      await complete(scope, first, token(work));
      expect(await bench.storage.queue.release(token(work))).toBe(1);
      expect(await bench.storage.queue.release(token(work))).toBe(0);
    });

    it("counts nothing when a lease is released, however often", async () => {
      const scope = bench.scope();
      const appended = await append(scope, NOW, NOW);
      for (let round = 0; round < 4; round++) {
        const work = await claim(scope, NOW, { maxAttempts: 2 });
        expect(work?.entries.map((entry) => [entry.id, entry.attempts])).toEqual(appended.map((id) => [id, 0]));
        await bench.storage.queue.release(token(work));
      }
    });

    it("renews a lease, and releases it untouched", async () => {
      const scope = bench.scope();
      await append(scope, NOW);
      const work = await claim(scope, NOW);
      expect(await bench.storage.queue.renew(token(work), NOW + 9_000, 10)).toBe(NOW + 19_000);
      expect(await claim(scope, NOW + 18_999)).toBeUndefined();
      await bench.storage.queue.release(token(work));
      expect((await list(scope))[0]).toMatchObject({ state: "waiting", attempts: 0, dueAt: NOW });
      await expectError(bench.storage.queue.renew(token(work), NOW, 10), "CONFLICT");
      await bench.storage.queue.release(token(work));
    });

    it("P06 counts a failed try, waits until it is due, and dies without a date", async () => {
      const scope = bench.scope();
      const [id = journalId()] = await append(scope, NOW);
      const { queue } = bench.storage;
      await queue.fail(id, token(await claim(scope, NOW)), { error: "model\u0000 away", dueAt: NOW + 500 });
      expect((await list(scope))[0]).toMatchObject({
        state: "waiting",
        attempts: 1,
        lastError: "model\u0000 away",
        dueAt: NOW + 500,
      });
      expect(await claim(scope, NOW + 499)).toBeUndefined();
      const again = await claim(scope, NOW + 500);
      await queue.fail(id, "made up", { error: "not mine" });
      await queue.fail(id, token(again), { error: "still away" });
      expect((await list(scope))[0]).toMatchObject({ state: "dead", attempts: 2, lastError: "still away" });
      expect(await claim(scope, NOW + 999_999)).toBeUndefined();
      expect(await bench.storage.truth.read(scope, ({ journal }) => journal.pending())).toBe(0);
    });

    it("lets dead entries wait again from attempt 0, all or those named", async () => {
      const scope = bench.scope();
      const [a = journalId(), b = journalId()] = await append(scope, NOW, NOW);
      const work = await claim(scope, NOW);
      for (const id of [a, b]) await bench.storage.queue.fail(id, token(work), { error: "e" });
      expect(await retryDead(scope, [b, journalId()])).toBe(1);
      expect((await claim(scope, NOW))?.entries.map((entry) => [entry.id, entry.attempts])).toEqual([[b, 0]]);
      expect(await retryDead(scope)).toBe(1);
      expect(await retryDead(bench.scope())).toBe(0);
    });

    it("measures the journal no further than it is told to, and then still knows an age", async () => {
      const scope = bench.scope();
      await append(scope, NOW, NOW, NOW);
      const { queue } = bench.storage;
      const whole = await queue.backlog();
      const sum = ({ waiting, leased, refining, dead }: typeof whole) => waiting + leased + refining + dead;
      expect(sum(whole)).toBeGreaterThanOrEqual(3);
      expect(await queue.backlog(sum(whole) + 1)).toEqual(whole);
      const part = await queue.backlog(2);
      expect(sum(part)).toBe(2);
    });

    it("drops entries about what is erased, claimed ones too", async () => {
      const scope = bench.scope();
      const [turn, item] = [turnId(), memoryId()];
      const entries = [
        { id: journalId(), task: { type: "digest" as const, turnId: turn, sessionId: sessionId() }, at: NOW },
        { id: journalId(), task: { type: "embed" as const, itemId: item }, at: NOW },
        { id: journalId(), task: digest(), at: NOW },
      ];
      await bench.storage.truth.write(scope, ({ journal }) => journal.append(entries));
      const work = await claim(scope, NOW, { maxEntries: 1 });
      const dropped = await bench.storage.truth.write(scope, ({ journal }) =>
        journal.removeFor({ turnIds: [turn, turnId()], itemIds: [item] }),
      );
      expect(dropped).toBe(2);
      expect((await list(scope)).map((entry) => entry.id)).toEqual([entries[2]?.id]);
      await expectError(complete(scope, entries[0]?.id ?? journalId(), token(work)), "CONFLICT");
    });
  });

  suite("journal queue over all users", make, (bench) => {
    it("serves the user who was served longest ago, and tells of the backlog", async () => {
      const { storage } = bench;
      const scopes = [bench.scope(), bench.scope(), bench.scope()];
      for (const scope of scopes) await appendTo(storage, scope, NOW + unique(), 2);
      const served: string[] = [];
      for (let round = 0; round < 6; round++) {
        const work = await storage.queue.claim({ now: NOW + 1e6, leaseSeconds: 10, maxEntries: 1, maxAttempts: 5 });
        served.push(work?.scope.user ?? "nobody");
        for (const entry of work?.entries ?? [])
          await storage.truth.write(entry.scope, ({ journal }) => journal.complete(entry.id, work?.leaseToken ?? ""));
      }
      expect(served).toEqual([...scopes, ...scopes].map((scope) => scope.user));
      expect(
        await storage.queue.claim({ now: NOW + 1e6, leaseSeconds: 10, maxEntries: 1, maxAttempts: 5 }),
      ).toBeUndefined();
      expect(await storage.queue.backlog()).toEqual({ waiting: 0, leased: 0, refining: 0, dead: 0 });
      expect(await storage.queue.nextDueAt()).toBeUndefined();
    });

    it("8.2 lets tenants take turns: one with very many users waiting holds up no other", async () => {
      const { storage } = bench;
      const crowd = Array.from({ length: 8 }, () => bench.scope());
      for (const scope of crowd) await appendTo(storage, scope, NOW, 3);
      const quiet = await Promise.all(
        Array.from({ length: 2 }, async () => {
          const tenant = `quiet ${unique()}`;
          await storage.tenants.ensure(tenant, NOW);
          const scope = bench.scopeOf(tenant);
          await appendTo(storage, scope, NOW + 1, 2);
          return scope;
        }),
      );
      const served: Scope[] = [];
      for (let round = 0; round < 28; round++) {
        const work = await storage.queue.claim({ now: NOW + 1e6, leaseSeconds: 10, maxEntries: 1, maxAttempts: 5 });
        if (work === undefined) break;
        served.push(work.scope);
        for (const entry of work.entries)
          await storage.truth.write(entry.scope, ({ journal }) => journal.complete(entry.id, work.leaseToken));
      }
      expect(served, "all that waited was served").toHaveLength(8 * 3 + 2 * 2);
      const early = served.slice(0, 6).map((scope) => scope.tenant);
      for (const { tenant } of quiet) expect(early.filter((name) => name === tenant)).toHaveLength(2);
      const own = served.filter((scope) => scope.tenant === crowd[0]?.tenant).map((scope) => scope.user);
      expect(own.slice(0, 8), "and within a tenant its users").toEqual(own.slice(8, 16));
      expect(new Set(own.slice(0, 8)).size).toBe(8);
    });

    it("counts what waits of one tenant, no further than it is asked to", async () => {
      const { storage } = bench;
      const [tenant, other] = [`waiting ${unique()}`, `waiting ${unique()}`];
      for (const name of [tenant, other]) await storage.tenants.ensure(name, NOW);
      const [a, b, c] = [bench.scopeOf(tenant), bench.scopeOf(tenant), bench.scopeOf(other)];
      await appendTo(storage, a, NOW, 3);
      await appendTo(storage, b, NOW, 2);
      await appendTo(storage, c, NOW, 1);
      const refine: JournalTask = { type: "refine", turnId: turnId(), sessionId: sessionId() };
      await storage.truth.write(a, ({ journal }) => journal.append([{ id: journalId(), task: refine, at: NOW }]));
      expect(await storage.queue.countWaiting(tenant, 100)).toBe(5);
      expect(await storage.queue.countWaiting(tenant, 4)).toBe(4);
      expect(await storage.queue.countWaiting(`nobody ${unique()}`, 4)).toBe(0);
      const work = await storage.queue.claim({ now: NOW, leaseSeconds: 10, maxEntries: 2, maxAttempts: 5, scope: a });
      expect(await storage.queue.countWaiting(tenant, 100), "what is leased waits still").toBe(5);
      const [first, second] = work?.entries ?? [];
      await storage.queue.fail(first?.id ?? journalId(), work?.leaseToken ?? "", { error: "e" });
      expect(await storage.queue.countWaiting(tenant, 100), "what is dead does not").toBe(4);
      await storage.truth.write(a, ({ journal }) =>
        journal.complete(second?.id ?? journalId(), work?.leaseToken ?? ""),
      );
      expect(await storage.queue.countWaiting(tenant, 100)).toBe(3);
      for (const scope of [a, b, c])
        await storage.truth.write(scope, async ({ journal }) => {
          for (const { task } of (await journal.list({ limit: 10 })).items)
            if (task.type === "digest" || task.type === "refine") await journal.removeFor({ turnIds: [task.turnId] });
        });
    });

    it("goes on to the next user in the same claim when a user's last entry died of its leases", async () => {
      const { storage } = bench;
      const [poisoned, healthy] = [bench.scope(), bench.scope()];
      const claim = (now: number) => storage.queue.claim({ now, leaseSeconds: 10, maxEntries: 5, maxAttempts: 1 });
      await appendTo(storage, poisoned, NOW, 1);
      expect((await claim(NOW))?.scope).toEqual(poisoned);
      await appendTo(storage, healthy, NOW, 1);
      const held = await claim(NOW);
      expect(held?.scope).toEqual(healthy);
      await storage.queue.release(held?.leaseToken ?? "");
      const next = await claim(NOW + 10_000);
      expect(next?.scope).toEqual(healthy);
      for (const entry of next?.entries ?? [])
        await storage.truth.write(healthy, ({ journal }) => journal.complete(entry.id, next?.leaseToken ?? ""));
      expect(await storage.queue.backlog()).toEqual({ waiting: 0, leased: 0, refining: 0, dead: 1 });
      await storage.truth.write(poisoned, async ({ journal }) => {
        for (const { task } of (await journal.list({ limit: 10 })).items)
          if (task.type === "digest") await journal.removeFor({ turnIds: [task.turnId] });
      });
    });

    it("counts what waits, is leased and is dead, and knows when the next is due", async () => {
      const { storage } = bench;
      const [a, b] = [bench.scope(), bench.scope()];
      await appendTo(storage, a, NOW, 3);
      await appendTo(storage, b, NOW + 77, 1);
      const work = await storage.queue.claim({ now: NOW, leaseSeconds: 10, maxEntries: 2, maxAttempts: 5, scope: a });
      await storage.queue.fail(work?.entries[0]?.id ?? journalId(), work?.leaseToken ?? "", { error: "e" });
      expect(await storage.queue.backlog()).toEqual({
        waiting: 2,
        leased: 1,
        refining: 0,
        dead: 1,
        oldestAppendedAt: NOW,
      });
      expect(await storage.queue.nextDueAt()).toBe(NOW);
    });

    it("P07 nobody waits for what the model may still refine: it is counted apart, waits for its time, and goes with its turn", async () => {
      const { storage } = bench;
      const scope = bench.scope();
      const before = await storage.queue.backlog();
      const task: JournalTask = { type: "refine", turnId: turnId(), sessionId: sessionId() };
      const [id, dueAt] = [journalId(), NOW + 5_000];
      await storage.truth.write(scope, ({ journal }) => journal.append([{ id, task, at: NOW - 9, dueAt }]));
      expect(await storage.queue.backlog()).toEqual({ ...before, refining: before.refining + 1 });
      expect(await storage.truth.read(scope, ({ journal }) => journal.pending())).toBe(0);
      const request = { leaseSeconds: 1, maxEntries: 5, maxAttempts: 5, scope };
      expect(await storage.queue.claim({ ...request, now: dueAt - 1 })).toBeUndefined();
      const work = await storage.queue.claim({ ...request, now: dueAt });
      expect(work?.entries).toMatchObject([{ id, task, dueAt, appendedAt: NOW - 9 }]);
      expect(await storage.truth.write(scope, ({ journal }) => journal.removeFor({ turnIds: [task.turnId] }))).toBe(1);
      expect(await storage.queue.backlog()).toEqual(before);
    });

    it("P06 P17 gives no entry to two claimers", async () => {
      const { storage, subject } = bench;
      const other = (await subject.secondConnection?.()) ?? storage;
      const scopes = Array.from({ length: 6 }, () => sampleScope(bench.tenant));
      for (const scope of scopes) await appendTo(storage, scope, NOW, 3);
      const works = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          (index % 2 === 0 ? storage : other).queue.claim({
            now: NOW,
            leaseSeconds: 60,
            maxEntries: 3,
            maxAttempts: 5,
          }),
        ),
      );
      const claimed = works.flatMap((work) => work?.entries.map((entry) => entry.id) ?? []);
      expect(new Set(claimed).size).toBe(claimed.length);
      const users = works.flatMap((work) => (work === undefined ? [] : [work.scope.user as string]));
      expect(new Set(users).size).toBe(users.length);
      expect(users).toEqual(expect.arrayContaining(scopes.map((scope) => scope.user as string)));
    });
  });
}

async function appendTo(storage: Storage, scope: Scope, at: number, count: number): Promise<void> {
  const entries = Array.from({ length: count }, () => ({ id: journalId(), task: digest(), at }));
  await storage.truth.write(scope, ({ journal }) => journal.append(entries));
}
