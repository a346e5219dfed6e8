import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createFakeEmbedder } from "../adapters/models/fake/index.js";
import { createLocalWakeUp } from "../adapters/queue/local/index.js";
import { createMemoryStorage } from "../adapters/storage/memory/index.js";
import { createIds, createTelemetry, silentTelemetry } from "../adapters/system/index.js";
import { createTokenCounter } from "../adapters/tokens/index.js";
import { createAuditTrail, digestedName } from "../audit/index.js";
import { KeepsakeError, makeScope, PERMISSIONS, type Permission } from "../domain/index.js";
import { DEFAULT_POLICY } from "../policy/index.js";
import type { EngineParts, Labels } from "../ports/index.js";
import { operationNamed } from "./index.js";
import { type Caller, defineOperation, type OperationContext } from "./operation.js";
import { runOperation } from "./run-operation.js";
import { instant } from "./wire.js";

const NOW = Date.parse("2026-05-01T00:00:00Z");

async function parts(logged: { event: string; fields: Labels }[] = []): Promise<EngineParts> {
  const storage = createMemoryStorage();
  await storage.open();
  await storage.tenants.ensure("acme", NOW);
  const clock = { now: () => NOW };
  const log = (_level: string, event: string, fields?: Labels) => void logged.push({ event, fields: fields ?? {} });
  const telemetry = { ...silentTelemetry(), log };
  return {
    ...{ storage, clock, telemetry, audit: createAuditTrail({ storage, clock, telemetry }) },
    embedder: createFakeEmbedder({}),
    tokens: createTokenCounter(),
    ids: createIds(),
    wakeUp: createLocalWakeUp(),
    policy: DEFAULT_POLICY,
    defaultTimeZone: "UTC",
  };
}

function caller(permissions: readonly Permission[] = PERMISSIONS): Caller {
  return { scope: makeScope("acme", "ada"), permissions: new Set(permissions), actor: "test", door: "http" };
}

function operation(handle: (text: string) => Promise<{ id: string }>) {
  return defineOperation({
    name: "probe",
    title: { en: "Probe", zh: "探针" },
    description: { en: "", zh: "" },
    input: z.strictObject({ text: z.string().min(1), at: instant("", "").exactOptional() }),
    output: z.object({ id: z.string() }),
    permission: "memory:write",
    hints: { readOnly: false, destructive: false, idempotent: true },
    errors: [],
    http: { method: "POST", path: "/probe" },
    cli: { positional: [], example: "" },
    mcp: false,
    handle: async (_context, input) => handle(input.text),
    audit: (_input, output) => [output.id],
  });
}

const fine = operation(async () => ({ id: "mem_1" }));

async function refusal(work: Promise<unknown>): Promise<KeepsakeError> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(KeepsakeError);
  return thrown as KeepsakeError;
}

/** Told within its own write; `fail` is thrown before or after that is committed. */
function telling(fail: { readonly within?: Error; readonly afterwards?: Error } = {}) {
  return {
    ...fine,
    handle: async ({ parts: { storage, auditLine } }: OperationContext) => {
      await storage.truth.write(caller().scope, async (transaction) => {
        await transaction.directory.ensureUser(NOW);
        await auditLine?.append(transaction, ["mem_2"]);
        if (fail.within !== undefined) throw fail.within;
      });
      if (fail.afterwards !== undefined) throw fail.afterwards;
      return { id: "mem_1" };
    },
  };
}

