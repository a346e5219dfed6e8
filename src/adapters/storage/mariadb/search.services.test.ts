import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Filter, type ItemId, makeScope } from "../../../domain/index.js";
import type { IndexChange, Storage } from "../../../ports/index.js";
import { MODEL, memoryId, NOW, sampleAttributes } from "../../../testing/storage/samples.js";
import { createMemoryStorage } from "../memory/index.js";
import { type TestDatabase, testDatabase } from "./mariadb.scene.js";

const MANY = 1_500;
const DIMENSION = 6;
const WORDS = ["cat", "tea", "港口", "雨", "piano", "Straße", "cat ", "\u0000", "😀", "o'clock"];

const FILTERS: readonly Filter[] = [
  { op: "all" },
  { op: "in", field: "sessionId", values: ["rare"] },
  { op: "hasAny", field: "tags", values: ["Tag", "absent"] },
  { op: "not", filter: { op: "hasAny", field: "tags", values: ["tag"] } },
  { op: "between", field: "saidAt", from: NOW + 100.5, to: NOW + 700 },
  { op: "between", field: "saidAt", from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY },
  {
    op: "and",
    filters: [
      { op: "current", at: NOW + 400 },
      { op: "in", field: "subject", values: ["ada "] },
    ],
  },
];

/** Every tenth shares its place with the one before: who comes first then is told by the id alone. */
function pointAt(index: number): Float32Array {
  const at = index % 10 === 9 ? index - 1 : index;
  const values = Array.from({ length: DIMENSION }, (_, place) => Math.sin((at + 1) * (place + 1.3) * 1.7));
  const norm = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / norm);
}

const idAt = (index: number): ItemId => memoryId(`searched ${index}`);

function putAt(index: number, point = pointAt(index)): IndexChange {
  const fields = {
    ...{ sessionId: index % 500 === 0 ? "rare" : "common", tags: index % 3 === 0 ? ["tag"] : ["Tag", "tag "] },
    ...{ saidAt: NOW + index, validFrom: NOW + (index % 900), subject: index % 2 === 0 ? "ada" : "ada " },
  };
  const count = 1 + (index % 7);
  const terms = Array.from({ length: count }, (_, place) => WORDS[(index * 3 + place * place) % WORDS.length] ?? "cat");
  return {
    type: "put",
    attributes: sampleAttributes(idAt(index), fields as never),
    terms,
    vector: { modelId: MODEL, values: point },
  };
}

describe("8.2 8.3 a search on MariaDB finds what the reference finds, in its order and with its scores", () => {
  const scope = makeScope("acme", "ada");
  let database: TestDatabase;
  let reference: Storage;
  /** `mine` holds vectors in memory, `scanning` holds none, `theirs` writes as another process. */
  let [mine, scanning, theirs]: Storage[] = [];

  const apply = async (storage: Storage | undefined, changes: readonly IndexChange[]) => {
    await storage?.truth.write(scope, (transaction) => storage.projection.apply(transaction, changes));
  };
  const change = async (changes: readonly IndexChange[]) => {
    await apply(reference, changes);
    await apply(theirs, changes);
  };
  const nearest = (storage: Storage | undefined, index: number, filter: Filter, limit: number) =>
    storage?.vectors.search(scope, { vector: pointAt(index), modelId: MODEL, filter, limit });
  const words = (storage: Storage | undefined, terms: readonly string[], filter: Filter, limit: number) =>
    storage?.keywords.search(scope, { terms, filter, limit });
  const expectNearest = async (storage: Storage | undefined, limits: readonly number[] = [1, 20, 400]) => {
    for (const [index, filter] of FILTERS.entries()) {
      for (const limit of limits) {
        const [found, wanted] = [
          await nearest(storage, index * 31, filter, limit),
          await nearest(reference, index * 31, filter, limit),
        ];
        const why = `${JSON.stringify(filter)} ${limit}`;
        expect(
          found?.map(({ itemId }) => itemId),
          why,
        ).toEqual(wanted?.map(({ itemId }) => itemId));
        for (const [place, hit] of (found ?? []).entries())
          expect(hit.cosine).toBeCloseTo(wanted?.[place]?.cosine ?? 9, 6);
      }
    }
  };

  beforeAll(async () => {
    database = await testDatabase();
    reference = createMemoryStorage();
    await reference.open();
    mine = await database.connect();
    scanning = await database.connect({ hotScopeBytes: 0 });
    theirs = await database.connect();
    for (const storage of [reference, theirs]) await storage.tenants.ensure("acme", NOW);
    for (let from = 0; from < MANY; from += 300)
      await change(Array.from({ length: 300 }, (_, index) => putAt(from + index)));
  }, 120_000);
  afterAll(() => database.drop());

  it("by words, to the last bit, also among many with one score", async () => {
    const queries = [["cat"], ["cat", "雨", "piano"], ["o'clock", "\u0000", "absent", "cat "], WORDS];
    for (const terms of queries) {
      for (const filter of FILTERS) {
        for (const limit of [1, 30, 300])
          expect(await words(mine, terms, filter, limit), JSON.stringify([terms, filter, limit])).toEqual(
            await words(reference, terms, filter, limit),
          );
      }
    }
    const named = [idAt(3), idAt(4), idAt(1_400), idAt(9_999)];
    const byId = (hits: readonly { readonly itemId: string }[] | undefined) =>
      [...(hits ?? [])].sort((a, b) => (a.itemId < b.itemId ? -1 : 1));
    expect(byId(await mine?.keywords.score(scope, ["cat", "雨"], named))).toEqual(
      byId(await reference.keywords.score(scope, ["cat", "雨"], named)),
    );
  }, 60_000);

  it("by vectors, from a copy in memory and without one", async () => {
    await expectNearest(mine);
    await expectNearest(scanning, [20]);
  }, 60_000);

  it("by vectors that another process changed, added or removed meanwhile", async () => {
    await change([putAt(31, pointAt(700)), putAt(MANY), { type: "remove", itemId: idAt(62) }]);
    await expectNearest(mine, [20]);
    const gone = Array.from({ length: 40 }, (_, index): IndexChange => ({ type: "remove", itemId: idAt(index * 5) }));
    await change(gone);
    await expectNearest(mine, [1, 20]);
    await expectNearest(scanning, [20]);
  }, 60_000);

  it("of a model that is gone and back, only the new", async () => {
    const other = makeScope("acme", "bob");
    const put = async (dimension: number) => {
      const values = new Float32Array(dimension).fill(0).fill(1, 0, 1);
      const attributes = sampleAttributes(idAt(1));
      for (const storage of [theirs])
        await storage?.truth.write(other, (transaction) =>
          storage.projection.apply(transaction, [{ type: "put", attributes, vector: { modelId: MODEL, values } }]),
        );
      return mine?.vectors.search(other, { vector: values, modelId: MODEL, filter: { op: "all" }, limit: 5 });
    };
    expect(await put(3)).toEqual([{ itemId: idAt(1), cosine: 1 }]);
    await theirs?.truth.write(other, async (transaction) =>
      theirs?.projection.apply(transaction, [{ type: "remove", itemId: idAt(1) }]),
    );
    expect(await put(5)).toEqual([{ itemId: idAt(1), cosine: 1 }]);
  });
});
