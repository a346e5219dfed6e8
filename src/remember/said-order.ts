import type { EpochMs, Memory } from "../domain/index.js";
import type { TruthTransaction } from "../ports/index.js";
import type { Statement } from "./statement.js";

/** A memory with the last instant at which it was said: of itself or of a turn that repeated it. */
export interface LastSaid {
  readonly memory: Memory;
  readonly at: EpochMs;
}

/** When each of the memories was last said. Statements arrive in any order, so the order of arrival decides nothing (P02). */
async function lastSaid(transaction: TruthTransaction, memories: readonly Memory[]): Promise<readonly LastSaid[]> {
  const repeated = [...new Set(memories.flatMap((memory) => memory.turnIds))];
  const turns = repeated.length === 0 ? [] : await transaction.turns.findMany(repeated);
  const saidAt = new Map(turns.map((turn) => [turn.id, turn.at]));
  return memories.map((memory) => ({
    memory,
    at: memory.turnIds.reduce((latest, id) => Math.max(latest, saidAt.get(id) ?? latest), memory.saidAt),
  }));
}

/** Parts the memories into those said up to the statement and those said after it. */
export async function bySaidOrder(
  transaction: TruthTransaction,
  statement: Pick<Statement, "saidAt">,
  memories: readonly Memory[],
): Promise<{ readonly before: readonly Memory[]; readonly after: readonly Memory[] }> {
  const said = await lastSaid(transaction, memories);
  return {
    before: said.filter(({ at }) => at <= statement.saidAt).map(({ memory }) => memory),
    after: said.filter(({ at }) => at > statement.saidAt).map(({ memory }) => memory),
  };
}

/** Whether the memory still held when the statement was said: only then can saying it again strengthen it. */
export function heldWhenSaid(memory: Memory, statement: Pick<Statement, "saidAt">): boolean {
  return memory.expiresAt === undefined || memory.expiresAt > statement.saidAt;
}
