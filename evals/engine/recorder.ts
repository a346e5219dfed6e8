import type { RecordReceipt, RecordTurn, TurnId, UserMemory } from "keepsake";
import type { DataTurn } from "../readers/conversation.js";

/** Turns in one `record` call; far under the engine's limit of 1,000. */
const TURNS_PER_CALL = 200;
/** Long conversations with a slow embedder take minutes, not hours. */
const PROCESSED_TIMEOUT_MS = 30 * 60_000;

/** Which data-set turn an engine turn is. */
export type TurnMap = Map<TurnId, string>;

function toRecordTurn(turn: DataTurn): RecordTurn {
  return {
    id: turn.id,
    role: turn.role,
    text: turn.text,
    at: turn.at,
    ...(turn.speaker === undefined ? {} : { speaker: turn.speaker }),
  };
}

function keepReceipt(receipt: RecordReceipt, batch: readonly DataTurn[], map: TurnMap): void {
  if (receipt.turnIds.length !== batch.length) {
    throw new Error(`record took ${batch.length} turns and returned ${receipt.turnIds.length} ids`);
  }
  receipt.turnIds.forEach((id, index) => {
    const turn = batch[index];
    if (turn !== undefined) map.set(id, turn.id);
  });
}

/** Runs of turns of one session and agent, in the given order, at most {@link TURNS_PER_CALL} long. */
export function recordBatches(turns: readonly DataTurn[]): readonly (readonly DataTurn[])[] {
  const batches: DataTurn[][] = [];
  for (const turn of turns) {
    const current = batches.at(-1);
    const last = current?.at(-1);
    const continues = last?.sessionId === turn.sessionId && last.agentId === turn.agentId;
    if (current !== undefined && continues && current.length < TURNS_PER_CALL) current.push(turn);
    else batches.push([turn]);
  }
  return batches;
}

/** Records turns in their order and waits until they are digested. Adds to `map`. */
export async function recordTurns(
  memory: UserMemory,
  turns: readonly DataTurn[],
  timeZone: string,
  map: TurnMap,
): Promise<void> {
  for (const batch of recordBatches(turns)) {
    const [first] = batch;
    if (first === undefined) continue;
    const receipt = await memory.record({
      sessionId: first.sessionId,
      timeZone,
      turns: batch.map(toRecordTurn),
      ...(first.agentId === undefined ? {} : { agentId: first.agentId }),
    });
    keepReceipt(receipt, batch, map);
  }
  await memory.processed(PROCESSED_TIMEOUT_MS);
}
