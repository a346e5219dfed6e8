import type { EpochMs, JournalEntry, Scope, Turn, TurnId } from "../domain/index.js";
import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";
import { eraseTurns } from "../privacy/index.js";
import { commitVerdict, type Vectors } from "./commit.js";
import { segmentChange, segmentText, toEpisode } from "./episode-segment.js";
import { type Extraction, extract } from "./extract.js";
import { prepareStatements } from "./prepare.js";
import { reconcile } from "./reconcile.js";
import type { Statement } from "./statement.js";

/** How many turns before the one digested can give a pronoun its name, or be meant by "forget that". */
const CONTEXT_TURNS = 6;

/** Everything about one turn that can be made before its transaction begins. */
export interface PreparedTurn {
  readonly entry: JournalEntry;
  readonly turn: Turn;
  /** The turns before it in the session, oldest first. */
  readonly before: readonly Turn[];
  readonly extraction: Extraction;
  readonly statements: readonly Statement[];
}

/** Reads the turn and what came before it, and extracts. `undefined`: the turn was erased meanwhile, nothing is to be done. */
export async function prepareTurn(
  parts: EngineParts,
  scope: Scope,
  entry: JournalEntry & { readonly task: { readonly type: "digest"; readonly turnId: TurnId } },
  signal?: AbortSignal,
): Promise<PreparedTurn | undefined> {
  const { turnId } = entry.task;
  const read = await parts.storage.truth.read(scope, async (transaction) => {
    const turn = await transaction.turns.find(turnId);
    if (turn === undefined) return undefined;
    return { turn, before: await transaction.turns.recent(turn.sessionId, CONTEXT_TURNS, turn.position) };
  });
  if (read === undefined) return undefined;
  const extraction = await extract(parts, read.turn, read.before, signal);
  const statements = prepareStatements(parts, read.turn, extraction.candidates);
  return { entry, turn: read.turn, before: read.before, extraction, statements };
}

/** Every text of a prepared turn that needs a vector. */
export function textsToEmbed(prepared: PreparedTurn): readonly string[] {
  if (prepared.extraction.offTheRecord || prepared.extraction.forgetsPrevious) return [];
  const statements = prepared.statements.filter((statement) => statement.intent !== "forget");
  return [segmentText(prepared.turn, prepared.before.at(-1)), ...statements.map((statement) => statement.content)];
}

/** Turns that "forget that" means: from the last turn of the user before this one to this one, the agent's echo included. */
function meantByForgetThat(prepared: PreparedTurn): readonly TurnId[] {
  const lastOwn = prepared.before.findLastIndex((turn) => turn.role === "user");
  const meant = lastOwn < 0 ? [] : prepared.before.slice(lastOwn).map((turn) => turn.id);
  return [...meant, prepared.turn.id];
}

async function commitEpisode(
  parts: EngineParts,
  transaction: TruthTransaction,
  prepared: PreparedTurn,
  vectors: Vectors,
  now: EpochMs,
  changes: IndexChange[],
): Promise<void> {
  const { turn } = prepared;
  const before = prepared.before.at(-1);
  // a turn digested a moment ago in the same lease may have erased it: its words must not come back as context
  const previous = before === undefined ? undefined : await transaction.turns.find(before.id);
  const values = vectors.get(segmentText(turn, previous));
  const { modelId } = parts.embedder.profile;
  const stored = values === undefined ? { recordedAt: now } : { recordedAt: now, embeddingModel: modelId };
  const episode = toEpisode(parts.ids.episode(), turn, previous, stored);
  await transaction.episodes.insert(episode);
  changes.push(segmentChange(episode, turn, previous, values === undefined ? undefined : { modelId, values }));
  if (values === undefined) {
    await transaction.journal.append([
      { id: parts.ids.journal(), task: { type: "embed", itemId: episode.id }, at: now },
    ]);
  }
}

async function wasDigested(transaction: TruthTransaction, turnId: TurnId): Promise<boolean> {
  const segments = await transaction.episodes.listByTurns([turnId]);
  return segments.some((segment) => segment.centreTurnId === turnId);
}

/**
 * Everything of one turn: memories, versions, episode, index rows and the journal entry's completion, in the caller's transaction (P06).
 * Run again after a crash it finds its own episode and only completes the entry.
 */
export async function commitTurn(
  parts: EngineParts,
  transaction: TruthTransaction,
  prepared: PreparedTurn,
  vectors: Vectors,
  leaseToken: string,
): Promise<ReadonlyMap<string, number>> {
  const outcomes = new Map<string, number>();
  await transaction.journal.complete(prepared.entry.id, leaseToken);
  const { turn, extraction } = prepared;
  if ((await transaction.turns.find(turn.id)) === undefined || (await wasDigested(transaction, turn.id)))
    return outcomes;
  const now = parts.clock.now();
  const changes: IndexChange[] = [];
  const context = { parts, transaction, now, vectors, changes };
  if (extraction.forgetsPrevious) await eraseTurns({ ...context, turnIds: meantByForgetThat(prepared) });
  else if (extraction.offTheRecord) await eraseTurns({ ...context, turnIds: [turn.id] });
  for (const statement of prepared.statements) {
    const { outcome } = await commitVerdict(context, statement, await reconcile(transaction, statement));
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  if (!extraction.withoutEpisode) {
    await commitEpisode(parts, transaction, prepared, vectors, now, changes);
  }
  await parts.storage.projection.apply(transaction, changes);
  return outcomes;
}
