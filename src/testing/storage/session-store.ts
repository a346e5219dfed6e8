import { expect, it } from "vitest";
import { expectError, type MakeStorage, suite } from "./harness.js";
import { audited } from "./identity.js";
import { HOSTILE_IDS, HOSTILE_TEXTS, NOW, unique } from "./samples.js";

export function sessionStoreConformance(make: MakeStorage): void {
  suite("session store", make, (bench) => {
    const options = { now: NOW, ttlSeconds: 60 };

    it("gives back any JSON value, by whole key, space and user", async () => {
      const [scope, other] = [bench.scope(), bench.scope()];
      const { sessions } = bench.storage;
      const value = { step: 3, done: false, list: [1, null, { a: "b" }], text: HOSTILE_TEXTS.join("") };
      for (const id of HOSTILE_IDS) await sessions.put(scope, id, id, { ...value, id }, options);
      for (const id of HOSTILE_IDS) {
        expect((await sessions.find(scope, id, id, NOW))?.value).toEqual({ ...value, id });
        expect(await sessions.list(scope, id, NOW)).toHaveLength(1);
        expect(await sessions.find(other, id, id, NOW)).toBeUndefined();
      }
      expect(await sessions.find(scope, "acme", "acme-corp", NOW)).toBeUndefined();
    });

    it("replaces, and renews the time to live", async () => {
      const scope = bench.scope();
      const { sessions } = bench.storage;
      await sessions.put(scope, "s", "k", 1, options);
      await sessions.put(scope, "s", "k", 2, { now: NOW + 59_000, ttlSeconds: 60 });
      const entry = { key: "k", value: 2, updatedAt: NOW + 59_000, expiresAt: NOW + 119_000 };
      expect(await sessions.find(scope, "s", "k", NOW + 60_000)).toEqual(entry);
      expect(await sessions.list(scope, "s", NOW + 60_000)).toEqual([entry]);
    });

    it("never returns what has expired", async () => {
      const scope = bench.scope();
      const { sessions } = bench.storage;
      await sessions.put(scope, "s", "short", 1, { now: NOW, ttlSeconds: 1 });
      await sessions.put(scope, "s", "long", 1, options);
      expect(await sessions.find(scope, "s", "short", NOW + 999)).toBeDefined();
      expect(await sessions.find(scope, "s", "short", NOW + 1_000)).toBeUndefined();
      expect((await sessions.list(scope, "s", NOW + 1_000)).map((entry) => entry.key)).toEqual(["long"]);
    });

    it("lists by key in the order of code points, deletes and clears", async () => {
      const [scope, other] = [bench.scope(), bench.scope()];
      const { sessions } = bench.storage;
      const keys = ["b", "😀", "a", "\uff5e", "B"];
      for (const key of keys) await sessions.put(scope, "s", key, key, options);
      await sessions.put(scope, "t", "a", 1, options);
      await sessions.put(other, "s", "a", 1, options);
      expect((await sessions.list(scope, "s", NOW)).map((entry) => entry.key)).toEqual(["B", "a", "b", "\uff5e", "😀"]);
      expect(await sessions.delete(scope, "s", "b")).toBe(true);
      expect(await sessions.delete(scope, "s", "b")).toBe(false);
      expect(await sessions.clear(scope)).toBe(5);
      expect(await sessions.clear(scope)).toBe(0);
      expect(await sessions.list(scope, "t", NOW)).toEqual([]);
      expect(await sessions.find(other, "s", "a", NOW)).toBeDefined();
    });

    it("P06 P21 is read and removed inside a transaction of the truth, expired entries too: with the rest of it, or not at all", async () => {
      const [scope, other] = [bench.scope(), bench.scope()];
      const { sessions, truth } = bench.storage;
      for (const user of [scope, other])
        for (const space of ["s", "t"]) await sessions.put(user, space, "k", { of: space }, options);
      await sessions.put(scope, "s", "\uff5e", 1, { now: NOW, ttlSeconds: 1 });
      await sessions.put(scope, "s", "😀", 2, options);
      const failing = truth.write(scope, async ({ states }) => {
        expect(await states.spaces()).toEqual(["s", "t"]);
        expect((await states.list("s")).map(({ key }) => key)).toEqual(["k", "\uff5e", "😀"]);
        expect((await states.list("s"))[0]?.value).toEqual({ of: "s" });
        expect(
          await states.remove([
            { space: "s", key: "k" },
            { space: "t", key: "absent" },
          ]),
        ).toBe(1);
        expect(
          (await states.list("s")).map(({ key }) => key),
          "what it removed is gone for it",
        ).toEqual(["\uff5e", "😀"]);
        expect(await states.clear()).toBe(3);
        expect(await states.spaces()).toEqual([]);
        throw new Error("taken back");
      });
      await expect(failing).rejects.toThrow("taken back");
      expect(await sessions.list(scope, "s", 0)).toHaveLength(3);
      await truth.write(scope, ({ states }) => states.remove([{ space: "s", key: "k" }]));
      await sessions.dropCopies?.(scope, ["s"]);
      expect((await sessions.list(scope, "s", 0)).map(({ key }) => key)).toEqual(["\uff5e", "😀"]);
      expect(await truth.write(scope, ({ states }) => states.clear())).toBe(3);
      await sessions.dropCopies?.(scope);
      expect(await sessions.list(scope, "s", 0)).toEqual([]);
      expect(await sessions.spaces(scope, 0)).toEqual([]);
      expect(await sessions.spaces(other, 0)).toEqual(["s", "t"]);
      await expectError(
        truth.read(other, ({ states }) => states.clear()),
        "INTERNAL",
      );
    });

    it("names the spaces that hold anything, of this user alone", async () => {
      const [scope, other] = [bench.scope(), bench.scope()];
      const { sessions } = bench.storage;
      expect(await sessions.spaces(scope, NOW)).toEqual([]);
      for (const space of ["b", "😀", "a", "\uff5e"]) await sessions.put(scope, space, "k", 1, options);
      await sessions.put(scope, "a", "k2", 1, options);
      await sessions.put(scope, "short", "k", 1, { now: NOW, ttlSeconds: 1 });
      await sessions.put(other, "z", "k", 1, options);
      expect(await sessions.spaces(scope, NOW + 1_000)).toEqual(["a", "b", "\uff5e", "😀"]);
      await sessions.delete(scope, "b", "k");
      expect(await sessions.spaces(scope, NOW + 1_000)).toEqual(["a", "\uff5e", "😀"]);
    });

    it("9.5 appends the line of a change in its transaction; one that fails leaves neither", async () => {
      const { sessions, truth } = bench.storage;
      const { tenant, told, actions } = await audited(bench);
      const scope = bench.scopeOf(tenant);
      await sessions.put(scope, "s", "k", 1, { ...options, line: told("put").event });
      await expectError(
        sessions.put(scope, "s", "k", undefined, { ...options, line: told("put nothing").event }),
        "INVALID_INPUT",
      );
      expect(await sessions.delete(scope, "s", "k", told("delete").event)).toBe(true);
      expect(await sessions.delete(scope, "s", "k", told("delete again").event)).toBe(false);
      expect(await actions()).toEqual(["put", "delete", "delete again"]);
      const { items } = await truth.read(scope, ({ audit }) => audit.list({ limit: 9 }));
      expect(items.map(({ action, user }) => [action, user === scope.user])).toEqual([
        ["delete again", true],
        ["delete", true],
        ["put", true],
      ]);
      const nowhere = bench.scopeOf(`nobody ${unique()}`);
      await expectError(sessions.delete(nowhere, "s", "k", told("lost").event), "UNKNOWN_TENANT");
      expect(await sessions.delete(nowhere, "s", "k")).toBe(false);
    });

    it("P12 makes the user with the first entry, and nothing in a tenant that was never made: UNKNOWN_TENANT", async () => {
      const { sessions, truth } = bench.storage;
      const scope = bench.scope();
      await sessions.put(scope, "s", "k", 1, options);
      expect(await truth.read(scope, ({ directory }) => directory.hasUser())).toBe(true);
      const nowhere = bench.scopeOf(`nobody ${unique()}`);
      await expectError(sessions.put(nowhere, "s", "k", 1, options), "UNKNOWN_TENANT");
    });

    it("refuses what has no JSON form: INVALID_INPUT", async () => {
      await expectError(bench.storage.sessions.put(bench.scope(), "s", "k", undefined, options), "INVALID_INPUT");
    });
  });
}
