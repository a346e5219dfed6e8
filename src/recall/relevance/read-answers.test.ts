import { afterEach, describe, expect, it, vi } from "vitest";
import { KeepsakeError, type RecallRequest } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import type { PairReader } from "../../ports/index.js";
import { createFakeReader } from "../../testing/index.js";
import { january, openScene } from "../../testing/scene.js";
import { recall, trace } from "../index.js";

interface Asked {
  readonly query: string;
  readonly said: readonly string[];
}

/** The signs leave it in doubt: the thing is there, and what is asked of it is told in other words or not at all. */
const EN: Asked = {
  query: "how much rent does the studio cost",
  said: ["The studio has north light", "We painted the walls white", "The landlord gets 700 a month"],
};
const ZH: Asked = { query: "画室的房租是多少", said: ["画室朝北", "我们把画室刷成了白色", "画室每个月要给房东七百"] };
const BOTH = [EN, ZH];

async function studio({ said }: Asked, parts: Parameters<typeof openScene>[0] = {}) {
  const scene = await openScene(parts);
  for (const [index, text] of said.entries()) await scene.say(`s${index}`, text, { at: january(2 + index) });
  return scene;
}

/** Says the same of every text. */
const reading = (answers: number) => createFakeReader({ table: [{ answers }] });

async function explained(asked: Asked, reader?: PairReader, request: Partial<RecallRequest> = {}) {
  const scene = await studio(asked, reader === undefined ? {} : { reader });
  const result = await recall(scene.parts, scene.scope, { query: asked.query, explain: true, ...request });
  return { ...result, query: result.explanation?.query as Record<string, number> };
}

