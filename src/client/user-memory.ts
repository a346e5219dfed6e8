import {
  type DeadEntry,
  type ExportResult,
  type FeedbackResult,
  type ForgetReport,
  KeepsakeError,
  type LoadResult,
  type ProfileResult,
  type RecordReceipt,
  type RecordRequest,
  type ReextractResult,
  type ReviewDecision,
  type RollbackReport,
  type RouteResult,
  readDryRun,
  refuseStray,
  type StatsResult,
  type TraceResult,
  toKeepsakeError,
} from "../domain/index.js";
import type { UserMemory } from "../keepsake.js";
import type { Calls, CallTerms } from "./calls.js";
import { pause } from "./environment.js";
import type { Watch } from "./events.js";
import { isOutage } from "./failure.js";
import { degradation, noContext, noRecall } from "./no-memory.js";
import type { ClientTerms } from "./options.js";
import { type Outbox, prepare } from "./outbox.js";
import type { OperationName } from "./routes.js";
import * as answers from "./wire-answers.js";
import * as requests from "./wire-requests.js";

/** A receipt that may be of this side only. */
export interface RemoteReceipt extends RecordReceipt {
  /** Present while the turns wait in the spool: they are not on the server yet. `turnIds` is then empty where the server gives ids. */
  readonly degraded?: readonly string[];
}

export interface RemoteProfile extends ProfileResult {
  /** Present when memory was out of reach. */
  readonly degraded?: readonly string[];
}

/** What an import came to. */
export interface ImportResult {
  /** Names it, for `rollback`. Absent where there was nothing to record. */
  readonly importId?: string;
  readonly turns: number;
  readonly duplicates: number;
  readonly sessions: number;
  readonly redacted: Readonly<Record<string, number>>;
  readonly warnings: Readonly<Record<string, number>>;
  /** Of the user's, where it was waited for. */
  readonly pendingTurns?: number;
}

/** The library's `UserMemory`, over HTTP. */
export interface RemoteUserMemory extends UserMemory {
  /**
   * Records the conversations of a file. It has no deadline but the handle's: it goes on as long as the server gives signs of life. The
   * handle's signal stops it between two pieces; the same text given again takes it up, and never writes twice.
   */
  import(request: requests.ImportRequest): Promise<ImportResult>;
  record(request: RecordRequest): Promise<RemoteReceipt>;
  profile(): Promise<RemoteProfile>;
}

export interface UserParts {
  readonly calls: Calls;
  readonly outbox: Outbox | undefined;
  readonly terms: ClientTerms;
  readonly watch: Watch;
}

type Ask = (
  name: OperationName,
  input?: requests.WireRequest,
  onProgress?: requests.ImportRequest["onProgress"],
) => Promise<unknown>;

const PROCESSED_TIMEOUT_MS = 60_000;
const POLL_FIRST_MS = 50;
const POLL_LAST_MS = 1_000;

function spooledReceipt({ turns }: RecordRequest): RemoteReceipt {
  const ids = turns.map((turn) => turn.id);
  const turnIds = ids.includes(undefined) ? [] : (ids as RecordReceipt["turnIds"][number][]);
  return { turnIds, accepted: 0, duplicates: 0, redacted: {}, degraded: ["spooled: the server is out of reach"] };
}

/** @throws what the server refused; an outage too where nothing may wait */
async function record(
  parts: UserParts,
  user: string,
  terms: CallTerms,
  request: RecordRequest,
): Promise<RemoteReceipt> {
  const { calls, outbox, terms: client } = parts;
  const { now, newId } = client.environment;
  calls.checkOpen();
  const saidAt = now();
  const prepared = prepare(request, newId);
  const send = async (): Promise<RecordReceipt> =>
    (await calls.call({ name: "record", user, input: requests.recordToWire(prepared), terms })) as RecordReceipt;
  if (outbox === undefined) return send();
  if (!outbox.isEmpty) {
    const limitMs = terms.deadlineMs ?? client.deadlineMs;
    return (await outbox.putBehind(user, prepared, { saidAt, limitMs })) ?? spooledReceipt(prepared);
  }
  try {
    return await send();
  } catch (thrown) {
    const error = toKeepsakeError(thrown);
    if (!isOutage(error) || error.code === "CLOSED") throw error;
    await outbox.put(user, prepared, saidAt, error);
    return spooledReceipt(prepared);
  }
}

