import { dateWrite } from "../dating/index.js";
import type { EpochMs, JournalEntry, KeepsakeError, Memory, Scope, Turn, TurnId } from "../domain/index.js";
import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";
import { eraseTurns } from "../privacy/index.js";
import type { Vectors } from "./commit.js";
import { completeErased } from "./embed-task.js";
import { endedBy, withEnded } from "./ended.js";
import { segmentChange, segmentText, toEpisode } from "./episode-segment.js";
import { type Extraction, extract } from "./extract.js";
import { decide } from "./lasting-change.js";
import { mergeProposal } from "./merge-proposal.js";
import { prepareStatements } from "./prepare.js";
import type { Proposal, ReadTurn, Shown } from "./proposal.js";
import { propose } from "./propose.js";
import { deferToModel } from "./refine.js";
import { type Relating, textsToRelate } from "./relating/relate.js";
import { ENDS } from "./rules/faint.js";
import { settle } from "./settle.js";
import { checkShown } from "./shown.js";
import type { Statement, Verdict } from "./statement.js";

/** How many turns before the one digested can give a pronoun its name, or be meant by "forget that". */
const CONTEXT_TURNS = 6;

export type DigestEntry = JournalEntry & { readonly task: { readonly type: "digest"; readonly turnId: TurnId } };

/** Everything about one turn that can be made before its transaction begins. */
export interface PreparedTurn {
  readonly entry: DigestEntry;
  readonly turn: Turn;
  /** The turns before it in the session, oldest first. */
  readonly before: readonly Turn[];
  /** What "forget that" would mean here: fixed when the turn was first read, so that it never reaches back further afterwards. */
  readonly meant: readonly TurnId[];
  readonly extraction: Extraction;
  readonly statements: readonly Statement[];
  /** Written only where they change something remembered. */
  readonly faint: readonly Statement[];
  /** What the statements may carry words of. */
  readonly shown: Shown;
  /** Why the model is still to be asked about the turn. */
  readonly deferred?: KeepsakeError;
}

/** Reads the turn of an entry, what came before it, and what the rules find in it. `undefined`: the turn was erased meanwhile. */
export async function readForDigest<Entry extends JournalEntry>(
  parts: EngineParts,
  scope: Scope,
  entry: Entry,
  turnId: TurnId,
): Promise<ReadTurn<Entry> | undefined> {
  const read = await parts.storage.truth.read(scope, async (transaction) => {
    const turn = await transaction.turns.find(turnId);
    if (turn === undefined) return undefined;
    return { turn, before: await transaction.turns.recent(turn.sessionId, CONTEXT_TURNS, turn.position) };
  });
  if (read === undefined) return undefined;
  return { entry, ...read, rules: await extract(parts, read.turn, read.before) };
}

/** The turn with what the rules found and what the model adds to it, ready to be committed. */
export function prepareTurn(
  parts: EngineParts,
  read: ReadTurn<DigestEntry>,
  proposal: Proposal | undefined,
): PreparedTurn {
  const { entry, turn, before, rules } = read;
  const proposed = proposal?.type === "answered" ? proposal.candidates : [];
  const { found, added } = mergeProposal(rules.candidates, proposed);
  const extraction = { ...rules, candidates: [...found, ...added] };
  const around = proposal?.type === "answered" ? proposal.shown : { turnIds: [], memoryIds: [] };
  const turnIds = [...new Set([...before.map((each) => each.id), ...around.turnIds])];
  return {
    entry,
    turn,
    before,
    meant: meantByForgetThat(turn, before),
    extraction,
    statements: prepareStatements(parts, turn, extraction.candidates),
    faint: prepareStatements(parts, turn, extraction.faint ?? []),
    shown: { turnIds, memoryIds: around.memoryIds },
    ...(proposal?.type === "deferred" ? { deferred: proposal.failure } : {}),
  };
}

/** Reads and extracts anew after `isStale`. `undefined`: the turn itself was erased. */
export async function prepareAgain(
  parts: EngineParts,
  scope: Scope,
  stale: PreparedTurn,
  signal?: AbortSignal,
): Promise<PreparedTurn | undefined> {
  const read = await readForDigest(parts, scope, stale.entry, stale.turn.id);
  if (read === undefined) return undefined;
  const proposals = await propose(parts, scope, [read], signal);
  return { ...prepareTurn(parts, read, proposals.get(read.turn.id)), meant: stale.meant };
}

