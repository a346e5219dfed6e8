import {
  type Episode,
  type ItemId,
  type Memory,
  type MemoryId,
  readAll,
  reviewTargetTag,
  type SessionId,
  type Turn,
  type TurnId,
} from "../domain/index.js";
import { analyze, findEntities, foldText } from "../language/index.js";
import type { IndexChange, TruthTransaction } from "../ports/index.js";
import { queueBlobs } from "../sessions/index.js";
import { isSummary, removeSummaries, resetSummaries } from "./erase-summaries.js";
import { ErasedFact } from "./erased-fact.js";
import type { ErasureContext } from "./erasure-context.js";
import { findEchoes } from "./find-echoes.js";

export interface ErasedCounts {
  readonly memoryIds: readonly MemoryId[];
  readonly memories: number;
  readonly episodes: number;
  readonly turns: number;
  readonly journalEntries: number;
}

/**
 * Removes memories with every version of their lineage, the words of the turns they were taken from, the episodes that hold those turns,
 * their index rows and whatever waits in the journal for them (P21). Other memories of the same turns stay, their evidence being
 * their own words, unless these repeat what is erased. Episodes that held an erased turn as context only are cut down to their
 * own turn and queued for a new vector. Summaries that hold an erased turn are made anew; a summary that is a target goes, and its
 * turns stay. A target may name more turns than its row does (those that asked to forget it): they go too.
 * Where the caller collects facts, the agent's answers that only say them again go too.
 * @param context.sparesCurrent where no target is the current version of its lineage, that one stays
 * @param context.turnIds further turns that go as the targets' do: what else was stated in them stays
 */
export async function eraseMemories(
  context: ErasureContext & {
    readonly targets: readonly Memory[];
    readonly turnIds?: readonly TurnId[];
    readonly sparesCurrent?: boolean;
  },
): Promise<ErasedCounts> {
  const { transaction } = context;
  const summaryIds = await removeSummaries(context, context.targets.filter(isSummary));
  const targets = context.targets.filter((memory) => !isSummary(memory));
  const lineages = new Set(targets.map((memory) => memory.lineageId));
  const named = new Set(targets.map((memory) => memory.id));
  const rows = new Map<MemoryId, Memory>();
  for (const lineageId of lineages) {
    const lineage = await transaction.memories.lineage(lineageId);
    const isCurrent = (version: Memory): boolean => named.has(version.id) && version.status === "active";
    const isPast = context.sparesCurrent === true && !lineage.some(isCurrent);
    for (const version of lineage) if (!isPast || version.status !== "active") rows.set(version.id, version);
  }
  for (const waiting of await reviewsOf(transaction, [...rows.keys()])) rows.set(waiting.id, waiting);
  const taken = [...rows.values(), ...targets].flatMap((memory) => memory.turnIds);
  const sources = [...new Set([...taken, ...(context.turnIds ?? [])])];
  const echoes = context.facts === undefined ? [] : await findEchoes(transaction, [...rows.values()], sources);
  const turnIds = [...sources, ...echoes];
  context.facts?.push(...[...rows.values()].map((memory) => new ErasedFact(memory)));
  const traces = tracesOf([...rows.values()]);
  const kept: Memory[] = [];
  for (const memory of turnIds.length === 0 ? [] : await transaction.memories.listByTurns(turnIds)) {
    if (rows.has(memory.id) || isSummary(memory)) continue;
    if (repeats(memory, traces)) rows.set(memory.id, memory);
    else kept.push(memory);
  }
  const gone = new Set(turnIds);
  for (const memory of kept) {
    const rest = memory.turnIds.filter((id) => !gone.has(id));
    await transaction.memories.update(memory.id, memory.revision, { turnIds: rest });
  }
  const memories = await removeMemories(context, [...rows.keys()]);
  const rest = await eraseTurns({ ...context, turnIds });
  return {
    ...rest,
    memories: rest.memories + memories + summaryIds.length,
    memoryIds: [...new Set([...rest.memoryIds, ...rows.keys(), ...summaryIds])],
  };
}

/** So many labels are asked for at once. */
const LABELS_AT_ONCE = 200;

/** Rows of the review queue, decided ones too, that stand for the memories: reports and corrections of them repeat their words. */
async function reviewsOf(
  { memories }: Pick<TruthTransaction, "memories">,
  ids: readonly MemoryId[],
): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  for (let at = 0; at < ids.length; at += LABELS_AT_ONCE) {
    const values = ids.slice(at, at + LABELS_AT_ONCE).map(reviewTargetTag);
    found.push(...(await readAll((page) => memories.list({ op: "hasAny", field: "tags", values }, page))));
  }
  return found;
}

/** A value of one character is in everything. */
const SHORTEST_TRACE = 2;

/** What must be found nowhere else: values and contents of the erased rows, folded. */
function tracesOf(erased: readonly Memory[]): readonly string[] {
  return erased
    .flatMap((memory) => [memory.value ?? "", memory.content, memory.evidence])
    .map((text) => foldText(text).trim())
    .filter((text) => [...text].length >= SHORTEST_TRACE);
}

