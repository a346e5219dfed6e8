/** The vector of a text by the model that does not serve. */
export interface TwinVector {
  readonly modelId: string;
  readonly values: Float32Array;
}

/** By the vector of the serving model, as the object that it is: between the embedder and the index nobody copies it. */
const twins = new WeakMap<Float32Array, TwinVector | "late">();

/** @param twin `late`: the other model did not answer, its vector follows */
export function setTwin(values: Float32Array, twin: TwinVector | "late"): void {
  twins.set(values, twin);
}

/** undefined: only one model was asked. */
export function findTwin(values: Float32Array): TwinVector | "late" | undefined {
  return twins.get(values);
}
