import { type HistoryResult, KeepsakeError, type MemoryId, type Scope } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";

/**
 * Every version of a statement, oldest first, and the turns that they were taken from (requirement 1.3).
 * @param id any version's. NOT_FOUND when the scope has none of that id.
 */
export async function history(parts: EngineParts, scope: Scope, id: MemoryId): Promise<HistoryResult> {
  return parts.storage.truth.read(scope, async (transaction) => {
    const memory = await transaction.memories.find(id);
    if (memory === undefined) throw new KeepsakeError("NOT_FOUND", `There is no memory ${id}.`, { id });
    const versions = await transaction.memories.lineage(memory.lineageId);
    const turnIds = [...new Set(versions.flatMap((version) => version.turnIds))];
    const turns = turnIds.length === 0 ? [] : await transaction.turns.findMany(turnIds);
    const current = versions.findLast((version) => version.status === "active");
    return { versions, turns, ...(current === undefined ? {} : { currentId: current.id }) };
  });
}