describe("the audit line within the write (9.5)", () => {
  const full = new KeepsakeError("STORE_FULL", "full");

  it.each([
    ["stands once, by what the write told", telling(), ["mem_2 done"]],
    ["is taken back with the write", telling({ within: full }), [" failed"]],
    ["stays where what followed the write failed", telling({ afterwards: full }), ["mem_2 done", " failed"]],
  ])("%s", async (_what, told, lines) => {
    const engine = await parts();
    const work = runOperation(told, { parts: engine, caller: caller() }, { text: "x" });
    await work.catch((thrown: unknown) => expect(thrown).toBe(full));
    await engine.audit.flush();
    const { items } = await engine.storage.auditLog.chain("acme", { limit: 9 });
    expect(items.map(({ targets, outcome }) => `${targets.join()} ${outcome}`)).toEqual(lines);
    for (const line of items) expect(line).toMatchObject({ user: "ada", actor: "test", door: "http", action: "probe" });
  });

  it("names the import, by its digest, in the line of each of its writes", async () => {
    const engine = await parts();
    const content = ["a", "b"]
      .map((id) =>
        JSON.stringify({
          id,
          messages: [{ role: "user", content: `I like ${id}.`, timestamp: "2026-01-01T08:00:00Z" }],
        }),
      )
      .join("\n");
    const input = { content, importId: "my chats" };
    await runOperation(operationNamed("import"), { parts: engine, caller: caller() }, input);
    const turns = [{ role: "user", text: "I like c." }];
    const piece = { sessionId: "c", turns, importId: "my chats" };
    await runOperation(operationNamed("record"), { parts: engine, caller: caller() }, piece);
    await runOperation(operationNamed("record"), { parts: engine, caller: caller() }, { sessionId: "d", turns });
    const { items } = await engine.storage.auditLog.chain("acme", { limit: 9 });
    expect(items.map(({ action, targets }) => [action, ...targets])).toEqual([
      ["import", digestedName("my chats")],
      ["import", digestedName("my chats")],
      ["record", digestedName("my chats")],
      ["record"],
    ]);
  });

  it("is not there for a call that only reads", async () => {
    const engine = await parts();
    const reading = {
      ...fine,
      hints: { ...fine.hints, readOnly: true },
      handle: async ({ parts: { auditLine } }: OperationContext) => ({ id: String(auditLine) }),
    };
    expect(await runOperation(reading, { parts: engine, caller: caller() }, { text: "x" })).toEqual({
      id: "undefined",
    });
  });
});

