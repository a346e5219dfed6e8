import { afterEach, describe, expect, it, vi } from "vitest";
import { createFakeChatModel } from "../../adapters/models/fake/index.js";
import { KeepsakeError, makeScope } from "../../domain/index.js";
import { expectError } from "../../testing/storage/harness.js";
import { openWriteScene } from "../../testing/write-scene.js";
import { CallGate, inTurn } from "./call-gate.js";
import { handTime } from "./hand-time.scene.js";
import { askMetered, CallLimit, isOverCap } from "./index.js";

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const LONG_MS = 3_600_000;

describe("P23 calls of one model", () => {
  it("are so many at a time, and tenants take turns whatever each has waiting", async () => {
    const gate = new CallGate({ maxParallelCalls: 2 }, handTime());
    const order: string[] = [];
    const ask = (tenant: string, name: string): Promise<void> =>
      gate.enter(tenant, LONG_MS).then(() => void order.push(name));
    const calls = ["a1", "a2", "a3", "a4", "a5"].map((name) => ask("a", name));
    calls.push(ask("b", "b1"), ask("b", "b2"), ask("c", "c1"));
    await settled();
    expect(order).toEqual(["a1", "a2"]);
    for (let left = 0; left < 6; left += 1) {
      gate.leave();
      await settled();
      expect(order).toHaveLength(3 + left);
    }
    expect(order.slice(2)).toEqual(["a3", "b1", "c1", "a4", "b2", "a5"]);
    await Promise.all(calls);
  });

  it("are so many in any minute", async () => {
    const time = handTime();
    const gate = new CallGate({ maxCallsPerMinute: 3 }, time);
    let begun = 0;
    const calls = Array.from({ length: 7 }, () =>
      gate.enter("a", LONG_MS).then(() => {
        begun += 1;
        gate.leave();
      }),
    );
    await settled();
    expect(begun).toBe(3);
    await time.pass(59_999);
    expect(begun).toBe(3);
    await time.pass(1);
    expect(begun).toBe(6);
    await time.pass(60_000);
    expect(begun).toBe(7);
    await Promise.all(calls);
  });

  it("wait no longer than they may, or than the caller does, and leave no place behind", async () => {
    const time = handTime();
    const gate = new CallGate({ maxParallelCalls: 1 }, time);
    await gate.enter("a", 1_000);
    const late = gate.enter("a", 1_000).catch((thrown: unknown) => thrown);
    const ended = new AbortController();
    const aborted = gate.enter("b", LONG_MS, ended.signal).catch((thrown: unknown) => thrown);
    const third = gate.enter("b", LONG_MS);
    await time.pass(1_000);
    ended.abort();
    for (const failure of [await late, await aborted]) expect(failure).toMatchObject({ code: "RATE_LIMITED" });
    await expectError(gate.enter("c", LONG_MS, AbortSignal.abort()), "RATE_LIMITED");
    gate.leave();
    expect(await third).toBe(1_000);
  });

  it("begin after what the server asked for, whoever they are of", async () => {
    const time = handTime();
    const gate = new CallGate({}, time);
    await gate.enter("a", LONG_MS);
    gate.hold(20_000);
    gate.leave();
    let begun = false;
    const call = gate.enter("b", LONG_MS).then((waitedMs) => {
      begun = true;
      return waitedMs;
    });
    await time.pass(19_999);
    expect(begun).toBe(false);
    await time.pass(1);
    expect(await call).toBe(20_000);
  });
});

describe("P23 timers of the gate", () => {
  it("stand only while somebody waits, so that they hold no process that has nothing to do", async () => {
    const time = handTime();
    const gate = new CallGate({}, time);
    await gate.enter("a", LONG_MS);
    gate.hold(300_000);
    gate.leave();
    expect(time.standing()).toBe(0);
    const failures = [gate.enter("a", 1_000), gate.enter("b", 2_000)].map((call) => call.catch((thrown) => thrown));
    expect(time.standing()).toBeGreaterThan(0);
    await time.pass(1_000);
    expect(time.standing()).toBeGreaterThan(0);
    await time.pass(1_000);
    expect(await Promise.all(failures)).toMatchObject([{ code: "RATE_LIMITED" }, { code: "RATE_LIMITED" }]);
    expect(time.standing()).toBe(0);
  });
});

