import { KeepsakeError, type MemoryPatch } from "../../../domain/index.js";

const PATCHABLE: Readonly<Record<keyof MemoryPatch, true>> = {
  status: true,
  supersededBy: true,
  validTo: true,
  importance: true,
  confidence: true,
  turnIds: true,
  lastAccessedAt: true,
  accessCount: true,
  reinforcedCount: true,
  expiresAt: true,
  embeddingModel: true,
  reason: true,
  tags: true,
};

/** Refuses fields that may not change once written, whatever the type said on the way here (P09). */
export function checkPatch(patch: MemoryPatch): void {
  for (const field of Object.keys(patch)) {
    if (!Object.hasOwn(PATCHABLE, field)) throw new KeepsakeError("INVALID_INPUT", `${field} of a memory never changes`, { field });
  }
}
