import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3-multiple-ciphers";
import { afterEach, describe, expect, it } from "vitest";
import { createFakeChatModel, createFakeEmbedder } from "../adapters/models/fake/index.js";
import { createLocalWakeUp } from "../adapters/queue/local/index.js";
import { createSqliteStorage } from "../adapters/storage/sqlite/index.js";
import { createIds, silentTelemetry } from "../adapters/system/index.js";
import { createTokenCounter } from "../adapters/tokens/index.js";
import { createAuditTrail } from "../audit/index.js";
import { KeepsakeError, makeScope, PERMISSIONS } from "../domain/index.js";
import { DEFAULT_POLICY } from "../policy/index.js";
import type { EngineParts, Storage } from "../ports/index.js";
import { OPERATIONS, operationNamed } from "./index.js";
import { type Caller, NO_USER } from "./operation.js";
import { runOperation } from "./run-operation.js";

const NOW = Date.parse("2026-05-01T00:00:00Z");
const SCOPE = makeScope("acme", "ada");

type Answer = Readonly<Record<string, unknown>>;
type Input = Readonly<Record<string, unknown>>;

interface Engine {
  readonly parts: EngineParts;
  readonly file: string;
  call(name: string, input: Input): Promise<Answer>;
  /** Audit lines of the tenant: what was done. */
  done(): Promise<readonly string[]>;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A store in which nothing is appended to the log by itself: as if each call's process ended with the deed's own commit. */
function withoutSecondWrite(storage: Storage): Storage {
  const append = async (): Promise<void> => {
    throw new KeepsakeError("CLOSED", "the process is gone");
  };
  return { ...storage, auditLog: { ...storage.auditLog, append } };
}

async function open(): Promise<Engine> {
  const dataFolder = mkdtempSync(join(tmpdir(), "keepsake-told-"));
  const storage = withoutSecondWrite(createSqliteStorage({ dataFolder }));
  await storage.open();
  closing.push(async () => {
    await storage.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  await storage.tenants.ensure(SCOPE.tenant, NOW);
  const [clock, telemetry] = [{ now: () => NOW }, silentTelemetry()];
  const parts: EngineParts = {
    ...{ storage, clock, telemetry, audit: createAuditTrail({ storage, clock, telemetry }) },
    ...{ embedder: createFakeEmbedder({}), chatModel: createFakeChatModel(), tokens: createTokenCounter() },
    ...{ ids: createIds(), wakeUp: createLocalWakeUp(), policy: DEFAULT_POLICY, defaultTimeZone: "UTC" },
  };
  const permissions = new Set(PERMISSIONS);
  const call = async (name: string, input: Input): Promise<Answer> => {
    const operation = operationNamed(name);
    const scope = operation.reach === undefined ? SCOPE : makeScope(SCOPE.tenant, NO_USER);
    const caller: Caller = { scope, permissions, actor: "test", door: "http" };
    return (await runOperation(operation, { parts, caller }, input)) as Answer;
  };
  const done = async (): Promise<readonly string[]> => {
    const { items } = await storage.auditLog.chain(SCOPE.tenant, { limit: 200 });
    return items.filter((line) => line.outcome === "done").map((line) => line.action);
  };
  return { parts, file: join(dataFolder, "keepsake.db"), call, done };
}

const TURNS = [{ role: "user", text: "I moved to Aberhaven." }];

async function remembered({ call }: Engine): Promise<string> {
  const { memory } = await call("remember", { content: "The user likes green tea" });
  return String((memory as Answer).id);
}

async function reported(engine: Engine): Promise<{ readonly ids: readonly string[] }> {
  const { reviewId } = await engine.call("feedback-give", { id: await remembered(engine), verdict: "wrong" });
  return { ids: [String(reviewId)] };
}

const recorded = async ({ call }: Engine): Promise<unknown> => call("record", { sessionId: "chat-1", turns: TURNS });

async function keyMade({ call }: Engine): Promise<{ readonly id: string }> {
  const { key } = await call("keys-create", { name: "bot", role: "agent" });
  return { id: String((key as Answer).id) };
}

const claim = ({ parts: { storage } }: Engine) =>
  storage.queue.claim({ now: NOW, leaseSeconds: 10, maxEntries: 9, maxAttempts: 1 });

async function failedForGood(engine: Engine): Promise<Input> {
  await recorded(engine);
  const { leaseToken = "", entries = [] } = (await claim(engine)) ?? {};
  for (const { id } of entries) await engine.parts.storage.queue.fail(id, leaseToken, { error: "e" });
  return {};
}

async function digested(engine: Engine): Promise<Input> {
  await recorded(engine);
  const { leaseToken = "", entries = [] } = (await claim(engine)) ?? {};
  await engine.parts.storage.truth.write(SCOPE, async ({ journal }) => {
    for (const { id } of entries) await journal.complete(id, leaseToken);
  });
  return { all: true };
}

const statePut = async ({ call }: Engine): Promise<Input> => {
  await call("state-put", { space: "s", key: "k", value: 1 });
  return { space: "s", key: "k" };
};

/** Of every operation that changes something a call that does: what makes it ready gives its input. */
const DEEDS: Readonly<Record<string, (engine: Engine) => Promise<Input>>> = {
  record: async () => ({ sessionId: "chat-1", turns: TURNS }),
  remember: async () => ({ content: "The user likes green tea" }),
  correct: async (engine) => ({ id: await remembered(engine), content: "The user likes white tea" }),
  forget: async (engine) => ({ id: await remembered(engine) }),
  load: async () => ({ memories: [{ content: "The user likes green tea" }] }),
  import: async () => ({
    content: JSON.stringify({ id: "c", messages: [{ role: "user", content: "I like tea." }] }),
    undatedAt: "2026-01-01T08:00:00Z",
  }),
  "feedback-give": async (engine) => ({ id: await remembered(engine), verdict: "useful" }),
  "review-accept": reported,
  "review-reject": reported,
  rollback: async (engine) => {
    await remembered(engine);
    return { policyVersion: DEFAULT_POLICY.version };
  },
  reextract: digested,
  "session-end": async (engine) => {
    await recorded(engine);
    return { sessionId: "chat-1" };
  },
  "state-put": async () => ({ space: "s", key: "k", value: 1 }),
  "state-delete": statePut,
  "journal-retry": failedForGood,
  "keys-create": async () => ({ name: "bot", role: "agent" }),
  "keys-rotate": keyMade,
  "keys-revoke": keyMade,
  "tenants-create": async () => ({ id: "new-tenant" }),
};

/** Operations that change something and cannot be told with it, and why. */
const EXPLAINED: Readonly<Record<string, string>> = {
  "attachment-add":
    "the file rests beside the store; where its line cannot be written it is taken away again (sessions/blobs)",
  "attachment-remove": "the file rests beside the store; its line is written before it goes (sessions/blobs)",
};

/** Every row of every table: what a deed would have changed. */
function contentsOf(file: string): Readonly<Record<string, readonly unknown[]>> {
  const database = new Sqlite(file);
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
    const names = tables
      .map((table) => String((table as { name: unknown }).name))
      .filter((name) => /^[a-z_]+$/u.test(name));
    return Object.fromEntries(names.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]));
  } finally {
    database.close();
  }
}

