import { KeepsakeError } from "../../../domain/index.js";
import type { StateEntry } from "../../../ports/index.js";

export interface StateRow {
  readonly key: string;
  readonly value: string;
  readonly updatedAt: number;
  readonly expiresAt: number;
}

export const toState = (row: StateRow): StateEntry => ({ ...row, value: JSON.parse(row.value) });

/** INVALID_INPUT for what JSON cannot say. */
export function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  if (json === undefined) throw new KeepsakeError("INVALID_INPUT", "the value has no JSON form", { field: "value" });
  return json;
}
