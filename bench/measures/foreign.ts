import { makeScope } from "keepsake";
import { bulkLoad } from "keepsake/testing";
import { foreignStatements, statements, withVectors } from "../corpus.js";
import { type Figure, figure } from "../figures.js";
import { withEngine } from "../workspace.js";
import { recallFigures } from "./recall.js";

const OWN = 1_000;
const PER_FOREIGN_USER = 1_000;

/**
 * Recall of a user with a thousand memories, before and after other users' memories came into the same store. The ratio of
 * the own parts says whether other people's data cost this user anything.
 */
export async function measureForeign(foreign = 1_000_000): Promise<readonly Figure[]> {
  return withEngine({ worker: { enabled: false } }, async (engine) => {
    const { parts } = engine;
    await bulkLoad(parts, makeScope("default", "ada"), await withVectors(parts.embedder, 7, OWN));
    const alone = await recallFigures(engine, "ada", "1,000 (alone)");
    const pool = statements(8, 20_000);
    const began = performance.now();
    for (let user = 0; user * PER_FOREIGN_USER < foreign; user += 1) {
      const data = foreignStatements(1_000 + user, PER_FOREIGN_USER, parts.embedder.profile.dimension, pool);
      await bulkLoad(parts, makeScope("default", `other-${user}`), data);
    }
    const seconds = (performance.now() - began) / 1_000;
    const among = await recallFigures(engine, "ada", `1,000 (among ${foreign.toLocaleString("en")} of others)`);
    return [
      ...alone,
      ...among,
      ratio("recall among others / alone", among[0], alone[0]),
      ratio("own part among others / alone", among[2], alone[2]),
      figure(`loading ${foreign.toLocaleString("en")} memories of others`, "seconds", [seconds]),
    ];
  });
}

function ratio(what: string, a: Figure | undefined, b: Figure | undefined): Figure {
  const of = (value: (figure: Figure) => number): number =>
    a === undefined || b === undefined ? Number.NaN : value(a) / value(b);
  return {
    what,
    unit: "times",
    runs: a?.runs ?? 0,
    min: of(({ min }) => min),
    median: of(({ median }) => median),
    p95: of(({ p95 }) => p95),
  };
}
