import {
  checkId,
  KeepsakeError,
  type ListedWrite,
  type Page,
  type Scope,
  type WriteSelection,
} from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";

const DEFAULT_LIMIT = 100;

/** @throws INVALID_INPUT for what cannot be a key */
export function checkSelection(selection: WriteSelection): WriteSelection {
  const told: Partial<WriteSelection> | undefined = selection;
  switch (selection?.by) {
    case "turn":
      checkId(selection.turnId, "turnId");
      return selection;
    case "session":
      checkId(selection.sessionId, "sessionId");
      return selection;
    case "agent":
      checkId(selection.agentId, "agentId");
      return selection;
    case "import":
      checkId(selection.importId, "importId");
      return selection;
    case "policy":
      checkId(selection.policyVersion, "policyVersion");
      return selection;
    default:
      throw new KeepsakeError(
        "INVALID_INPUT",
        `by must be one of turn, session, agent, import, policy, not ${String(told?.by)}`,
        { field: "by" },
      );
  }
}

/** Everything that one turn, session, agent, import or policy version wrote, newest first, what was rolled back included. */
export async function listWrites(
  parts: EngineParts,
  scope: Scope,
  selection: WriteSelection,
  page: { readonly limit?: number; readonly cursor?: string } = {},
): Promise<Page<ListedWrite>> {
  checkSelection(selection);
  return parts.storage.truth.read(scope, async ({ writes, memories }) => {
    const { items, nextCursor } = await writes.list(selection, {
      limit: page.limit ?? DEFAULT_LIMIT,
      ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
    });
    const rows = await memories.findMany([...new Set(items.map((write) => write.memoryId))]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const listed = items.map((write): ListedWrite => {
      const memory = byId.get(write.memoryId);
      return { write, ...(memory === undefined ? {} : { memory }) };
    });
    return { items: listed, ...(nextCursor === undefined ? {} : { nextCursor }) };
  });
}
