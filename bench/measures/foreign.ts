import { makeScope } from "keepsake";
import { bulkLoad, type EngineWithParts } from "keepsake/testing";
import { foreignStatements, questions, statements, withVectors } from "../corpus.js";
import { type Figure, figure } from "../figures.js";
import { withEngine } from "../workspace.js";

const OWN = 1_000;
const PER_FOREIGN_USER = 1_000;
const QUERIES = 200;
const WARM_UP = 10;

/**
 * The same user with the same thousand memories in two stores: alone in one, among other users' memories in the other.
 * Questions go to both in turn, so that a busy machine is busy for both; the ratio says whether others' data cost this user anything.
 */
export async function measureForeign(foreign = 1_000_000): Promise<readonly Figure[]> {
  const config = { worker: { enabled: false } };
  return withEngine(config, (alone) =>
    withEngine(config, async (among) => {
      const data = await withVectors(alone.parts.embedder, 7, OWN);
      for (const { parts } of [alone, among]) await bulkLoad(parts, makeScope("default", "ada"), data);
      const loading = await loadForeign(among, foreign);
      const own = await askBoth(alone, among);
      const label = `among ${foreign.toLocaleString("en")} of others`;
      const first = figure("own part of recall, 1,000 memories, alone", "ms", own.alone);
      const second = figure(`own part of recall, 1,000 memories, ${label}`, "ms", own.among);
      return [
        first,
        second,
        ratio(`${label} / alone`, second, first),
        figure(`loading ${label}`, "seconds", [loading]),
      ];
    }),
  );
}

async function loadForeign({ parts }: EngineWithParts, foreign: number): Promise<number> {
  const pool = statements(8, 20_000);
  const began = performance.now();
  for (let user = 0; user * PER_FOREIGN_USER < foreign; user += 1) {
    const data = foreignStatements(1_000 + user, PER_FOREIGN_USER, parts.embedder.profile.dimension, pool);
    await bulkLoad(parts, makeScope("default", `other-${user}`), data);
  }
  return (performance.now() - began) / 1_000;
}

/** Milliseconds of each recall whose query vector the embedder has already: the part that the store can slow down. */
async function askBoth(
  alone: EngineWithParts,
  among: EngineWithParts,
): Promise<{ readonly alone: number[]; readonly among: number[] }> {
  const times = { alone: [] as number[], among: [] as number[] };
  const ask = async (engine: EngineWithParts, query: string): Promise<number> => {
    await engine.parts.embedder.embedQuery(query);
    const began = performance.now();
    await engine.keepsake.user("ada").recall({ query });
    return performance.now() - began;
  };
  for (const [at, query] of questions(2, WARM_UP + QUERIES).entries()) {
    const order = at % 2 === 0 ? (["alone", "among"] as const) : (["among", "alone"] as const);
    for (const which of order) {
      const time = await ask(which === "alone" ? alone : among, query);
      if (at >= WARM_UP) times[which].push(time);
    }
  }
  return times;
}

function ratio(what: string, a: Figure, b: Figure): Figure {
  return { what, unit: "times", runs: a.runs, min: a.min / b.min, median: a.median / b.median, p95: a.p95 / b.p95 };
}
