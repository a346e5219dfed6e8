import { generateText, stepCountIs, streamText, wrapLanguageModel } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai/test";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeepsakeError } from "../../domain/index.js";
import type { UserMemory } from "../../keepsake.js";
import type { EngineWithParts } from "../../testing/index.js";
import { openChatEngine } from "../chat-engine.scene.js";
import { memoryMiddleware } from "./memory-middleware.js";
import { memoryTools } from "./memory-tools.js";

let engine: EngineWithParts;
let ada: UserMemory;
/** Turns that were new, by session. */
let accepted: Map<string, number>;

beforeEach(async () => {
  engine = await openChatEngine();
  const memory = engine.keepsake.user("ada");
  accepted = new Map();
  ada = {
    ...memory,
    async record(request) {
      const receipt = await memory.record(request);
      accepted.set(request.sessionId, turnsOf(request.sessionId) + receipt.accepted);
      return receipt;
    },
  };
  await ada.remember({ content: "Ada is allergic to peanuts" });
});

afterEach(() => engine.close());

type Generated = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
const usage: Generated["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const stop = { unified: "stop", raw: "stop" } as const;

function answers(...replies: Generated["content"][]): MockLanguageModelV3 {
  const results = replies.map(
    (content): Generated => ({
      content,
      finishReason: content.some(({ type }) => type === "tool-call")
        ? { unified: "tool-calls", raw: "tool_calls" }
        : stop,
      usage,
      warnings: [],
    }),
  );
  return new MockLanguageModelV3({ doGenerate: results });
}

function streams(deltas: readonly string[], isWhole = true): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doStream: async () => ({
      stream: convertArrayToReadableStream([
        { type: "text-start", id: "1" } as const,
        ...deltas.map((delta) => ({ type: "text-delta", id: "1", delta }) as const),
        ...(isWhole
          ? [{ type: "text-end", id: "1" } as const, { type: "finish", finishReason: stop, usage } as const]
          : [{ type: "error", error: new Error("cut off") } as const]),
      ]),
    }),
  });
}

function turnsOf(sessionId: string): number {
  return accepted.get(sessionId) ?? 0;
}

