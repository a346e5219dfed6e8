import { describe, expect, it } from "vitest";
import { createFakeChatModel, type FakeChatScript } from "../../adapters/models/fake/index.js";
import { DAY_MS, KeepsakeError, makeScope, noUsage, usageDay } from "../../domain/index.js";
import type { EngineParts, ModelTerms } from "../../ports/index.js";
import { openWriteScene, SCENE_START } from "../../testing/write-scene.js";
import { askMetered, isOverCap, usage } from "./index.js";

const TERMS: ModelTerms = { timeoutMs: 1_000, inputPrice: 2, outputPrice: 10 };
const DAY = usageDay(SCENE_START);
/** Twenty tokens by the scene's counter, which counts characters. */
const REQUEST = { system: "12345", prompt: "1234567890123", schemaName: "s", schema: {}, maxOutputTokens: 30 };

async function ask(script: FakeChatScript, terms: Partial<ModelTerms> = {}) {
  const model = createFakeChatModel(script);
  const scene = await openWriteScene({ chatModel: model, modelTerms: { ...TERMS, ...terms } });
  const call = (parts: EngineParts = scene.parts) => askMetered(parts, scene.scope, model, REQUEST);
  const today = () => scene.parts.storage.usage.find("tenant", DAY);
  return { ...scene, model, call, today };
}

const reply = { object: {}, inputTokens: 18, outputTokens: 4 };
const failing = (code: "MODEL_UNAVAILABLE" | "MODEL_INVALID_OUTPUT" | "DEADLINE_EXCEEDED", details = {}) => [
  { error: new KeepsakeError(code, "no", details) },
];

describe("P23: a metered call", () => {
  it("is counted by the model's own figures and the prices", async () => {
    const { call, today } = await ask([reply]);
    await call();
    await call();
    const cost = 2 * (18 * 2 + 4 * 10);
    expect(await today()).toEqual({ ...noUsage(DAY), calls: 2, inputTokens: 36, outputTokens: 8, costMicros: cost });
  });

  it.each([
    ["an outage costs nothing", failing("MODEL_UNAVAILABLE"), [0, 0]],
    [
      "a bad answer costs what the server says",
      failing("MODEL_INVALID_OUTPUT", { inputTokens: 9, outputTokens: 3 }),
      [9, 3],
    ],
    ["an answer that never came may be billed in full", failing("DEADLINE_EXCEEDED"), [20, 30]],
  ])("%s", async (_, script, [inputTokens, outputTokens]) => {
    const { call, today } = await ask(script);
    await expect(call()).rejects.toBeInstanceOf(KeepsakeError);
    expect(await today()).toMatchObject({
      calls: 1,
      inputTokens,
      outputTokens,
      reservedTokens: 0,
      reservedCostMicros: 0,
    });
  });

  it.each([
    ["tokens", { maxTokensPerDay: 71 }, 1],
    ["tokens, just enough", { maxTokensPerDay: 72 }, 2],
    ["money", { maxCostPerDay: 0.000415 }, 1],
    ["money, just enough", { maxCostPerDay: 0.000416 }, 2],
    ["nothing at all", { maxTokensPerDay: 0 }, 0],
  ])("is not made where it could pass a cap on %s", async (_, terms, made) => {
    const { call, today, model } = await ask([reply], terms);
    const outcomes = [await call().catch((thrown) => thrown), await call().catch((thrown) => thrown)];
    const refused = outcomes.filter((each) => each instanceof KeepsakeError && isOverCap(each));
    expect(refused).toHaveLength(2 - made);
    for (const each of refused) expect(each).toMatchObject({ code: "RATE_LIMITED" });
    expect(model.requests).toHaveLength(made);
    expect(await today()).toMatchObject({ calls: made, refusals: 2 - made });
  });

  it("racing calls do not pass the cap together", async () => {
    const { call, model } = await ask([{ ...reply, delayMs: 5 }], { maxTokensPerDay: 150 });
    await Promise.allSettled(Array.from({ length: 9 }, () => call()));
    expect(model.requests).toHaveLength(3);
  });

  it("each tenant and each day has a cap of its own", async () => {
    const { call, clock, parts, model } = await ask([reply], { maxTokensPerDay: 60 });
    await call();
    await expect(call()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await parts.storage.tenants.ensure("other", clock.at);
    await askMetered(parts, makeScope("other", "user"), model, REQUEST);
    clock.at += DAY_MS;
    await call();
    expect(model.requests).toHaveLength(3);
    const told = await usage(parts, makeScope("tenant", "user"));
    expect(told).toMatchObject({ modelId: "fake-chat", caps: { maxTokens: 60 }, today: { calls: 1 } });
    expect(told.earlier).toMatchObject([{ day: DAY, calls: 1, refusals: 1 }]);
  });

  it("an answer is not lost when its figures cannot be written: what was set aside stays so", async () => {
    const { call, parts, telemetry, today } = await ask([reply]);
    const settle = () => Promise.reject(new KeepsakeError("STORE_BUSY", "held"));
    const storage = { ...parts.storage, usage: { ...parts.storage.usage, settle } };
    expect((await call({ ...parts, storage })).object).toEqual({});
    expect(await today()).toMatchObject({ calls: 0, reservedTokens: 50 });
    expect(telemetry.snapshot().counters.map((each) => each.name)).toContain("keepsake_model_usage_lost");
  });
});