/** A read that a chat waits for: where memory is out of reach, the answer is that nothing is known. */
async function orNothing<Result>(
  { terms, watch }: UserParts,
  operation: OperationName,
  work: () => Promise<Result>,
  nothing: (error: KeepsakeError) => Result,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const error = toKeepsakeError(thrown);
    if (!terms.degrades || !isOutage(error) || error.code === "CLOSED") throw error;
    watch({ type: "no-memory", operation, code: error.code });
    return nothing(error);
  }
}

/** The server keeps no connection open for it: asked again, less and less often, until nothing waits. */
async function processed(
  parts: UserParts,
  ask: Ask,
  signal: AbortSignal | undefined,
  timeoutMs: number,
): Promise<void> {
  const { environment } = parts.terms;
  const endsAt = environment.now() + timeoutMs;
  for (let waitMs = POLL_FIRST_MS; ; waitMs = Math.min(POLL_LAST_MS, waitMs * 2)) {
    await parts.outbox?.flush();
    const { pendingTurns } = (await ask("stats")) as StatsResult;
    if (pendingTurns === 0 && (parts.outbox?.isEmpty ?? true)) return;
    if (environment.now() + waitMs > endsAt) {
      throw new KeepsakeError("DEADLINE_EXCEEDED", `${pendingTurns} turns were still waiting after ${timeoutMs} ms.`);
    }
    await pause(environment, waitMs, signal);
  }
}

function stateOf(ask: Ask): UserMemory["state"] {
  return {
    async put(space, key, value, ttlSeconds) {
      await ask("state-put", { space, key, value, ttlSeconds });
    },
    get: async (space, key) => answers.readState(await ask("state-get", { space, key })),
    list: async (space) => answers.readStates(await ask("state-list", { space })),
    async delete(space, key, ...rest: readonly unknown[]) {
      refuseStray("state.delete", rest);
      return ((await ask("state-delete", { space, key })) as { readonly deleted: boolean }).deleted;
    },
  };
}

function changesOf(ask: Ask): Pick<UserMemory, "review" | "writes" | "rollback"> {
  return {
    review: {
      list: async (request = {}) => answers.readReview(await ask("review-list", { ...request })),
      accept: async (selection) =>
        answers.itemsOf<ReviewDecision>(await ask("review-accept", requests.reviewToWire(selection))),
      reject: async (selection) =>
        answers.itemsOf<ReviewDecision>(await ask("review-reject", requests.reviewToWire(selection))),
    },
    writes: async (selection, page = {}) =>
      answers.readWrites(await ask("writes", { ...requests.selectionToWire(selection), ...page, full: true })),
    rollback: async (selection, ...rest: readonly unknown[]) => {
      const options = readDryRun("rollback", selection, rest);
      return (await ask("rollback", { ...requests.selectionToWire(selection), ...options })) as RollbackReport;
    },
  };
}

function sessionsOf(ask: Ask): Pick<UserMemory, "session" | "summary"> {
  return {
    session: { end: async (sessionId) => answers.readSessionEnd(await ask("session-end", { sessionId })) },
    summary: {
      get: async (sessionId) => answers.readSummary(await ask("summary-get", { sessionId })),
      list: async (page = {}) => answers.readSummaryPage(await ask("summary-list", { ...page })),
    },
  };
}

/** So many characters a call: `String.fromCharCode` takes its arguments from the stack. */
const STRIDE = 8_192;

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += STRIDE) binary += String.fromCharCode(...bytes.subarray(at, at + STRIDE));
  return btoa(binary);
}

