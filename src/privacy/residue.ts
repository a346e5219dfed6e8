import { ownNow } from "../dating/index.js";
import {
  ALL,
  type ForgetRequest,
  type JournalTask,
  type MemoryId,
  readAll,
  type Scope,
  SECOND_MS,
} from "../domain/index.js";
import { analyze, foldText } from "../language/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";

const SEARCHED = 50;
/** Neither is counted as pending, nor kept from being erased by it. */
const OF_OTHERS: ReadonlySet<JournalTask["type"]> = new Set<JournalTask["type"]>(["blobs", "index", "refine"]);

async function heldTexts(transaction: TruthTransaction): Promise<readonly (readonly [string, string])[]> {
  const found: (readonly [string, string])[] = [];
  for (const session of await readAll((page) => transaction.turns.listSessions(page))) {
    for (const turn of await readAll((page) => transaction.turns.list(session.id, page)))
      found.push([`turn ${turn.id}`, turn.text]);
  }
  for (const memory of await readAll((page) => transaction.memories.list(ALL, page))) {
    found.push([`memory ${memory.id}`, [memory.content, memory.evidence, memory.value ?? ""].join("\n")]);
  }
  for (const { sessionId, summary, material } of await readAll((page) => transaction.summaries.list(page))) {
    found.push([`summary of session ${sessionId}`, JSON.stringify([summary, material])]);
  }
  return found;
}

/** What is to be erased beside the store is itself in the journal, and tells nothing of what was erased. */
async function holdsWork(transaction: TruthTransaction): Promise<boolean> {
  if ((await transaction.journal.pending()) === 0) return false;
  const entries = await readAll((page) => transaction.journal.list(page));
  return entries.some(({ task, state }) => state !== "dead" && !OF_OTHERS.has(task.type));
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
  if (request.by !== "everything" || (await feed.isEmpty(scope, embedder.profile.modelId))) return [];
  return [`${engine}: vectors`];
}

/** Where something of what was erased is still found: places, never words. Empty when the proof holds. */
export async function findResidue(
  parts: EngineParts,
  scope: Scope,
  request: ForgetRequest,
  memoryIds: readonly MemoryId[],
): Promise<readonly string[]> {
  const { truth, vectors, sessions } = parts.storage;
  const rows = await truth.read(scope, async (transaction) => {
    const places: string[] = [];
    for (const memory of await transaction.memories.findMany(memoryIds)) places.push(`memory ${memory.id}`);
    if (request.by === "text") {
      const needle = foldText(request.text).trim();
      for (const [place, text] of await heldTexts(transaction)) if (foldText(text).includes(needle)) places.push(place);
    }
    if (request.by === "session") {
      const page = await transaction.turns.list(request.sessionId, { limit: 1 });
      for (const turn of page.items) places.push(`turn ${turn.id}`);
    }
    if (request.by === "everything") {
      for (const [place] of await heldTexts(transaction)) places.push(place);
      if ((await transaction.episodes.count()) > 0) places.push("episodes");
      if (await holdsWork(transaction)) places.push("journal");
    }
    return places;
  });
  const index = request.by === "text" ? await orphans(parts, scope, request.text) : [];
  const counted =
    request.by === "everything"
      ? [...(await vectors.countByModel(scope)).values()].reduce((sum, count) => sum + count, 0)
      : 0;
  const state =
    request.by === "session"
      ? (await sessions.list(scope, request.sessionId, ownNow(parts))).map((entry) => `state ${entry.key}`)
      : [];
  const beside = await heldBeside(parts, scope, request);
  return [...rows, ...index, ...beside, ...(counted > 0 ? [`${counted} vectors`] : []), ...state];
}
