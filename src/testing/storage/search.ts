import { describe, expect, it } from "vitest";
import {
  type Filter,
  type ItemAttributes,
  inverseDocumentFrequency,
  matchesFilter,
  memoryAttributes,
} from "../../domain/index.js";
import type { IndexChange } from "../../ports/index.js";
import { type Bench, expectError, type MakeStorage, suite } from "./harness.js";
import { sampleFilters } from "./memories.js";
import {
  episodeId,
  HOSTILE_IDS,
  MODEL,
  memoryId,
  NOW,
  sampleAttributes,
  sampleMemory,
  sampleScope,
  sessionId,
  unique,
  vectorAt,
} from "./samples.js";

const ALL: Filter = { op: "all" };

const put = (
  attributes: ItemAttributes,
  rest: { terms?: readonly string[]; degrees?: number; modelId?: string } = {},
): IndexChange => ({
  type: "put",
  attributes,
  ...(rest.terms !== undefined && { terms: rest.terms }),
  ...(rest.degrees !== undefined && { vector: { modelId: rest.modelId ?? MODEL, values: vectorAt(rest.degrees) } }),
});

const nearest = async (
  bench: Bench,
  scope: ReturnType<Bench["scope"]>,
  degrees: number,
  filter: Filter = ALL,
  limit = 100,
) =>
  (await bench.storage.vectors.search(scope, { vector: vectorAt(degrees), modelId: MODEL, filter, limit })).map(
    (hit) => hit.itemId,
  );

const matching = async (
  bench: Bench,
  scope: ReturnType<Bench["scope"]>,
  terms: readonly string[],
  filter: Filter = ALL,
  limit = 100,
) => (await bench.storage.keywords.search(scope, { terms, filter, limit })).map((hit) => hit.itemId);

