import { KeepsakeError } from "../../../domain/index.js";
import type { VectorPoint, VectorQuery } from "../../../ports/index.js";

const MAX_SEARCH = 4_096;

export function vectorMismatch(modelId: string, given: number, dimension: number): KeepsakeError {
  const message = `the vector has ${given} dimensions; those of ${modelId} have ${dimension}`;
  return new KeepsakeError("INVALID_INPUT", message, { field: "vector" });
}

function checkFinite(values: Float32Array): void {
  if (values.length > 0 && values.every(Number.isFinite)) return;
  throw new KeepsakeError("INVALID_INPUT", "a vector must be finite numbers, at least one", { field: "vector" });
}

export function checkQuery({ vector, limit }: VectorQuery): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_SEARCH) {
    const message = `limit must be a whole number from 1 to ${MAX_SEARCH}`;
    throw new KeepsakeError("INVALID_INPUT", message, { field: "limit" });
  }
  checkFinite(vector);
}

/** One dimension for all points of a model. @returns it @throws INVALID_INPUT */
export function dimensionOf(modelId: string, points: readonly VectorPoint[]): number {
  const dimension = points[0]?.values.length ?? 0;
  for (const { values } of points) {
    checkFinite(values);
    if (values.length !== dimension) throw vectorMismatch(modelId, values.length, dimension);
  }
  return dimension;
}

/** Of points of one item the last stands. Engines disagree about two of one key in one batch, so no batch has them. */
export function lastOfEach(points: readonly VectorPoint[]): readonly VectorPoint[] {
  return [...new Map(points.map((point) => [point.attributes.id, point])).values()];
}