function attachmentsOf(ask: Ask): UserMemory["attachment"] {
  return {
    add: async ({ content, ...rest }) => {
      const encoded = content instanceof Uint8Array ? toBase64(content) : content;
      return answers.readAttachment(await ask("attachment-add", { ...rest, content: encoded }));
    },
    get: async (id) => answers.readAttachmentContent(await ask("attachment-get", { id })),
    list: async (request = {}) => answers.readAttachmentPage(await ask("attachment-list", { ...request })),
    remove: async (id) => {
      await ask("attachment-remove", { id });
    },
  };
}

function upkeepOf(ask: Ask): Pick<UserMemory, "stats" | "reextract" | "usage" | "journal"> {
  return {
    stats: async () => (await ask("stats")) as StatsResult,
    reextract: async (request = {}) => (await ask("reextract", { ...request })) as ReextractResult,
    usage: async () => answers.readUsage(await ask("usage")),
    journal: {
      list: async () => answers.itemsOf<DeadEntry>(await ask("journal-list")),
      retry: async () => ((await ask("journal-retry")) as { readonly retried: number }).retried,
    },
  };
}

/** The memory of one user at the server. */
export function remoteUserMemory(parts: UserParts, user: string, terms: CallTerms): RemoteUserMemory {
  const ask: Ask = async (name, input = {}, onProgress = undefined) => {
    const answer = await parts.calls.call({ name, user, input, terms, onProgress });
    parts.outbox?.nudge();
    return answer;
  };
  return {
    record: async (request) => record(parts, user, terms, request),
    remember: async (request) => answers.readRemembered(await ask("remember", requests.rememberToWire(request))),
    load: async (request) => (await ask("load", requests.loadToWire(request))) as LoadResult,
    recall: async (request) => {
      const input = { ...requests.recallToWire(request), full: true };
      return orNothing(parts, "recall", async () => answers.readRecall(await ask("recall", input)), noRecall);
    },
    context: async (request) => {
      const input = { ...requests.contextToWire(request), full: true };
      const work = async () => answers.readContext(await ask("context", input));
      return orNothing(parts, "context", work, (error) => noContext(request, error));
    },
    route: async (request) => (await ask("route", { ...request })) as RouteResult,
    trace: async (request) => (await ask("trace", requests.recallToWire(request))) as TraceResult,
    feedback: {
      give: async (request) => (await ask("feedback-give", { ...request })) as FeedbackResult,
      list: async (page = {}) => answers.readFeedbackPage(await ask("feedback-list", { ...page })),
    },
    correct: async (request, ...rest: readonly unknown[]) => {
      refuseStray("correct", rest);
      return answers.readRemembered(await ask("correct", requests.rememberToWire(request)));
    },
    forget: async (request, ...rest: readonly unknown[]) => {
      const options = readDryRun("forget", request, rest);
      return (await ask("forget", { ...requests.forgetToWire(request), ...options })) as ForgetReport;
    },
    export: async (request = {}) => (await ask("export", { ...request })) as ExportResult,
    import: async (request) =>
      (await ask("import", requests.importToWire(request), request.onProgress)) as ImportResult,
    list: async (request = {}) => answers.readMemoryPage(await ask("list", requests.listToWire(request))),
    get: async (id) => answers.readMemory(await ask("get", { id })),
    history: async (id) => answers.readHistory(await ask("history", { id })),
    profile: async () =>
      orNothing<RemoteProfile>(
        parts,
        "profile",
        async () => answers.readProfile(await ask("profile")),
        (error) => ({ sections: [], asOf: parts.terms.environment.now(), degraded: degradation(error) }),
      ),
    state: stateOf(ask),
    attachment: attachmentsOf(ask),
    ...changesOf(ask),
    ...sessionsOf(ask),
    ...upkeepOf(ask),
    processed: async (timeoutMs = PROCESSED_TIMEOUT_MS) => processed(parts, ask, terms.signal, timeoutMs),
  };
}
