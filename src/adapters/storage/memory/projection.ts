import { KeepsakeError } from "../../../domain/index.js";
import type { IndexChange, Projection } from "../../../ports/index.js";
import type { Draft, IndexedItem } from "./state.js";
import { type Drafts, draftOf } from "./truth.js";

type Put = Extract<IndexChange, { type: "put" }>;

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const raw of terms) {
    const term = raw.toWellFormed();
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

function checkVector(draft: Draft, { modelId, values }: NonNullable<Put["vector"]>): void {
  if (values.length === 0 || !values.every(Number.isFinite)) {
    throw new KeepsakeError("INVALID_INPUT", "a vector must be finite numbers", { field: "vector" });
  }
  for (const item of draft.get("items").values()) {
    const other = item.vectors.get(modelId);
    if (other === undefined) continue;
    if (other.length === values.length) return;
    throw new KeepsakeError(
      "INVALID_INPUT",
      `vectors of ${modelId} have ${other.length} dimensions, not ${values.length}`,
      { field: "vector" },
    );
  }
}

function put(draft: Draft, change: Put): void {
  if (change.vector !== undefined) checkVector(draft, change.vector);
  const items = draft.edit("items", change.attributes.recordedAt);
  const before = items.get(change.attributes.id);
  const vectors = new Map(before?.vectors);
  if (change.vector !== undefined) vectors.set(change.vector.modelId, change.vector.values.slice());
  const terms = change.terms === undefined ? before?.terms : countTerms(change.terms);
  const item: IndexedItem = {
    attributes: structuredClone(change.attributes),
    length: change.terms?.length ?? before?.length ?? 0,
    vectors,
    ...(terms !== undefined && { terms }),
  };
  items.set(change.attributes.id, item);
}

function dropModel(draft: Draft, modelId: string): void {
  for (const [id, item] of draft.get("items")) {
    if (!item.vectors.has(modelId)) continue;
    draft.edit("items").set(id, { ...item, vectors: new Map([...item.vectors].filter(([name]) => name !== modelId)) });
  }
}

export function createProjection(drafts: Drafts): Projection {
  return {
    async apply(transaction, changes) {
      const draft = draftOf(drafts, transaction);
      draft.requireWrite();
      for (const change of changes) {
        if (change.type === "put") {
          put(draft, change);
          continue;
        }
        if (change.type === "drop-model") {
          dropModel(draft, change.modelId);
          continue;
        }
        const id = change.type === "update" ? change.attributes.id : change.itemId;
        const before = draft.get("items").get(id);
        if (before === undefined) continue;
        if (change.type === "update")
          draft.edit("items").set(id, { ...before, attributes: structuredClone(change.attributes) });
        else draft.edit("items").delete(id);
      }
    },
  };
}
