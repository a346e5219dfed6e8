import { expect, it } from "vitest";
import type { TruthTransaction } from "../../ports/index.js";
import { expectError, type MakeStorage, suite } from "./harness.js";
import { NOW, sampleMemory, sampleScope, sampleTurn, turnId, unique } from "./samples.js";

const append = (transaction: TruthTransaction, id = turnId()) => transaction.turns.append([sampleTurn({ id })]);

export function truthConformance(make: MakeStorage): void {
  suite("truth", make, (bench) => {
    it("keeps all of a write", async () => {
      const scope = bench.scope();
      const id = turnId();
      await bench.storage.truth.write(scope, (transaction) => append(transaction, id));
      expect(await bench.storage.truth.read(scope, ({ turns }) => turns.find(id))).toMatchObject({ id });
    });

    it("keeps nothing of a write that throws, and passes its error on", async () => {
      const scope = bench.scope();
      const failing = bench.storage.truth.write(scope, async (transaction) => {
        await append(transaction);
        await transaction.memories.insert(sampleMemory());
        throw new RangeError("of the caller's own");
      });
      await expect(failing).rejects.toThrow(RangeError);
      const left = await bench.storage.truth.read(scope, async ({ turns, memories, directory }) => ({
        sessions: (await turns.listSessions({ limit: 1 })).items,
        memories: await memories.count({ op: "all" }),
        user: await directory.hasUser(),
      }));
      expect(left).toEqual({ sessions: [], memories: 0, user: false });
    });

    it("lets writes that run together each stand or fall alone", async () => {
      const scope = bench.scope();
      const ids = Array.from({ length: 20 }, () => turnId());
      const outcomes = await Promise.allSettled(
        ids.map((id, index) =>
          bench.storage.truth.write(scope, async (transaction) => {
            await append(transaction, id);
            if (index % 3 === 0) throw new Error("this one");
          }),
        ),
      );
      expect(outcomes.map((outcome) => outcome.status)).toEqual(
        ids.map((_, index) => (index % 3 === 0 ? "rejected" : "fulfilled")),
      );
      const kept = await bench.storage.truth.read(scope, ({ turns }) => turns.findMany(ids));
      expect(kept.map((turn) => turn.id)).toEqual(ids.filter((_, index) => index % 3 !== 0));
      expect(kept.map((turn) => turn.position)).toEqual(kept.map((_, index) => index));
    });

    it("shows a transaction its own changes", async () => {
      const seen = await bench.storage.truth.write(bench.scope(), async (transaction) => {
        const id = turnId();
        await append(transaction, id);
        return transaction.turns.find(id);
      });
      expect(seen).toBeDefined();
    });

    it("gives a reader one snapshot, whatever is committed meanwhile", async () => {
      const scope = bench.scope();
      const id = turnId();
      const [before, after] = await bench.storage.truth.read(scope, async ({ turns }) => {
        const first = await turns.find(id);
        await bench.storage.truth.write(scope, (transaction) => append(transaction, id));
        return [first, await turns.find(id)];
      });
      expect([before, after]).toEqual([undefined, undefined]);
      expect(await bench.storage.truth.read(scope, ({ turns }) => turns.find(id))).toBeDefined();
    });

    it("lets readers go on while a write is open, and shows them nothing of it", async () => {
      const scope = bench.scope();
      const id = turnId();
      await bench.storage.truth.write(scope, async (transaction) => {
        await append(transaction, id);
        expect(await bench.storage.truth.read(scope, ({ turns }) => turns.find(id))).toBeUndefined();
      });
    });

    it("refuses writes inside a read: INTERNAL", async () => {
      const scope = bench.scope();
      await expectError(
        bench.storage.truth.read(scope, (transaction) => append(transaction)),
        "INTERNAL",
      );
      await expectError(
        bench.storage.truth.read(scope, ({ memories }) => memories.insert(sampleMemory())),
        "INTERNAL",
      );
      await expectError(
        bench.storage.truth.read(scope, ({ requests }) => requests.clear()),
        "INTERNAL",
      );
      await expectError(
        bench.storage.truth.read(scope, (transaction) => bench.storage.projection.apply(transaction, [])),
        "INTERNAL",
      );
    });

    it("refuses a write inside a write, through any port, instead of waiting for ever: INTERNAL", async () => {
      const { truth, tenants, sessions, queue } = bench.storage;
      const [scope, other] = [bench.scope(), bench.scope()];
      const nested: Record<string, () => Promise<unknown>> = {
        write: () => truth.write(scope, (transaction) => append(transaction)),
        "write of another scope": () => truth.write(other, (transaction) => append(transaction)),
        "write inside a read": () => truth.read(scope, () => truth.write(scope, (transaction) => append(transaction))),
        tenants: () => tenants.ensure("another tenant", NOW),
        sessions: () => sessions.put(scope, "space", "key", 1, { now: NOW, ttlSeconds: 1 }),
        queue: () => queue.release("some lease"),
      };
      for (const begin of Object.values(nested)) {
        await expectError(
          truth.write(scope, async (transaction) => {
            await append(transaction);
            await begin();
          }),
          "INTERNAL",
        );
      }
      const session = await truth.read(scope, ({ turns }) => turns.findSession(sampleTurn().sessionId));
      expect(session, "the outer write is undone like any that throws").toBeUndefined();
    });

    it("takes a write that began side by side with another, or comes after the one that asked for it", async () => {
      const scope = bench.scope();
      let later: Promise<unknown> | undefined;
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const write = () => bench.storage.truth.write(scope, (transaction) => append(transaction));
      await Promise.all([
        write(),
        bench.storage.truth.write(scope, async (transaction) => {
          await append(transaction);
          later = ended.then(write);
        }),
        write(),
      ]);
      end();
      await later;
      const session = await bench.storage.truth.read(scope, ({ turns }) => turns.findSession(sampleTurn().sessionId));
      expect(session?.turnCount).toBe(4);
    });

    it("refuses a transaction that has ended: INTERNAL", async () => {
      const scope = bench.scope();
      const leaked = await bench.storage.truth.write(scope, async (transaction) => transaction);
      await expectError(append(leaked), "INTERNAL");
      await expectError(leaked.turns.find(turnId()), "INTERNAL");
    });

    it("P12 refuses writes to a tenant that was never created, and finds nothing there", async () => {
      const scope = sampleScope(`never created ${unique()}`);
      const { truth, sessions, projection } = bench.storage;
      await expectError(
        truth.write(scope, ({ directory }) => directory.ensureUser(NOW)),
        "UNKNOWN_TENANT",
      );
      await expectError(
        truth.write(scope, (transaction) => append(transaction)),
        "UNKNOWN_TENANT",
      );
      await expectError(
        truth.write(scope, ({ memories }) => memories.insert(sampleMemory())),
        "UNKNOWN_TENANT",
      );
      await expectError(sessions.put(scope, "space", "key", 1, { now: NOW, ttlSeconds: 1 }), "UNKNOWN_TENANT");
      await truth.write(scope, (transaction) => projection.apply(transaction, []));
      expect(await truth.read(scope, ({ directory }) => directory.hasUser())).toBe(false);
      expect(await truth.read(scope, ({ memories }) => memories.list({ op: "all" }, { limit: 1 }))).toEqual({
        items: [],
      });
    });

    it("makes a user once, by hand or with the first write", async () => {
      const [byHand, byWrite] = [bench.scope(), bench.scope()];
      await bench.storage.truth.write(byHand, async ({ directory }) => {
        await directory.ensureUser(NOW);
        await directory.ensureUser(NOW + 1);
      });
      await bench.storage.truth.write(byWrite, (transaction) => append(transaction));
      for (const scope of [byHand, byWrite])
        expect(await bench.storage.truth.read(scope, ({ directory }) => directory.hasUser())).toBe(true);
      const users = (await bench.storage.tenants.listUsers(bench.tenant, { limit: 1000 })).items;
      expect(users.filter((user) => user.id === byHand.user)).toEqual([{ id: byHand.user, createdAt: NOW }]);
    });

    it("P18 keeps the answer to a request by key and operation, once", async () => {
      const scope = bench.scope();
      const entry = { key: "k", operation: "remember", bodyHash: "h", response: '{"a":1}', at: NOW };
      await bench.storage.truth.write(scope, ({ requests }) => requests.put(entry));
      await expectError(
        bench.storage.truth.write(scope, ({ requests }) => requests.put({ ...entry, response: "other" })),
        "CONFLICT",
      );
      const find = (key: string, operation: string) =>
        bench.storage.truth.read(scope, ({ requests }) => requests.find(key, operation));
      expect(await find("k", "remember")).toEqual({ bodyHash: "h", response: '{"a":1}' });
      expect(await find("k", "correct")).toBeUndefined();
      expect(await find("K", "remember")).toBeUndefined();
      expect(await bench.storage.truth.write(scope, ({ requests }) => requests.clear())).toBe(1);
      expect(await find("k", "remember")).toBeUndefined();
    });

    it("keeps by which model a scope is searched, and of nobody who never wrote", async () => {
      const [scope, nobody] = [bench.scope(), bench.scope()];
      const find = (whose: typeof scope) => bench.storage.truth.read(whose, ({ servingModel }) => servingModel.find());
      const put = (whose: typeof scope, modelId: string) =>
        bench.storage.truth.write(whose, ({ servingModel }) => servingModel.put({ modelId, since: NOW }));
      await bench.storage.truth.write(scope, ({ directory }) => directory.ensureUser(NOW));
      expect(await find(scope)).toBeUndefined();
      for (const modelId of ["first", "second"]) {
        await put(scope, modelId);
        expect(await find(scope)).toEqual({ modelId, since: NOW });
      }
      await put(nobody, "first");
      expect(await find(nobody)).toBeUndefined();
      const isUser = await bench.storage.truth.read(nobody, ({ directory }) => directory.hasUser());
      expect(isUser).toBe(false);
      await expectError(
        bench.storage.truth.read(scope, ({ servingModel }) => servingModel.put({ modelId: "third", since: NOW })),
        "INTERNAL",
      );
    });

    it("P27 lists the audit newest first, page by page", async () => {
      const scope = bench.scope();
      const events = Array.from({ length: 7 }, (_, index) => ({
        at: NOW + index,
        action: "recall",
        actor: "library",
        targets: [`mem_${index}`],
        outcome: "done" as const,
        ...(index % 2 === 0 && { detail: "even" }),
      }));
      for (const event of events) await bench.storage.truth.write(scope, ({ audit }) => audit.append(event));
      const { user } = scope;
      const newestFirst = events.map((event) => ({ ...event, user })).reverse();
      const first = await bench.storage.truth.read(scope, ({ audit }) => audit.list({ limit: 3 }));
      expect(first.items).toEqual(newestFirst.slice(0, 3));
      const second = await bench.storage.truth.read(scope, ({ audit }) =>
        audit.list({ limit: 10, cursor: first.nextCursor ?? "" }),
      );
      expect(second).toEqual({ items: newestFirst.slice(3) });
    });
  });
}

