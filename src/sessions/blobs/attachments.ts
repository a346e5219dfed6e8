import { ownNow } from "../../dating/index.js";
import {
  type AddAttachmentRequest,
  type AgentId,
  type Attachment,
  type AttachmentContent,
  checkId,
  type JournalEntryId,
  KeepsakeError,
  MAX_ATTACHMENT_BYTES,
  MINUTE_MS,
  type Page,
  type PageRequest,
  readAll,
  type Scope,
  type SessionId,
  type TurnId,
} from "../../domain/index.js";
import { redact } from "../../language/index.js";
import type { BlobFacts, EngineParts, TruthTransaction } from "../../ports/index.js";
import { alignBlobs, queueBlobs } from "./align-blobs.js";
import { blobsOf, findReadable, UNREADABLE } from "./blob-parts.js";
import {
  ATTACHMENTS,
  attachmentId,
  attachmentKey,
  attachmentsFolder,
  digest,
  idOfKey,
  noAttachment,
  sessionOfKey,
} from "./session-keys.js";

const MEDIA_TYPE = /^[A-Za-z0-9!#$&^_.+-]{1,127}\/[A-Za-z0-9!#$&^_.+-]{1,127}$/;
const MAX_NAME = 255;
const NO_TYPE = "application/octet-stream";

/** A put lasts ten minutes at most (`blobs.timeoutMs`): so long after it was announced nothing of it arrives any more. */
const UPLOAD_LEASE_MS = 20 * MINUTE_MS;
/** One that begins later would outlast what announces it. */
const PUT_BEGINS_WITHIN_MS = 5 * MINUTE_MS;

interface Checked {
  readonly sessionId: SessionId;
  readonly turnId?: TurnId;
  readonly agentId?: AgentId;
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** The name without its secrets: it is shown where the words of a conversation are. */
function checked(parts: EngineParts, request: AddAttachmentRequest): Checked {
  const { sessionId, turnId, agentId, name, mediaType = NO_TYPE, content } = request;
  const refuse = (message: string, field: string): never => {
    throw new KeepsakeError("INVALID_INPUT", message, { field });
  };
  if (typeof name !== "string" || name.trim() === "" || name.length > MAX_NAME) {
    refuse(`name must have 1 to ${MAX_NAME} characters`, "name");
  }
  if (!MEDIA_TYPE.test(mediaType)) refuse("mediaType must be one such as image/png", "mediaType");
  if (content.byteLength === 0) refuse("content is empty", "content");
  if (content.byteLength > MAX_ATTACHMENT_BYTES) {
    const message = `content has ${content.byteLength} bytes; the limit is ${MAX_ATTACHMENT_BYTES}`;
    throw new KeepsakeError("TOO_LARGE", message, { field: "content" });
  }
  return {
    sessionId: checkId(sessionId, "sessionId") as SessionId,
    ...(turnId === undefined ? {} : { turnId: checkId(turnId, "turnId") as TurnId }),
    ...(agentId === undefined ? {} : { agentId: checkId(agentId, "agentId") as AgentId }),
    name: redact(name.toWellFormed().trim(), parts.policy.redaction).text,
    mediaType: mediaType.toLowerCase(),
    content,
  };
}

function toFacts({ name, mediaType, turnId, agentId }: Checked, recordedAt: number): BlobFacts {
  return {
    ...{ name, mediaType, recordedAt: String(recordedAt) },
    ...(turnId === undefined ? {} : { turnId }),
    ...(agentId === undefined ? {} : { agentId }),
  };
}

function toAttachment(id: string, sessionId: SessionId, facts: BlobFacts, bytes: number): Attachment {
  const { name = "", mediaType = NO_TYPE, recordedAt = "0", turnId, agentId } = facts;
  return {
    ...{ id, sessionId, name, mediaType, bytes, recordedAt: Number(recordedAt) },
    ...(turnId === undefined ? {} : { turnId: turnId as TurnId }),
    ...(agentId === undefined ? {} : { agentId: agentId as AgentId }),
  };
}

/** @throws NOT_FOUND where the conversation, or the turn in it, is not there */
async function requireOwner(transaction: TruthTransaction, { sessionId, turnId }: Checked): Promise<void> {
  if ((await transaction.turns.findSession(sessionId)) === undefined) {
    throw new KeepsakeError("NOT_FOUND", "there is no such session", { field: "sessionId" });
  }
  if (turnId === undefined || (await transaction.turns.find(turnId))?.sessionId === sessionId) return;
  throw new KeepsakeError("NOT_FOUND", "there is no such turn in the session", { field: "turnId" });
}

/**
 * What an erasure took the conversation or the turn of. The file is never removed by its key: another call may have kept the same one.
 * What failed here is done by the entry.
 */
async function takeBack(parts: EngineParts, scope: Scope, sessionId: SessionId, intent: JournalEntryId): Promise<void> {
  try {
    await parts.storage.truth.write(scope, async (transaction) => {
      await queueBlobs(parts, transaction, [sessionId], ownNow(parts));
      await transaction.journal.withdraw(intent);
    });
    await alignBlobs(parts, scope, sessionId);
  } catch (thrown) {
    const code = thrown instanceof KeepsakeError ? thrown.code : "INTERNAL";
    parts.telemetry.log("warn", "attachment.orphan_waiting", { code });
  }
}

/**
 * Keeps a file beside a conversation. Durable when it resolves; the same file sent again is the same attachment (P18).
 * An erasure that runs meanwhile wins: what it would have taken is not left behind.
 * @throws NOT_FOUND (session, turn), TOO_LARGE, INVALID_INPUT, UNAVAILABLE, CONFIG_INVALID (no place for it)
 */
export async function addAttachment(
  parts: EngineParts,
  scope: Scope,
  request: AddAttachmentRequest,
): Promise<Attachment> {
  const { store } = blobsOf(parts);
  const given = checked(parts, request);
  const { sessionId, turnId, name, mediaType, content } = given;
  const { truth } = parts.storage;
  // the intent first: whoever is killed before the line leaves work behind that finds a file without an owner, once it can only have arrived
  const intent = parts.ids.journal();
  const [begun, at] = [performance.now(), ownNow(parts)];
  await truth.write(scope, async (transaction) => {
    await requireOwner(transaction, given);
    await transaction.journal.append([
      { id: intent, task: { type: "upload", sessionId }, at, dueAt: at + UPLOAD_LEASE_MS },
    ]);
  });
  const id = attachmentId(sessionId, digest(JSON.stringify([turnId ?? "", name, mediaType, digest(content)])));
  const key = attachmentKey(id);
  const found = await findReadable(store, scope, key);
  const known = found === UNREADABLE ? undefined : found;
  const facts = known?.facts ?? toFacts(given, parts.clock.now());
  if (performance.now() - begun > PUT_BEGINS_WITHIN_MS)
    throw new KeepsakeError("UNAVAILABLE", "the place for attachments took too long to answer: send it again");
  if (known === undefined) await store.put(scope, key, { bytes: content, facts });
  try {
    await truth.write(scope, async (transaction) => {
      await requireOwner(transaction, given);
      await parts.auditLine?.append(transaction, [id]);
      await transaction.journal.withdraw(intent);
    });
  } catch (thrown) {
    if (thrown instanceof KeepsakeError && thrown.code === "NOT_FOUND") await takeBack(parts, scope, sessionId, intent);
    throw thrown;
  }
  parts.telemetry.count("keepsake_attachment_bytes", known === undefined ? content.byteLength : 0);
  return toAttachment(id, sessionId, facts, content.byteLength);
}

/** The sessions that a scope has, by the digests that stand for them in keys. */
async function sessionsByDigest(parts: EngineParts, scope: Scope): Promise<ReadonlyMap<string, SessionId>> {
  const sessions = await parts.storage.truth.read(scope, (transaction) =>
    readAll((page) => transaction.turns.listSessions(page)),
  );
  return new Map(sessions.map(({ id }) => [digest(id), id]));
}

/** @throws NOT_FOUND, UNAVAILABLE, STORE_CORRUPT, CONFIG_INVALID */
export async function getAttachment(parts: EngineParts, scope: Scope, id: string): Promise<AttachmentContent> {
  const key = attachmentKey(id);
  const found = await blobsOf(parts).store.find(scope, key);
  const sessionId = (await sessionsByDigest(parts, scope)).get(sessionOfKey(key));
  if (found === undefined || sessionId === undefined) throw noAttachment();
  return { ...toAttachment(id, sessionId, found.facts, found.bytes.byteLength), content: found.bytes };
}

/** So many are asked for what they are at a time. */
const AT_ONCE = 8;

/** Attachments of a conversation, or of all, in an order of their own. @throws UNAVAILABLE, CONFIG_INVALID, INVALID_INPUT */
export async function listAttachments(
  parts: EngineParts,
  scope: Scope,
  { sessionId, ...page }: PageRequest & { readonly sessionId?: string },
): Promise<Page<Attachment>> {
  const { store } = blobsOf(parts);
  const folder =
    sessionId === undefined ? ATTACHMENTS : attachmentsFolder(checkId(sessionId, "sessionId") as SessionId);
  const keys = await store.list(scope, folder, page);
  const sessions = keys.items.length === 0 ? new Map() : await sessionsByDigest(parts, scope);
  const items: Attachment[] = [];
  for (let at = 0; at < keys.items.length; at += AT_ONCE) {
    const told = await Promise.all(
      keys.items.slice(at, at + AT_ONCE).map(async (key) => ({ key, found: await findReadable(store, scope, key) })),
    );
    for (const { key, found } of told) {
      const owner = sessions.get(sessionOfKey(key));
      // what is being erased at this moment
      if (found === undefined || owner === undefined) continue;
      // without a name, so that it can be removed; reading it says what is wrong
      if (found === UNREADABLE) items.push(toAttachment(idOfKey(key), owner, {}, 0));
      else items.push(toAttachment(idOfKey(key), owner, found.facts, found.bytes));
    }
  }
  return { items, ...(keys.nextCursor === undefined ? {} : { nextCursor: keys.nextCursor }) };
}

/** For good, with every earlier version. @throws NOT_FOUND, UNAVAILABLE, CONFIG_INVALID */
export async function removeAttachment(parts: EngineParts, scope: Scope, id: string): Promise<void> {
  const { store } = blobsOf(parts);
  const key = attachmentKey(id);
  if ((await findReadable(store, scope, key)) === undefined) throw noAttachment();
  // first: nothing goes of which the log does not tell, and who is told of a failure says it again
  await parts.storage.truth.write(scope, async (transaction) => {
    await parts.auditLine?.append(transaction, [id]);
  });
  await store.remove(scope, [key]);
}