describe("runOperation", () => {
  it("answers, and names the write in the audit log by ids only", async () => {
    const engine = await parts();
    const output = await runOperation(fine, { parts: engine, caller: caller() }, { text: "a secret sentence" });
    expect(output).toEqual({ id: "mem_1" });
    const log = await engine.storage.truth.read(caller().scope, (transaction) => transaction.audit.list({ limit: 10 }));
    expect(log.items).toEqual([
      { at: NOW, action: "probe", actor: "test", door: "http", user: "ada", targets: ["mem_1"], outcome: "done" },
    ]);
    expect(JSON.stringify(log)).not.toContain("secret sentence");
  });

  it("P11: refuses before the handler when the permission is missing", async () => {
    let ran = false;
    const guarded = operation(async () => {
      ran = true;
      return { id: "x" };
    });
    const context = { parts: await parts(), caller: caller(["memory:read"]) };
    const error = await refusal(runOperation(guarded, context, { text: "a" }));
    expect(error.code).toBe("FORBIDDEN");
    expect(error.message).toContain("memory:write");
    expect(ran).toBe(false);
  });

  it("names every field at fault", async () => {
    const context = { parts: await parts(), caller: caller() };
    const error = await refusal(runOperation(fine, context, { at: "yesterday", txet: "a" }));
    expect(error.code).toBe("INVALID_INPUT");
    const fields = (error.details.problems as { field: string }[]).map((problem) => problem.field);
    expect(fields.sort()).toEqual(["at", "text", "txet"]);
  });

  it("P09: refuses a user or tenant in the input, in both languages", async () => {
    const context = { parts: await parts(), caller: caller() };
    for (const key of ["user", "userId", "tenant", "tenant_id"]) {
      const error = await refusal(runOperation(fine, context, { text: "a", [key]: "eve" }));
      expect(error.details.field).toBe(key);
      expect(error.message).toContain("credential");
      const zh = await refusal(runOperation(fine, context, { text: "a", [key]: "eve" }, "zh"));
      expect(zh.message).toContain("凭据");
    }
  });

  it("speaks Chinese about fields when asked", async () => {
    const context = { parts: await parts(), caller: caller() };
    const error = await refusal(runOperation(fine, context, { text: 5, at: "2026-05-01" }, "zh"));
    expect(error.message).toMatch(/text: .*[\u4e00-\u9fff]/u);
    expect(error.message).toContain("须为带 Z 或时差的 ISO 8601 时刻");
  });

  it("turns what is unknown into INTERNAL with a trace id, and logs the cause", async () => {
    const logged: { event: string; fields: Labels }[] = [];
    const broken = operation(async () => {
      throw new TypeError("inside detail");
    });
    const error = await refusal(runOperation(broken, { parts: await parts(logged), caller: caller() }, { text: "a" }));
    expect(error.code).toBe("INTERNAL");
    expect(error.message).not.toContain("inside detail");
    expect(error.details.traceId).toMatch(/./);
    const entry = logged.find(({ event }) => event === "operation-failed");
    expect(entry?.fields.traceId).toBe(error.details.traceId);
    expect(String(entry?.fields.cause)).toContain("inside detail");
  });

  it("ends with DEADLINE_EXCEEDED when the signal aborts", async () => {
    const slow = operation(() => new Promise(() => undefined));
    const controller = new AbortController();
    const running = refusal(
      runOperation(slow, { parts: await parts(), caller: caller(), signal: controller.signal }, { text: "a" }),
    );
    controller.abort();
    expect((await running).code).toBe("DEADLINE_EXCEEDED");
  });

  it("names a write in the audit log also when its caller stopped waiting", async () => {
    const engine = await parts();
    let finish: (() => void) | undefined;
    const slow = operation(
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ id: "mem_late" });
        }),
    );
    const controller = new AbortController();
    const context = { parts: engine, caller: caller(), signal: controller.signal };
    const running = refusal(runOperation(slow, context, { text: "a" }));
    controller.abort();
    await running;
    finish?.();
    await expect
      .poll(async () => {
        const log = await engine.storage.truth.read(caller().scope, ({ audit }) => audit.list({ limit: 10 }));
        return log.items.map(({ targets }) => targets);
      })
      .toEqual([["mem_late"]]);
  });

  it("gives an INTERNAL error of the engine's own the trace id that it is logged under", async () => {
    const logged: { event: string; fields: Labels }[] = [];
    const broken = operation(async () => {
      throw new KeepsakeError("INTERNAL", "the store failed", { sqliteCode: "SQLITE_IOERR" });
    });
    const error = await refusal(runOperation(broken, { parts: await parts(logged), caller: caller() }, { text: "a" }));
    expect(error).toMatchObject({ message: "the store failed", details: { sqliteCode: "SQLITE_IOERR" } });
    const entry = logged.find(({ event }) => event === "operation-failed");
    expect(entry?.fields.traceId).toBe(error.details.traceId);
    expect(String(entry?.fields.cause)).toContain("the store failed");
  });

  it("says in the written log line what failed and where, without what could not be parsed", async () => {
    let written = "";
    const telemetry = createTelemetry({
      sink: {
        write: (line) => {
          written += line;
        },
      },
    });
    const engine = { ...(await parts()), telemetry };
    const deep = operation(async () => {
      throw new TypeError("inside detail");
    });
    await refusal(runOperation(deep, { parts: engine, caller: caller() }, { text: "a" }));
    expect(written).toContain("TypeError: inside detail");
    expect(written).toMatch(/run-operation\.test\.ts:\d+ < /);
    const quoting = operation(async () => JSON.parse("my words"));
    await refusal(runOperation(quoting, { parts: engine, caller: caller() }, { text: "a" }));
    expect(written).toContain("SyntaxError");
    expect(written).not.toContain("my words");
  });

  it("keeps an acknowledged write when the audit log cannot be written, and says so loudly", async () => {
    const logged: { event: string; fields: Labels }[] = [];
    const engine = await parts(logged);
    const failing = operation(async () => {
      await engine.storage.close();
      return { id: "mem_1" };
    });
    expect(await runOperation(failing, { parts: engine, caller: caller() }, { text: "a" })).toEqual({ id: "mem_1" });
    expect(logged.map(({ event }) => event)).toContain("audit-failed");
  });
});
