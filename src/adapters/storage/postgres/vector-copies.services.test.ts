import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Filter, makeScope } from "../../../domain/index.js";
import type { IndexChange, Storage } from "../../../ports/index.js";
import { MODEL, memoryId, NOW, sampleAttributes } from "../../../testing/storage/samples.js";
import { type Entered, numbersOf, type VectorCopy } from "../relational/index.js";
import type { Connection } from "./connection.js";
import { Database } from "./database.js";
import { testDatabase } from "./postgres.scene.js";
import { VECTOR_SEARCH } from "./search-sql.js";
import { type CopiedVectors, VectorCopies } from "./vector-copies.js";

const MANY = 2_400;
const DIMENSION = 6;
const LIMIT = 20;
const EVERY: Filter = { op: "all" };
/** One in eight hundred. */
const RARE: Filter = { op: "in", field: "sessionId", values: ["rare"] };

/** Points on a sphere; no two indices have the same. */
function pointAt(index: number): Float32Array {
  const values = Array.from({ length: DIMENSION }, (_, place) => Math.sin((index + 1) * (place + 1.3) * 1.7));
  const norm = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / norm);
}

const idAt = (index: number) => memoryId(`copied ${index}`);

function putAt(index: number, point = pointAt(index)): IndexChange {
  const sessionId = index % 800 === 0 ? "rare" : "common";
  const attributes = { ...sampleAttributes(idAt(index)), sessionId } as Extract<
    IndexChange,
    { type: "put" }
  >["attributes"];
  return { type: "put", attributes, vector: { modelId: MODEL, values: point } };
}

describe("vectors held in memory by a process", () => {
  const database = testDatabase();
  const scope = makeScope("acme", "ada");
  /** `mine` holds copies, `plain` holds none, `theirs` writes. */
  let [mine, plain, theirs]: Storage[] = [];
  let beside: Database;
  let copies: VectorCopies;

  const apply = (storage: Storage | undefined, changes: readonly IndexChange[]) =>
    storage?.truth.write(scope, (transaction) => storage.projection.apply(transaction, changes));
  const search = (storage: Storage | undefined, index: number, filter: Filter = EVERY, limit = LIMIT) =>
    storage?.vectors.search(scope, { vector: pointAt(index), modelId: MODEL, filter, limit });
  const modelIn = async (connection: Connection, entered: Entered): Promise<CopiedVectors> => {
    const numbers = numbersOf(entered);
    const [model] = await connection.all<CopiedVectors & { id: number }>(VECTOR_SEARCH.models, ...numbers);
    if (model === undefined) throw new Error("no model");
    return { ...model, scope, place: [...numbers, model.id] };
  };
  /** What a search would be given: the copy as of a snapshot of now, if there is one. */
  const look = <Result>(work: (copy: VectorCopy) => Result): Promise<Result | undefined> =>
    beside.read(scope, async (connection, entered) => {
      const copy = await copies.find(connection, await modelIn(connection, entered));
      return copy === undefined ? undefined : work(copy);
    });
  const loaded = () =>
    vi.waitFor(async () => expect(await look(({ size }) => size)).toBeDefined(), { timeout: 20_000, interval: 20 });

  beforeAll(async () => {
    [mine, plain, theirs] = [
      await database.connect(),
      await database.connect({ hotScopeBytes: 0 }),
      await database.connect(),
    ];
    await theirs?.tenants.ensure("acme", NOW);
    for (let first = 0; first < MANY; first += 800)
      await apply(
        theirs,
        Array.from({ length: 800 }, (_, index) => putAt(first + index)),
      );
    beside = new Database({ url: database.url, schema: database.schema, maxConnections: 4 });
    await beside.open();
    copies = new VectorCopies(beside);
    await loaded();
  }, 120_000);
  afterAll(async () => {
    await copies.settle();
    await beside.close();
    await database.drop();
  });

  it("propose what comparing every vector finds", async () => {
    for (const index of [3, 700, 1_500]) {
      const nearest = await search(plain, index);
      const docs = await look((copy) => copy.nearest(pointAt(index), LIMIT).map(({ doc }) => doc));
      expect(docs).toHaveLength(LIMIT);
      expect(nearest?.[0]?.itemId).toBe(idAt(index));
      for (let again = 0; again < 3; again++) expect(await search(mine, index)).toEqual(nearest);
    }
  });

  it("lose nothing where few items match", async () => {
    const found = await search(mine, 5, RARE);
    expect(found).toHaveLength(MANY / 800);
    expect(found).toEqual(await search(plain, 5, RARE));
  });

  it("P06 take in what another process added, changed and removed, before the next search", async () => {
    const added = MANY + 1;
    await apply(theirs, [putAt(added)]);
    expect((await search(mine, added, EVERY, 1))?.[0]?.itemId).toBe(idAt(added));
    expect(await look(({ size }) => size)).toBe(MANY + 1);

    await apply(theirs, [putAt(added, pointAt(9_999))]);
    expect((await search(mine, 9_999, EVERY, 1))?.[0]?.itemId).toBe(idAt(added));
    const [nearest] = (await look((copy) => copy.nearest(pointAt(9_999), 1).map(({ doc }) => doc))) ?? [];

    await apply(theirs, [{ type: "remove", itemId: idAt(added) }]);
    expect((await search(mine, 9_999, EVERY, 1))?.[0]?.itemId).not.toBe(idAt(added));
    expect(await look(({ size }) => size)).toBe(MANY);
    const [next] = (await look((copy) => copy.nearest(pointAt(9_999), 1).map(({ doc }) => doc))) ?? [];
    expect(nearest).toBeDefined();
    expect(next).not.toBe(nearest);
    expect(await search(mine, 9_999)).toEqual(await search(plain, 9_999));
  });

  it("are of no later revision than the search's snapshot", async () => {
    const old = await beside.read(scope, async (connection, entered) => {
      const wanted = await modelIn(connection, entered);
      await apply(theirs, [putAt(MANY + 2)]);
      expect(await look(({ size }) => size)).toBe(MANY + 1);
      return copies.find(connection, wanted);
    });
    expect(old).toBeUndefined();
  });

  it("are loaded anew, aside, when more was written than a search would wait for", async () => {
    const changed = Array.from({ length: 1_100 }, (_, index) => putAt(index, pointAt(index + 20_000)));
    await apply(theirs, changed);
    expect(await look(({ size }) => size)).toBeUndefined();
    expect(await search(mine, 20_007)).toEqual(await search(plain, 20_007));
    await loaded();
    expect(await search(mine, 20_008)).toEqual(await search(plain, 20_008));
  });

  it("P16 are loaded anew when a process of an older release, which notes no revision, added a vector", async () => {
    const before = await look(({ size }) => size);
    const late = MANY + 3;
    await apply(theirs, [putAt(late)]);
    const raw = await database.look();
    await raw.query("BEGIN");
    await raw.query("SELECT enter_scope($1, $2)", [scope.tenant, scope.user]);
    await raw.query("UPDATE vectors SET revision = 0");
    await raw.query("UPDATE scopes SET vector_revision = vector_revision - 1");
    await raw.query("COMMIT");
    expect(await look(({ size }) => size)).toBeUndefined();
    await loaded();
    expect(await look(({ size }) => size)).toBe((before ?? 0) + 1);
  });
});
