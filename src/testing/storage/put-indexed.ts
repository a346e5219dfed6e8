import type { MemoryId, Scope } from "../../domain/index.js";
import type { Storage } from "../../ports/index.js";
import { MODEL, sampleAttributes, sampleMemory, vectorAt } from "./samples.js";

/** By what the memory of `putIndexed` is found. */
export const TERMS = ["tea"];

/** A memory with its words and its vector, in one write. */
export async function putIndexed(storage: Storage, scope: Scope): Promise<MemoryId> {
  const memory = sampleMemory();
  await storage.truth.write(scope, async (transaction) => {
    await transaction.memories.insert(memory);
    const vector = { modelId: MODEL, values: vectorAt(3) };
    const attributes = sampleAttributes(memory.id);
    await storage.projection.apply(transaction, [{ type: "put", attributes, terms: TERMS, vector }]);
  });
  return memory.id;
}
