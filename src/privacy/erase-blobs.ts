import {
  type ForgetRequest,
  type JournalEntry,
  KeepsakeError,
  readAll,
  type Scope,
  type SessionId,
} from "../domain/index.js";
import { foldText } from "../language/index.js";
import type { BlobStore, EngineParts } from "../ports/index.js";
import { ATTACHMENTS, alignBlobs, isBlobsEntry } from "../sessions/index.js";

/* Attachments and transcripts of what was erased. The journal holds what is to be done; it is done at once all the same. */

/** Whoever does not answer, or not with these settings. */
function isOutage(thrown: unknown): thrown is KeepsakeError {
  return thrown instanceof KeepsakeError && (thrown.code === "UNAVAILABLE" || thrown.code === "CONFIG_INVALID");
}

function allKeys(store: BlobStore, scope: Scope): Promise<readonly string[]> {
  return readAll((page) => store.list(scope, "", page));
}

/** Whether the scope has blobs; one that does not answer may. */
export async function mayHoldBlobs({ blobs }: EngineParts, scope: Scope): Promise<boolean> {
  if (blobs === undefined) return false;
  try {
    return (await blobs.store.list(scope, "", { limit: 1 })).items.length > 0;
  } catch (thrown) {
    if (isOutage(thrown)) return true;
    throw thrown;
  }
}

/** Attachments that carry the text in their names. */
async function removeNamed(store: BlobStore, scope: Scope, text: string): Promise<void> {
  const needle = foldText(text).trim();
  const named: string[] = [];
  for (const key of await readAll((page) => store.list(scope, ATTACHMENTS, page))) {
    const name = (await store.findFacts(scope, key))?.facts.name ?? "";
    if (foldText(name).includes(needle)) named.push(key);
  }
  await store.remove(scope, named);
}

/** Sessions that lost turns, as the erasure's own transaction wrote them down; and the one that was named, whatever is left of it. */
async function behind(parts: EngineParts, scope: Scope, request: ForgetRequest): Promise<ReadonlySet<SessionId>> {
  const queued: readonly JournalEntry[] = await parts.storage.truth.read(scope, (transaction) =>
    readAll((page) => transaction.journal.list(page)),
  );
  const sessionIds = queued.filter(isBlobsEntry).map(({ task }) => task.sessionId);
  return new Set([...sessionIds, ...(request.by === "session" ? [request.sessionId as SessionId] : [])]);
}

export interface ErasedBlobs {
  /** Attachments and transcripts that went. */
  readonly erased: number;
  /** Places that still hold something, or could not be looked at. */
  readonly residue: readonly string[];
}

/** After the commit. An outage turns no erasure into an error: what is left is told, and done when the store answers. */
export async function eraseBlobs(parts: EngineParts, scope: Scope, request: ForgetRequest): Promise<ErasedBlobs> {
  if (parts.blobs === undefined) return { erased: 0, residue: [] };
  const { store } = parts.blobs;
  try {
    const before = await allKeys(store, scope);
    if (request.by === "everything") await store.clear(scope, "");
    else {
      for (const sessionId of await behind(parts, scope, request)) await alignBlobs(parts, scope, sessionId);
      if (request.by === "text") await removeNamed(store, scope, request.text);
    }
    const after = new Set(await allKeys(store, scope));
    const residue = request.by === "everything" && after.size > 0 ? [`${store.name}: ${after.size} blobs`] : [];
    return { erased: before.filter((key) => !after.has(key)).length, residue };
  } catch (thrown) {
    if (!isOutage(thrown)) throw thrown;
    parts.telemetry.log("warn", "forget.blobs_waiting", { code: thrown.code });
    const named = request.by === "text" ? "; names of attachments were not searched: forget the text again then" : "";
    return {
      erased: 0,
      residue: [`${store.name}: attachments and transcripts are still to be erased; they are when it answers${named}`],
    };
  }
}
