import { compareCodePoints, KeepsakeError } from "../../../domain/index.js";
import type { VectorHit } from "../../../ports/index.js";

/** @throws INVALID_INPUT */
export function checkSearchLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 4096) return;
  throw new KeepsakeError("INVALID_INPUT", "limit must be a whole number from 1 to 4096", { field: "limit" });
}

/** A query whose vector is not of the model's dimension. */
export function otherDimension(asked: number, held: number): KeepsakeError {
  return new KeepsakeError("INVALID_INPUT", `the query has ${asked} dimensions, the index ${held}`, {
    field: "vector",
  });
}

/** In the order of the port: an engine leaves equals as they come, and rounding may lead beyond what a cosine can be. */
export function inOrder(hits: readonly VectorHit[]): readonly VectorHit[] {
  return hits
    .map(({ itemId, cosine }) => ({ itemId, cosine: Math.max(-1, Math.min(1, cosine)) }))
    .sort((a, b) => b.cosine - a.cosine || compareCodePoints(a.itemId, b.itemId));
}
