import { makeScope } from "keepsake";
import { type BulkStatement, bulkLoad, type EngineWithParts } from "keepsake/testing";
import { foreignStatements, questions, statements, withVectors } from "../corpus.js";
import { inSchema, sizesOfSchema } from "../database.js";
import { type Figure, figure } from "../figures.js";
import { withEngine } from "../workspace.js";

const PARTITIONS = 16;
const OWN = 100;
const SMALL_STORE = 10_000;
/** What the others have each, so that 1,000,000 memories are those of about ten thousand users. */
const EACH = 95;
const WARM_UP = 10;
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

/**
 * Milliseconds of each recall by both engines, in turn. Each query is embedded before the clock starts, and the embedder remembers it:
 * what is left is the part that the store can slow down.
 */
async function inTurn(
  rounds: number,
  seed: number,
  user: string,
  engines: readonly [EngineWithParts, EngineWithParts],
): Promise<readonly [readonly number[], readonly number[]]> {
  const times: [number[], number[]] = [[], []];
  for (const [round, query] of questions(seed, WARM_UP + rounds).entries()) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const engine = engines[which];
      await engine.parts.embedder.embedQuery(query);
      const began = performance.now();
      await engine.keepsake.user(user).recall({ query });
      if (round >= WARM_UP) times[which].push(performance.now() - began);
    }
  }
  return times;
}

function middle(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

async function measureSmallUser(small: EngineWithParts, large: EngineWithParts, total: number): Promise<Figure[]> {
  const [first, second] = await inTurn(ROUNDS, 2, "ada", [small, large]);
  return [
    figure(`own part of recall, ${OWN} memories among ${SMALL_STORE}, PostgreSQL`, "ms", first),
    figure(`own part of recall, ${OWN} memories among ${total}, PostgreSQL`, "ms", second),
    figure("ratio of the medians", "times", [middle(second) / middle(first)]),
  ];
}

async function measureLargeUser(postgres: EngineWithParts, data: readonly BulkStatement[]): Promise<Figure[]> {
  return withEngine({ worker: { enabled: false } }, async (sqlite) => {
    await bulkLoad(sqlite.parts, makeScope("default", "bea"), data);
    const [first, second] = await inTurn(LARGE_ROUNDS, 3, "bea", [sqlite, postgres]);
    return [
      figure(`own part of recall, ${data.length} memories, SQLite`, "ms", first),
      figure(`own part of recall, ${data.length} memories, PostgreSQL`, "ms", second),
      figure("PostgreSQL ÷ SQLite, medians", "times", [middle(second) / middle(first)]),
    ];
  });
}

/** A small user and a large one in a PostgreSQL that holds the memories of very many; space on disk; the rate of loading. */
export async function measureScale(total: number, ofLargest: number): Promise<readonly Figure[]> {
  const config = { worker: { enabled: false } } as const;
  const storage = (url: string, schema: string) => ({
    ...config,
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
