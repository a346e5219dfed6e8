/*
 * A LangGraph agent that remembers: run it with `npx tsx examples/langgraph.ts`. A scripted model stands in for yours, so that nothing
 * leaves this machine.
 */
import { pathToFileURL } from "node:url";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { type Keepsake, openKeepsake } from "keepsake";
import { KeepsakeStore, recallNode, recordNode } from "keepsake/langgraph";

export async function main(keepsake: Keepsake, model: BaseChatModel): Promise<void> {
  const ada = keepsake.user("ada");
  // the graph is compiled once and serves everyone: the run says whose memory it is
  const whose = (config: { configurable?: Record<string, unknown> }) =>
    keepsake.user(String(config.configurable?.user_id));
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("recall", recallNode(whose))
    .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("record", recordNode(whose))
    .addEdge(START, "recall")
    .addEdge("recall", "model")
    .addEdge("model", "record")
    .addEdge("record", END)
    .compile({ store: new KeepsakeStore(ada) });

  const say = async (text: string, thread: string): Promise<void> => {
    const config = { configurable: { thread_id: thread, user_id: "ada" } };
    const { messages } = await graph.invoke({ messages: [new HumanMessage(text)] }, config);
    for (const message of messages) console.log(`${message.type}: ${message.text}`);
  };
  await say("I moved to Lisbon last year, and I'm allergic to peanuts.", "monday");
  await ada.processed();
  // another thread: nothing is left of the first but what is remembered
  await say("我现在住在哪里？", "friday");

  const store = new KeepsakeStore(ada);
  await store.put(["ada", "notes"], "trip", { text: "The ferry to Naxos leaves at seven", year: 2026 });
  const [found] = await store.search(["ada"], {
    query: "When does the ferry leave?",
    filter: { year: { $gte: 2026 } },
  });
  console.log("found:", found?.value.text, found?.score?.toFixed(2));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const keepsake = await openKeepsake({ dataFolder: "./.keepsake" });
  await main(keepsake, new FakeListChatModel({ responses: ["Noted.", "里斯本。"] }));
  await keepsake.close();
}
