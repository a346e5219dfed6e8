import type { EpochMs, Memory, MemoryPatch, WriteKind, WriteOrigin } from "../domain/index.js";
import type { MemoryStore, TruthTransaction } from "../ports/index.js";

function addedAs(memory: Memory): WriteKind {
  if (memory.status === "pending-review") return "pending";
  return memory.version === 1 ? "new" : "version";
}

function changedAs(patch: MemoryPatch): WriteKind {
  if (patch.reinforcedCount !== undefined) return "reinforced";
  if (patch.status === undefined) return "trimmed";
  return patch.supersededBy === undefined ? "retracted" : "superseded";
}

/** The fields of the patch as they are in the row; `null` where there is nothing. */
function fieldsOf(memory: Memory, patch: MemoryPatch): MemoryPatch {
  const fields = Object.keys(patch) as (keyof MemoryPatch)[];
  return Object.fromEntries(fields.map((field) => [field, memory[field] ?? null]));
}

/**
 * The transaction with a log: whatever is added to the memories or changed in them through it is entered, with what is needed to take
 * it back. What changes in no statement's name (vectors, counts of access, upkeep) goes through the bare transaction.
 */
export function recordWrites(transaction: TruthTransaction, origin: WriteOrigin, at: EpochMs): TruthTransaction {
  const { memories, writes } = transaction;
  const recording: MemoryStore = {
    ...memories,
    async insert(memory) {
      await memories.insert(memory);
      await writes.append([{ ...origin, at, memoryId: memory.id, kind: addedAs(memory), before: {}, after: {} }]);
    },
    async update(id, expectedRevision, patch) {
      const row = await memories.find(id);
      const updated = await memories.update(id, expectedRevision, patch);
      if (row === undefined) return updated;
      const [before, after] = [fieldsOf(row, patch), fieldsOf(updated, patch)];
      await writes.append([{ ...origin, at, memoryId: id, kind: changedAs(patch), before, after }]);
      return updated;
    },
  };
  return { ...transaction, memories: recording };
}
