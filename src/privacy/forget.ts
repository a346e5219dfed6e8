import {
  ALL,
  and,
  checkId,
  type EpisodeId,
  type Filter,
  type ForgetFilter,
  type ForgetReport,
  type ForgetRequest,
  KeepsakeError,
  type Memory,
  type MemoryId,
  readAll,
  type Scope,
  type SessionId,
  type Turn,
  type TurnId,
} from "../domain/index.js";
import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";
import { countDoomed, eraseBlobs, mayHoldBlobs } from "./erase-blobs.js";
import { type ErasedCounts, eraseMemories, eraseTurns, removeMemories } from "./erase-rows.js";
import type { ErasedFact } from "./erased-fact.js";
import type { ErasureContext } from "./erasure-context.js";
import { heldStates, statesNamed } from "./held-states.js";
import { findResidue } from "./residue.js";
import { holds, searchForm } from "./texts-held.js";

const NONE: ErasedCounts = { memoryIds: [], memories: 0, episodes: 0, turns: 0, journalEntries: 0 };

function add(a: ErasedCounts, b: ErasedCounts): ErasedCounts {
  return {
    memoryIds: [...new Set([...a.memoryIds, ...b.memoryIds])],
    memories: a.memories + b.memories,
    episodes: a.episodes + b.episodes,
    turns: a.turns + b.turns,
    journalEntries: a.journalEntries + b.journalEntries,
  };
}

async function allTurns(transaction: TruthTransaction, sessionId: SessionId): Promise<readonly Turn[]> {
  return readAll((page) => transaction.turns.list(sessionId, page));
}

async function everySession(transaction: TruthTransaction): Promise<readonly SessionId[]> {
  const sessions = await readAll((page) => transaction.turns.listSessions(page));
  return sessions.map((session) => session.id);
}

function textsOf(memory: Memory): readonly (string | undefined)[] {
  return [
    memory.content,
    memory.evidence,
    memory.value,
    memory.subject,
    ...memory.entities,
    ...memory.tags,
    ...Object.values(memory.qualifiers),
  ];
}

async function eraseById(context: ErasureContext, id: MemoryId): Promise<ErasedCounts> {
  const memory = await context.transaction.memories.find(id);
  if (memory === undefined) throw new KeepsakeError("NOT_FOUND", `no memory ${id}`, { field: "id" });
  return eraseMemories({ ...context, targets: [memory] });
}

async function eraseByText(context: ErasureContext, text: string): Promise<ErasedCounts> {
  const { transaction } = context;
  const needle = searchForm(text);
  const turnIds: TurnId[] = [];
  for (const sessionId of await everySession(transaction)) {
    for (const turn of await allTurns(transaction, sessionId))
      if (holds(needle, [turn.text, turn.speaker])) turnIds.push(turn.id);
  }
  const memories = await readAll((page) => transaction.memories.list(ALL, page));
  const targets = memories.filter((memory) => holds(needle, textsOf(memory)));
  // what has been said anew since then holds the text no more, and stays
  const first = await eraseMemories({ ...context, targets, sparesCurrent: true });
  return add(first, await eraseTurns({ ...context, turnIds }));
}

function toFilter({ kinds, tags, from, to }: ForgetFilter): Filter {
  const parts: Filter[] = [];
  if (kinds !== undefined) parts.push({ op: "in", field: "kind", values: kinds });
  if (tags !== undefined) parts.push({ op: "hasAny", field: "tags", values: tags });
  const between = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  if (from !== undefined || to !== undefined) parts.push({ op: "between", field: "saidAt", ...between });
  return and(...parts);
}

async function eraseByFilter(context: ErasureContext, filter: ForgetFilter): Promise<ErasedCounts> {
  const { transaction } = context;
  const targets = await readAll((page) => transaction.memories.list(toFilter(filter), page));
  const first = await eraseMemories({ ...context, targets });
  if (filter.kinds !== undefined || filter.tags !== undefined) return first;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
  const turnIds: TurnId[] = [];
  for (const sessionId of await everySession(transaction)) {
    for (const turn of await allTurns(transaction, sessionId))
      if (turn.at >= from && turn.at < to) turnIds.push(turn.id);
  }
  return add(first, await eraseTurns({ ...context, turnIds }));
}