/** Every text of a prepared turn that needs a vector. */
export function textsToEmbed(prepared: PreparedTurn): readonly string[] {
  if (prepared.extraction.offTheRecord || prepared.extraction.forgetsPrevious) return [];
  // the topic of a request to forget is no memory, but what it means is looked for by it
  return [
    segmentText(prepared.turn, prepared.before.at(-1)),
    ...[...prepared.statements, ...prepared.faint].flatMap(textsToRelate),
  ];
}

/** Turns that "forget that" means: from the last turn of the user before this one to this one, the agent's echo included. */
function meantByForgetThat(turn: Turn, before: readonly Turn[]): readonly TurnId[] {
  const lastOwn = before.findLastIndex((each) => each.role === "user");
  const meant = lastOwn < 0 ? [] : before.slice(lastOwn).map((each) => each.id);
  return [...meant, turn.id];
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

/** What was not worth keeping by itself is where it changes something that was remembered when its turn was said. */
async function decideFaint(
  transaction: TruthTransaction,
  statement: Statement,
  relating: Relating | undefined,
): Promise<readonly [Statement, Verdict] | undefined> {
  const ended = await endedBy(transaction, statement);
  if (statement.rule.endsWith(`.${ENDS}`)) {
    const verdict = withEnded({ type: "reject", reason: "said in passing" }, ended);
    return verdict.type === "reject" ? undefined : [statement, verdict];
  }
  const near = relating === undefined ? [] : await transaction.memories.findMany(relating.near(statement));
  const changes = near.some(
    (memory) => (relating?.relate(statement, memory)?.update ?? 0) >= (relating?.thresholds.faintFrom ?? 1),
  );
  if (!changes && ended.memories.length === 0) return undefined;
  const decided = await decide(transaction, statement, relating);
  const [, verdict] = decided;
  if (verdict.type === "insert") return decided;
  // what its own turn says outright stands
  const said = (memory: Memory): boolean => memory.turnIds.some((id) => statement.turnIds.includes(id));
  const closes = verdict.type === "supersede" || verdict.type === "retract";
  return closes && !verdict.targets.some(said) ? decided : undefined;
}

async function wasDigested(transaction: TruthTransaction, turnId: TurnId): Promise<boolean> {
  const segments = await transaction.episodes.listByTurns([turnId]);
  return segments.some((segment) => segment.centreTurnId === turnId);
}

/**
 * Everything of one turn: memories, versions, episode, index rows and the journal entry's completion, in the caller's transaction (P06).
 * Run again after a crash it finds its own episode and only completes the entry.
 * @throws CONFLICT (a lost lease or race; `isStale` where the turn must be prepared again)
 */
export async function commitTurn(
  parts: EngineParts,
  transaction: TruthTransaction,
  prepared: PreparedTurn,
  vectors: Vectors,
  leaseToken: string,
  relating?: Relating,
): Promise<ReadonlyMap<string, number>> {
  const outcomes = new Map<string, number>();
  const { turn, extraction } = prepared;
  if ((await transaction.turns.find(turn.id)) === undefined) {
    await completeErased(transaction, prepared.entry.id, leaseToken);
    return outcomes;
  }
  await transaction.journal.complete(prepared.entry.id, leaseToken);
  if (await wasDigested(transaction, turn.id)) return outcomes;
  await checkShown(transaction, prepared.shown);
  const now = await dateWrite(parts, transaction);
  const changes: IndexChange[] = [];
  const context = { parts, transaction, now, vectors, changes };
  if (extraction.forgetsPrevious) await eraseTurns({ ...context, turnIds: prepared.meant });
  else if (extraction.offTheRecord) await eraseTurns({ ...context, turnIds: [turn.id] });
  for (const statement of prepared.statements) {
    const { outcome } = await settle(context, ...(await decide(transaction, statement, relating)), turn.importId);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  for (const statement of prepared.faint) {
    const decided = await decideFaint(transaction, statement, relating);
    if (decided === undefined) continue;
    const { outcome } = await settle(context, ...decided, turn.importId);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  if (!extraction.withoutEpisode) {
    await commitEpisode(parts, transaction, prepared, vectors, now, changes);
  }
  if (prepared.deferred !== undefined) await deferToModel(parts, transaction, turn, prepared.deferred);
  await parts.storage.projection.apply(transaction, changes);
  return outcomes;
}
