import {
  type JournalEntry,
  KeepsakeError,
  readAll,
  type Scope,
  type Session,
  type SessionId,
  type Turn,
  type TurnId,
  toIso,
} from "../../domain/index.js";
import type { BlobParts, ClaimedWork, EngineParts, TruthTransaction } from "../../ports/index.js";
import { blobsOf, findReadable, isOutage, UNREADABLE } from "./blob-parts.js";
import { attachmentsFolder, transcriptKey } from "./session-keys.js";

/** How often a session may change while its transcript is written, before somebody else is let in. */
const TRIES = 5;

export type BlobsEntry = JournalEntry & {
  readonly task: { readonly type: "blobs" | "upload"; readonly sessionId: SessionId };
};

export function isBlobsEntry(entry: JournalEntry): entry is BlobsEntry {
  return entry.task.type === "blobs" || entry.task.type === "upload";
}

/** What the truth says of a session at one instant. */
interface Held {
  readonly session?: Session;
  readonly turns: readonly Turn[];
  readonly hasEnded: boolean;
}

async function read(transaction: TruthTransaction, sessionId: SessionId): Promise<Held> {
  const session = await transaction.turns.findSession(sessionId);
  if (session === undefined) return { turns: [], hasEnded: false };
  const turns = await readAll((page) => transaction.turns.list(sessionId, page));
  const state = await transaction.summaries.find(sessionId);
  return { session, turns, hasEnded: state?.endedAt !== undefined };
}

/** A line of JSON for the session, then one for each turn, as they stand in the store: secrets are cut out there already. */
function transcriptOf({ id, agentId, startedAt, lastTurnAt }: Session, turns: readonly Turn[]): Uint8Array {
  const head = {
    sessionId: id,
    agentId,
    startedAt: toIso(startedAt),
    lastTurnAt: toIso(lastTurnAt),
    turns: turns.length,
  };
  const lines = turns.map(
    ({ id: turnId, position, role, speaker, agentId: agent, at, recordedAt, timeZone, text }) => ({
      ...{
        turnId,
        position,
        role,
        speaker,
        agentId: agent,
        at: toIso(at),
        recordedAt: toIso(recordedAt),
        timeZone,
        text,
      },
    }),
  );
  return new TextEncoder().encode([head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** Attachments of turns that are gone, and of a session that is gone all. Returns how many could not be read: one does not keep the others. */
async function dropOrphans(
  { store }: BlobParts,
  scope: Scope,
  sessionId: SessionId,
  kept: ReadonlySet<TurnId>,
): Promise<number> {
  const folder = attachmentsFolder(sessionId);
  if (kept.size === 0) {
    await store.clear(scope, folder);
    return 0;
  }
  let unreadable = 0;
  const orphans: string[] = [];
  for (const key of await readAll((page) => store.list(scope, folder, page))) {
    const found = await findReadable(store, scope, key);
    if (found === UNREADABLE) unreadable += 1;
    const turnId = found === UNREADABLE ? undefined : found?.facts.turnId;
    if (turnId !== undefined && !kept.has(turnId as TurnId)) orphans.push(key);
  }
  await store.remove(scope, orphans);
  return unreadable;
}

async function writeTranscript({ store, keepsTranscripts }: BlobParts, scope: Scope, id: SessionId, held: Held) {
  const key = transcriptKey(id);
  const isThere = (await findReadable(store, scope, key)) !== undefined;
  const { session, turns, hasEnded } = held;
  const isWanted = keepsTranscripts && session !== undefined && (hasEnded || isThere);
  // earlier versions hold words that may have been erased: they go before the new one comes
  if (isThere || session === undefined) await store.remove(scope, [key]);
  if (!isWanted) return;
  const facts = { mediaType: "application/jsonl", turns: String(turns.length) };
  await store.put(scope, key, { bytes: transcriptOf(session, turns), facts });
}

/**
 * Brings what is kept of a session beside the store in line with its turns: writes its transcript where it has ended or one is there, takes
 * away what belongs to turns that are gone, and everything where the session is gone. Repeating it is harmless.
 * @param settle in a transaction in which the session is as it was when it was read: whatever was written is what it then holds
 * @throws UNAVAILABLE, CONFIG_INVALID, STORE_*
 */
export async function alignBlobs(
  parts: EngineParts,
  scope: Scope,
  sessionId: SessionId,
  settle: (transaction: TruthTransaction) => Promise<void> = async () => undefined,
): Promise<void> {
  const blobs = blobsOf(parts);
  const { truth } = parts.storage;
  for (let attempt = 1; ; attempt += 1) {
    const held = await truth.read(scope, (transaction) => read(transaction, sessionId));
    const unreadable = await dropOrphans(blobs, scope, sessionId, new Set(held.turns.map(({ id }) => id)));
    await writeTranscript(blobs, scope, sessionId, held);
    if (unreadable > 0) {
      const message = `${unreadable} attachments of a session cannot be read: whether they are to go is not known`;
      throw new KeepsakeError("STORE_CORRUPT", message);
    }
    const isCurrent = await truth.write(scope, async (transaction) => {
      const now = await transaction.turns.findSession(sessionId);
      const same = JSON.stringify(now) === JSON.stringify(held.session);
      if (same || attempt === TRIES) await settle(transaction);
      // what changed since is not in what was written: it is work of its own
      if (!same && attempt === TRIES) await queueBlobs(parts, transaction, [sessionId], parts.clock.now());
      return same;
    });
    if (isCurrent || attempt === TRIES) return;
  }
}

/** Entries of types `blobs` and `upload` of one claim; each fails alone. */
export async function alignEntries(
  parts: EngineParts,
  claim: Pick<ClaimedWork, "scope" | "leaseToken">,
  entries: readonly BlobsEntry[],
  fail: (entry: JournalEntry, thrown: unknown, isOutage: boolean) => Promise<void>,
): Promise<void> {
  for (const entry of entries) {
    try {
      await alignBlobs(parts, claim.scope, entry.task.sessionId, (transaction) =>
        transaction.journal.complete(entry.id, claim.leaseToken),
      );
    } catch (thrown) {
      // a store that does not answer, or not with these settings, has nothing against the entry
      await fail(entry, thrown, isOutage(thrown));
    }
  }
}

/** Has a session's blobs brought in line behind the call, where any are kept. */
export async function queueBlobs(
  parts: Pick<EngineParts, "blobs" | "ids">,
  transaction: TruthTransaction,
  sessionIds: readonly SessionId[],
  at: number,
): Promise<void> {
  if (parts.blobs === undefined) return;
  await transaction.journal.append(
    sessionIds.map((sessionId) => ({ id: parts.ids.journal(), task: { type: "blobs", sessionId }, at })),
  );
}
