import {
  ALL,
  type Episode,
  type ItemId,
  isEpisodeId,
  isMemoryId,
  type JournalEntry,
  type Memory,
  type RedactionKind,
  readAll,
  type Scope,
  type Turn,
  type TurnId,
} from "../../domain/index.js";
import { analyze, foldText, redact } from "../../language/index.js";
import type { EngineParts, TruthTransaction } from "../../ports/index.js";

/** What the caller missed, as far as this scope has it. */
export type Expected =
  | { readonly type: "memory"; readonly memory: Memory }
  /** A turn that was digested: its words are an item. */
  | { readonly type: "episode"; readonly episode: Episode; readonly turn: Turn }
  /** A turn whose words are no item: it waits, failed, or was kept without a segment. */
  | { readonly type: "turn"; readonly turn: Turn; readonly entry?: JournalEntry };

export interface FoundExpected {
  readonly expected?: Expected;
  /** The caller named an id, and not words. */
  readonly byId: boolean;
  /** Kinds of secrets in the caller's words that the policy lets nobody store. */
  readonly redacted: readonly RedactionKind[];
}

/** Share of the caller's words that something must hold to be taken for what was meant. */
const LEAST_SHARE = 0.6;
/** Rows that no index holds, such as those that wait for review, are looked through; so many of the newest. */
const ROWS_LOOKED_THROUGH = 1_000;
const INDEX_HITS = 60;
/** Turns without a segment are looked for in so many of the last conversations, so many turns of each. */
const SESSIONS_LOOKED_THROUGH = 20;
const TURNS_LOOKED_THROUGH = 100;

/** How much of the wanted words a text holds, 0–1; a little less the more it says beside them. */
function likeness(wanted: string, text: string): number {
  const [need, have] = [foldText(wanted), foldText(text)];
  if (need === have) return 2;
  const needed = [...new Set(analyze(wanted))];
  const held = new Set(analyze(text));
  if (needed.length === 0) return have.includes(need) ? 1 : 0;
  const share = needed.filter((term) => held.has(term)).length / needed.length;
  const whole = have.includes(need) ? 1 : share;
  return whole < LEAST_SHARE ? 0 : whole + 0.2 * (needed.length / Math.max(needed.length, held.size));
}

/** Of equally like ones that which holds now, then the newer. */
const STANDING = ["active", "pending-review", "superseded", "archived", "expired", "erased"];

function best<Item>(items: readonly Item[], rate: (item: Item) => number): Item | undefined {
  let top: Item | undefined;
  let score = 0;
  for (const item of items) {
    const own = rate(item);
    if (own > score) {
      top = item;
      score = own;
    }
  }
  return top;
}

function standing(memory: Memory): number {
  return 0.05 * (STANDING.length - STANDING.indexOf(memory.status));
}

function likenessOf(memory: Memory, wanted: string): number {
  const own = Math.max(likeness(wanted, memory.content), likeness(wanted, memory.evidence));
  return own === 0 ? 0 : own + standing(memory);
}

async function entryOf(transaction: TruthTransaction, turnId: TurnId): Promise<JournalEntry | undefined> {
  const entries = await readAll((page) => transaction.journal.list(page));
  return entries.find(({ task }) => task.type === "digest" && task.turnId === turnId);
}

async function asTurn(transaction: TruthTransaction, turn: Turn): Promise<Expected> {
  const segments = await transaction.episodes.listByTurns([turn.id]);
  const episode = segments.find((segment) => segment.centreTurnId === turn.id);
  if (episode !== undefined) return { type: "episode", episode, turn };
  const entry = await entryOf(transaction, turn.id);
  return { type: "turn", turn, ...(entry === undefined ? {} : { entry }) };
}

async function findById(transaction: TruthTransaction, id: string): Promise<Expected | undefined> {
  if (isMemoryId(id)) {
    const memory = await transaction.memories.find(id);
    return memory === undefined ? undefined : { type: "memory", memory };
  }
  if (isEpisodeId(id)) {
    const episode = await transaction.episodes.find(id);
    const turn = episode === undefined ? undefined : await transaction.turns.find(episode.centreTurnId);
    return episode === undefined || turn === undefined ? undefined : { type: "episode", episode, turn };
  }
  const turn = await transaction.turns.find(id as TurnId);
  return turn === undefined ? undefined : asTurn(transaction, turn);
}

async function lastTurns(transaction: TruthTransaction): Promise<readonly Turn[]> {
  const { items: sessions } = await transaction.turns.listSessions({ limit: SESSIONS_LOOKED_THROUGH });
  const turns: Turn[] = [];
  for (const session of sessions) turns.push(...(await transaction.turns.recent(session.id, TURNS_LOOKED_THROUGH)));
  return turns;
}

/** Words: the statement that is most like them, else the turn, whatever became of either. */
async function findByWords(
  transaction: TruthTransaction,
  hits: readonly ItemId[],
  wanted: string,
): Promise<Expected | undefined> {
  const listed = await transaction.memories.list(ALL, { limit: ROWS_LOOKED_THROUGH });
  const found = await transaction.memories.findMany(hits.filter(isMemoryId));
  // a summary tells a little of many turns: it is not what anybody expects by its words
  const memories = [...listed.items, ...found].filter((memory) => memory.kind !== "summary");
  const memory = best(memories, (one) => likenessOf(one, wanted));
  if (memory !== undefined) return { type: "memory", memory };
  const episodes = await transaction.episodes.findMany(hits.filter(isEpisodeId));
  const spoken = await transaction.turns.findMany(episodes.map((episode) => episode.centreTurnId));
  const turn = best([...spoken, ...(await lastTurns(transaction))], (one) => likeness(wanted, one.text));
  return turn === undefined ? undefined : asTurn(transaction, turn);
}

const LOOKS_LIKE_ID = /^(?:mem|ep|turn)_[\w-]{6,}$/u;

/**
 * Looks in the scope for what was expected, in every status and at every stage. Another scope is never looked into: an id of somebody
 * else's is as absent as one that was never given.
 */
export async function findExpected(parts: EngineParts, scope: Scope, expect: string): Promise<FoundExpected> {
  const { truth, keywords } = parts.storage;
  const named = await truth.read(scope, (transaction) => findById(transaction, expect));
  if (named !== undefined) return { expected: named, byId: true, redacted: [] };
  if (LOOKS_LIKE_ID.test(expect)) return { byId: true, redacted: [] };
  const { text, findings } = redact(expect, parts.policy.redaction);
  const hits = await keywords.search(scope, { terms: [...new Set(analyze(text))], filter: ALL, limit: INDEX_HITS });
  const ids = hits.map(({ itemId }) => itemId);
  const expected = await truth.read(scope, (transaction) => findByWords(transaction, ids, text));
  const redacted = [...new Set(findings.map(({ kind }) => kind))];
  return { byId: false, redacted, ...(expected === undefined ? {} : { expected }) };
}
