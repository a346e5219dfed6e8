import { describe, expect, it } from "vitest";
import { createFakeChatModel, type FakeChatScript } from "../adapters/models/fake/index.js";
import { createMemoryStorage } from "../adapters/storage/memory/index.js";
import { DAY_MS, KeepsakeError, type SessionId } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { eraseTurns } from "../privacy/index.js";
import { stats } from "../recall/index.js";
import { openWriteScene } from "../testing/write-scene.js";
import { accept } from "./accept.js";
import { reextract } from "./reextract.js";
import { retryDead } from "./retry-dead.js";

const HOUR_MS = 3_600_000;
const TEXT = "I'm allergic to latex. Our fridge hums in G minor and nobody will mend it.";
const RULES = "The user is allergic to latex.";
const FRIDGE = "The user's fridge hums in G minor";
const ITEM = {
  message: 1,
  intent: "state",
  content: FRIDGE,
  evidence: "Our fridge hums in G minor",
  kind: "fact",
  subject: "user",
  attribute: null,
  value: null,
  polarity: "positive",
  confidence: 0.9,
};
const good = { object: { items: [ITEM] } };
const down = { error: new KeepsakeError("MODEL_UNAVAILABLE", "down") };
const garbled = { error: new KeepsakeError("MODEL_INVALID_OUTPUT", "no JSON") };
const TERMS = { timeoutMs: 5_000, inputPrice: 1, outputPrice: 1 };

async function open(script: FakeChatScript, overrides: Partial<EngineParts> = {}) {
  const chatModel = createFakeChatModel(script);
  const scene = await openWriteScene({ chatModel, ...overrides });
  return {
    ...scene,
    requests: chatModel.requests,
    later: async (ms = HOUR_MS) => {
      scene.clock.at += ms;
      await scene.worker.drain(scene.scope, 5_000);
    },
    again: async (request = {}) => {
      const result = await reextract(scene.parts, scene.scope, request);
      await scene.worker.drain(scene.scope, 5_000);
      return result;
    },
    awaiting: async () => (await stats(scene.parts, scene.scope)).turnsAwaitingModel,
  };
}

describe("P06 P07: a turn that the model failed", () => {
  it("is remembered by the rules at once, and read by the model when that is back", async () => {
    const scene = await open([down, good]);
    await scene.tell("s", [TEXT]);
    expect(await scene.active()).toEqual([RULES]);
    expect(await scene.awaiting()).toBe(1);
    await scene.later();
    expect(new Set(await scene.active())).toEqual(new Set([RULES, FRIDGE]));
    expect(await scene.awaiting()).toBe(0);
  });

  it("is asked about with others after an outage: one call, not one each", async () => {
    const scene = await open([down, down, { object: { items: [] } }]);
    await scene.tell("s", [TEXT, "The lift stops at every floor for no reason at all."]);
    await scene.later();
    expect(scene.requests).toHaveLength(2);
    expect(await scene.awaiting()).toBe(2);
    await scene.later();
    expect(scene.requests).toHaveLength(3);
    expect(await scene.awaiting()).toBe(0);
  });

  it("P23: waits for a place at a busy model, however often it is turned away", async () => {
    const busy = { error: new KeepsakeError("RATE_LIMITED", "no free place", { reason: "model-busy" }) };
    const scene = await open([...Array.from({ length: 7 }, () => busy), good]);
    await scene.tell("s", [TEXT]);
    for (let turnedAway = 0; turnedAway < 6; turnedAway += 1) await scene.later();
    expect(scene.requests).toHaveLength(7);
    expect(await scene.awaiting()).toBe(1);
    await scene.later();
    expect(new Set(await scene.active())).toEqual(new Set([RULES, FRIDGE]));
    expect(await scene.awaiting()).toBe(0);
  });

  it("and that the process left while the model was asked goes back untouched", async () => {
    const scene = await open([{ ...good, delayMs: 60_000 }]);
    await accept(scene.parts, scene.scope, { sessionId: "s", turns: [{ role: "user", text: TEXT }] });
    const work = scene.worker.runOnce();
    await expect.poll(() => scene.requests.length).toBe(1);
    await scene.worker.stop();
    await work;
    expect(await scene.parts.storage.queue.backlog()).toMatchObject({ waiting: 1, refining: 0, dead: 0 });
    expect(await scene.rows()).toEqual([]);
  });

  it("that it garbles at every try is dead in the end, listed, and can be retried", async () => {
    const scene = await open((_, call) => (call < 12 ? garbled : good));
    await scene.tell("s", [TEXT]);
    for (let hour = 0; hour < 8; hour += 1) await scene.later();
    expect(scene.requests).toHaveLength(12);
    const { queue } = scene.parts.storage;
    expect(await queue.backlog()).toMatchObject({ refining: 0, dead: 1 });
    expect(await scene.active()).toEqual([RULES]);
    expect(await retryDead(scene.parts, scene.scope)).toBe(1);
    await scene.later();
    expect(new Set(await scene.active())).toEqual(new Set([RULES, FRIDGE]));
    expect(await queue.backlog()).toMatchObject({ refining: 0, dead: 0 });
  });

  it("P21: is not read again once it was forgotten", async () => {
    const scene = await open([down, good]);
    const { turnIds } = await scene.tell("s", [TEXT]);
    await scene.parts.storage.truth.write(scene.scope, (transaction) =>
      eraseTurns({ parts: scene.parts, transaction, now: scene.clock.at, changes: [], turnIds }),
    );
    await scene.later();
    expect(scene.requests).toHaveLength(1);
    expect(await scene.rows()).toEqual([]);
    expect(await scene.awaiting()).toBe(0);
  });

  it("P02: does not undo what was said since", async () => {
    const said = "for Alder they wrote a fatter cheque: 40k";
    const item = { ...ITEM, content: "The budget of Alder is 40k", evidence: said, subject: "Alder" };
    const slot = { object: { items: [{ ...item, attribute: "budget", value: "40k" }] } };
    const scene = await open([down, slot]);
    await scene.tell("s", [said]);
    scene.clock.at += 1_000;
    await scene.tell("s", ["The budget of Project Alder is now 55k."]);
    await scene.later();
    const budgets = (await scene.rows()).filter((row) => row.attribute === "budget");
    expect(new Map(budgets.map((row) => [row.value, row.status]))).toEqual(
      new Map([
        ["40k", "superseded"],
        ["55k", "active"],
      ]),
    );
  });
});

