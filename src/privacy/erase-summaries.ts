import {
  type Memory,
  type MemoryId,
  type SessionId,
  SUMMARY_SUBJECT,
  type SummaryState,
  type Turn,
} from "../domain/index.js";
import type { ErasureContext } from "./erasure-context.js";

/** A summary is made from many turns: what rests on a part of it is not one statement of one turn. */
export function isSummary(memory: Pick<Memory, "kind" | "subject">): boolean {
  return memory.kind === "summary" && memory.subject === SUMMARY_SUBJECT;
}

async function removeRows(context: ErasureContext, memories: readonly Memory[]): Promise<readonly MemoryId[]> {
  const { transaction } = context;
  const rows = new Set<MemoryId>();
  for (const lineageId of new Set(memories.map((memory) => memory.lineageId))) {
    for (const version of await transaction.memories.lineage(lineageId)) rows.add(version.id);
  }
  const ids = [...rows];
  for (const itemId of ids) context.changes.push({ type: "remove", itemId });
  if (ids.length > 0) await transaction.journal.removeFor({ itemIds: ids });
  await transaction.memories.remove(ids);
  return ids;
}

/** The state without a word of the summary. */
function wordless({ summary: _words, material: _sentences, ...state }: SummaryState): SummaryState {
  return state;
}

/**
 * Removes every summary that holds one of the turns, in all its versions, and has those of sessions that live on made anew from the turns
 * that are left (P21). Called after the turns went.
 * @param erased the turns as they were
 * @param holding the summary memories taken from any of them
 */
export async function resetSummaries(
  context: ErasureContext,
  erased: readonly Turn[],
  holding: readonly Memory[],
): Promise<readonly MemoryId[]> {
  const { transaction, parts, now } = context;
  const removed = await removeRows(context, holding);
  for (const sessionId of new Set(erased.map((turn) => turn.sessionId))) {
    const state = await transaction.summaries.find(sessionId);
    if (state === undefined) continue;
    const session = await transaction.turns.findSession(sessionId);
    if (session === undefined) {
      await transaction.summaries.remove([sessionId]);
      await transaction.journal.removeFor({ sessionIds: [sessionId] });
      continue;
    }
    const gone = erased.filter((turn) => turn.sessionId === sessionId);
    if (gone.every((turn) => turn.position >= state.coveredTo)) {
      await transaction.summaries.put({ ...state, openTurns: Math.max(0, state.openTurns - gone.length) });
      continue;
    }
    await transaction.summaries.put({ ...wordless(state), coveredTo: 0, openTurns: session.turnCount, openTokens: 0 });
    await transaction.journal.append([{ id: parts.ids.journal(), task: { type: "summarise", sessionId }, at: now }]);
  }
  return removed;
}

/**
 * Removes summaries that are themselves to be forgotten. The turns stay, and stay covered: what was summarised is not summarised again,
 * later turns are.
 */
export async function removeSummaries(
  context: ErasureContext,
  targets: readonly Memory[],
): Promise<readonly MemoryId[]> {
  const removed = await removeRows(context, targets);
  const sessionIds = new Set(
    targets.flatMap((memory): SessionId[] => (memory.sessionId === undefined ? [] : [memory.sessionId])),
  );
  for (const sessionId of sessionIds) {
    const state = await context.transaction.summaries.find(sessionId);
    if (state !== undefined) await context.transaction.summaries.put(wordless(state));
  }
  return removed;
}
