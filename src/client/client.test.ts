import { afterEach, describe, expect, it } from "vitest";
import { KeepsakeError, makeScope, type SessionId, type Turn } from "../domain/index.js";
import { OPERATIONS } from "../operations/index.js";
import { connectKeepsake, type RemoteKeepsake } from "./connect.js";
import type { ClientEvent } from "./events.js";
import { FaultyServer } from "./faulty-server.scene.js";
import type { ClientOptions } from "./options.js";
import { ROUTES } from "./routes.js";

const open: FaultyServer[] = [];

interface Scene {
  readonly server: FaultyServer;
  readonly keepsake: RemoteKeepsake;
  readonly events: ClientEvent[];
}

async function scene(options: Partial<ClientOptions> = {}): Promise<Scene> {
  const server = await FaultyServer.open();
  open.push(server);
  const events: ClientEvent[] = [];
  const environment = server.environment;
  const onEvent = (event: ClientEvent): void => void events.push(event);
  return { server, events, keepsake: connectKeepsake({ url: server.url, environment, onEvent, ...options }) };
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** The texts of a session, in the store's order. */
async function stored(server: FaultyServer, sessionId: string): Promise<string[]> {
  return (await storedTurns(server, sessionId)).map((turn) => turn.text);
}

function storedTurns(server: FaultyServer, sessionId: string): Promise<readonly Turn[]> {
  return server.engine.parts.storage.truth.read(makeScope("default", "ada"), (transaction) =>
    transaction.turns.recent(sessionId as SessionId, 1_000),
  );
}

const say = (keepsake: RemoteKeepsake, text: string, sessionId = "s1") =>
  keepsake.user("ada").record({ sessionId, turns: [{ role: "user", text }] });

const attempts = (events: readonly ClientEvent[]): number => events.filter(({ type }) => type === "attempt").length;

describe("the table", () => {
  it("knows every operation of a user where the server has it", () => {
    const told = OPERATIONS.filter((operation) => operation.reach === undefined).map((operation) => [
      operation.name,
      operation.http.method,
      operation.http.path,
      !operation.hints.readOnly,
      "idempotencyKey" in (operation.input as unknown as { readonly shape: object }).shape,
    ]);
    const known = Object.entries(ROUTES).map(([name, route]) => [
      name,
      route.method,
      route.path,
      route.writes,
      "key" in route,
    ]);
    expect(known.sort()).toEqual(told.sort());
  });
});

describe("the library's face", () => {
  it("gives what the library gives: instants as epoch ms, statements in full", async () => {
    const { server, keepsake } = await scene();
    const ada = keepsake.user("ada");
    const at = Date.parse("2026-04-01T09:00:00Z");
    const turns = [{ role: "user", text: "I live in Aberhaven", at }] as const;
    const receipt = await ada.record({ sessionId: "s1", turns });
    expect(receipt).toMatchObject({ accepted: 1, duplicates: 0 });
    expect(receipt.degraded).toBeUndefined();
    await server.until(ada.processed());
    const { items, recalledAt } = await ada.recall({ query: "Where does the user live?", floor: 0 });
    const [item] = items.filter(({ type }) => type === "memory");
    expect(item).toMatchObject({ saidAt: at, memory: { validFrom: at, turnIds: receipt.turnIds } });
    expect(recalledAt).toBeTypeOf("number");
    const [memory] = (await ada.list()).items;
    expect(item).toMatchObject({ memory });
    const history = await ada.history(memory?.id ?? ("" as never));
    expect(history.turns).toMatchObject([{ at, text: "I live in Aberhaven" }]);
    const writes = await ada.writes({ by: "session", sessionId: "s1" as never });
    expect(writes.items).toMatchObject([{ write: { kind: "new", before: {} }, memory: { id: memory?.id } }]);
    const context = await ada.context({ query: "Where do I live?", now: at + 1 });
    expect(context.messages.at(-1)).toEqual({ role: "user", content: "Where do I live?" });
  });

  it("keeps a stored value as it is, also one that looks like an instant, and tells what is not there", async () => {
    const { state } = (await scene()).keepsake.user("a/b %2F 用户");
    const value = { at: "2026-05-01T00:00:00.000Z", expiresAt: "2026-05-01T00:00:00.000Z" };
    await state.put("task/7", "步骤", value, 60);
    expect(await state.get("task/7", "步骤")).toMatchObject({ value, expiresAt: expect.any(Number) });
    await expect(state.get("task/7", "none")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await state.list("task/7")).toHaveLength(1);
    expect(await state.delete("task/7", "步骤")).toBe(true);
  });

  it("throws what the server refuses, with the catalogue's code, field and trace, and does not repeat it", async () => {
    const { keepsake, events } = await scene();
    const ada = keepsake.user("ada");
    const missing = await ada.get("mem_none" as never).catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(KeepsakeError);
    expect(missing).toMatchObject({ code: "NOT_FOUND", details: { status: 404, traceId: expect.any(String) } });
    await expect(ada.recall({ query: "x", limit: 0 })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { field: "limit" },
    });
    await expect(ada.recall({ query: "x", nonsense: 1 } as never)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(ada.remember({ content: "x", at: Number.NaN })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(ada.remember({ content: "x", at: 1_777_600_000 })).rejects.toThrow(/looks like seconds/);
    await expect(ada.forget({ by: "mood" } as never)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(() => keepsake.user("..")).toThrow(KeepsakeError);
    expect(attempts(events)).toBe(3);
  });

  it("what takes away takes dryRun in its second argument, and sends nothing where it is given anything else", async () => {
    const { keepsake, events } = await scene();
    const ada = keepsake.user("ada");
    const text = { by: "text", text: "sencha" } as const;
    const kept = (await ada.remember({ content: "Ada drinks sencha." })).memory?.id;
    expect(await ada.forget(text, { dryRun: true })).toMatchObject({ dryRun: true, memoryIds: [kept] });
    const sent = attempts(events);
    const loose = ada as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const calls: (() => Promise<unknown> | undefined)[] = [
      ...[true, { dryrun: true }, { dryRun: "yes" }, null, []].map((stray) => () => loose.forget?.(text, stray)),
      () => loose.forget?.({ ...text, dryRun: true }),
      () => loose.rollback?.({ by: "session", sessionId: "s" }, true),
      () => loose.correct?.({ id: kept, content: "Ada drinks gin." }, { dryRun: true }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(attempts(events)).toBe(sent);
  });

  it("tells a refusal and its remedy in one language", async () => {
    const { keepsake } = await scene({ language: "zh" });
    const refused = await keepsake
      .user("ada")
      .get("mem_none" as never)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({
      message: expect.stringMatching(/没有/),
      remedy: expect.stringMatching(/请核对编号/),
    });
  });

  it("refuses options that cannot work, naming them", () => {
    expect(() => connectKeepsake({ url: "memory.example.com" })).toThrow(/url/);
    expect(() => connectKeepsake({ url: "http://x", deadlineMs: 0 })).toThrow(/deadlineMs/);
  });
});

describe("repeating", () => {
  it("P18: a lost acknowledgement is asked for again with the same key, and written once", async () => {
    const { server, keepsake } = await scene({ retries: 1 });
    const ada = keepsake.user("ada");
    server.fault = "lose";
    const waiting = expect(server.until(ada.remember({ content: "喜欢靠窗的座位" }))).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
    await waiting;
    server.fault = "none";
    const { items } = await ada.list();
    expect(items).toMatchObject([{ content: expect.stringContaining("靠窗"), reinforcedCount: 0 }]);
  });

  it("waits a random part of a growing time, and no less than Retry-After says", async () => {
    const { server, keepsake, events } = await scene({ retries: 3, backoff: { baseMs: 100, capMs: 250 } });
    server.random = 0.5;
    server.fault = { status: 503 };
    await server.until(
      keepsake
        .user("ada")
        .stats()
        .catch(() => undefined),
    );
    server.fault = { status: 429, retryAfter: "2" };
    await server.until(
      keepsake
        .user("ada")
        .stats()
        .catch(() => undefined),
    );
    const delays = events.flatMap((event) => (event.type === "retry" ? [event.delayMs] : []));
    expect(delays).toEqual([50, 100, 125, 2_000, 2_000, 2_000]);
  });

  it("does not wait beyond the deadline: what is asked to wait longer fails at once", async () => {
    const { server, keepsake, events } = await scene({ whenUnavailable: "throw" });
    server.fault = { status: 429, retryAfter: "60" };
    const asked = keepsake.user("ada").recall({ query: "x" });
    await expect(server.until(asked)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterMs: 60_000 },
    });
    expect(attempts(events)).toBe(1);
  });

  it("gives a server up that accepts and never answers, attempt by attempt, within the deadline", async () => {
    const { server, keepsake, events } = await scene({ whenUnavailable: "throw", deadlineMs: 1_000, attemptMs: 400 });
    server.fault = "freeze";
    const startedAt = server.time.now;
    const asked = keepsake.user("ada").recall({ query: "x" });
    await expect(server.until(asked)).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    expect(attempts(events)).toBe(3);
    expect(server.time.now - startedAt).toBeLessThanOrEqual(1_000);
  });

  it("stops when the caller gives the call up, and blames the server for nothing", async () => {
    const { server, keepsake, events } = await scene({ circuit: { failures: 1 } });
    server.fault = "freeze";
    const request = new AbortController();
    const asked = keepsake.user("ada", { signal: request.signal }).stats();
    setTimeout(() => request.abort(), 20);
    await expect(asked).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    expect(attempts(events)).toBe(1);
    expect(keepsake.circuit).toBe("closed");
  });
});

describe("7.4 when memory is down", () => {
  it.each(["refuse", "freeze", "slow", { status: 500 }, { status: 502 }, { status: 429 }] as const)(
    "reads for a chat know nothing, and say so: %j",
    async (fault) => {
      const { server, keepsake } = await scene();
      const ada = keepsake.user("ada");
      server.fault = fault;
      const recalled = await server.until(ada.recall({ query: "x" }));
      expect(recalled).toMatchObject({
        items: [],
        pendingTurns: 0,
        degraded: [expect.stringContaining("unavailable")],
      });
      const context = await server.until(ada.context({ query: "你好", systemPrompt: "Be kind." }));
      expect(context.messages).toEqual([
        { role: "system", content: "Be kind." },
        { role: "user", content: "你好" },
      ]);
      expect(context.degraded).toHaveLength(1);
      expect(await server.until(ada.profile())).toMatchObject({ sections: [], degraded: [expect.any(String)] });
      // an empty list would say that there is nothing: not known is an error there
      await expect(server.until(ada.list())).rejects.toBeInstanceOf(KeepsakeError);
    },
  );

  it("stops asking after repeated failures, tries once after a while, and goes on when that is answered", async () => {
    const { server, keepsake, events } = await scene({ retries: 0, circuit: { failures: 2, coolDownMs: 1_000 } });
    const ada = keepsake.user("ada");
    await server.kill();
    for (let call = 0; call < 5; call += 1) await server.until(ada.recall({ query: "x" }));
    expect(attempts(events)).toBe(2);
    expect(keepsake.circuit).toBe("open");
    server.time.now += 1_000;
    expect(keepsake.circuit).toBe("half-open");
    await server.until(Promise.all([ada.recall({ query: "x" }), ada.recall({ query: "y" })]));
    expect(attempts(events)).toBe(3);
    expect(keepsake.circuit).toBe("open");
    server.time.now += 1_000;
    await server.start();
    expect((await server.until(ada.recall({ query: "x" }))).degraded).toBeUndefined();
    expect(keepsake.circuit).toBe("closed");
    const states = events.flatMap((event) => (event.type === "circuit" ? [event.state] : []));
    expect(states).toEqual(["open", "half-open", "open", "half-open", "closed"]);
  });

  it("flush tries at once a server that is being left alone, and sends all that waits when it is back", async () => {
    const { server, keepsake } = await scene({ retries: 0, circuit: { failures: 1, coolDownMs: 3_600_000 } });
    await server.kill();
    for (const text of ["one", "two"]) await server.until(say(keepsake, text));
    expect(keepsake.circuit).toBe("open");
    expect(await server.until(keepsake.flush())).toEqual({ delivered: 0, undeliverable: 0, waiting: 2 });
    expect(keepsake.circuit).toBe("open");
    await server.start();
    const before = server.time.now;
    expect(await server.until(keepsake.flush())).toEqual({ delivered: 2, undeliverable: 0, waiting: 0 });
    expect(server.time.now).toBe(before);
    expect(await stored(server, "s1")).toEqual(["one", "two"]);
  });

  it("a refusal is a sign of life: it does not open the circuit, nor does one caller's limit", async () => {
    const { server, keepsake } = await scene({ retries: 0, circuit: { failures: 1 } });
    const ada = keepsake.user("ada");
    await ada.get("mem_none" as never).catch(() => undefined);
    server.fault = { status: 429 };
    await server.until(ada.recall({ query: "x" }));
    expect(keepsake.circuit).toBe("closed");
  });
});

describe("the spool", () => {
  it.each([
    "kill",
    "refuse",
    "lose",
    "freeze",
    "slow",
    { status: 500 },
    { status: 503 },
    { status: 429, retryAfter: "1" },
  ] as const)(
    "P18: every turn that was said meanwhile is there exactly once, in order, after recovery: %j",
    async (fault) => {
      const { server, keepsake } = await scene({ retries: 1, circuit: { failures: 3, coolDownMs: 5_000 } });
      await say(keepsake, "before");
      if (fault === "kill") await server.kill();
      else server.fault = fault;
      const saidAt = server.time.now;
      for (const text of ["ok", "ok", "第三句"]) {
        const receipt = await server.until(say(keepsake, text));
        expect(receipt).toMatchObject({ accepted: 0, degraded: [expect.stringContaining("spooled")] });
        expect(receipt.turnIds).toHaveLength(1);
      }
      expect(await keepsake.spooled()).toBe(3);
      if (fault === "kill") await server.start();
      server.fault = "none";
      for (let step = 0; step < 2_000 && (await keepsake.spooled()) > 0; step += 1) {
        await server.rest();
      }
      expect(await keepsake.spooled()).toBe(0);
      expect((await server.until(say(keepsake, "after"))).accepted).toBe(1);
      expect(await stored(server, "s1")).toEqual(["before", "ok", "ok", "第三句", "after"]);
      // what waited was said when it was said, not when it came; what had come unknown to the client has the engine's clock
      const [, waited] = await storedTurns(server, "s1");
      if (fault !== "lose" && fault !== "slow") expect(waited?.at).toBe(saidAt);
    },
  );

  it.each([1, 2, 3])("P18: whatever the line does, what was said is there once and in order: seed %i", async (seed) => {
    const { server, keepsake } = await scene({ retries: 1, circuit: { failures: 2, coolDownMs: 500 } });
    const faults = ["none", "refuse", "lose", "none", "freeze", "slow", { status: 500 }, { status: 503 }] as const;
    let state = seed;
    const said: string[] = [];
    for (let turn = 0; turn < 24; turn += 1) {
      state = (state * 48_271) % 2_147_483_647;
      server.fault = faults[state % faults.length] ?? "none";
      server.random = (state % 100) / 100;
      said.push(`${turn % 3 === 0 ? "ok" : `第 ${turn} 句`}`);
      await server.until(say(keepsake, said.at(-1) ?? ""));
    }
    server.fault = "none";
    for (let step = 0; step < 2_000 && (await keepsake.spooled()) > 0; step += 1) await server.rest();
    expect(await stored(server, "s1")).toEqual(said);
  });

  it("what is said while older turns wait goes behind them, and the replay starts at once", async () => {
    const { server, keepsake } = await scene({ retries: 0 });
    server.fault = "refuse";
    await server.until(say(keepsake, "first"));
    server.fault = "none";
    expect(await server.until(say(keepsake, "second"))).toMatchObject({ accepted: 1 });
    expect(await stored(server, "s1")).toEqual(["first", "second"]);
  });

  it("any answer of the server starts the replay", async () => {
    const { server, keepsake } = await scene({ retries: 0 });
    server.fault = "refuse";
    await server.until(say(keepsake, "first"));
    server.fault = "none";
    await keepsake.user("ada").stats();
    expect(await server.until(keepsake.flush())).toMatchObject({ waiting: 0 });
    expect(await stored(server, "s1")).toEqual(["first"]);
  });

  it("is bounded: when it is full, record throws", async () => {
    const { server, keepsake, events } = await scene({ retries: 0, spoolLimits: { entries: 2 } });
    server.fault = "refuse";
    await server.until(say(keepsake, "one"));
    await server.until(say(keepsake, "two"));
    await expect(server.until(say(keepsake, "three"))).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(events).toContainEqual({ type: "spool-full", entries: 2 });
    expect(await keepsake.spooled()).toBe(2);
  });

  it("hands over what the server refuses for good, and goes on with the rest", async () => {
    const refused: string[] = [];
    const { server, keepsake } = await scene({
      retries: 0,
      onUndeliverable: (entry, error) => refused.push(`${entry.request.turns[0]?.text} ${error.code}`),
    });
    server.fault = "refuse";
    const ada = keepsake.user("ada");
    await server.until(ada.record({ sessionId: "s1", turns: [{ role: "nobody", text: "bad" } as never] }));
    await server.until(say(keepsake, "good"));
    server.fault = "none";
    expect(await server.until(keepsake.flush())).toEqual({ delivered: 1, undeliverable: 1, waiting: 0 });
    expect(refused).toEqual(["bad INVALID_INPUT"]);
    expect(await stored(server, "s1")).toEqual(["good"]);
  });

  it("takes in nothing that no server would take, and nothing at all where it is off", async () => {
    const { server, keepsake } = await scene({ retries: 0, spool: false });
    server.fault = "refuse";
    await expect(server.until(say(keepsake, "lost"))).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(say(keepsake, " ")).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await keepsake.close();
    await expect(say(keepsake, "late")).rejects.toMatchObject({ code: "CLOSED" });
  });

  it("a watcher that throws harms no call", async () => {
    const { keepsake } = await scene({
      onEvent: () => {
        throw new Error("watcher");
      },
    });
    expect(await say(keepsake, "hello")).toMatchObject({ accepted: 1 });
  });
});
