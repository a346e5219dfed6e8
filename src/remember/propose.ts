import type { Scope, SessionId, TurnId } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { isForModel } from "./extract.js";
import { extractByModel } from "./extract-model.js";
import type { Proposal, Proposals, ReadTurn } from "./proposal.js";

/** Turns of one call: bounded, so that one bad answer costs little and the answer fits. */
const MAX_TURNS = 8;
const MAX_CHARACTERS = 8_000;

/** Turns whose answer was bad before go alone: which of several spoilt it nobody knows. Outages and caps are no turn's fault. */
function isSuspect({ entry }: ReadTurn): boolean {
  return entry.lastError?.includes("MODEL_INVALID_OUTPUT") === true;
}

/** Turns of one session, in order, that go into one call. */
function batchesOf(turns: readonly ReadTurn[]): readonly (readonly ReadTurn[])[] {
  const batches: ReadTurn[][] = [];
  const open = new Map<SessionId, ReadTurn[]>();
  for (const read of turns) {
    const batch = open.get(read.turn.sessionId);
    const length = batch?.reduce((sum, each) => sum + each.turn.text.length, read.turn.text.length) ?? 0;
    if (batch !== undefined && batch.length < MAX_TURNS && length <= MAX_CHARACTERS && !isSuspect(read)) {
      batch.push(read);
      continue;
    }
    const fresh = [read];
    batches.push(fresh);
    if (!isSuspect(read)) open.set(read.turn.sessionId, fresh);
  }
  return batches;
}

/** Ids of turns that the user wants kept nowhere: no model is shown them, not even beside others. */
function silencedOf(turns: readonly ReadTurn[]): ReadonlySet<TurnId> {
  const silenced = new Set<TurnId>();
  for (const { rules, turn, before } of turns) {
    if (rules.offTheRecord || rules.withoutEpisode) silenced.add(turn.id);
    const last = before.findLastIndex((each) => each.role === "user");
    if (rules.forgetsPrevious && last >= 0) for (const each of before.slice(last)) silenced.add(each.id);
  }
  return silenced;
}

/**
 * Asks the model about those of the turns that can hold anything, several turns of a session in one call (P23). Without a model,
 * or with nothing to ask: empty. Never throws: what fails is deferred, counted and logged.
 * @param turns of one scope, oldest first
 */
export async function propose(
  parts: EngineParts,
  scope: Scope,
  turns: readonly ReadTurn[],
  signal?: AbortSignal,
): Promise<Proposals> {
  const { chatModel } = parts;
  const proposals = new Map<TurnId, Proposal>();
  if (chatModel === undefined) return proposals;
  const silenced = silencedOf(turns);
  const asked = turns.filter(({ turn, rules }) => !silenced.has(turn.id) && isForModel(parts, turn, rules));
  for (const batch of batchesOf(asked)) {
    const shared = { scope, batch, around: turns, silenced, ...(signal === undefined ? {} : { signal }) };
    for (const [id, proposal] of await extractByModel(parts, chatModel, shared)) proposals.set(id, proposal);
  }
  return proposals;
}