async function eraseSession(context: ErasureContext, sessionId: SessionId): Promise<ErasedCounts> {
  const turns = await allTurns(context.transaction, sessionId);
  const byTurns = await eraseTurns({ ...context, turnIds: turns.map((turn) => turn.id) });
  const memories = await readAll((page) =>
    context.transaction.memories.list({ op: "in", field: "sessionId", values: [sessionId] }, page),
  );
  // what other sessions repeat has a living source there; the rest (stored outright in this session) goes with it, without its
  // lineage, of which other sessions may have said the other versions
  const ids = memories.filter((memory) => memory.turnIds.length === 0).map((memory) => memory.id);
  return add(byTurns, { ...NONE, memoryIds: ids, memories: await removeMemories(context, ids) });
}

async function eraseEverything(context: ErasureContext): Promise<ErasedCounts> {
  const { transaction } = context;
  let counts = NONE;
  for (const sessionId of await everySession(transaction)) counts = add(counts, await eraseSession(context, sessionId));
  const memories = await readAll((page) => transaction.memories.list(ALL, page));
  counts = add(counts, await eraseMemories({ ...context, targets: memories }));
  const episodes = await readAll((page) => transaction.episodes.list(page));
  const episodeIds: readonly EpisodeId[] = episodes.map((episode) => episode.id);
  for (const itemId of episodeIds) context.changes.push({ type: "remove", itemId });
  const removed = await transaction.episodes.remove(episodeIds);
  return { ...counts, episodes: counts.episodes + removed };
}

/** Who names a memory means what it says, wherever it stands; the other ways say themselves what they take. */
function collecting(request: ForgetRequest, facts: ErasedFact[]): Pick<ErasureContext, "facts"> {
  return request.by === "id" ? { facts } : {};
}

async function erase(context: ErasureContext, request: ForgetRequest): Promise<ErasedCounts> {
  switch (request.by) {
    case "id":
      return eraseById(context, request.id);
    case "text":
      return eraseByText(context, request.text);
    case "session":
      return eraseSession(context, request.sessionId);
    case "filter":
      return eraseByFilter(context, request.filter);
    case "everything":
      return eraseEverything(context);
  }
}

const WAYS: ReadonlySet<unknown> = new Set<ForgetRequest["by"]>(["id", "text", "session", "filter", "everything"]);

/** A filter that names nothing would be everything, which has a word of its own. */
function checkFilter({ kinds, tags, from, to }: ForgetFilter): void {
  const isEmpty =
    [kinds, tags].some((list) => list?.length === 0) || [kinds, tags, from, to].every((part) => part === undefined);
  if (isEmpty) throw new KeepsakeError("INVALID_INPUT", "the filter names nothing", { field: "filter" });
  if (from === undefined || to === undefined || from < to) return;
  throw new KeepsakeError("INVALID_INPUT", "from must be before to", { field: "from" });
}

function check(request: ForgetRequest): void {
  const told: Partial<ForgetRequest> | undefined = request;
  if (!WAYS.has(told?.by)) {
    throw new KeepsakeError("INVALID_INPUT", `by must be one of ${[...WAYS].join(", ")}`, { field: "by" });
  }
  if (request.by === "id") checkId(request.id, "id");
  if (request.by === "session") checkId(request.sessionId, "sessionId");
  if (request.by === "filter") checkFilter(request.filter);
  if (request.by === "text" && (typeof request.text !== "string" || searchForm(request.text) === "")) {
    throw new KeepsakeError("INVALID_INPUT", "text is empty", { field: "text" });
  }
}

/** In the erasure's own transaction: whatever happens then, neither is left without the other. What has run out goes too. */
async function eraseStates({ states }: TruthTransaction, request: ForgetRequest): Promise<ErasedStates> {
  const named = await statesNamed(states, request);
  const count = request.by === "everything" ? await states.clear() : await states.remove(named);
  return { count, ...(request.by === "everything" ? {} : { spaces: [...new Set(named.map(({ space }) => space))] }) };
}

interface ErasedStates {
  readonly count: number;
  /** Absent: all of them. */
  readonly spaces?: readonly string[];
}

/** Ends a transaction in which everything was tried, with what it would have come to. */
class Tried extends Error {
  constructor(readonly counts: ErasedCounts & { readonly blobs?: number }) {
    super("nothing was changed");
  }
}

/**
 * What `forget` would erase: the same work in a transaction that is taken back, so that it says what would really go. Changes nothing.
 * @throws NOT_FOUND (no memory of that id), INVALID_INPUT
 */
