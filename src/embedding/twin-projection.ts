import type { ItemId } from "../domain/index.js";
import type { EngineParts, IndexChange, Projection } from "../ports/index.js";
import { findTwin } from "./twin-vectors.js";

type Put = Extract<IndexChange, { type: "put" }>;

/** How long the other model is left alone after it did not answer. */
const AGAIN_AFTER_MS = 60_000;

/** Puts with both vectors: the second ones after the first, as stores take puts of different items together. */
function withTwins(changes: readonly IndexChange[]): { all: readonly IndexChange[]; late: ReadonlySet<ItemId> } {
  const all: IndexChange[] = [];
  const late = new Set<ItemId>();
  let twins: Put[] = [];
  for (const change of changes) {
    if (change.type !== "put") {
      all.push(...twins);
      twins = [];
      if (change.type === "remove") late.delete(change.itemId);
    }
    all.push(change);
    const twin = change.type !== "put" || change.vector === undefined ? undefined : findTwin(change.vector.values);
    if (change.type !== "put" || twin === undefined) continue;
    if (twin === "late") late.add(change.attributes.id);
    else twins.push({ type: "put", attributes: change.attributes, vector: twin });
  }
  return { all: [...all, ...twins], late };
}

/**
 * While one embedding model takes over from another, what is written gets its vector by both, in the same transaction; where the other
 * model did not answer, its vector waits in the journal like every missing one (P05).
 */
export function twinProjection(inner: Projection, { ids, clock }: Pick<EngineParts, "ids" | "clock">): Projection {
  return {
    async apply(transaction, changes) {
      const { all, late } = withTwins(changes);
      await inner.apply(transaction, all);
      if (late.size === 0) return;
      const at = clock.now();
      const entries = [...late].map((itemId) => ({
        ...{ id: ids.journal(), task: { type: "embed", itemId } as const },
        ...{ at, dueAt: at + AGAIN_AFTER_MS },
      }));
      await transaction.journal.append(entries);
    },
  };
}
