import type { ItemId, Scope } from "../../domain/index.js";
import { type Filling, fillItems } from "./fill-scope.js";
import { awaitingVectors, findMissing } from "./missing-vectors.js";

/** Looks at what waits for its vector and tries again, before the scope is left to the next run. */
const MOST_TRIES = 20;

/**
 * Lets the scope be searched by the target from now on, where nothing would be found worse by it. Whatever is written while two models are
 * configured has both vectors or waits for one in the journal, so what waits there is all that filling cannot have seen; the switch is one
 * transaction of the scope, which no writer can come between.
 * @returns false where something stayed without its vector
 */
export async function cutOver(filling: Filling, scope: Scope): Promise<boolean> {
  const { parts, target } = filling;
  const { truth } = parts.storage;
  const { modelId } = target.profile;
  for (let tries = 0; tries < MOST_TRIES && !filling.signal.aborted; tries += 1) {
    const seen: ReadonlySet<ItemId> = await truth.read(scope, awaitingVectors);
    const waiting = await findMissing(parts, scope, modelId, [...seen]);
    const { failed } = await fillItems(filling, scope, waiting.missing);
    if (failed > 0) return false;
    const done = await truth.write(scope, async (transaction) => {
      for (const id of await awaitingVectors(transaction)) if (!seen.has(id)) return false;
      await transaction.servingModel.put({ modelId, since: parts.clock.now() });
      return true;
    });
    if (done) return true;
  }
  return false;
}
