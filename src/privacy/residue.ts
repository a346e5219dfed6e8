import {
  ALL,
  type ForgetRequest,
  type JournalTask,
  KeepsakeError,
  type MemoryId,
  readAll,
  type SaidElsewhere,
  type Scope,
  SECOND_MS,
} from "../domain/index.js";
import { analyze } from "../language/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import { type ErasedFact, readHeld } from "./erased-fact.js";
import { heldStates } from "./held-states.js";
import { searchForm, textsIn } from "./texts-held.js";

const SEARCHED = 50;
/** Neither is counted as pending, nor kept from being erased by it. */
const OF_OTHERS: ReadonlySet<JournalTask["type"]> = new Set<JournalTask["type"]>([
  "blobs",
  "index",
  "refine",
  "upload",
]);

/** A place with its text. */
interface Held extends SaidElsewhere {
  readonly text: string;
}

const placeOf = ({ kind, id }: SaidElsewhere): string =>
  kind === "summary" ? `summary of session ${id}` : `${kind} ${id}`;

async function heldTexts(transaction: TruthTransaction): Promise<readonly Held[]> {
  const found: Held[] = [];
  for (const session of await readAll((page) => transaction.turns.listSessions(page))) {
    for (const turn of await readAll((page) => transaction.turns.list(session.id, page)))
      found.push({ kind: "turn", id: turn.id, sessionId: session.id, text: turn.text });
  }
  for (const memory of await readAll((page) => transaction.memories.list(ALL, page))) {
    const text = [memory.content, memory.evidence, memory.value ?? ""].join("\n");
    found.push({ kind: "memory", id: memory.id, text });
  }
  for (const { sessionId, summary, material } of await readAll((page) => transaction.summaries.list(page))) {
    found.push({ kind: "summary", id: sessionId, sessionId, text: [...textsIn([summary, material])].join("\n") });
  }
  return found;
}

/** What is to be erased beside the store is itself in the journal, and tells nothing of what was erased. */
async function holdsWork(transaction: TruthTransaction): Promise<boolean> {
  if ((await transaction.journal.pending()) === 0) return false;
  const entries = await readAll((page) => transaction.journal.list(page));
  return entries.some(({ task, state }) => state !== "dead" && !OF_OTHERS.has(task.type));
}

/** So many places are named one by one. */
const MOST_NAMED = 20;

/** Where the facts may still be said in other words. They were not asked for, and another fact may stand there: they are named. */
async function saidElsewhere(
  transaction: TruthTransaction,
  facts: readonly ErasedFact[],
): Promise<readonly SaidElsewhere[]> {
  if (facts.length === 0) return [];
  return (await heldTexts(transaction)).flatMap(({ text, ...place }) => {
    const held = readHeld(text);
    return facts.some((fact) => fact.isIn(held)) ? [place] : [];
  });
}

/** Items that a search index still gives although the truth no longer has them. */
async function orphans(parts: EngineParts, scope: Scope, text: string): Promise<readonly string[]> {
  const terms = [...new Set(analyze(text))];
  if (terms.length === 0) return [];
  const hits = await parts.storage.keywords.search(scope, { terms, filter: ALL, limit: SEARCHED });
  return parts.storage.truth.read(scope, async (transaction) => {
    const lost: string[] = [];
    for (const { itemId } of hits) {
      const known = itemId.startsWith("mem_")
        ? await transaction.memories.find(itemId as MemoryId)
        : (await transaction.episodes.findMany([itemId as never]))[0];
      if (known === undefined) lost.push(`index row ${itemId}`);
    }
    return lost;
  });
}

/** So long the erasure waits for an engine beside the store to be told. */
const TELL_MS = 5 * SECOND_MS;

/** What an engine beside the store is still to be told, or still holds. It is told as soon as it answers, whoever waits. */
async function heldBeside(
  { storage: { feed }, embedder }: EngineParts,
  scope: Scope,
  request: ForgetRequest,
): Promise<readonly string[]> {
  if (feed === undefined) return [];
  const waiting = await feed.flush(scope, TELL_MS);
  const { engine } = await feed.examine();
  if (waiting > 0) return [`${engine}: ${waiting} items are still to be taken away; they are when it answers`];
  if (request.by !== "everything") return [];
  try {
    return (await feed.isEmpty(scope, embedder.profile.modelId)) ? [] : [`${engine}: vectors`];
  } catch (thrown) {
    // the erasure is committed: what cannot be asked makes no error of it
    if (!(thrown instanceof KeepsakeError)) throw thrown;
    return [`${engine}: it could not be asked whether it still holds anything (${thrown.code})`];
  }
}

/** So long the erasure waits for readers of the store to end. A recall takes less, a backup takes more. */
const CLEAR_MS = SECOND_MS;

/** What the store's own log still holds, although no row does. */
async function heldInLog({ storage: { erasedBytes } }: EngineParts): Promise<readonly string[]> {
  const bytes = (await erasedBytes?.clear(CLEAR_MS)) ?? 0;
  if (bytes === 0) return [];
  return [
    `write-ahead log: ${bytes} bytes may hold what was erased; they go by themselves when whoever reads the store since before (a backup, say) has ended`,
  ];
}

/** What a scan after an erasure found: places, never words. */
export interface Found {
  /** Where something of what was erased is still held. Empty when the proof holds. */
  readonly residue: readonly string[];
  /** Where the same may be said in other words. */
  readonly saidElsewhere: readonly SaidElsewhere[];
  /** How many places beyond these. */
  readonly moreSaidElsewhere: number;
}

export async function findResidue(
  parts: EngineParts,
  scope: Scope,
  request: ForgetRequest,
  { memoryIds, facts }: { readonly memoryIds: readonly MemoryId[]; readonly facts: readonly ErasedFact[] },
): Promise<Found> {
  const { truth, vectors } = parts.storage;
  const { places: rows, elsewhere } = await truth.read(scope, async (transaction) => {
    const places: string[] = [];
    for (const memory of await transaction.memories.findMany(memoryIds)) places.push(`memory ${memory.id}`);
    const elsewhere = await saidElsewhere(transaction, facts);
    if (request.by === "text") {
      const needle = searchForm(request.text);
      for (const { text, ...place } of await heldTexts(transaction))
        if (searchForm(text).includes(needle)) places.push(placeOf(place));
    }
    if (request.by === "session") {
      const page = await transaction.turns.list(request.sessionId, { limit: 1 });
      for (const turn of page.items) places.push(`turn ${turn.id}`);
    }
    if (request.by === "everything") {
      for (const place of await heldTexts(transaction)) places.push(placeOf(place));
      if ((await transaction.episodes.count()) > 0) places.push("episodes");
      if (await holdsWork(transaction)) places.push("journal");
    }
    return { places, elsewhere };
  });
  const index = request.by === "text" ? await orphans(parts, scope, request.text) : [];
  const counted =
    request.by === "everything"
      ? [...(await vectors.countByModel(scope)).values()].reduce((sum, count) => sum + count, 0)
      : 0;
  // of working memory no name is told, which may itself hold what was erased
  const states = (await heldStates(parts, scope, request)).length;
  const beside = await heldBeside(parts, scope, request);
  const log = await heldInLog(parts);
  const residue = [
    ...rows,
    ...index,
    ...beside,
    ...log,
    ...(counted > 0 ? [`${counted} vectors`] : []),
    ...(states > 0 ? [`${states} state entries`] : []),
  ];
  const moreSaidElsewhere = Math.max(0, elsewhere.length - MOST_NAMED);
  return { residue, saidElsewhere: elsewhere.slice(0, MOST_NAMED), moreSaidElsewhere };
}
