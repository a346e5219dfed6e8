import {
  type ForgetRequest,
  type JournalEntry,
  KeepsakeError,
  readAll,
  type Scope,
  type SessionId,
  type TurnId,
  toIso,
} from "../domain/index.js";
import type { BlobStore, EngineParts, TruthTransaction } from "../ports/index.js";
import {
  ATTACHMENTS,
  alignBlobs,
  digest,
  findReadable,
  isBlobsEntry,
  sessionOfKey,
  UNREADABLE,
} from "../sessions/index.js";
import { searchForm } from "./texts-held.js";

/* Attachments and transcripts of what was erased. The journal holds what is to be done; it is done at once all the same. */

function codeOf(thrown: unknown): string {
  return thrown instanceof KeepsakeError ? thrown.code : "INTERNAL";
}

function allKeys(store: BlobStore, scope: Scope): Promise<readonly string[]> {
  return readAll((page) => store.list(scope, "", page));
}

function queued({ storage }: EngineParts, scope: Scope): Promise<readonly JournalEntry[]> {
  return storage.truth.read(scope, (transaction) => readAll((page) => transaction.journal.list(page)));
}

/** Whether the scope has blobs, or will have one that is on its way; a store that fails, however it does, may. */
export async function mayHoldBlobs(parts: EngineParts, scope: Scope): Promise<boolean> {
  const { blobs, telemetry } = parts;
  if (blobs === undefined) return false;
  if ((await queued(parts, scope)).some(({ task }) => task.type === "upload")) return true;
  try {
    return (await blobs.store.list(scope, "", { limit: 1 })).items.length > 0;
  } catch (thrown) {
    telemetry.log("warn", "forget.blobs_unknown", { code: codeOf(thrown) });
    return true;
  }
}

interface Named {
  readonly key: string;
  readonly name: string;
  readonly turnId?: TurnId;
}

interface Looked {
  readonly files: readonly Named[];
  readonly unreadable: number;
}

async function look(store: BlobStore, scope: Scope): Promise<Looked> {
  const files: Named[] = [];
  let unreadable = 0;
  for (const key of await readAll((page) => store.list(scope, ATTACHMENTS, page))) {
    const found = await findReadable(store, scope, key);
    if (found === UNREADABLE) unreadable += 1;
    else if (found !== undefined) {
      const { name = "", turnId } = found.facts;
      files.push({ key, name, ...(turnId === undefined ? {} : { turnId: turnId as TurnId }) });
    }
  }
  return { files, unreadable };
}

function carrying(files: readonly Named[], text: string): readonly string[] {
  const needle = searchForm(text);
  return files.filter(({ name }) => searchForm(name).includes(needle)).map(({ key }) => key);
}

/** Takes attachments that carry the text in their names, looks again, and names what is left. */
async function removeNamed(store: BlobStore, scope: Scope, text: string): Promise<readonly string[]> {
  await store.remove(scope, carrying((await look(store, scope)).files, text));
  const { files, unreadable } = await look(store, scope);
  const left = carrying(files, text).length;
  return [
    ...(left > 0 ? [`${store.name}: ${left} attachments of that name`] : []),
    ...(unreadable > 0 ? [`${store.name}: names of ${unreadable} attachments cannot be read`] : []),
  ];
}

/** How many blobs an erasure would take, by what its transaction leaves; one that cannot be asked is not counted. */
export async function countDoomed(
  { blobs, telemetry }: EngineParts,
  scope: Scope,
  request: ForgetRequest,
): Promise<((left: TruthTransaction) => Promise<number>) | undefined> {
  if (blobs === undefined) return undefined;
  try {
    const keys = await allKeys(blobs.store, scope);
    if (keys.length === 0) return undefined;
    if (request.by === "everything") return async () => keys.length;
    const { files } = await look(blobs.store, scope);
    const named = request.by === "text" ? carrying(files, request.text) : [];
    return async (left) => {
      const sessions = await readAll((page) => left.turns.listSessions(page));
      const living = new Set(sessions.map(({ id }) => digest(id)));
      const doomed = new Set([...named, ...keys.filter((key) => !living.has(sessionOfKey(key)))]);
      for (const { key, turnId } of files)
        if (turnId !== undefined && (await left.turns.find(turnId)) === undefined) doomed.add(key);
      return doomed.size;
    };
  } catch (thrown) {
    telemetry.log("warn", "forget.blobs_unknown", { code: codeOf(thrown) });
    return undefined;
  }
}

