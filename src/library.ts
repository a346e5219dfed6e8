import type { OpenEngine } from "./compose.js";
import { assembleContext } from "./context/index.js";
import { KeepsakeError, makeScope, type Scope, type TimeRange, toIso } from "./domain/index.js";
import type { Keepsake, UserMemory } from "./keepsake.js";
import { type Caller, findOperation, listDead, PERMISSIONS, parseInput, writeAudit } from "./operations/index.js";
import { forget } from "./privacy/index.js";
import { getMemory, history, listMemories, profile, recall, stats } from "./recall/index.js";
import { accept, correct, remember } from "./remember/index.js";
import { deleteState, findState, listState, putState } from "./sessions/index.js";

const INSTANTS = new Set(["at", "now", "asOf", "expiresAt", "saidFrom", "saidTo"]);

/** Instants are epoch ms in the library and ISO 8601 in the schemas; everything else has one form. */
function wireForm(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((element) => wireForm(element));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wireForm(part, name)]));
  }
  if (!INSTANTS.has(key) || typeof value !== "number") return value;
  const representable = Number.isFinite(value) && Math.abs(value) <= 8.64e15;
  return representable ? toIso(Math.trunc(value)) : `not an instant: ${value}`;
}

/** The library validates by the same schemas as every other door, so that the same mistake gets the same error. */
function check(operation: string, request: object): void {
  const found = findOperation(operation);
  if (found === undefined) throw new KeepsakeError("INTERNAL", `there is no operation ${operation}`);
  parseInput(found.input, wireForm(request));
}

function saidFields(range: TimeRange | undefined): { saidFrom?: number; saidTo?: number } {
  return {
    ...(range?.from === undefined ? {} : { saidFrom: range.from }),
    ...(range?.to === undefined ? {} : { saidTo: range.to }),
  };
}

function userMemory(engine: OpenEngine, scope: Scope): UserMemory {
  const { parts } = engine;
  const caller: Caller = { scope, permissions: new Set(PERMISSIONS), actor: "library" };
  const audit = (action: string, targets: readonly string[]): Promise<void> =>
    writeAudit(action, { parts, caller }, targets);
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
      const { saidBetween, ...rest } = request;
      check("recall", { ...rest, ...saidFields(saidBetween) });
      return recall(parts, scope, request);
    },
    async context(request) {
      check("context", request);
      return assembleContext(parts, scope, request);
    },
    async correct(request) {
      check("correct", request);
      const result = await correct(parts, scope, request);
      await audit("correct", result.memory === undefined ? [] : [result.memory.id]);
      return result;
    },
    async forget(request) {
      const report = await forget(parts, scope, request);
      await audit("forget", report.memoryIds);
      return report;
    },
    async list(request = {}) {
      check("list", request);
      return listMemories(parts, scope, request);
    },
    get: (id) => getMemory(parts, scope, id),
    history: (id) => history(parts, scope, id),
    profile: () => profile(parts, scope),
    stats: () => stats(parts, scope),
    state: {
      async put(space, key, value, ttlSeconds) {
        check("state-put", { space, key, value, ...(ttlSeconds === undefined ? {} : { ttlSeconds }) });
        await putState(parts, scope, space, key, value, ttlSeconds);
      },
      find: (space, key) => findState(parts, scope, space, key),
      list: (space) => listState(parts, scope, space),
      delete: (space, key) => deleteState(parts, scope, space, key),
    },
    journal: {
      listDead: () => listDead(parts, scope),
      retryDead: () => parts.storage.queue.retryDead(scope),
    },
    processed: (timeoutMs) => engine.drain(scope, timeoutMs),
  };
}

/** Wraps an open engine as the library's face for one tenant. */
export function libraryOver(engine: OpenEngine, tenant: string): Keepsake {
  return {
    user: (id) => userMemory(engine, makeScope(tenant, id)),
    close: () => engine.close(),
  };
}