function repeats(memory: Memory, traces: readonly string[]): boolean {
  const text = foldText([memory.content, memory.evidence, memory.value ?? ""].join("\n"));
  return traces.some((trace) => text.includes(trace));
}

/** Removes memory rows and their index rows; leaves the turns. Returns how many rows went. */
export async function removeMemories(context: ErasureContext, ids: readonly MemoryId[]): Promise<number> {
  for (const itemId of ids) context.changes.push({ type: "remove", itemId });
  await context.transaction.journal.removeFor({ itemIds: ids });
  return context.transaction.memories.remove(ids);
}

/**
 * Whether a memory has nothing but turns that go: no other turn repeats it, and it was said in the session of one of them. What was
 * stored outright (no turn is its origin) or in another session stands by itself, although a turn repeated it.
 */
function restsOn(memory: Memory, gone: ReadonlySet<TurnId>, sessionIds: ReadonlySet<SessionId>): boolean {
  if (memory.turnIds.some((id) => !gone.has(id))) return false;
  return memory.sessionId !== undefined && sessionIds.has(memory.sessionId);
}

/**
 * Removes turns, their episodes, the memories that rest on these turns alone, and what the journal holds about them.
 * A memory that a removed turn only repeated stays, and forgets that turn.
 */
export async function eraseTurns(
  context: ErasureContext & { readonly turnIds: readonly TurnId[] },
): Promise<ErasedCounts> {
  const { transaction, turnIds } = context;
  if (turnIds.length === 0) return { memoryIds: [], memories: 0, episodes: 0, turns: 0, journalEntries: 0 };
  const gone = new Set(turnIds);
  const episodes = await transaction.episodes.listByTurns(turnIds);
  const own = episodes.filter((episode) => gone.has(episode.centreTurnId));
  const neighbours = episodes.filter((episode) => !gone.has(episode.centreTurnId));
  const held = await transaction.memories.listByTurns(turnIds);
  const related = held.filter((memory) => !isSummary(memory));
  const erased = await transaction.turns.findMany(turnIds);
  const sessionIds = new Set(erased.map((turn) => turn.sessionId));
  const taken = related.filter((memory) => restsOn(memory, gone, sessionIds));
  const memoryIds = taken.map((memory) => memory.id);
  for (const memory of related) {
    if (taken.includes(memory)) continue;
    await transaction.memories.update(memory.id, memory.revision, {
      turnIds: memory.turnIds.filter((id) => !gone.has(id)),
    });
  }
  const itemIds: ItemId[] = [...memoryIds, ...own.map((episode) => episode.id)];
  for (const itemId of itemIds) context.changes.push({ type: "remove", itemId });
  const journalEntries = await transaction.journal.removeFor({ turnIds, itemIds });
  const memories = await transaction.memories.remove(memoryIds);
  const removed = await transaction.episodes.remove(own.map((episode) => episode.id));
  for (const episode of neighbours) await isolate(context, episode, gone);
  const turns = await transaction.turns.remove(turnIds);
  const summaryIds = await resetSummaries(context, erased, held.filter(isSummary));
  await queueBlobs(context.parts, transaction, [...sessionIds], context.now);
  return {
    memoryIds: [...memoryIds, ...summaryIds],
    memories: memories + summaryIds.length,
    episodes: removed,
    turns,
    journalEntries,
  };
}

/** Cuts erased context out of an episode: its rows are made anew from what remains, without the vector that held the erased words. */
async function isolate(context: ErasureContext, episode: Episode, gone: ReadonlySet<TurnId>): Promise<void> {
  const { transaction } = context;
  const [turn] = await transaction.turns.findMany([episode.centreTurnId]);
  await transaction.episodes.remove([episode.id]);
  context.changes.push({ type: "remove", itemId: episode.id });
  if (turn === undefined) return;
  const { embeddingModel: _stale, ...kept } = episode;
  const remaining: Episode = { ...kept, turnIds: episode.turnIds.filter((id) => !gone.has(id)) };
  await transaction.episodes.insert(remaining);
  context.changes.push(bareSegment(remaining, turn));
  const id = context.parts.ids.journal();
  await transaction.journal.append([{ id, task: { type: "embed", itemId: episode.id }, at: context.now }]);
}

function bareSegment(episode: Episode, turn: Turn): IndexChange {
  const own = analyze(turn.text);
  return {
    type: "put",
    terms: [...own, ...own],
    attributes: {
      id: episode.id,
      type: "episode",
      status: "active",
      role: episode.role,
      sessionId: episode.sessionId,
      tags: [],
      entities: [...new Set(findEntities(turn.text).map((entity) => entity.text))],
      saidAt: episode.at,
      recordedAt: episode.recordedAt,
      validFrom: episode.at,
      importance: 0,
      ...(episode.agentId === undefined ? {} : { agentId: episode.agentId }),
      ...(episode.speaker === undefined ? {} : { speaker: episode.speaker }),
    },
  };
}