export function vectorIndexConformance(make: MakeStorage): void {
  suite("vector index", make, (bench) => {
    it("orders by cosine, then item id, and says the cosine", async () => {
      const scope = bench.scope();
      const [near, far, twin] = [memoryId("b"), memoryId("c"), memoryId("a")];
      await bench.index(
        scope,
        put(sampleAttributes(near), { degrees: 10 }),
        put(sampleAttributes(far), { degrees: 120 }),
        put(sampleAttributes(twin), { degrees: 10 }),
      );
      const hits = await bench.storage.vectors.search(scope, {
        vector: vectorAt(0),
        modelId: MODEL,
        filter: ALL,
        limit: 10,
      });
      expect(hits.map((hit) => hit.itemId)).toEqual([twin, near, far]);
      expect(hits[0]?.cosine).toBeCloseTo(Math.cos(Math.PI / 18), 5);
      expect(hits[2]?.cosine).toBeCloseTo(-0.5, 5);
      expect(await nearest(bench, scope, 0, ALL, 2)).toEqual([twin, near]);
    });

    it("P04 P12 gives as many hits as asked whenever so many match: the filter is inside the search", async () => {
      const scope = bench.scope();
      const outdated = Array.from({ length: 60 }, () =>
        put(sampleAttributes(memoryId(), { status: "superseded" }), { degrees: 1 }),
      );
      const wanted = [memoryId(), memoryId(), memoryId()];
      await bench.index(scope, ...outdated, ...wanted.map((id) => put(sampleAttributes(id), { degrees: 90 })));
      expect((await nearest(bench, scope, 0, { op: "current", at: NOW }, 3)).sort()).toEqual([...wanted].sort());
    });

    it("P15 never compares vectors of different models; an item may have one of each", async () => {
      const scope = bench.scope();
      const [both, other] = [memoryId(), memoryId()];
      await bench.index(
        scope,
        put(sampleAttributes(both), { degrees: 0 }),
        put(sampleAttributes(both), { degrees: 90, modelId: "other" }),
        put(sampleAttributes(other), { degrees: 0, modelId: "other" }),
      );
      expect(await nearest(bench, scope, 0)).toEqual([both]);
      expect(new Map(await bench.storage.vectors.countByModel(scope))).toEqual(
        new Map([
          [MODEL, 1],
          ["other", 2],
        ]),
      );
      expect(
        await bench.storage.vectors.search(scope, { vector: vectorAt(0), modelId: "absent", filter: ALL, limit: 5 }),
      ).toEqual([]);
    });

    it("refuses another dimension and impossible limits: INVALID_INPUT; a scope without vectors gives []", async () => {
      const scope = bench.scope();
      const { vectors } = bench.storage;
      expect(await vectors.search(scope, { vector: vectorAt(0), modelId: MODEL, filter: ALL, limit: 5 })).toEqual([]);
      await bench.index(scope, put(sampleAttributes(memoryId()), { degrees: 0 }));
      await expectError(
        vectors.search(scope, { vector: vectorAt(0, 5), modelId: MODEL, filter: ALL, limit: 5 }),
        "INVALID_INPUT",
      );
      for (const limit of [0, 4097, 1.5]) {
        await expectError(
          vectors.search(scope, { vector: vectorAt(0), modelId: MODEL, filter: ALL, limit }),
          "INVALID_INPUT",
        );
      }
      const wrong = {
        type: "put" as const,
        attributes: sampleAttributes(memoryId()),
        vector: { modelId: MODEL, values: vectorAt(0, 5) },
      };
      await expectError(bench.index(scope, wrong), "INVALID_INPUT");
      const notNumbers = { ...wrong, vector: { modelId: MODEL, values: new Float32Array([Number.NaN, 0, 0, 0]) } };
      await expectError(bench.index(scope, notNumbers), "INVALID_INPUT");
    });

    it("finds copies of the vectors of the items that are named, by model and scope", async () => {
      const [scope, other] = [bench.scope(), bench.scope()];
      const [first, second, bare] = [memoryId(), memoryId(), memoryId()];
      await bench.index(
        scope,
        put(sampleAttributes(first), { degrees: 0 }),
        put(sampleAttributes(second), { degrees: 90, modelId: "another-model" }),
        put(sampleAttributes(bare), { terms: ["x"] }),
      );
      const find = () => bench.storage.vectors.find(scope, MODEL, [first, second, bare, memoryId()]);
      const found = await find();
      expect([...found.keys()]).toEqual([first]);
      expect([...(found.get(first) ?? [])]).toEqual([...vectorAt(0)]);
      found.get(first)?.fill(0);
      expect([...((await find()).get(first) ?? [])]).toEqual([...vectorAt(0)]);
      expect((await bench.storage.vectors.find(other, MODEL, [first])).size).toBe(0);
    });

    it("scores the items that are named and have a vector", async () => {
      const scope = bench.scope();
      const [a, none] = [memoryId(), memoryId()];
      await bench.index(
        scope,
        put(sampleAttributes(a, { status: "erased" }), { degrees: 60 }),
        put(sampleAttributes(none), { terms: ["x"] }),
      );
      const hits = await bench.storage.vectors.score(scope, { vector: vectorAt(0), modelId: MODEL }, [
        none,
        a,
        memoryId(),
        a,
      ]);
      expect(hits.map((hit) => hit.itemId)).toEqual([a]);
      expect(hits[0]?.cosine).toBeCloseTo(0.5, 5);
    });
  });
}

