import type { ListRequest, Memory, UserMemory } from "keepsake";

/** Every memory that a listing holds, page after page. */
export async function listAll(memory: UserMemory, request: ListRequest): Promise<readonly Memory[]> {
  const memories: Memory[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.list({ ...request, limit: 200, ...(cursor === undefined ? {} : { cursor }) });
    memories.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return memories;
}

/** Every status: what a full inspection lists. */
export const ALL_STATUSES = ["active", "pending-review", "superseded", "archived", "expired", "erased"] as const;