/** Sessions that lost turns, as the erasure's own transaction wrote them down; and the one that was named, whatever is left of it. */
async function behind(parts: EngineParts, scope: Scope, request: ForgetRequest): Promise<ReadonlySet<SessionId>> {
  const sessionIds = (await queued(parts, scope)).filter(isBlobsEntry).map(({ task }) => task.sessionId);
  return new Set([...sessionIds, ...(request.by === "session" ? [request.sessionId as SessionId] : [])]);
}

/** Files on their way to conversations that are gone, of a process that goes on or was killed: no listing shows them yet. */
async function underWay(parts: EngineParts, scope: Scope): Promise<readonly number[]> {
  const sent = (await queued(parts, scope)).filter(({ task }) => task.type === "upload");
  return parts.storage.truth.read(scope, async (transaction) => {
    const due: number[] = [];
    for (const { task, dueAt } of sent) {
      const isGone = task.type === "upload" && (await transaction.turns.findSession(task.sessionId)) === undefined;
      if (isGone) due.push(dueAt);
    }
    return due;
  });
}

export interface ErasedBlobs {
  /** Attachments and transcripts that went. */
  readonly erased: number;
  /** Places that still hold something, or could not be looked at. */
  readonly residue: readonly string[];
}

/** After the commit. No failure makes an error of the erasure: what is left is told, and done when the store answers. */
export async function eraseBlobs(parts: EngineParts, scope: Scope, request: ForgetRequest): Promise<ErasedBlobs> {
  if (parts.blobs === undefined) return { erased: 0, residue: [] };
  const { store } = parts.blobs;
  const residue = new Set<string>();
  /** Each step fails alone. */
  const attempt = async (left: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (thrown) {
      parts.telemetry.log("warn", "forget.blobs_waiting", { code: codeOf(thrown) });
      residue.add(`${store.name}: ${left}`);
    }
  };
  const waiting = "attachments and transcripts are still to be erased; they are when it answers";
  let before: readonly string[] = [];
  let erased = 0;
  await attempt(waiting, async () => {
    before = await allKeys(store, scope);
  });
  if (request.by === "everything") await attempt(waiting, async () => void (await store.clear(scope, "")));
  else {
    let sessionIds: ReadonlySet<SessionId> = new Set();
    await attempt(waiting, async () => {
      sessionIds = await behind(parts, scope, request);
    });
    for (const sessionId of sessionIds) await attempt(waiting, () => alignBlobs(parts, scope, sessionId));
  }
  if (request.by === "text") {
    await attempt("names of attachments were not searched: forget the text again when it answers", async () => {
      for (const place of await removeNamed(store, scope, request.text)) residue.add(place);
    });
  }
  await attempt(waiting, async () => {
    const after = new Set(await allKeys(store, scope));
    if (request.by === "everything" && after.size > 0) residue.add(`${store.name}: ${after.size} blobs`);
    erased = before.filter((key) => !after.has(key)).length;
  });
  await attempt("it could not be seen which files were on their way while this ran", async () => {
    const due = await underWay(parts, scope);
    if (due.length > 0)
      residue.add(
        `${store.name}: ${due.length} files were on their way while this ran; what arrives is erased by ${toIso(Math.max(...due))}`,
      );
  });
  return { erased, residue: [...residue] };
}