export function keywordIndexConformance(make: MakeStorage): void {
  suite("keyword index", make, (bench) => {
    it("scores BM25 with k1 0.9 and b 0.4 and the scope's own counts", async () => {
      const scope = bench.scope();
      const [a, b, c] = [memoryId(), memoryId(), memoryId()];
      await bench.index(
        scope,
        put(sampleAttributes(a), { terms: ["tea", "tea", "green"] }),
        put(sampleAttributes(b), { terms: ["tea"] }),
        put(sampleAttributes(c), { terms: ["coffee", "black"] }),
      );
      const hits = await bench.storage.keywords.search(scope, {
        terms: ["tea", "green", "unheard"],
        filter: ALL,
        limit: 10,
      });
      const [tea, rare, none] = [
        inverseDocumentFrequency(3, 2),
        inverseDocumentFrequency(3, 1),
        inverseDocumentFrequency(3, 0),
      ];
      const part = (tf: number, length: number) => tf / (tf + 0.9 * (1 - 0.4 + (0.4 * length) / 2));
      expect(hits.map((hit) => hit.itemId)).toEqual([a, b]);
      expect(hits[0]?.bm25).toBeCloseTo(tea * part(2, 3) + rare * part(1, 3), 10);
      expect(hits[1]?.bm25).toBeCloseTo(tea * part(1, 1), 10);
      expect(hits[0]?.coverage).toBeCloseTo((tea + rare) / (tea + rare + none), 10);
      expect([...(await bench.storage.keywords.termWeights(scope, ["tea", "unheard"]))]).toEqual([
        ["tea", tea],
        ["unheard", none],
      ]);
    });

    it("counts every indexed item, whatever the filter; and applies the filter inside (P04)", async () => {
      const scope = bench.scope();
      const outdated = Array.from({ length: 40 }, () =>
        put(sampleAttributes(memoryId(), { status: "superseded" }), { terms: ["tea", "tea"] }),
      );
      const wanted = memoryId();
      await bench.index(scope, ...outdated, put(sampleAttributes(wanted), { terms: ["tea", "and", "much", "more"] }));
      const [open] = (await bench.storage.keywords.search(scope, { terms: ["tea"], filter: ALL, limit: 100 })).filter(
        (hit) => hit.itemId === wanted,
      );
      const filtered = await bench.storage.keywords.search(scope, {
        terms: ["tea"],
        filter: { op: "current", at: NOW },
        limit: 1,
      });
      expect(filtered).toEqual([open]);
    });

    it("compares terms whole: no wildcard, prefix or operator means anything (P10)", async () => {
      const scope = bench.scope();
      const terms = [...HOSTILE_IDS, "NEAR", "AND", "tea*", "^tea", '"tea"', "-tea", "a\u0000b", "茶", "喝茶"];
      const made = terms.map((term) => [memoryId(), term] as const);
      await bench.index(scope, ...made.map(([id, term]) => put(sampleAttributes(id), { terms: [term] })));
      for (const [id, term] of made) expect(await matching(bench, scope, [term]), term).toEqual([id]);
      for (const term of ["tea", "a", "*", "%", "_", "喝"])
        expect(await matching(bench, scope, [term]), term).toEqual([]);
    });

    it("gives [] for no terms, unknown terms and unknown scopes", async () => {
      const scope = bench.scope();
      expect(await matching(bench, scope, ["tea"])).toEqual([]);
      await bench.index(scope, put(sampleAttributes(memoryId()), { terms: ["tea"] }));
      expect(await matching(bench, scope, [])).toEqual([]);
      expect(await matching(bench, scope, ["coffee"])).toEqual([]);
      expect(await bench.storage.keywords.score(scope, ["tea"], [])).toEqual([]);
      expect((await bench.storage.keywords.termWeights(bench.scope(), ["tea"])).get("tea")).toBeCloseTo(
        inverseDocumentFrequency(0, 0),
        10,
      );
    });

    it("scores named items as the search does, without a filter", async () => {
      const scope = bench.scope();
      const made = [memoryId(), memoryId()];
      await bench.index(
        scope,
        ...made.map((id, index) =>
          put(sampleAttributes(id, { status: "archived" }), { terms: ["tea", ...Array(index).fill("x")] }),
        ),
      );
      const searched = await bench.storage.keywords.search(scope, { terms: ["tea"], filter: ALL, limit: 9 });
      const scored = await bench.storage.keywords.score(scope, ["tea"], [...made, memoryId()]);
      expect([...scored].sort((a, b) => b.bm25 - a.bm25)).toEqual(searched);
    });

    it("P12 gives a small user the same scores and as many hits however much others write", async () => {
      const scope = bench.scope();
      const ids = [memoryId(), memoryId(), memoryId()];
      await bench.index(
        scope,
        ...ids.map((id, index) => put(sampleAttributes(id), { terms: ["tea", `t${index}`], degrees: index * 20 })),
      );
      const look = async () => ({
        keywords: await bench.storage.keywords.search(scope, { terms: ["tea", "t1"], filter: ALL, limit: 10 }),
        weights: [...(await bench.storage.keywords.termWeights(scope, ["tea", "t1"]))],
        vectors: await bench.storage.vectors.search(scope, {
          vector: vectorAt(5),
          modelId: MODEL,
          filter: ALL,
          limit: 10,
        }),
      });
      const before = await look();
      for (let user = 0; user < 5; user++) {
        const others = Array.from({ length: 60 }, () =>
          put(sampleAttributes(memoryId()), { terms: ["tea", "t1", "t1"], degrees: 5 }),
        );
        await bench.index(bench.scope(), ...others);
      }
      expect(await look()).toEqual(before);
      expect(before.keywords).toHaveLength(3);
    });
  });
}

