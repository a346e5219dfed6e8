import type { VectorPoint } from "../../../ports/index.js";
import { dimensionOf, lastOfEach } from "./checks.js";

export interface ModelPoints {
  readonly modelId: string;
  readonly dimension: number;
  /** Each item once. */
  readonly points: readonly VectorPoint[];
}

/** Points by their models. @throws INVALID_INPUT before anything is done where one of them has no place among its model's others */
export function groupByModel(points: readonly VectorPoint[]): readonly ModelPoints[] {
  const models = new Map<string, VectorPoint[]>();
  for (const point of points) {
    const ofModel = models.get(point.modelId);
    if (ofModel === undefined) models.set(point.modelId, [point]);
    else ofModel.push(point);
  }
  return [...models].map(([modelId, ofModel]) => ({
    modelId,
    dimension: dimensionOf(modelId, ofModel),
    points: lastOfEach(ofModel),
  }));
}
