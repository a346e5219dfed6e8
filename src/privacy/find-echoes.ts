import { type Memory, readAll, type Turn, type TurnId } from "../domain/index.js";
import type { TruthTransaction } from "../ports/index.js";
import { ErasedFact, isEcho, readHeld } from "./erased-fact.js";

/**
 * Answers of the agent right after a turn that goes, which only say again what it said ("Noted: you are allergic to …"). An answer that
 * says anything else stays, since it may be where another fact is told; so does one that another memory was taken from.
 * @param erased the memories that go
 * @param turnIds the turns that go with them
 */
export async function findEchoes(
  transaction: TruthTransaction,
  erased: readonly Memory[],
  turnIds: readonly TurnId[],
): Promise<readonly TurnId[]> {
  const facts = erased.map((memory) => new ErasedFact(memory));
  const gone = new Set(turnIds);
  const sources = await transaction.turns.findMany(turnIds);
  const echoes: Turn[] = [];
  for (const sessionId of new Set(sources.map((turn) => turn.sessionId))) {
    let said: string | undefined;
    for (const turn of await readAll((page) => transaction.turns.list(sessionId, page))) {
      if (turn.role === "user") said = gone.has(turn.id) ? turn.text : undefined;
      else if (said !== undefined && turn.role === "assistant" && !gone.has(turn.id)) {
        const held = readHeld(turn.text);
        if (facts.some((fact) => fact.isIn(held)) && isEcho(turn, said)) echoes.push(turn);
      }
    }
  }
  const ids = echoes.map((turn) => turn.id);
  const goes = new Set(erased.map((memory) => memory.id));
  const others = ids.length === 0 ? [] : await transaction.memories.listByTurns(ids);
  const kept = new Set(others.filter((memory) => !goes.has(memory.id)).flatMap((memory) => memory.turnIds));
  return ids.filter((id) => !kept.has(id));
}
