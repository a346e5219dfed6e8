/*
 * A memory block for LlamaIndex: run it with `npx tsx examples/llamaindex.ts`. A scripted model stands in for yours, so that nothing
 * leaves this machine.
 */
import { pathToFileURL } from "node:url";
import { type Keepsake, openKeepsake } from "keepsake";
import { KeepsakeBlock } from "keepsake/llamaindex";
import { type ChatMessage, createMemory } from "llamaindex";

/** What is used of an `LLM` of LlamaIndex. */
export interface ChatModel {
  chat(params: { messages: ChatMessage[] }): Promise<{ readonly message: ChatMessage }>;
}

export async function main(keepsake: Keepsake, llm: ChatModel): Promise<void> {
  const ada = keepsake.user("ada");
  const say = async (text: string, sessionId: string): Promise<void> => {
    const block = new KeepsakeBlock(ada, { sessionId });
    const memory = createMemory({ memoryBlocks: [block] });
    await memory.add({ role: "user", content: text });
    const { message } = await llm.chat({ messages: await memory.getLLM() });
    await memory.add(message);
    // LlamaIndex hands over only what no longer fits its short-term memory: take in the rest as well
    await block.keep(memory);
    console.log(`${message.role}: ${message.content}`);
  };
  await say("I moved to Lisbon last year, and I'm allergic to peanuts.", "monday");
  await ada.processed();
  // another conversation: nothing is left of the first but what is remembered
  await say("我现在住在哪里？", "friday");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const keepsake = await openKeepsake({ dataFolder: "./.keepsake" });
  const replies = ["里斯本。", "Noted."];
  await main(keepsake, { chat: async () => ({ message: { role: "assistant", content: replies.pop() ?? "" } }) });
  await keepsake.close();
}
