import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { type ApiKey, auditText, type ChangeLine } from "../../domain/index.js";
import { type Bench, collect, expectError, type MakeStorage, suite } from "./harness.js";
import { HOSTILE_IDS, NOW, unique } from "./samples.js";

export function sampleKey(tenant: string, more: Partial<ApiKey> = {}): ApiKey {
  const id = `id${unique()}`;
  return { id, tenant, name: `name ${id}`, role: "agent", secretHash: "hash", salt: "salt", createdAt: NOW, ...more };
}

/** A tenant of its own, whose log holds nothing yet, and lines for it. */
export async function audited({ storage }: Bench) {
  const tenant = `audited ${unique()}`;
  await storage.tenants.ensure(tenant, NOW);
  const event = { at: NOW, actor: "a", targets: ["id_1"], outcome: "done" } as const;
  const told = (action: string): ChangeLine => ({ tenant, event: { ...event, action } });
  const actions = async () =>
    (await collect((page) => storage.auditLog.chain(tenant, page), 50)).map((line) => line.action);
  return { tenant, told, actions };
}

export function credentialsConformance(make: MakeStorage): void {
  suite("API keys", make, (bench) => {
    it("keeps every field, and finds a key by its id whoever's it is", async () => {
      const { credentials } = bench.storage;
      const key = sampleKey(bench.tenant, {
        permissions: ["memory:read"],
        user: "ada",
        agent: "bot",
        expiresAt: NOW + 5,
        lastUsedAt: NOW + 1,
      });
      await credentials.insert(key);
      expect(await credentials.find(key.id)).toEqual(key);
      const plain = sampleKey(bench.tenant);
      await credentials.insert(plain);
      expect(await credentials.find(plain.id)).toEqual(plain);
      expect(await credentials.find("nothing")).toBeUndefined();
    });

    it("refuses a second live key of a name, an id that is taken, and an unknown tenant", async () => {
      const { credentials } = bench.storage;
      const key = sampleKey(bench.tenant);
      await credentials.insert(key);
      await expectError(credentials.insert(sampleKey(bench.tenant, { name: key.name })), "CONFLICT");
      await expectError(credentials.insert({ ...sampleKey(bench.tenant), id: key.id }), "CONFLICT");
      await expectError(credentials.insert(sampleKey(`nobody ${unique()}`)), "UNKNOWN_TENANT");
      await credentials.update(bench.tenant, key.id, { revokedAt: NOW + 1 });
      const next = sampleKey(bench.tenant, { name: key.name });
      await credentials.insert(next);
      expect((await credentials.find(next.id))?.name).toBe(key.name);
    });

    it("P09 changes no key of another tenant; a revoked key stays revoked", async () => {
      const { credentials, tenants } = bench.storage;
      const other = `other ${unique()}`;
      await tenants.ensure(other, NOW);
      const key = sampleKey(bench.tenant);
      await credentials.insert(key);
      await expectError(credentials.update(other, key.id, { revokedAt: NOW }), "NOT_FOUND");
      await expectError(credentials.replace(other, key.id, sampleKey(other), NOW), "NOT_FOUND");
      expect(await credentials.find(key.id)).toEqual(key);
      expect(await credentials.update(bench.tenant, key.id, { revokedAt: NOW + 7 })).toMatchObject({
        revokedAt: NOW + 7,
      });
      expect(await credentials.update(bench.tenant, key.id, { revokedAt: NOW + 9 })).toMatchObject({
        revokedAt: NOW + 7,
      });
    });

    it("replaces in one step: the old key ends with the overlap, never later than it would have, and gives its name away", async () => {
      const { credentials } = bench.storage;
      const key = sampleKey(bench.tenant, { expiresAt: NOW + 50 });
      await credentials.insert(key);
      const next = sampleKey(bench.tenant, { name: key.name });
      expect(await credentials.replace(bench.tenant, key.id, next, NOW + 100)).toEqual(next);
      expect(await credentials.find(key.id)).toEqual({ ...key, replacedBy: next.id });
      const clash = sampleKey(bench.tenant);
      await credentials.insert(clash);
      await expectError(
        credentials.replace(bench.tenant, next.id, sampleKey(bench.tenant, { name: clash.name }), NOW),
        "CONFLICT",
      );
      expect(await credentials.find(next.id)).toEqual(next);
    });

    it("P10, P27 lists a tenant's own keys, whatever its name, page by page in the order of making", async () => {
      const { credentials, tenants } = bench.storage;
      for (const id of HOSTILE_IDS) await tenants.ensure(id, NOW);
      for (const id of HOSTILE_IDS) await credentials.insert(sampleKey(id, { name: "one" }));
      for (const id of HOSTILE_IDS) {
        expect((await credentials.list(id, { limit: 9 })).items.map((key) => key.tenant)).toEqual([id]);
      }
      const tenant = `many ${unique()}`;
      await tenants.ensure(tenant, NOW);
      const keys = Array.from({ length: 7 }, (_, index) => sampleKey(tenant, { createdAt: NOW - index }));
      for (const key of keys) await credentials.insert(key);
      expect(await collect((page) => credentials.list(tenant, page), 3)).toEqual([...keys].reverse());
    });

    it("9.5 appends the line of a change in its transaction: a refused change leaves none", async () => {
      const { auditLog, credentials } = bench.storage;
      const { tenant, told, actions } = await audited(bench);
      const key = sampleKey(tenant);
      await credentials.insert(key, told("made"));
      await expectError(credentials.insert(sampleKey(tenant, { name: key.name }), told("made twice")), "CONFLICT");
      const next = sampleKey(tenant, { name: key.name });
      await credentials.replace(tenant, key.id, next, NOW, told("replaced"));
      await expectError(
        credentials.replace(tenant, "none", sampleKey(tenant), NOW, told("replaced none")),
        "NOT_FOUND",
      );
      await credentials.update(tenant, next.id, { revokedAt: NOW }, told("revoked"));
      await expectError(credentials.update(tenant, "none", { revokedAt: NOW }, told("revoked none")), "NOT_FOUND");
      expect(await actions()).toEqual(["made", "replaced", "revoked"]);
      const [line] = (await auditLog.chain(tenant, { limit: 1 })).items;
      expect(line).toMatchObject({ ...told("made").event, position: 1, previous: "" });
      const lost = { ...told("lost"), tenant: `nobody ${unique()}` };
      const other = sampleKey(tenant);
      await expectError(credentials.insert(other, lost), "UNKNOWN_TENANT");
      await expectError(credentials.update(tenant, next.id, { lastUsedAt: NOW }, lost), "UNKNOWN_TENANT");
      await expectError(credentials.replace(tenant, next.id, other, NOW, lost), "UNKNOWN_TENANT");
      expect(await credentials.find(other.id)).toBeUndefined();
      expect((await credentials.find(next.id))?.lastUsedAt).toBeUndefined();
    });

    it("shows a revocation to another connection at once", async ({ skip }) => {
      const other = await bench.subject.secondConnection?.();
      if (other === undefined) return skip("there is no second connection");
      const key = sampleKey(bench.tenant);
      await bench.storage.credentials.insert(key);
      expect((await other.credentials.find(key.id))?.revokedAt).toBeUndefined();
      await bench.storage.credentials.update(bench.tenant, key.id, { revokedAt: NOW });
      expect((await other.credentials.find(key.id))?.revokedAt).toBe(NOW);
    });
  });
}