export function projectionConformance(make: MakeStorage): void {
  suite("projection", make, (bench) => {
    it("shows nothing of a transaction before it commits, nor of one that fails", async () => {
      const scope = bench.scope();
      const id = memoryId();
      const failing = bench.storage.truth.write(scope, async (transaction) => {
        await bench.storage.projection.apply(transaction, [put(sampleAttributes(id), { terms: ["tea"], degrees: 0 })]);
        expect(await matching(bench, scope, ["tea"])).toEqual([]);
        throw new Error("abandoned");
      });
      await expect(failing).rejects.toThrow("abandoned");
      expect([await matching(bench, scope, ["tea"]), await nearest(bench, scope, 0)]).toEqual([[], []]);
      await bench.index(scope, put(sampleAttributes(id), { terms: ["tea"], degrees: 0 }));
      expect([await matching(bench, scope, ["tea"]), await nearest(bench, scope, 0)]).toEqual([[id], [id]]);
    });

    it("P05 takes text first and the vector later; what a put leaves out stays", async () => {
      const scope = bench.scope();
      const id = memoryId();
      await bench.index(scope, put(sampleAttributes(id), { terms: ["tea"] }));
      expect(await nearest(bench, scope, 0)).toEqual([]);
      await bench.index(scope, put(sampleAttributes(id), { degrees: 0 }));
      expect([await matching(bench, scope, ["tea"]), await nearest(bench, scope, 0)]).toEqual([[id], [id]]);
      await bench.index(scope, put(sampleAttributes(id), { terms: ["coffee"] }));
      expect([
        await matching(bench, scope, ["tea"]),
        await matching(bench, scope, ["coffee"]),
        await nearest(bench, scope, 0),
      ]).toEqual([[], [id], [id]]);
    });

    it("is harmless twice", async () => {
      const scope = bench.scope();
      const change = put(sampleAttributes(memoryId()), { terms: ["tea", "tea"], degrees: 0 });
      await bench.index(scope, change);
      const once = await bench.storage.keywords.search(scope, { terms: ["tea"], filter: ALL, limit: 9 });
      await bench.index(scope, change, change);
      expect(await bench.storage.keywords.search(scope, { terms: ["tea"], filter: ALL, limit: 9 })).toEqual(once);
      expect([...(await bench.storage.vectors.countByModel(scope)).values()]).toEqual([1]);
    });

    it("updates attributes of what is there, and nothing of what is not", async () => {
      const scope = bench.scope();
      const id = memoryId();
      await bench.index(scope, put(sampleAttributes(id), { terms: ["tea"], degrees: 0 }));
      await bench.index(
        scope,
        { type: "update", attributes: sampleAttributes(id, { status: "superseded" }) },
        { type: "update", attributes: sampleAttributes(memoryId()) },
      );
      const current: Filter = { op: "current", at: NOW };
      expect([await matching(bench, scope, ["tea"], current), await nearest(bench, scope, 0, current)]).toEqual([
        [],
        [],
      ]);
      expect([await matching(bench, scope, ["tea"]), await nearest(bench, scope, 0)]).toEqual([[id], [id]]);
    });

    it("keeps what a dated change replaces current until the date, in the indexes and in listings", async () => {
      const scope = bench.scope();
      const date = NOW + 1_000;
      const slot = { attribute: "home", cardinality: "single", recordedAt: NOW, saidAt: NOW } as const;
      const next = sampleMemory({ ...slot, validFrom: date });
      const old = sampleMemory({ ...slot, status: "superseded", supersededBy: next.id, validFrom: NOW, validTo: date });
      await bench.storage.truth.write(scope, async (transaction) => {
        for (const memory of [old, next]) await transaction.memories.insert(memory);
        const changes = [old, next].map((memory) => put(memoryAttributes(memory), { terms: ["home"], degrees: 0 }));
        await bench.storage.projection.apply(transaction, changes);
      });
      const held = async (at: number) => {
        const current: Filter = { op: "current", at };
        const page = await bench.storage.truth.read(scope, ({ memories }) => memories.list(current, { limit: 9 }));
        const listed = page.items.map(({ id }) => id);
        return [listed, await matching(bench, scope, ["home"], current), await nearest(bench, scope, 0, current)];
      };
      expect(await held(date - 1)).toEqual([[old.id], [old.id], [old.id]]);
      expect(await held(date)).toEqual([[next.id], [next.id], [next.id]]);
    });

    it("P21 removes every trace: hits, counts and weights are as if it had never been", async () => {
      const [scope, untouched] = [bench.scope(), bench.scope()];
      const [keep, gone] = [memoryId(), episodeId()];
      for (const one of [scope, untouched])
        await bench.index(one, put(sampleAttributes(keep), { terms: ["tea"], degrees: 0 }));
      await bench.index(
        scope,
        put(sampleAttributes(gone, { type: "episode" }), { terms: ["tea", "secret"], degrees: 1 }),
      );
      await matching(bench, scope, ["tea", "secret"]);
      await nearest(bench, scope, 0);
      await bench.index(scope, { type: "remove", itemId: gone }, { type: "remove", itemId: memoryId() });
      for (const terms of [["tea"], ["secret"], ["tea", "secret"]]) {
        const query = { terms, filter: ALL, limit: 9 };
        expect(await bench.storage.keywords.search(scope, query)).toEqual(
          await bench.storage.keywords.search(untouched, query),
        );
      }
      expect(await bench.storage.keywords.termWeights(scope, ["secret"])).toEqual(
        await bench.storage.keywords.termWeights(untouched, ["secret"]),
      );
      expect(await nearest(bench, scope, 0)).toEqual([keep]);
      await bench.index(scope, put(sampleAttributes(gone), { terms: ["new"], degrees: 0 }));
      expect(await matching(bench, scope, ["new", "secret"])).toEqual([gone]);
    });

    it("P15 drops one model's vectors and nothing else, and a later model never gets them back", async () => {
      const scope = bench.scope();
      const [first, second] = [memoryId(), memoryId()];
      const next = (degrees: number) => ({ modelId: "next", values: Float32Array.of(...vectorAt(degrees), 0) });
      for (const [id, degrees] of [
        [first, 0],
        [second, 40],
      ] as const) {
        await bench.index(scope, put(sampleAttributes(id), { terms: ["tea"], degrees }));
        await bench.index(scope, { type: "put", attributes: sampleAttributes(id), vector: next(degrees + 90) });
      }
      const byNext = async (degrees: number) => {
        const query = { vector: next(degrees).values, modelId: "next", filter: ALL, limit: 9 };
        return (await bench.storage.vectors.search(scope, query)).map((hit) => hit.itemId);
      };
      expect([await nearest(bench, scope, 0), await byNext(130)]).toEqual([
        [first, second],
        [second, first],
      ]);
      await bench.index(scope, { type: "drop-model", modelId: MODEL }, { type: "drop-model", modelId: "unknown" });
      expect([await nearest(bench, scope, 0), await byNext(130)]).toEqual([[], [second, first]]);
      expect([...(await bench.storage.vectors.countByModel(scope))]).toEqual([["next", 2]]);
      expect((await matching(bench, scope, ["tea"])).sort()).toEqual([first, second].sort());
      await bench.index(scope, { type: "drop-model", modelId: "next" });
      await bench.index(scope, put(sampleAttributes(second), { degrees: 10 }));
      expect([await nearest(bench, scope, 0), await byNext(130)]).toEqual([[second], []]);
      expect([...(await bench.storage.vectors.countByModel(scope))]).toEqual([[MODEL, 1]]);
    });

    it("refuses a transaction of another storage: INTERNAL", async () => {
      const other = await make();
      await other.storage.tenants.ensure("t", NOW);
      await expectError(
        other.storage.truth.write(sampleScope("t"), (foreign) => bench.storage.projection.apply(foreign, [])),
        "INTERNAL",
      );
      await other.cleanup();
    });

    describe("filters", () => {
      it("P04 P10 agree with their one definition in both indexes", async () => {
        const scope = bench.scope();
        const items = filterItems();
        await bench.index(scope, ...items.map((item, index) => put(item, { terms: ["t"], degrees: index })));
        for (const filter of sampleFilters()) {
          const expected = items
            .filter((item) => matchesFilter(filter, item))
            .map((item) => item.id)
            .sort();
          expect((await matching(bench, scope, ["t"], filter, 1000)).sort(), JSON.stringify(filter)).toEqual(expected);
          expect((await nearest(bench, scope, 0, filter, 1000)).sort(), JSON.stringify(filter)).toEqual(expected);
        }
      });
    });

    it("shows what another connection wrote, changed and removed", async ({ skip }) => {
      const other = await bench.subject.secondConnection?.();
      if (other === undefined) return skip("there can be no second connection");
      const scope = bench.scope();
      const ids = [memoryId(), memoryId(), memoryId()];
      const [a = memoryId(), b = memoryId(), c = memoryId()] = ids;
      const apply = (...changes: IndexChange[]) =>
        other.truth.write(scope, (transaction) => other.projection.apply(transaction, changes));
      await apply(...ids.map((id, index) => put(sampleAttributes(id), { terms: ["tea"], degrees: index * 10 })));
      expect([await matching(bench, scope, ["tea"]), await nearest(bench, scope, 0)]).toEqual([
        [a, b, c],
        [a, b, c],
      ]);
      await apply(
        put(sampleAttributes(a), { terms: ["coffee"], degrees: 170 }),
        { type: "remove", itemId: b },
        { type: "update", attributes: sampleAttributes(c, { status: "archived" }) },
      );
      expect([await matching(bench, scope, ["tea"]), await nearest(bench, scope, 0)]).toEqual([[c], [c, a]]);
      expect(await matching(bench, scope, ["tea", "coffee"], { op: "current", at: NOW })).toEqual([a]);
    });
  });
}

function filterItems(): ItemAttributes[] {
  const id = () => memoryId(`filter ${unique()}`);
  return [
    ...HOSTILE_IDS.map((text) => sampleAttributes(id(), { subject: text, tags: [text], entities: [text, "shared"] })),
    sampleAttributes(id(), { status: "superseded", validTo: NOW + 10 }),
    sampleAttributes(id(), { status: "archived" }),
    sampleAttributes(id(), { status: "erased" }),
    sampleAttributes(id(), { expiresAt: NOW }),
    sampleAttributes(id(), { validFrom: NOW + 1, saidAt: NOW - 100 }),
    sampleAttributes(id(), { kind: "goal", tier: "mid-term", sessionId: sessionId("a") }),
    sampleAttributes(episodeId(), { type: "episode", speaker: "Ann", role: "user" }),
  ];
}
