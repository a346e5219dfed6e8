import type { EngineWithParts } from "keepsake/testing";
import { questions } from "./corpus.js";

const WARM_UP = 10;

/**
 * Milliseconds of each recall by two engines, in turn, so that a busy machine is busy for both. Each query is embedded before the clock
 * starts, and the embedder remembers it: what is left is the part that the store can slow down.
 */
export async function timeOwnPart(
  engines: readonly [EngineWithParts, EngineWithParts],
  { user, seed, rounds }: { readonly user: string; readonly seed: number; readonly rounds: number },
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
