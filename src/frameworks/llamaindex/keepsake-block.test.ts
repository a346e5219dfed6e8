import { createMemory, loadMemory } from "llamaindex";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeepsakeError } from "../../domain/index.js";
import type { UserMemory } from "../../keepsake.js";
import type { EngineWithParts } from "../../testing/index.js";
import { openChatEngine } from "../chat-engine.scene.js";
import { KeepsakeBlock } from "./keepsake-block.js";

let engine: EngineWithParts;
let ada: UserMemory;

beforeEach(async () => {
  engine = await openChatEngine();
  ada = engine.keepsake.user("ada");
  await ada.remember({ content: "Ada is allergic to peanuts" });
});

afterEach(() => engine.close());

describe("KeepsakeBlock", () => {
  it("gives the model what is remembered, before the messages", async () => {
    const block = new KeepsakeBlock(ada, { sessionId: "s1" });
    const memory = createMemory({ memoryBlocks: [block] });
    expect(await memory.getLLM()).toEqual([]);
    await memory.add({ role: "user", content: "What can't I eat?" });
    const messages = await memory.getLLM();
    expect(messages.map(({ role }) => role)).toEqual(["memory", "user"]);
    expect(messages[0]?.content).toContain("peanuts");
  });

  it("takes in what leaves the short-term memory, and by keep all of it, each message once", async () => {
    const accepted: number[] = [];
    const watched: UserMemory = {
      ...ada,
      async record(request) {
        const receipt = await ada.record(request);
        accepted.push(receipt.accepted);
        return receipt;
      },
    };
    const block = new KeepsakeBlock(watched, { sessionId: "s1" });
    const memory = createMemory({ memoryBlocks: [block], tokenLimit: 20, shortTermTokenLimitRatio: 0.5 });
    await memory.add({
      role: "user",
      content: "I moved to Lisbon last year, to a flat by the river near the old tram line.",
    });
    expect(accepted).toEqual([1]);
    await memory.add({ role: "assistant", content: "Nice." });
    await block.keep(memory);
    await block.keep(memory);
    expect(accepted).toEqual([1, 1, 0]);
    const again = loadMemory(memory.snapshot(), { memoryBlocks: [block] });
    await block.keep(again);
    expect(accepted).toEqual([1, 1, 0, 0]);
    await ada.processed();
    const { items } = await ada.recall({ query: "Where does the user live?", types: ["memory"] });
    expect(items[0]?.content).toContain("Lisbon");
  });

  it("takes in nothing of what it gave itself (P01)", async () => {
    const said: string[] = [];
    const watched: UserMemory = {
      ...ada,
      record(request) {
        said.push(...request.turns.map(({ text }) => text));
        return ada.record(request);
      },
    };
    const block = new KeepsakeBlock(watched, { sessionId: "s1" });
    const memory = createMemory({ memoryBlocks: [block] });
    await memory.add({ role: "user", content: "What can't I eat?" });
    const [given] = await memory.getLLM();
    await memory.add({ role: "assistant", content: `You told me: ${given?.content}` });
    await block.keep(memory);
    expect(said).toEqual(["What can't I eat?", "You told me:"]);
  });

  it("goes on without memory when memory fails, and tells", async () => {
    const failures: KeepsakeError[] = [];
    const block = new KeepsakeBlock(ada, { sessionId: "s1", onError: (error) => failures.push(error) });
    const memory = createMemory({ memoryBlocks: [block] });
    await memory.add({ role: "user", content: "What can't I eat?" });
    await engine.close();
    expect((await memory.getLLM()).map(({ role }) => role)).toEqual(["user"]);
    await block.keep(memory);
    expect(failures).toHaveLength(2);
  });
});
