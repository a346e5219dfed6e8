import { scopeClock } from "../dating/index.js";
import type { Scope } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";

/**
 * The parts as they serve one scope, looked up for each call and held through it:
 * - its clock, which never shows an instant before the latest that its rows are dated by: nothing that was acknowledged lies in the future;
 * - its embedder: where two are configured and the scope was cut over to the other one, they change places, so that a call knows one model
 *   from its first step to its last (requirement 6.3).
 */
export async function servedParts(parts: EngineParts, scope: Scope): Promise<EngineParts> {
  const { embedder, otherEmbedder, storage, clock, ownClock = clock } = parts;
  const { latest, serving } = await storage.truth.read(scope, async ({ directory, servingModel }) => ({
    latest: await directory.latestInstant(),
    serving: otherEmbedder === undefined ? undefined : await servingModel.find(),
  }));
  const dated = { ...parts, clock: scopeClock(ownClock, latest), ownClock };
  if (otherEmbedder === undefined || serving?.modelId !== otherEmbedder.profile.modelId) return dated;
  return { ...dated, embedder: otherEmbedder, otherEmbedder: embedder };
}
