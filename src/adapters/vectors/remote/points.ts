import { createHash } from "node:crypto";
import { type ItemAttributes, type ItemId, KeepsakeError, type Scope } from "../../../domain/index.js";
import type { VectorPoint } from "../../../ports/index.js";

/** The points of one model, each item once. */
export interface ModelPoints {
  readonly modelId: string;
  readonly dimension: number;
  readonly points: readonly VectorPoint[];
}

function refuse(message: string): never {
  throw new KeepsakeError("INVALID_INPUT", message, { field: "vector" });
}

/**
 * The points by model; of two of one item the last stands.
 * @throws INVALID_INPUT (numbers that are not finite, two dimensions of one model)
 */
export function pointsByModel(points: readonly VectorPoint[]): readonly ModelPoints[] {
  const models = new Map<string, { readonly dimension: number; readonly points: Map<ItemId, VectorPoint> }>();
  for (const point of points) {
    const { modelId, values } = point;
    if (values.length === 0 || !values.every(Number.isFinite)) refuse("a vector must be finite numbers");
    const model = models.get(modelId) ?? { dimension: values.length, points: new Map<ItemId, VectorPoint>() };
    if (model.dimension !== values.length) {
      refuse(`vectors of ${modelId} have ${model.dimension} dimensions, not ${values.length}`);
    }
    model.points.set(point.attributes.id, point);
    models.set(modelId, model);
  }
  return [...models].map(([modelId, model]) => ({
    ...{ modelId, dimension: model.dimension, points: [...model.points.values()] },
  }));
}

/** The attributes with texts as UTF-8 can hold them. */
export function storable(attributes: ItemAttributes): ItemAttributes {
  const clean = Object.entries(attributes).map(([field, value]: [string, unknown]) => {
    if (typeof value === "string") return [field, value.toWellFormed()] as const;
    if (!Array.isArray(value)) return [field, value] as const;
    return [field, value.map((text: unknown) => (typeof text === "string" ? text.toWellFormed() : text))] as const;
  });
  return Object.fromEntries(clean) as unknown as ItemAttributes;
}

/** JSON keeps the parts apart, whatever is in them. */
function digest(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** The same for the same item of the same scope, and for nothing else: 256 bits of a hash, hexadecimal. */
export function pointKey(scope: Scope, itemId: ItemId): string {
  return digest(scope.tenant, scope.user, itemId);
}

/** The same with the model, in the form of a UUID: what may be in it is no matter to an engine. */
export function pointUuid(scope: Scope, itemId: ItemId, modelId: string): string {
  const hex = digest(scope.tenant, scope.user, itemId, modelId);
  // version 8, "custom", of RFC 9562
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Of a model's space, where an engine wants names: letters, digits and `_`, beginning with a letter, 40 characters after the prefix. */
export function spaceName(prefix: string, modelId: string): string {
  return `${prefix}${digest(modelId).slice(0, 40)}`;
}

export function* inBatches<Item>(items: readonly Item[], size: number): Generator<readonly Item[], void> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
