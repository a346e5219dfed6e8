import { makeScope } from "keepsake";
import { type BulkStatement, bulkLoad, type EngineWithParts } from "keepsake/testing";
import { foreignStatements, statements, withVectors } from "../corpus.js";
import { inSchema, sizesOfSchema } from "../database.js";
import { type Figure, figure, ratio } from "../figures.js";
import { timeOwnPart } from "../own-part.js";
import { WITHOUT_READER, withEngine } from "../workspace.js";

const PARTITIONS = 16;
const OWN = 100;
const SMALL_STORE = 10_000;
/** What the others have each, so that 1,000,000 memories are those of about ten thousand users. */
const EACH = 95;
const ROUNDS = 200;
const LARGE_ROUNDS = 60;
const SAID_EVERY = 50_000;
const TABLES_SHOWN = 5;

/** Fills the store up to `total` with users who have `EACH`. Returns how many memories a second went in. */
async function loadOthers(engine: EngineWithParts, from: number, total: number): Promise<number> {
  const pool = statements(8, 20_000);
  const { dimension } = engine.parts.embedder.profile;
  const began = performance.now();
  let loaded = from;
  for (let user = 0; loaded < total; user += 1) {
    const count = Math.min(EACH, total - loaded);
    await bulkLoad(
      engine.parts,
      makeScope("default", `other-${user}`),
      foreignStatements(1_000 + user, count, dimension, pool),
    );
    loaded += count;
    if (Math.floor(loaded / SAID_EVERY) > Math.floor((loaded - count) / SAID_EVERY)) {
      console.error(`${loaded} memories, ${((loaded - from) / ((performance.now() - began) / 1_000)).toFixed(0)}/s`);
    }
  }
  return (loaded - from) / ((performance.now() - began) / 1_000);
}

async function measureSmallUser(small: EngineWithParts, large: EngineWithParts, total: number): Promise<Figure[]> {
  const [alone, among] = await timeOwnPart([small, large], { user: "ada", seed: 2, rounds: ROUNDS });
  const first = figure(`own part of recall, ${OWN} memories among ${SMALL_STORE}, PostgreSQL`, "ms", alone);
  const second = figure(`own part of recall, ${OWN} memories among ${total}, PostgreSQL`, "ms", among);
  return [first, second, ratio(`among ${total} / among ${SMALL_STORE}`, second, first)];
}

async function measureLargeUser(postgres: EngineWithParts, data: readonly BulkStatement[]): Promise<Figure[]> {
  return withEngine(WITHOUT_READER, async (sqlite) => {
    await bulkLoad(sqlite.parts, makeScope("default", "bea"), data);
    const [embedded, served] = await timeOwnPart([sqlite, postgres], { user: "bea", seed: 3, rounds: LARGE_ROUNDS });
    const first = figure(`own part of recall, ${data.length} memories, SQLite`, "ms", embedded);
    const second = figure(`own part of recall, ${data.length} memories, PostgreSQL`, "ms", served);
    return [first, second, ratio("PostgreSQL / SQLite", second, first)];
  });
}

/** A small user and a large one in a PostgreSQL that holds the memories of very many; space on disk; the rate of loading. */
export async function measureScale(total: number, ofLargest: number): Promise<readonly Figure[]> {
  const storage = (url: string, schema: string) => ({
    ...WITHOUT_READER,
    storage: { kind: "postgres", url, schema, partitions: PARTITIONS } as const,
  });
  return inSchema((url, smallSchema) =>
    inSchema((_url, largeSchema) =>
      withEngine(storage(url, smallSchema), (small) =>
        withEngine(storage(url, largeSchema), async (large) => {
          const own = await withVectors(small.parts.embedder, 7, OWN);
          for (const { parts } of [small, large]) await bulkLoad(parts, makeScope("default", "ada"), own);
          await loadOthers(small, OWN, SMALL_STORE);
          const much = await withVectors(large.parts.embedder, 9, ofLargest);
          const began = performance.now();
          await bulkLoad(large.parts, makeScope("default", "bea"), much);
          const atOnce = ofLargest / ((performance.now() - began) / 1_000);
          const rate = await loadOthers(large, OWN + ofLargest, total);
          const sizes = await sizesOfSchema(url, largeSchema);
          const bytes = [...sizes.values()].reduce((sum, one) => sum + one, 0);
          return [
            figure(`loading one user with ${ofLargest}`, "per second", [atOnce]),
            figure(`loading users with ${EACH} each`, "per second", [rate]),
            figure(`on disk, of each of ${total} memories`, "bytes", [bytes / total]),
            ...[...sizes]
              .slice(0, TABLES_SHOWN)
              .map(([name, size]) => figure(`of that, table ${name}`, "bytes", [size / total])),
            ...(await measureSmallUser(small, large, total)),
            ...(await measureLargeUser(large, much)),
          ];
        }),
      ),
    ),
  );
}