describe("a slot that the model names later", () => {
  const SAID = "remember: Porto has us for good";
  const slot = {
    ...ITEM,
    content: "lives in Porto",
    evidence: "Porto has us for good",
    intent: "correct",
    attribute: "home",
    value: "Porto",
  };
  const named = { object: { items: [slot] } };

  it("closes the value that it changes, as it would have at once; the rules' words stand, and nothing is written twice", async () => {
    const scene = await open((request) =>
      !request.prompt.includes("Porto") ? { object: { items: [] } } : scene.requests.length === 2 ? down : named,
    );
    await scene.tell("s", ["I live in Lisbon."]);
    scene.clock.at += 1_000;
    await scene.tell("s", [SAID]);
    const plain = (await scene.active()).find((content) => content.includes("Porto"));
    expect(await scene.active()).toHaveLength(2);
    await scene.later();
    expect(await scene.active()).toEqual([plain]);
    const rows = await scene.rows();
    expect(rows.find((row) => row.status === "active")).toMatchObject({ attribute: "home", value: "Porto" });
    await scene.again({ all: true });
    expect(await scene.rows()).toEqual(rows);
  });
});

describe("P23: a turn over the tenant's cap", () => {
  it("is remembered by the rules, counted and said, and read by the model the day after", async () => {
    const dear = { ...good, inputTokens: 4_000 };
    const scene = await open([dear, { object: { items: [] } }], { modelTerms: { ...TERMS, maxTokensPerDay: 7_000 } });
    await scene.tell("s", [TEXT]);
    scene.clock.at += 1;
    await scene.tell("s", ["I'm allergic to wool. The lift stops at every floor for no reason."]);
    await scene.later(HOUR_MS);
    expect(scene.requests).toHaveLength(1);
    expect(await scene.active()).toContain("The user is allergic to wool.");
    expect(await scene.awaiting()).toBe(1);
    const [over] = scene.telemetry
      .snapshot()
      .counters.filter((each) => each.labels.outcome === "over-cap" && each.name === "keepsake_model_extractions");
    expect(over?.value).toBe(1);
    await scene.later(DAY_MS);
    expect(scene.requests).toHaveLength(2);
    expect(await scene.awaiting()).toBe(0);
  });
});

describe("P18: reextract", () => {
  it("makes what awaits the model due at once, and is idempotent", async () => {
    const scene = await open([garbled, garbled, good]);
    await scene.tell("s", [TEXT]);
    const { sessionId } = { sessionId: "s" as SessionId };
    expect(await reextract(scene.parts, scene.scope, { sessionId })).toEqual({ queued: 1, alreadyQueued: 0 });
    expect(await reextract(scene.parts, scene.scope)).toEqual({ queued: 0, alreadyQueued: 1 });
    await scene.worker.drain(scene.scope, 5_000);
    expect(new Set(await scene.active())).toEqual(new Set([RULES, FRIDGE]));
    expect(await scene.again()).toEqual({ queued: 0, alreadyQueued: 0 });
  });

  it("reads every turn again where all are wanted, and writes none of what they gave twice", async () => {
    const reworded = { object: { items: [{ ...ITEM, content: "The fridge of the user hums", confidence: 0.8 }] } };
    const scene = await open([good, good, reworded]);
    await scene.tell("s", [TEXT]);
    const before = await scene.rows();
    expect(before).toHaveLength(2);
    for (let time = 0; time < 2; time += 1)
      expect(await scene.again({ all: true })).toEqual({ queued: 1, alreadyQueued: 0 });
    expect(scene.requests).toHaveLength(3);
    expect(await scene.rows()).toEqual(before);
  });

  it("brings the model to turns that were recorded before it was configured", async () => {
    const storage = createMemoryStorage();
    const bare = await openWriteScene({ storage });
    await bare.tell("s", [TEXT, "haha ok thanks"]);
    const scene = await open([good], { storage });
    expect(await scene.again({ all: true })).toEqual({ queued: 2, alreadyQueued: 0 });
    expect(scene.requests).toHaveLength(1);
    expect(new Set(await scene.active())).toEqual(new Set([RULES, FRIDGE]));
    expect(await storage.queue.backlog()).toMatchObject({ waiting: 0, refining: 0, dead: 0 });
  });

  it("says so where there is no model or no such session", async () => {
    const bare = await openWriteScene();
    await expect(reextract(bare.parts, bare.scope)).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    const scene = await open([good]);
    await expect(scene.again({ sessionId: "none" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
