import type { Scope } from "../../domain/index.js";
import type { EngineParts } from "../../ports/index.js";

/** Runs the reads of an answer in one snapshot, where the store can hold one: what is written meanwhile is seen by all of them or by none. */
export function inOneSnapshot<Result>(
  { storage: { snapshots } }: EngineParts,
  scope: Scope,
  work: (held: Scope) => Promise<Result>,
): Promise<Result> {
  return snapshots === undefined ? work(scope) : snapshots.hold(scope, work);
}

/** The stamp that goes with what was read with the scope; undefined where no snapshot holds both together. */
export async function stampHeld(
  { storage: { snapshots, changes } }: EngineParts,
  held: Scope,
): Promise<string | undefined> {
  return snapshots === undefined ? undefined : changes?.stampOf(held);
}