/** From now on no line can be written: each commit fails right after its change. */
function refuseLines(file: string): void {
  const database = new Sqlite(file);
  database.exec(
    "CREATE TRIGGER no_lines BEFORE INSERT ON audit_lines BEGIN SELECT RAISE(ABORT, 'the disk is gone'); END",
  );
  database.close();
}

describe("the audit line of a deed is written with it (9.5)", () => {
  it("is proved of every operation that is not only for reading, or explained", () => {
    const changing = OPERATIONS.filter(({ hints }) => !hints.readOnly).map(({ name }) => name);
    expect([...Object.keys(DEEDS), ...Object.keys(EXPLAINED)].sort()).toEqual(changing.sort());
  });

  it.each(Object.keys(DEEDS))("%s: a process that ends right after the deed leaves its line", async (name) => {
    const engine = await open();
    const input = await DEEDS[name]?.(engine);
    const linesBefore = (await engine.done()).filter((action) => action === name).length;
    const before = contentsOf(engine.file);
    await engine.call(name, input ?? {});
    const { audit_lines: _now, ...after } = contentsOf(engine.file);
    const { audit_lines: _then, ...then } = before;
    expect(after).not.toEqual(then);
    expect((await engine.done()).filter((action) => action === name)).toHaveLength(linesBefore + 1);
  });

  it.each(Object.keys(DEEDS))("%s: where the line cannot be written, nothing was done", async (name) => {
    const engine = await open();
    const input = await DEEDS[name]?.(engine);
    refuseLines(engine.file);
    const before = contentsOf(engine.file);
    await expect(engine.call(name, input ?? {})).rejects.toBeInstanceOf(KeepsakeError);
    expect(contentsOf(engine.file)).toEqual(before);
  });
});