describe("3.2 is there an answer: what a reader of pairs says", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(BOTH)("decides where the signs leave it in doubt: $query", async (asked) => {
    const alone = await explained(asked);
    expect(alone.items).not.toEqual([]);
    expect((await explained(asked, reading(0.02))).items).toEqual([]);
    const sure = await explained(asked, reading(0.9));
    expect(sure.items.map(({ content }) => content)).toEqual(alone.items.map(({ content }) => content));
    expect(sure.query.answerable).toBeGreaterThan(alone.query.answerable ?? 1);
    expect(sure.query.answerableBySigns).toBe(alone.query.answerable);
  });

  it("adds nothing where it finds it as likely as not", async () => {
    const { query } = await explained(EN, reading(0.5));
    expect(query.answerable).toBe(query.answerableBySigns);
    expect(query.surestReading).toBe(0.5);
  });

  it("goes by the surest of what it reads, and reads no more once one is sure", async () => {
    const reader = createFakeReader({ table: [{ second: /700/u, answers: 0.9 }, { answers: 0.01 }] });
    const { items } = await explained(EN, reader);
    expect(items).not.toEqual([]);
    const sure = reading(0.9);
    await explained(EN, sure);
    expect(sure.asked).toHaveLength(1);
    expect(sure.asked[0]).toMatchObject({ reading: "answers", pair: { first: EN.query } });
  });

  it("reads no more than the policy says, and nothing where it says none", async () => {
    const read = async (answerPairs: number) => {
      const reader = reading(0.3);
      const policy = { ...DEFAULT_POLICY, recall: { ...DEFAULT_POLICY.recall, answerPairs } };
      const scene = await studio(EN, { reader, policy });
      await recall(scene.parts, scene.scope, { query: EN.query });
      return reader.asked.length;
    };
    expect([await read(0), await read(2)]).toEqual([0, 2]);
  });

  it.each([
    ["the signs are sure", { query: "what is the rent of the studio", said: ["The rent of the studio is 700"] }, {}],
    ["nothing would be told in any case", EN, { floor: 0.99999 }],
  ] as const)("is not asked where %s", async (_, asked, request) => {
    const reader = reading(0.01);
    const { query } = await explained(asked, reader, request);
    expect(reader.asked).toEqual([]);
    expect(query).not.toHaveProperty("surestReading");
  });

  it.each([
    ["how much rent did the studio cost in March", "how much rent did the studio cost", EN.said],
    ["画室三月份的房租是多少", /^画室\s*的房租是多少$/u, ZH.said],
  ])(
    "reads a question with its time and without, as it does not see when a text was said: %s",
    async (query, timeless, said) => {
      const reader = createFakeReader({ table: [{ first: timeless, answers: 0.9 }, { answers: 0.01 }] });
      const { items, query: told } = await explained({ query, said }, reader);
      expect(reader.asked).toHaveLength(2);
      expect(told.surestReading).toBeGreaterThan(0.5);
      expect(items).not.toEqual([]);
    },
  );

  it("is not asked across languages", async () => {
    const reader = reading(0.01);
    const { query } = await explained({ query: ZH.query, said: EN.said }, reader);
    expect(query.answerable).toBeLessThan(0.95);
    expect(reader.asked).toEqual([]);
  });

  it("is not asked who of several answers, nor what only the session makes a question", async () => {
    const reader = reading(0.01);
    const scene = await openScene({ reader });
    await scene.say("s1", "I rode a camel in Tunisia", { at: january(3), speaker: "Piet" });
    await scene.say("s2", "The tram was late again", { at: january(4), speaker: "Orla" });
    await recall(scene.parts, scene.scope, { query: "Where did Piet ride?" });
    await recall(scene.parts, scene.scope, { query: "and that one?", currentSessionId: "s2" });
    expect(reader.asked).toEqual([]);
  });

  it("reads who spoke, where it is known", async () => {
    const reader = reading(0.3);
    const scene = await openScene({ reader });
    for (const [index, text] of EN.said.entries())
      await scene.say(`s${index}`, text, { at: january(2 + index), speaker: "Noor" });
    await recall(scene.parts, scene.scope, { query: EN.query });
    expect(reader.asked.map(({ pair }) => pair.second)).toContain(`Noor: ${EN.said[0]}`);
  });

  it.each([
    [EN, "Read beside the question: it answers with 0.02.", "is under"],
    [ZH, "与问题合读：它作出回答的可能为 0.02。", "低于"],
  ])("3.7 is told of, in the language of the query, before the floor", async (asked, told, floor) => {
    const { explanation } = await explained(asked, reading(0.02));
    const [first] = explanation?.candidates ?? [];
    expect(first).toMatchObject({ outcome: "below-floor", answers: 0.02 });
    const steps = first?.steps ?? [];
    expect(steps.indexOf(told)).toBeGreaterThan(0);
    expect(steps.findIndex((step) => step.includes(floor))).toBeGreaterThan(steps.indexOf(told));
  });

  it.each([
    [EN, /Under the floor.*Read beside the question, it answers with 0\.02\./u],
    [ZH, /低于门槛.*与问题合读，它作出回答的可能为 0\.02。/u],
  ])("3.7 a trace to the floor names what was read", async (asked, why) => {
    const scene = await openScene({ reader: reading(0.02) });
    const [kept] = await Promise.all(asked.said.map((text) => scene.keep(text)));
    const traced = await trace(scene.parts, scene.scope, { query: asked.query, expect: kept?.id ?? "" });
    expect(traced).toMatchObject({ step: "below-floor", why: expect.stringMatching(why) });
  });

  it.each([
    ["MODEL_UNAVAILABLE", new KeepsakeError("MODEL_UNAVAILABLE", "down")],
    ["CONFIG_INVALID", new KeepsakeError("CONFIG_INVALID", "broken")],
  ])("3.6 leaves it to the signs when it does not answer, and says so: %s", async (code, error) => {
    const plain = await explained(EN);
    const scene = await studio(EN, { reader: createFakeReader({ failure: () => error }) });
    const request = { query: EN.query };
    const { items, degraded } = await recall(scene.parts, scene.scope, request);
    expect(items.map(({ content, score }) => [content, score])).toEqual(
      plain.items.map(({ content, score }) => [content, score]),
    );
    expect(degraded).toEqual([`reader: ${code}`]);
    expect((await recall(scene.parts, scene.scope, request)).cached).toBeUndefined();
  });

  it("lets what is no failure of a model through", async () => {
    const scene = await studio(EN, { reader: createFakeReader({ failure: () => new TypeError("broken") }) });
    await expect(recall(scene.parts, scene.scope, { query: EN.query })).rejects.toThrow("broken");
  });

  it("3.6 7.4 is held to the deadline, told to stop, and its lateness is told", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    let stopped = false;
    const readAnswers: PairReader["readAnswers"] = (_pairs, signal) =>
      new Promise(() => {
        signal?.addEventListener("abort", () => {
          stopped = true;
        });
      });
    const scene = await studio(EN, { reader: { ...reading(0), readAnswers } });
    const late = recall(scene.parts, scene.scope, { query: EN.query, deadlineMs: 50 });
    await vi.advanceTimersByTimeAsync(50);
    const { items, degraded } = await late;
    expect(items).not.toEqual([]);
    expect(degraded).toEqual(["reader: DEADLINE_EXCEEDED"]);
    expect(stopped).toBe(true);
  });

  it("counts its time apart from the engine's own", async () => {
    const observed = new Map<string, number>();
    const scene = await studio(EN, { reader: reading(0.9) });
    const telemetry = {
      ...scene.parts.telemetry,
      observe: (name: string, value: number) => void observed.set(name, value),
    };
    const { explanation } = await recall({ ...scene.parts, telemetry }, scene.scope, {
      query: EN.query,
      explain: true,
    });
    const { embedMs = 0, readMs = 0, ...own } = explanation?.timings ?? {};
    expect(readMs).toBeGreaterThan(0);
    expect(embedMs).toBeGreaterThan(0);
    expect(observed.has("keepsake_recall_read_ms")).toBe(true);
    expect(observed.get("keepsake_recall_own_ms")).toBeCloseTo(
      Object.values(own).reduce((sum, each) => sum + each, 0),
      6,
    );
  });
});
