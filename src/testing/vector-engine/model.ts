import fc from "fast-check";
import { expect, it } from "vitest";
import { type Filter, type ItemId, MEMORY_STATUSES, type Scope } from "../../domain/index.js";
import type { VectorEngine, VectorHit } from "../../ports/index.js";
import { memoryId, NOW, vectorAt } from "../storage/samples.js";
import { engineSuite, freshScope, type MakeEngine, modelOfRun, point } from "./harness.js";
import { createReferenceEngine } from "./reference-engine.js";

// Small pools, so that steps meet.
const pick = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const item = fc.integer({ min: 0, max: 6 }).map((n) => memoryId(`m${n}`));
const word = pick("tea", "Tea", "te%", "茶", "a\u0000b");
const status = pick(...MEMORY_STATUSES);
const instant = fc.integer({ min: 0, max: 4 }).map((n) => NOW + n);
const degrees = pick(0, 10, 35, 75, 120, 180);
const model = pick("first", "second").map((name) => modelOfRun(`model test ${name}`));

const filter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    fc.constant<Filter>({ op: "all" }),
    instant.map((at): Filter => ({ op: "current", at })),
    instant.map((at): Filter => ({ op: "validAt", at })),
    fc.array(status, { maxLength: 3 }).map((values): Filter => ({ op: "in", field: "status", values })),
    fc.array(word, { maxLength: 2 }).map((values): Filter => ({ op: "in", field: "speaker", values })),
    fc.array(word, { maxLength: 2 }).map((values): Filter => ({ op: "hasAny", field: "tags", values })),
    fc.tuple(instant, instant).map(([from, to]): Filter => ({ op: "between", field: "saidAt", from, to })),
    tie("filter").map((inner): Filter => ({ op: "not", filter: inner })),
    fc.array(tie("filter"), { maxLength: 3 }).map((filters): Filter => ({ op: "and", filters })),
    fc.array(tie("filter"), { maxLength: 3 }).map((filters): Filter => ({ op: "or", filters })),
  ),
})).filter;

interface Step {
  readonly name: string;
  run(engine: VectorEngine, scope: Scope): Promise<void>;
}

const put = fc.record({
  id: item,
  angle: degrees,
  modelId: model,
  fields: fc.record(
    {
      status,
      tags: fc.array(word, { maxLength: 2 }),
      speaker: word,
      saidAt: instant,
      validFrom: instant,
      validTo: instant,
      expiresAt: instant,
    },
    { requiredKeys: ["status", "tags", "saidAt", "validFrom"] },
  ),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.array(put, { minLength: 1, maxLength: 4 }).map(
    (puts): Step => ({
      name: `put ${JSON.stringify(puts)}`,
      run: (engine, scope) =>
        engine.put(
          scope,
          puts.map(({ id, angle, modelId, fields }) => point(id, angle, fields, modelId)),
        ),
    }),
  ),
  fc.array(item, { maxLength: 3 }).map(
    (ids: readonly ItemId[]): Step => ({
      name: `remove ${ids.join(" ")}`,
      run: (engine, scope) => engine.remove(scope, ids),
    }),
  ),
);

const question = fc.record({ angle: pick(1, 33, 91), modelId: model, filter, limit: pick(1, 3, 50) });

/** Cosines as far as every engine's arithmetic agrees. */
const rounded = (hits: readonly VectorHit[]) => hits.map(({ cosine }) => Math.round(cosine * 1_000) / 1_000 + 0);

/** Random histories: the engine and the reference must agree on all that can be seen afterwards. */
export function modelConformance(make: MakeEngine): void {
  engineSuite("agreement with the reference", make, (bench) => {
    it("holds for any sequence of puts and removals", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 6 }),
          fc.array(question, { minLength: 3, maxLength: 5 }),
          async (steps, questions) => {
            const scope = freshScope();
            const reference = createReferenceEngine();
            const told = steps.map(({ name }) => name).join("; ");
            for (const one of steps) {
              await one.run(bench.engine, scope);
              await one.run(reference, scope);
            }
            for (const { angle, modelId, filter: condition, limit } of questions) {
              const query = { vector: vectorAt(angle), modelId, filter: condition, limit };
              const [mine, theirs] = [await bench.engine.search(scope, query), await reference.search(scope, query)];
              expect(rounded(mine), `${told} ? ${JSON.stringify(query)}`).toEqual(rounded(theirs));
              // at the limit, which of equals is left out is the engine's choice
              if (limit === 50)
                expect(
                  mine.map((hit) => hit.itemId),
                  told,
                ).toEqual(theirs.map((hit) => hit.itemId));
              const listed = [...(await reference.listIds(scope, modelId, { limit: 1_000 })).items].sort();
              expect(await bench.listed(scope, 5, modelId), told).toEqual(listed);
            }
          },
        ),
        { numRuns: 40, seed: 20_260_601 },
      );
    }, 180_000);
  });
}