export function auditLogConformance(make: MakeStorage): void {
  suite("audit log", make, (bench) => {
    const event = (action: string, more: object = {}) =>
      ({ at: NOW, action, actor: "a", targets: ["mem_1"], outcome: "done", ...more }) as const;
    const tenant = async () => {
      const name = `audited ${unique()}`;
      await bench.storage.tenants.ensure(name, NOW);
      return name;
    };

    it("chains what transactions and callers append, per tenant, without gaps, over several connections", async () => {
      const name = await tenant();
      const other = (await bench.subject.secondConnection?.()) ?? bench.storage;
      const scope = bench.scopeOf(name);
      await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          index % 2 === 0
            ? bench.storage.auditLog.append(name, [event(`x${index}`, { door: "http", keyId: "k", user: "u" })])
            : other.truth.write(scope, ({ audit }) => audit.append(event(`x${index}`, { detail: "d" }))),
        ),
      );
      const records = await collect((page) => bench.storage.auditLog.chain(name, page), 5);
      expect(records.map((record) => record.position)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
      expect(new Set(records.map((record) => record.action)).size).toBe(12);
      let previous = "";
      for (const record of records) {
        expect(record.previous).toBe(previous);
        expect(record.hash).toBe(createHash("sha256").update(auditText(name, record)).digest("hex"));
        previous = record.hash;
      }
    });

    it("appends all lines of a call or none, and those of a transaction only with it; nobody is made a user", async () => {
      const name = await tenant();
      const { auditLog, truth } = bench.storage;
      const scope = bench.scopeOf(name);
      await auditLog.append(name, [event("one"), event("two")]);
      const broken = truth.write(scope, async ({ audit }) => {
        await audit.append(event("three"));
        throw new Error("given up");
      });
      await expect(broken).rejects.toThrow("given up");
      await truth.write(scope, ({ audit }) => audit.append(event("four")));
      const actions = (await auditLog.chain(name, { limit: 9 })).items.map((record) => record.action);
      expect(actions).toEqual(["one", "two", "four"]);
      expect(await truth.read(scope, ({ directory }) => directory.hasUser())).toBe(false);
      await expectError(auditLog.append(`nobody ${unique()}`, [event("x")]), "UNKNOWN_TENANT");
    });

    it("P10, P27 finds lines by user, actor, action, outcome and time, newest first, page by page", async () => {
      const name = await tenant();
      const { auditLog } = bench.storage;
      const lines = Array.from({ length: 9 }, (_, index) =>
        event(index % 2 === 0 ? "recall" : "forget", {
          at: NOW + index,
          actor: index < 3 ? "key:a" : "key:a%",
          outcome: index === 4 ? "refused" : "done",
          ...(index % 3 === 0 && { user: "ada" }),
        }),
      );
      await auditLog.append(name, lines);
      const places = async (filter: object) =>
        (await collect((page) => auditLog.list(name, filter, page), 2)).map((record) => record.position - 1);
      expect(await places({})).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
      expect(await places({ user: "ada" })).toEqual([6, 3, 0]);
      expect(await places({ actor: "key:a%" })).toEqual([8, 7, 6, 5, 4, 3]);
      expect(await places({ action: "forget", from: NOW + 2, to: NOW + 7 })).toEqual([5, 3]);
      expect(await places({ outcome: "refused" })).toEqual([4]);
      expect((await auditLog.list(await tenant(), {}, { limit: 9 })).items).toEqual([]);
    });

    it("appends the line of a tenant's making with it, to whichever log it belongs, and makes none where the line cannot be", async () => {
      const { tenants, auditLog } = bench.storage;
      const { told, actions } = await audited(bench);
      const made = `made ${unique()}`;
      await tenants.ensure(made, NOW, told("tenants-create"));
      await tenants.ensure(made, NOW, told("again"));
      expect(await actions()).toEqual(["tenants-create", "again"]);
      const own = `own ${unique()}`;
      await tenants.ensure(own, NOW, { ...told("first"), tenant: own });
      expect((await auditLog.chain(own, { limit: 9 })).items.map((line) => line.action)).toEqual(["first"]);
      const never = `never ${unique()}`;
      const lost = { ...told("lost"), tenant: `nobody ${unique()}` };
      await expectError(tenants.ensure(never, NOW, lost), "UNKNOWN_TENANT");
      await expectError(tenants.ensure(never, NOW, lost), "UNKNOWN_TENANT");
      await expectError(auditLog.append(never, [told("x").event]), "UNKNOWN_TENANT");
    });

    it("has the chain again after it was opened anew", async ({ skip }) => {
      const { reopen } = bench.subject;
      if (reopen === undefined) return skip("nothing outlives closing");
      const name = await tenant();
      await bench.storage.auditLog.append(name, [event("one"), event("two")]);
      const before = await bench.storage.auditLog.chain(name, { limit: 9 });
      expect(await (await reopen()).auditLog.chain(name, { limit: 9 })).toEqual(before);
    });
  });
}
