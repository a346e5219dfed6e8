import { expect, it } from "vitest";
import { makeScope, type Scope } from "../../domain/index.js";
import { HOSTILE_IDS, memoryId, vectorAt } from "../storage/samples.js";
import { ALL, engineSuite, freshScope, type MakeEngine, modelOfRun, point } from "./harness.js";

/** Every hostile id as a tenant of a user, and as a user of a tenant; those of one run under names of its own. */
function hostileScopes(): readonly Scope[] {
  const { tenant, user } = freshScope();
  const within = HOSTILE_IDS.filter((id) => id.length < 200);
  const suffix = user.slice(-24);
  return [
    ...within.map((id) => makeScope(id, `user ${suffix}`)),
    ...within.map((id) => makeScope(tenant, `${id}${suffix}`)),
    ...within.map((id) => makeScope(`${suffix}${id}`, "same user")),
    makeScope(`${suffix}a`, "b:c"),
    makeScope(`${suffix}a:b`, "c"),
    makeScope("x".repeat(256), suffix.padEnd(256, "y")),
    makeScope("x".repeat(256), suffix.padEnd(256, "z")),
  ];
}

export function isolationConformance(make: MakeEngine): void {
  engineSuite("isolation", make, (bench) => {
    it("P10 keeps scopes apart, however alike their ids: searches, listings and removals see their own alone", async () => {
      const scopes = hostileScopes();
      const shared = memoryId("in every scope");
      const own = scopes.map((_, index) => memoryId(`own ${index}`));
      for (const [index, scope] of scopes.entries()) {
        await bench.engine.put(scope, [point(shared, index % 90), point(own[index]!, 45)]);
      }
      for (const [index, scope] of scopes.entries()) {
        const told = JSON.stringify([scope.tenant, scope.user]);
        expect([...(await bench.ids(scope, 0))].sort(), told).toEqual([shared, own[index]!].sort());
        const nearest = await bench.hits(scope, index % 90, { limit: 1 });
        if (index % 90 !== 45) expect(nearest[0], told).toMatchObject({ itemId: shared });
        expect(nearest[0]?.cosine, told).toBeCloseTo(1, 4);
        expect(await bench.listed(scope, 10), told).toHaveLength(2);
      }
      for (const [index, scope] of scopes.entries()) {
        if (index % 2 === 0) await bench.engine.remove(scope, [shared, ...own]);
      }
      for (const [index, scope] of scopes.entries()) {
        const told = JSON.stringify([scope.tenant, scope.user]);
        expect(await bench.ids(scope, 0), told).toHaveLength(index % 2 === 0 ? 0 : 2);
      }
      for (const [index, scope] of scopes.entries()) {
        if (index % 2 === 1) await bench.engine.remove(scope, [shared, own[index]!]);
      }
    }, 120_000);

    it("lets no filter reach beyond the scope", async () => {
      const [mine, theirs] = [freshScope("acme"), freshScope("acme")];
      const id = memoryId();
      await bench.engine.put(theirs, [point(id, 0, { subject: "user", tags: ["x"] })]);
      const subject = { op: "in", field: "subject", values: ["user"] } as const;
      const widest = [
        ALL,
        subject,
        { op: "not", filter: subject },
        { op: "not", filter: { op: "or", filters: [] } },
        { op: "or", filters: [ALL, subject] },
      ] as const;
      for (const filter of widest) expect(await bench.ids(mine, 0, { filter }), JSON.stringify(filter)).toEqual([]);
    });

    it("P12 gives a small user as many hits however much others hold", async () => {
      const [mine, theirs] = [freshScope("shared"), freshScope("shared")];
      const ids = [memoryId(), memoryId(), memoryId()];
      await bench.engine.put(
        mine,
        ids.map((id) => point(id, 80)),
      );
      const many = Array.from({ length: 1_000 }, () => point(memoryId(), 0));
      await bench.engine.put(theirs, many);
      expect([...(await bench.ids(mine, 0, { limit: 3 }))].sort()).toEqual([...ids].sort());
      const search = { vector: vectorAt(0), modelId: modelOfRun(), filter: ALL, limit: 4096 };
      expect(await bench.engine.search(theirs, search)).toHaveLength(1_000);
    }, 60_000);
  });
}
