import { readDate } from "../dating/index.js";
import {
  and,
  type Filter,
  KeepsakeError,
  type ListRequest,
  type Memory,
  type MemoryId,
  type Page,
  type Scope,
} from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { statusAt } from "./status-filter.js";

const DEFAULT_LIMIT = 50;

function buildListFilter(request: ListRequest, now: number): Filter {
  const filters: Filter[] = [];
  if (request.asOf !== undefined) filters.push({ op: "validAt", at: request.asOf });
  else if (request.statuses === undefined) filters.push({ op: "current", at: now });
  if (request.statuses !== undefined) {
    filters.push({ op: "or", filters: request.statuses.map((status) => statusAt(status, now)) });
  }
  if (request.kinds !== undefined) filters.push({ op: "in", field: "kind", values: request.kinds });
  if (request.tiers !== undefined) filters.push({ op: "in", field: "tier", values: request.tiers });
  if (request.tags !== undefined) filters.push({ op: "hasAny", field: "tags", values: request.tags });
  if (request.subject !== undefined) filters.push({ op: "in", field: "subject", values: [request.subject] });
  if (request.sessionId !== undefined) filters.push({ op: "in", field: "sessionId", values: [request.sessionId] });
  return and(...filters);
}

/**
 * Pages through the scope's memories, newest first (P27). Without `statuses` and `asOf` only what is current; with `asOf` what held
 * at that instant. Errors: INVALID_INPUT for a limit outside 1–1000 or a cursor of another scope or order.
 */
export async function listMemories(parts: EngineParts, scope: Scope, request: ListRequest = {}): Promise<Page<Memory>> {
  return parts.storage.truth.read(scope, async (transaction) => {
    const filter = buildListFilter(request, request.now ?? (await readDate(parts, transaction)));
    return transaction.memories.list(filter, {
      limit: request.limit ?? DEFAULT_LIMIT,
      ...(request.cursor === undefined ? {} : { cursor: request.cursor }),
    });
  });
}

/** One memory by id, whatever its status. NOT_FOUND when the scope has none of that id: another user's is as absent as one never made (P11). */
export async function getMemory(parts: EngineParts, scope: Scope, id: MemoryId): Promise<Memory> {
  const memory = await parts.storage.truth.read(scope, (transaction) => transaction.memories.find(id));
  if (memory === undefined) throw new KeepsakeError("NOT_FOUND", `There is no memory ${id}.`, { id });
  return memory;
}
