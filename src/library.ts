import type { OpenEngine } from "./compose.js";
import { assembleContext, traceContext } from "./context/index.js";
import {
  type ExportResult,
  type ForgetRequest,
  KeepsakeError,
  makeScope,
  PERMISSIONS,
  type ReviewSelection,
  type Scope,
  type TimeRange,
  toIso,
  type WriteSelection,
} from "./domain/index.js";
import type { Keepsake, UserMemory } from "./keepsake.js";
import { type Caller, listDead, operationNamed, parseInput, runOperation, writeAudit } from "./operations/index.js";
import type { EngineParts } from "./ports/index.js";
import { forget } from "./privacy/index.js";
import { dropCached, getMemory, history, listMemories, profile, recall, stats } from "./recall/index.js";
import { accept, correct, reextract, remember, usage } from "./remember/index.js";
import { acceptReview, giveFeedback, listFeedback, listReview, rejectReview } from "./review/index.js";
import { route } from "./routing/index.js";
import {
  deleteState,
  endSession,
  findState,
  getSummary,
  listState,
  listSummaries,
  putState,
} from "./sessions/index.js";
import { listWrites, rollback } from "./undo/index.js";

const INSTANTS = new Set(["at", "now", "asOf", "expiresAt", "saidFrom", "saidTo", "since"]);

const MAX_SCHEMA_DEPTH = 8;

/** Instants are epoch ms in the library and ISO 8601 in the schemas; everything else has one form. */
function wireForm(value: unknown, key = "", depth = 0): unknown {
  // No schema is this deep: below it are free values, or a circle, which are looked at where they are written down.
  if (depth > MAX_SCHEMA_DEPTH) return value;
  if (Array.isArray(value)) return value.map((element) => wireForm(element, "", depth + 1));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wireForm(part, name, depth + 1)]));
  }
  if (!INSTANTS.has(key) || typeof value !== "number") return value;
  const representable = Number.isFinite(value) && Math.abs(value) <= 8.64e15;
  return representable ? toIso(Math.trunc(value)) : `not an instant: ${value}`;
}

/** The library validates by the same schemas as every other door, so that the same mistake gets the same error. */
function check(operation: string, request: unknown): void {
  parseInput(operationNamed(operation).input, wireForm(request));
}

/** What to forget, in the one form of the schemas, so that a slip is refused and never read as another wish. */
function checkForget(request: ForgetRequest): void {
  const { by, ...named }: Record<string, unknown> = { ...request };
  if (by === "id") check("forget", { id: named.id });
  else if (by === "text") check("forget", { text: named.text });
  else if (by === "session") check("forget", { sessionId: named.sessionId });
  else if (by === "filter") check("forget", { ...(named.filter as object) });
  else if (by !== "everything") {
    throw new KeepsakeError("INVALID_INPUT", "by: must be one of id, text, session, filter, everything", {
      field: "by",
    });
  }
}

function saidFields(range: TimeRange | undefined): { saidFrom?: number; saidTo?: number } {
  return {
    ...(range?.from === undefined ? {} : { saidFrom: range.from }),
    ...(range?.to === undefined ? {} : { saidTo: range.to }),
  };
}

type Audit = (action: string, targets: readonly string[]) => Promise<void>;

function modelUse(parts: EngineParts, scope: Scope, audit: Audit): Pick<UserMemory, "reextract" | "usage"> {
  return {
    async reextract(request = {}) {
      check("reextract", request);
      const result = await reextract(parts, scope, request);
      await audit("reextract", request.sessionId === undefined ? [] : [request.sessionId]);
      return result;
    },
    usage: () => usage(parts, scope),
  };
}

const ORIGIN_FIELDS: Readonly<Record<string, string>> = {
  turn: "turnId",
  session: "sessionId",
  agent: "agentId",
  import: "importId",
  policy: "policyVersion",
};

/** A selection in the one form of the schemas; a way that does not exist is left to the engine, which names those that do. */
function selected(selection: WriteSelection | undefined): Record<string, unknown> {
  const told: Record<string, unknown> = { ...selection };
  const field = ORIGIN_FIELDS[String(told.by)];
  return field === undefined ? {} : { [field]: told[field] };
}

type ChangeControl = Pick<UserMemory, "review" | "writes" | "rollback">;

function changeControl(parts: EngineParts, caller: Caller, audit: Audit): ChangeControl {
  const { scope, actor } = caller;
  const decide = async (action: string, work: typeof acceptReview, selection: ReviewSelection) => {
    const { by: _, ...named }: Record<string, unknown> = { ...selection };
    check(action, named);
    const decisions = await work(parts, scope, selection, actor);
    const decided = decisions.filter(({ outcome }) => outcome !== "not-pending" && outcome !== "not-found");
    await audit(action, [
      ...new Set(decided.flatMap(({ id, memoryId, supersededIds }) => [id, memoryId ?? id, ...supersededIds])),
    ]);
    return decisions;
  };
  return {
    review: {
      async list(request = {}) {
        check("review-list", request);
        return listReview(parts, scope, request);
      },
      accept: (selection) => decide("review-accept", acceptReview, selection),
      reject: (selection) => decide("review-reject", rejectReview, selection),
    },
    async writes(selection, page = {}) {
      check("writes", { ...selected(selection), ...page });
      return listWrites(parts, scope, selection, page);
    },
    async rollback(selection, options = {}) {
      check("rollback", { ...selected(selection), ...options });
      const report = await rollback(parts, scope, selection, options);
      await audit("rollback", report.dryRun ? [] : [...report.closed, ...report.restored, ...report.weakened]);
      return report;
    },
  };
}