export function durabilityConformance(make: MakeStorage): void {
  suite("opening and closing", make, (bench) => {
    it("refuses every call before opening and after closing: CLOSED", async () => {
      const { storage, cleanup } = await make();
      await storage.close();
      const scope = sampleScope("t");
      await expectError(
        storage.truth.read(scope, async () => 1),
        "CLOSED",
      );
      await expectError(
        storage.truth.write(scope, async () => 1),
        "CLOSED",
      );
      await expectError(storage.tenants.ensure("t", NOW), "CLOSED");
      await expectError(storage.queue.backlog(), "CLOSED");
      await expectError(storage.sessions.find(scope, "s", "k", NOW), "CLOSED");
      await expectError(storage.keywords.termWeights(scope, ["a"]), "CLOSED");
      await cleanup();
    });

    it("finishes what was accepted before it closes", async () => {
      const { storage, cleanup } = await make();
      await storage.tenants.ensure("t", NOW);
      const accepted = storage.truth.write(sampleScope("t"), async (transaction) => append(transaction));
      await Promise.all([storage.close(), expect(accepted).resolves.toHaveLength(1)]);
      await cleanup();
    });

    it("has everything again after it was opened anew", async ({ skip }) => {
      const { reopen } = bench.subject;
      if (reopen === undefined) return skip("nothing outlives closing");
      const scope = bench.scope();
      const memory = sampleMemory();
      await bench.storage.truth.write(scope, ({ memories }) => memories.insert(memory));
      const again = await reopen();
      expect(await again.truth.read(scope, ({ memories }) => memories.find(memory.id))).toEqual(memory);
    });
  });
}
