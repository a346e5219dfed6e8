import { KeepsakeError } from "../../../../domain/index.js";
import type { VectorQuery } from "../../../../ports/index.js";
import type { Asking, Entered } from "./connection.js";
import { numbersOf } from "./transaction.js";

/** A model that a scope has vectors of. */
export interface VectorModel {
  readonly id: number;
  readonly name: string;
  readonly dimension: number;
  readonly vectors: number;
  /** Of the scope's vectors, whatever their model. */
  readonly revision: number;
}

/** How an engine lists a scope's models. (scope) */
export function vectorModels<Model extends VectorModel>(sql: string) {
  const list = (connection: Asking, entered: Entered): Promise<readonly Model[]> =>
    connection.once<Model>(sql, ...numbersOf(entered));
  const find = async (connection: Asking, entered: Entered, name: string): Promise<Model | undefined> =>
    (await list(connection, entered)).find((model) => model.name === name);
  return {
    find,
    /** The model of a query; INVALID_INPUT when its vectors have another dimension. */
    async of(
      connection: Asking,
      entered: Entered,
      { vector, modelId }: Pick<VectorQuery, "vector" | "modelId">,
    ): Promise<Model | undefined> {
      const model = await find(connection, entered, modelId);
      if (model === undefined || model.dimension === vector.length) return model;
      const message = `the query has ${vector.length} dimensions, the index ${model.dimension}`;
      throw new KeepsakeError("INVALID_INPUT", message, { field: "vector" });
    },
    /** How many vectors there are of each. */
    async count(connection: Asking, entered: Entered): Promise<ReadonlyMap<string, number>> {
      return new Map((await list(connection, entered)).map(({ name, vectors }) => [name, vectors]));
    },
  };
}
