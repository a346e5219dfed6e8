import {
  Agent,
  type AgentInputItem,
  assistant,
  type Model,
  type ModelRequest,
  Runner,
  type StreamEvent,
  tool,
  Usage,
  user,
} from "@openai/agents";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { UserMemory } from "../../keepsake.js";
import type { EngineWithParts } from "../../testing/index.js";
import { openChatEngine } from "../chat-engine.scene.js";
import { KeepsakeSession } from "./keepsake-session.js";

let engine: EngineWithParts;
let ada: UserMemory;

beforeEach(async () => {
  engine = await openChatEngine();
  ada = engine.keepsake.user("ada");
});

afterEach(() => engine.close());

/** Says what it is told to, and keeps what it was asked. */
function fakeModel(...outputs: AgentInputItem[][]): Model & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    asked,
    async getResponse(request) {
      asked.push(request);
      return { usage: new Usage(), output: outputs[asked.length - 1] ?? [assistant("Noted.")] };
    },
    async *getStreamedResponse(request) {
      asked.push(request);
      const output = outputs[asked.length - 1] ?? [assistant("Noted.")];
      const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
      yield { type: "response_done", response: { id: `r${asked.length}`, usage, output } } as StreamEvent;
    },
  };
}

const call = { type: "function_call", callId: "c1", name: "clock", arguments: "{}", status: "completed" } as const;

describe("KeepsakeSession", () => {
  it("keeps items exactly and in order, gives the last, takes the last away, and clears", async () => {
    const session = new KeepsakeSession(ada, { sessionId: "s1" });
    expect(await session.getSessionId()).toBe("s1");
    expect(await session.getItems()).toEqual([]);
    expect(await session.popItem()).toBeUndefined();
    const items = [user("one"), call, assistant("三"), user("four")];
    await session.addItems(items.slice(0, 2));
    await session.addItems(items.slice(2));
    await session.addItems([]);
    expect(await session.getItems()).toEqual(items);
    expect(await session.getItems(2)).toEqual(items.slice(2));
    expect(await session.getItems(0)).toEqual([]);
    expect(await new KeepsakeSession(ada, { sessionId: "s1" }).popItem()).toEqual(items[3]);
    await session.addItems([user("five")]);
    expect(await session.getItems(2)).toEqual([assistant("三"), user("five")]);
    await session.clearSession();
    expect(await session.getItems()).toEqual([]);
  });

  it("keeps an item of any size whole, and orders more than ten", async () => {
    const session = new KeepsakeSession(ada, { sessionId: "s1" });
    const large = user("字😀".repeat(40_000));
    await session.addItems([large, ...Array.from({ length: 12 }, (_, index) => user(`${index}`))]);
    const [first, ...rest] = await session.getItems();
    expect(first).toEqual(large);
    expect(rest).toEqual(Array.from({ length: 12 }, (_, index) => user(`${index}`)));
  });

  it("belongs to one user and one id", async () => {
    await new KeepsakeSession(ada, { sessionId: "s1" }).addItems([user("mine")]);
    expect(await new KeepsakeSession(ada, { sessionId: "s10" }).getItems()).toEqual([]);
    expect(await new KeepsakeSession(engine.keepsake.user("bob"), { sessionId: "s1" }).getItems()).toEqual([]);
  });

  it("loses nothing where two write at once, and keeps nothing of a batch that could not be written", async () => {
    const session = new KeepsakeSession(ada, { sessionId: "s1" });
    await Promise.all(["a", "b", "c"].map((text) => session.addItems([user(text)])));
    expect(await session.getItems()).toHaveLength(3);
    let writes = 0;
    const put: UserMemory["state"]["put"] = (...entry) => {
      writes += 1;
      return writes > 1 ? Promise.reject(new Error("down")) : ada.state.put(...entry);
    };
    const failing = new KeepsakeSession({ ...ada, state: { ...ada.state, put } }, { sessionId: "s1" });
    await expect(failing.addItems([user("d"), user("e")])).rejects.toThrow("down");
    expect(await session.getItems()).toHaveLength(3);
  });

  it("carries a conversation through the runner, tools and all, and recalls another one's facts", async () => {
    const earlier = new KeepsakeSession(ada, { sessionId: "last-week" });
    await earlier.addItems([user("I moved to Lisbon last year."), assistant("Nice.")]);
    await ada.processed();
    const clock = tool({
      name: "clock",
      description: "the time",
      parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
      strict: true,
      execute: () => "noon",
    });
    const model = fakeModel([call], [assistant("It is noon in Lisbon.")], [assistant("Still Lisbon.")]);
    const agent = new Agent({ name: "guide", instructions: "Be brief.", model, tools: [clock] });
    const session = new KeepsakeSession(ada, { sessionId: "today" });
    const runner = new Runner({ tracingDisabled: true, callModelInputFilter: session.recall });
    const result = await runner.run(agent, "What time is it where I live?", { session });
    expect(result.finalOutput).toBe("It is noon in Lisbon.");
    expect(model.asked[0]?.systemInstructions).toMatch(/^Be brief\.\n\n[\s\S]*Lisbon/);
    const types = (await session.getItems()).map(({ type }) => type ?? "message");
    expect(types).toEqual(["message", "function_call", "function_call_result", "message"]);
    await runner.run(agent, "And where was that?", { session });
    expect(JSON.stringify(model.asked[2]?.input)).toContain("It is noon in Lisbon.");
    expect(JSON.stringify(await session.getItems())).not.toContain("keepsake-memory");
  });

  it("does the same where the answer is streamed", async () => {
    await new KeepsakeSession(ada, { sessionId: "last-week" }).addItems([user("I moved to Lisbon last year.")]);
    await ada.processed();
    const model = fakeModel([assistant("In Lisbon.")]);
    const session = new KeepsakeSession(ada, { sessionId: "today" });
    const runner = new Runner({ tracingDisabled: true });
    const agent = new Agent({ name: "guide", model });
    const terms = { session, stream: true, callModelInputFilter: session.recall } as const;
    const result = await runner.run(agent, "Where do I live?", terms);
    await result.completed;
    expect(result.finalOutput).toBe("In Lisbon.");
    expect(model.asked[0]?.systemInstructions).toContain("Lisbon");
    expect(await session.getItems()).toMatchObject([{ role: "user" }, { role: "assistant" }]);
  });

  it("goes on when long-term memory fails, and tells; a history that cannot be read is an error", async () => {
    const failures: string[] = [];
    const down = () => Promise.reject(new Error("down"));
    const broken: UserMemory = { ...ada, context: down, record: down };
    const session = new KeepsakeSession(broken, {
      sessionId: "s1",
      onError: (_error, during) => failures.push(during),
    });
    const model = fakeModel();
    const runner = new Runner({ tracingDisabled: true, callModelInputFilter: session.recall });
    const result = await runner.run(new Agent({ name: "guide", model }), "Hello", { session });
    expect(result.finalOutput).toBe("Noted.");
    expect(new Set(failures)).toEqual(new Set(["recall", "record"]));
    await engine.close();
    await expect(session.getItems()).rejects.toMatchObject({ code: "CLOSED" });
  });
});