describe("P23 the time limit of a call", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("runs from its turn on, ends with it, and starts anew with the next", () => {
    vi.useFakeTimers();
    const limit = new CallLimit(30_000);
    vi.advanceTimersByTime(60_000);
    expect(limit.signal.aborted).toBe(false);
    limit.begin();
    vi.advanceTimersByTime(29_000);
    limit.end();
    vi.advanceTimersByTime(29_000);
    limit.begin();
    vi.advanceTimersByTime(29_999);
    expect(limit.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(limit.signal.aborted).toBe(true);
  });

  it("does not run while the call waits for a place", async () => {
    const model = createFakeChatModel([{ object: {} }]);
    const terms = { timeoutMs: 10_000, inputPrice: 0, outputPrice: 0, maxParallelCalls: 1 };
    const scene = await openWriteScene({ chatModel: model, modelTerms: terms });
    let release = (): void => undefined;
    const held = inTurn(scene.parts, { model, tenant: "other", purpose: "extract" }, () => {
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    const limit = new CallLimit(10_000);
    const begun = vi.spyOn(limit, "begin");
    const ended = vi.spyOn(limit, "end");
    const request = { system: "s", prompt: "p", schemaName: "s", schema: {}, maxOutputTokens: 10 };
    const call = askMetered(scene.parts, scene.scope, model, request, "extract", limit);
    await settled();
    expect(begun).not.toHaveBeenCalled();
    release();
    await Promise.all([held, call]);
    expect(begun).toHaveBeenCalledTimes(1);
    expect(ended.mock.invocationCallOrder.at(-1)).toBeGreaterThan(begun.mock.invocationCallOrder[0] ?? 0);
  });
});

describe("P23 a metered call", () => {
  const REQUEST = { system: "s", prompt: "p", schemaName: "s", schema: {}, maxOutputTokens: 10 };
  const TERMS = { timeoutMs: 10_000, inputPrice: 0, outputPrice: 0 };

  it("is one of so many at a time; how long it waited is measured, and what it may take is not reserved meanwhile", async () => {
    let running = 0;
    let most = 0;
    const fake = createFakeChatModel([{ object: {} }]);
    const model = {
      modelId: "m",
      async generateObject(request: Parameters<typeof fake.generateObject>[0]) {
        running += 1;
        most = Math.max(most, running);
        await settled();
        running -= 1;
        return fake.generateObject(request);
      },
    };
    const scene = await openWriteScene({ chatModel: model, modelTerms: { ...TERMS, maxParallelCalls: 2 } });
    const ask = (tenant: string) => askMetered(scene.parts, makeScope(tenant, "user"), model, REQUEST, "route");
    await scene.parts.storage.tenants.ensure("other", 0);
    await Promise.all(["tenant", "tenant", "tenant", "other", "tenant", "other"].map(ask));
    expect(most).toBe(2);
    expect(fake.requests).toHaveLength(6);
    const waited = scene.telemetry.snapshot().observations.find(({ name }) => name === "keepsake_model_wait_ms");
    expect(waited).toMatchObject({ count: 6, labels: { purpose: "route" } });
  });

  it("that finds no place in time is turned away, is not over its cap, and costs nothing", async () => {
    const model = createFakeChatModel([{ object: {} }]);
    const terms = { ...TERMS, timeoutMs: 40, maxParallelCalls: 1 };
    const scene = await openWriteScene({ chatModel: model, modelTerms: terms });
    let release = (): void => undefined;
    const held = inTurn(scene.parts, { model, tenant: "tenant", purpose: "extract" }, () => {
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    const failure = await askMetered(scene.parts, scene.scope, model, REQUEST).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: "RATE_LIMITED", details: { reason: "model-busy" } });
    expect(isOverCap(failure as KeepsakeError)).toBe(false);
    expect(model.requests).toHaveLength(0);
    release();
    await held;
    await askMetered(scene.parts, scene.scope, model, REQUEST);
    expect(model.requests).toHaveLength(1);
  });

  it("that was answered with 429 and Retry-After holds up those behind it for so long", async () => {
    const error = new KeepsakeError("MODEL_UNAVAILABLE", "429", { status: 429, retryAfterSeconds: 30 });
    const model = createFakeChatModel([{ error }, { object: {} }]);
    const scene = await openWriteScene({ chatModel: model, modelTerms: { ...TERMS, timeoutMs: 40 } });
    await expectError(askMetered(scene.parts, scene.scope, model, REQUEST), "MODEL_UNAVAILABLE");
    await expectError(askMetered(scene.parts, scene.scope, model, REQUEST, "rerank"), "RATE_LIMITED");
    expect(model.requests).toHaveLength(1);
  });

  it("P06 a turn whose call was turned away is remembered by the rules, and read by the model later", async () => {
    const model = createFakeChatModel([{ object: { memories: [] } }]);
    const terms = { ...TERMS, timeoutMs: 40, maxParallelCalls: 1 };
    const scene = await openWriteScene({ chatModel: model, modelTerms: terms });
    let release = (): void => undefined;
    const held = inTurn(scene.parts, { model, tenant: "other", purpose: "extract" }, () => {
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await scene.tell("a", ["My shoe size is 41"]);
    expect((await scene.active()).join()).toContain("41");
    const refining = (await scene.parts.storage.queue.backlog()).refining;
    expect(refining).toBe(1);
    release();
    await held;
  });
});