export async function wouldForget(parts: EngineParts, scope: Scope, request: ForgetRequest): Promise<ForgetReport> {
  check(request);
  const doomed = await countDoomed(parts, scope, request);
  const tried = await parts.storage.truth
    .write(scope, async (transaction): Promise<Tried["counts"]> => {
      const now = parts.clock.now();
      const context: ErasureContext = { parts, transaction, now, changes: [], ...collecting(request, []) };
      const counts = await erase(context, request);
      throw new Tried({ ...counts, ...(doomed === undefined ? {} : { blobs: await doomed(transaction) }) });
    })
    .catch((thrown: unknown) => {
      if (thrown instanceof Tried) return thrown.counts;
      throw thrown;
    });
  const { memories, episodes, turns, journalEntries, memoryIds, blobs } = tried;
  const stateEntries = (await heldStates(parts, scope, request)).length;
  const rows = { memories, episodes, turns, journalEntries, stateEntries };
  const erased = { ...rows, ...(blobs === undefined ? {} : { blobs }) };
  return { erased, memoryIds, residue: [], saidElsewhere: [], contents: await contentsOf(parts, scope, memoryIds) };
}

/** So many contents are shown at most: whoever forgets everything need not read everything. */
const MOST_SHOWN = 50;

async function contentsOf(
  parts: EngineParts,
  scope: Scope,
  ids: readonly MemoryId[],
): Promise<NonNullable<ForgetReport["contents"]>> {
  const shown = await parts.storage.truth.read(scope, (transaction) =>
    transaction.memories.findMany(ids.slice(0, MOST_SHOWN)),
  );
  return shown.map(({ id, content }) => ({ id, content }));
}

/**
 * Erases for good: memories with every version, the words of the turns they came from, episodes, index rows, what waits in the journal,
 * remembered answers, and by text, session or everything also working memory, all in one write. A scan afterwards proves it (requirement 9.2,
 * P21). Apart from that proof it names what may still say the same in other words: another turn, memory or summary, which is not taken without
 * being asked for.
 * @throws NOT_FOUND (no memory of that id), INVALID_INPUT
 */
export async function forget(parts: EngineParts, scope: Scope, request: ForgetRequest): Promise<ForgetReport> {
  check(request);
  const { storage, clock, telemetry } = parts;
  // most users have none, and their erasure has nothing to tell
  const { blobs: _, ...withoutBlobs } = parts;
  const told: EngineParts = (await mayHoldBlobs(parts, scope)) ? parts : withoutBlobs;
  let facts: ErasedFact[] = [];
  const { counts, states } = await storage.truth.write(scope, async (transaction) => {
    const changes: IndexChange[] = [];
    facts = []; // the work may run more than once
    const collected = collecting(request, facts);
    const context: ErasureContext = { parts: told, transaction, now: clock.now(), changes, ...collected };
    const erased = await erase(context, request);
    await storage.projection.apply(transaction, changes);
    // an answer names memories and its key holds a hash of their words; which key that is cannot be told, so all go
    if (request.by === "everything" || erased.memories + erased.turns > 0) await transaction.requests.clear();
    const states = await eraseStates(transaction, request);
    await parts.auditLine?.append(transaction, erased.memoryIds);
    return { counts: erased, states };
  });
  await storage.sessions.dropCopies?.(scope, states.spaces);
  const stateEntries = states.count;
  const beside = told.blobs === undefined ? undefined : await eraseBlobs(told, scope, request);
  const found = await findResidue(parts, scope, request, { memoryIds: counts.memoryIds, facts });
  const residue = [...found.residue, ...(beside === undefined ? [] : beside.residue)];
  telemetry.count("keepsake_erased_memories", counts.memories);
  if (residue.length > 0) telemetry.log("error", "forget.residue", { places: residue.length });
  parts.wakeUp.notify();
  const { memories, episodes, turns, journalEntries } = counts;
  const rows = { memories, episodes, turns, journalEntries, stateEntries };
  const erased = { ...rows, ...(beside === undefined ? {} : { blobs: beside.erased }) };
  const { saidElsewhere, moreSaidElsewhere } = found;
  return {
    ...{ erased, memoryIds: counts.memoryIds, residue, saidElsewhere },
    ...(moreSaidElsewhere === 0 ? {} : { moreSaidElsewhere }),
  };
}
