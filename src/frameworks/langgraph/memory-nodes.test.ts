import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { Annotation, END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeepsakeError, SessionId } from "../../domain/index.js";
import type { UserMemory } from "../../keepsake.js";
import type { EngineWithParts } from "../../testing/index.js";
import { openChatEngine } from "../chat-engine.scene.js";
import { type MemoryOf, recallNode, recordNode } from "./memory-nodes.js";

let engine: EngineWithParts;
let ada: UserMemory;

beforeEach(async () => {
  engine = await openChatEngine();
  ada = engine.keepsake.user("ada");
  await ada.remember({ content: "Ada is allergic to peanuts" });
});

afterEach(() => engine.close());

/** A chat whose model writes down what it was shown, and says `reply`. */
function chat(memory: MemoryOf, reply = "Noted.", failures: KeepsakeError[] = []) {
  const shown: BaseMessage[][] = [];
  const onError = (error: KeepsakeError) => failures.push(error);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("recall", recallNode(memory, { onError }))
    .addNode("model", ({ messages }) => {
      shown.push(messages);
      return { messages: [new AIMessage(reply)] };
    })
    .addNode("record", recordNode(memory, { onError }))
    .addEdge(START, "recall")
    .addEdge("recall", "model")
    .addEdge("model", "record")
    .addEdge("record", END)
    .compile({ checkpointer: new MemorySaver() });
  const say = (text: string, thread = "t1", user = "ada") =>
    graph.invoke({ messages: [new HumanMessage(text)] }, { configurable: { thread_id: thread, user_id: user } });
  return { shown, say, failures };
}

describe("nodes of a graph over messages", () => {
  it("shows the model what is remembered, before the words of the user, once however often it runs", async () => {
    const { shown, say } = chat(ada);
    await say("What is Ada allergic to?");
    expect(shown[0]?.map(({ type }) => type)).toEqual(["system", "human"]);
    expect(shown[0]?.[0]?.text).toContain("peanuts");
    await say("And which allergic reactions does Ada have?");
    expect(shown[1]?.map(({ type }) => type)).toEqual(["system", "human", "ai", "human"]);
  });

  it("takes in each turn once, and nothing of its own block", async () => {
    const { say } = chat(ada);
    await say("I moved to Lisbon last year.");
    await say("I work as a nurse.");
    await ada.processed();
    const { items } = await ada.writes({ by: "session", sessionId: "t1" as SessionId });
    expect(items.length).toBeGreaterThan(0);
    const { items: told } = await ada.recall({ query: "Where does the user live?", types: ["memory"] });
    expect(told[0]?.content).toContain("Lisbon");
    const stats = await ada.stats();
    expect(stats.sessions).toBe(1);
    const again = await ada.record({ sessionId: "t1", turns: [{ role: "user", text: "one more" }] });
    expect(again.accepted).toBe(1);
  });

  it("finds whose memory it is in the run's config", async () => {
    const { shown, say } = chat((config) => engine.keepsake.user(String(config.configurable?.user_id)));
    await say("What is Ada allergic to?", "t1", "bob");
    expect(shown[0]?.map(({ type }) => type)).toEqual(["human"]);
    await say("What is Ada allergic to?", "t2", "ada");
    expect(shown[1]?.[0]?.text).toContain("peanuts");
  });

  it("goes on without memory when memory fails, and tells", async () => {
    const { shown, say, failures } = chat(ada);
    await engine.close();
    const { messages } = await say("What is Ada allergic to?");
    expect(messages.map(({ type }: BaseMessage) => type)).toEqual(["human", "ai"]);
    expect(shown[0]?.map(({ type }) => type)).toEqual(["human"]);
    expect(failures).toHaveLength(2);
  });

  it("keeps the caller's own system message first, and can write into a channel of its own instead", async () => {
    const messages = [new SystemMessage("Be brief."), new HumanMessage("What is Ada allergic to?")];
    const update = await recallNode(ada)({ messages }, {});
    expect(update.messages.slice(1).map(({ type }) => type)).toEqual(["system", "system", "human"]);
    expect(update.messages[1]?.text).toBe("Be brief.");
    const State = Annotation.Root({ ...MessagesAnnotation.spec, known: Annotation<string> });
    const graph = new StateGraph(State)
      .addNode("recall", recallNode(ada, { channel: "known" }))
      .addEdge(START, "recall")
      .addEdge("recall", END)
      .compile();
    const result = await graph.invoke({ messages });
    expect(result.known).toContain("peanuts");
    expect(result.messages).toHaveLength(2);
  });

  it("asks which conversation it is where nothing says so", async () => {
    const run = recordNode(ada)({ messages: [new HumanMessage("hello")] }, {});
    await expect(run).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