describe("memoryMiddleware", () => {
  it("puts what is remembered behind the caller's system message, and takes in what was said, once", async () => {
    const model = answers([{ type: "text", text: "No peanuts then." }], [{ type: "text", text: "No peanuts then." }]);
    const middleware = memoryMiddleware(ada, { sessionId: "s1" });
    const ask = () =>
      generateText({
        model: wrapLanguageModel({ model, middleware }),
        system: "Be brief.",
        prompt: "What can't I eat?",
      });
    expect((await ask()).text).toBe("No peanuts then.");
    await ask();
    await middleware.settled();
    const prompt = model.doGenerateCalls[0]?.prompt ?? [];
    expect(prompt.map(({ role }) => role)).toEqual(["system", "system", "user"]);
    expect(prompt[0]?.content).toBe("Be brief.");
    expect(prompt[1]?.content).toContain("peanuts");
    expect(turnsOf("s1")).toBe(2);
  });

  it("lets a stream pass part by part, and takes it in at its end", async () => {
    const middleware = memoryMiddleware(ada, { sessionId: "s1" });
    const model = wrapLanguageModel({ model: streams(["Moving ", "is hard."]), middleware });
    const { textStream } = streamText({ model, prompt: "I moved to Lisbon last year." });
    const deltas: string[] = [];
    for await (const delta of textStream) deltas.push(delta);
    expect(deltas).toEqual(["Moving ", "is hard."]);
    await middleware.settled();
    expect(turnsOf("s1")).toBe(2);
    await ada.processed();
    const { items } = await ada.recall({ query: "Where does the user live?", types: ["memory"] });
    expect(items[0]?.content).toContain("Lisbon");
  });

  it("of an answer that broke off takes in the user's words only, as of one that was abandoned", async () => {
    const middleware = memoryMiddleware(ada, { sessionId: "s1" });
    const model = wrapLanguageModel({ model: streams(["Half an"], false), middleware });
    await streamText({ model, prompt: "Hello there", onError: () => undefined }).consumeStream();
    await middleware.settled();
    expect(turnsOf("s1")).toBe(1);
    const other = memoryMiddleware(ada, { sessionId: "s2" });
    const abandoned = wrapLanguageModel({ model: streams(["a", "b"]), middleware: other });
    const { stream } = await abandoned.doStream({
      prompt: [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
    });
    await stream.cancel();
    await other.settled();
    expect(turnsOf("s2")).toBe(1);
  });

  it("takes in each turn once in a loop with tools, whose every step is a call of its own (P18)", async () => {
    const model = answers(
      [
        { type: "text", text: "Let me look." },
        { type: "tool-call", toolCallId: "1", toolName: "recallMemory", input: '{"query":"allergic"}' },
      ],
      [{ type: "text", text: "No peanuts." }],
    );
    const middleware = memoryMiddleware(ada, { sessionId: "s1" });
    const wrapped = wrapLanguageModel({ model, middleware });
    const tools = memoryTools(ada);
    const { text } = await generateText({
      model: wrapped,
      tools,
      stopWhen: stepCountIs(3),
      prompt: "What can't I eat?",
    });
    expect(text).toBe("No peanuts.");
    await middleware.settled();
    expect(turnsOf("s1")).toBe(3);
  });

  it("takes in nothing of its own block, should the reply repeat it (P01)", async () => {
    const middleware = memoryMiddleware(ada, { sessionId: "s1" });
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt }) => {
        const block = prompt.find(({ role }) => role === "system")?.content;
        return { content: [{ type: "text", text: String(block) }], finishReason: stop, usage, warnings: [] };
      },
    });
    await generateText({ model: wrapLanguageModel({ model, middleware }), prompt: "What can't I eat?" });
    await middleware.settled();
    expect(turnsOf("s1")).toBe(1);
  });

  it("goes on without memory when memory fails or is slow, and tells", async () => {
    const failures: [KeepsakeError, string][] = [];
    const never = new Promise<never>(() => undefined);
    const slow: UserMemory = { ...ada, context: () => never, record: () => Promise.reject(new Error("down")) };
    const onError = (error: KeepsakeError, during: string) => {
      failures.push([error, during]);
      throw new Error("a listener that fails");
    };
    const middleware = memoryMiddleware(slow, { sessionId: "s1", timeoutMs: 20, onError });
    const model = wrapLanguageModel({ model: answers([{ type: "text", text: "Hi." }]), middleware });
    expect((await generateText({ model, prompt: "Hello" })).text).toBe("Hi.");
    await middleware.settled();
    expect(failures.map(([error, during]) => [error.code, during])).toEqual([
      ["DEADLINE_EXCEEDED", "recall"],
      ["INTERNAL", "record"],
    ]);
  });
});

describe("memoryTools", () => {
  it("lets the model recall and remember in the middle of its answer", async () => {
    const model = answers(
      [{ type: "tool-call", toolCallId: "1", toolName: "recallMemory", input: '{"query":"allergic"}' }],
      [{ type: "tool-call", toolCallId: "2", toolName: "rememberStatement", input: '{"content":"Likes 绿茶"}' }],
      [{ type: "text", text: "Done." }],
    );
    const { text, steps } = await generateText({
      model,
      tools: memoryTools(ada),
      stopWhen: stepCountIs(3),
      prompt: "Remember that I like green tea",
    });
    expect(text).toBe("Done.");
    expect(JSON.stringify(steps[0]?.toolResults[0]?.output)).toContain("peanuts");
    expect(steps[1]?.toolResults[0]?.output).toMatchObject({ outcome: "new" });
    expect((await ada.list({})).items.map(({ content }) => content).join()).toContain("绿茶");
  });

  it("corrects, and forgets only where that is allowed", async () => {
    expect(Object.keys(memoryTools(ada))).not.toContain("forgetMemory");
    const { correctMemory, forgetMemory } = memoryTools(ada, { allowForget: true });
    const [memory] = (await ada.list({})).items;
    const call = { toolCallId: "1", messages: [] };
    const id = String(memory?.id);
    expect(await correctMemory.execute?.({ id, content: "Ada is allergic to walnuts" }, call)).toMatchObject({
      content: expect.stringContaining("walnuts"),
    });
    expect(await forgetMemory.execute?.({ id }, call)).toMatchObject({ erased: 2 });
    expect((await ada.list({})).items).toEqual([]);
  });

  it("gives the model what went wrong as a result", async () => {
    const { correctMemory } = memoryTools(ada);
    const call = { toolCallId: "1", messages: [] };
    expect(await correctMemory.execute?.({ id: "mem_none", content: "x" }, call)).toMatchObject({ code: "NOT_FOUND" });
  });
});
