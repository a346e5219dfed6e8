import { makeScope } from "keepsake";
import { bulkLoad, type EngineWithParts } from "keepsake/testing";
import { foreignStatements, statements, withVectors } from "../corpus.js";
import { type Figure, figure, ratio } from "../figures.js";
import { timeOwnPart } from "../own-part.js";
import { WITHOUT_READER, withEngine } from "../workspace.js";

const OWN = 1_000;
const PER_FOREIGN_USER = 1_000;
const QUERIES = 200;

/**
 * The same user with the same thousand memories in two stores: alone in one, among other users' memories in the other.
 * Questions go to both in turn, so that a busy machine is busy for both; the ratio says whether others' data cost this user anything.
 */
export async function measureForeign(foreign = 1_000_000): Promise<readonly Figure[]> {
  return withEngine(WITHOUT_READER, (alone) =>
    withEngine(WITHOUT_READER, async (among) => {
      const data = await withVectors(alone.parts.embedder, 7, OWN);
      for (const { parts } of [alone, among]) await bulkLoad(parts, makeScope("default", "ada"), data);
      const loading = await loadForeign(among, foreign);
      const own = await timeOwnPart([alone, among], { user: "ada", seed: 2, rounds: QUERIES });
      const label = `among ${foreign.toLocaleString("en")} of others`;
      const first = figure("own part of recall, 1,000 memories, alone", "ms", own[0]);
      const second = figure(`own part of recall, 1,000 memories, ${label}`, "ms", own[1]);
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