/** Where to look, where something was lost, and what it was worth. */
function insight(
  parts: EngineParts,
  { scope, actor }: Caller,
  audit: Audit,
): Pick<UserMemory, "route" | "trace" | "feedback"> {
  return {
    async route(request) {
      check("route", request);
      return route(parts, scope, request);
    },
    async trace(request) {
      const { saidBetween: _, ...rest } = request ?? {};
      check("trace", rest);
      return traceContext(parts, scope, request);
    },
    feedback: {
      async give(request) {
        check("feedback-give", request);
        const result = await giveFeedback(parts, scope, request, actor);
        await audit("feedback-give", result.reviewId === undefined ? [result.id] : [result.id, result.reviewId]);
        return result;
      },
      async list(page = {}) {
        check("feedback-list", page);
        return listFeedback(parts, scope, page);
      },
    },
  };
}

function conversations(parts: EngineParts, scope: Scope, audit: Audit): Pick<UserMemory, "session" | "summary"> {
  return {
    session: {
      async end(sessionId) {
        check("session-end", { sessionId });
        const receipt = await endSession(parts, scope, sessionId);
        await audit("session-end", [sessionId]);
        return receipt;
      },
    },
    summary: {
      async get(sessionId) {
        check("summary-get", { sessionId });
        return getSummary(parts, scope, sessionId);
      },
      async list(page = {}) {
        check("summary-list", page);
        return listSummaries(parts, scope, { ...page, limit: page.limit ?? 20 });
      },
    },
  };
}

function handingOver(parts: EngineParts, caller: Caller): Pick<UserMemory, "export" | "history"> {
  return {
    async history(id) {
      check("history", { id });
      return history(parts, caller.scope, id);
    },
    async export(request = {}) {
      const operation = operationNamed("export");
      return (await runOperation(operation, { parts, caller }, request)) as ExportResult;
    },
  };
}

function userMemory(engine: OpenEngine, scope: Scope): UserMemory {
  const { parts } = engine;
  const caller: Caller = { scope, permissions: new Set(PERMISSIONS), actor: "library", door: "library" };
  const audit: Audit = (action, targets) => writeAudit(action, { parts, caller }, targets);
  return {
    async record(request) {
      check("record", request);
      return accept(parts, scope, request);
    },
    async remember(request) {
      check("remember", request);
      const result = await remember(parts, scope, request);
      await audit("remember", result.memory === undefined ? [] : [result.memory.id]);
      return result;
    },
    async recall(request) {
      const { saidBetween, ...rest } = request ?? {};
      check("recall", { ...rest, ...saidFields(saidBetween) });
      return recall(parts, scope, request);
    },
    async context(request) {
      check("context", request);
      return assembleContext(parts, scope, request);
    },
    ...insight(parts, caller, audit),
    async correct(request) {
      check("correct", request);
      const result = await correct(parts, scope, request);
      await audit("correct", result.memory === undefined ? [] : [result.memory.id]);
      return result;
    },
    async forget(request) {
      checkForget(request);
      const report = await forget(parts, scope, request);
      dropCached(parts, scope);
      await audit("forget", report.memoryIds);
      return report;
    },
    ...handingOver(parts, caller),
    async list(request = {}) {
      check("list", request);
      return listMemories(parts, scope, request);
    },
    async get(id) {
      check("get", { id });
      return getMemory(parts, scope, id);
    },
    profile: () => profile(parts, scope),
    stats: () => stats(parts, scope),
    ...modelUse(parts, scope, audit),
    ...changeControl(parts, caller, audit),
    state: {
      async put(space, key, value, ttlSeconds) {
        check("state-put", { space, key, value, ...(ttlSeconds === undefined ? {} : { ttlSeconds }) });
        await putState(parts, scope, space, key, value, ttlSeconds);
      },
      find: (space, key) => findState(parts, scope, space, key),
      list: (space) => listState(parts, scope, space),
      delete: (space, key) => deleteState(parts, scope, space, key),
    },
    ...conversations(parts, scope, audit),
    journal: {
      listDead: () => listDead(parts, scope),
      async retryDead() {
        const retried = await parts.storage.queue.retryDead(scope);
        if (retried > 0) parts.wakeUp.notify();
        await audit("journal-retry", []);
        return retried;
      },
    },
    // Async, so that a closed engine rejects like every other call instead of throwing.
    processed: async (timeoutMs) => engine.drain(scope, timeoutMs),
  };
}

/** Wraps an open engine as the library's face for one tenant. */
export function libraryOver(engine: OpenEngine, tenant: string): Keepsake {
  return {
    user: (id) => userMemory(engine, makeScope(tenant, id)),
    close: () => engine.close(),
  };
}
