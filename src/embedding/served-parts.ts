import type { Scope } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";

/**
 * The parts as they serve one scope: where two embedders are configured and the scope was cut over to the other one, they change places.
 * Looked up for each call and held through it, so that a call knows one model from its first step to its last (requirement 6.3).
 */
export async function servedParts(parts: EngineParts, scope: Scope): Promise<EngineParts> {
  const { embedder, otherEmbedder, storage } = parts;
  if (otherEmbedder === undefined) return parts;
  const serving = await storage.truth.read(scope, ({ servingModel }) => servingModel.find());
  if (serving?.modelId !== otherEmbedder.profile.modelId) return parts;
  return { ...parts, embedder: otherEmbedder, otherEmbedder: embedder };
}
