import { FakeListChatModel } from "@langchain/core/utils/testing";
import { assistant, type ModelRequest, Usage } from "@openai/agents";
import { type EngineWithParts, openWithParts } from "keepsake/testing";
import type { ChatMessage } from "llamaindex";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { main as aiSdk, scriptedModel } from "./ai-sdk.js";
import { main as langgraph } from "./langgraph.js";
import { main as llamaindex } from "./llamaindex.js";
import { main as openaiAgents } from "./openai-agents.js";

let engine: EngineWithParts;
let printed: string;

beforeEach(async () => {
  engine = await openWithParts({ storage: { kind: "memory" }, embedder: { kind: "fake" }, log: { level: "silent" } });
  // what is loaded at the first use is loaded now, and counts for no chat's patience
  await engine.keepsake.user("someone").context({ query: "hello" });
  printed = "";
  vi.spyOn(console, "log").mockImplementation((...parts: unknown[]) => {
    printed += `${parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" ")}\n`;
  });
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await engine.close();
});

describe("the examples for frameworks run, and the model is shown in one conversation what was said in another", () => {
  it("langgraph", async () => {
    const model = new FakeListChatModel({ responses: ["Noted.", "里斯本。"] });
    const invoke = vi.spyOn(model, "invoke");
    await langgraph(engine.keepsake, model);
    expect(JSON.stringify(invoke.mock.calls[1]?.[0])).toContain("moved to Lisbon last year");
    expect(printed).toContain("ai: 里斯本。");
    expect(printed).toMatch(/found: The ferry to Naxos leaves at seven [01]\.\d\d/);
  });

  it("ai-sdk", async () => {
    const model = scriptedModel();
    await aiSdk(engine.keepsake, model);
    expect(JSON.stringify(model.doGenerateCalls[0]?.prompt)).toContain("moved to Lisbon last year");
    expect(printed).toContain("Noted.\n里斯本。\n");
    expect(printed).toMatch(/rememberStatement .*"outcome":"new"/);
  });

  it("llamaindex", async () => {
    const shown: ChatMessage[][] = [];
    await llamaindex(engine.keepsake, {
      async chat({ messages }) {
        shown.push(messages);
        return { message: { role: "assistant", content: `answer ${shown.length}` } };
      },
    });
    expect(shown[0]?.map(({ role }) => role)).toEqual(["user"]);
    expect(JSON.stringify(shown[1])).toContain("moved to Lisbon last year");
    expect(printed).toContain("assistant: answer 2");
  });

  it("openai-agents", async () => {
    const asked: ModelRequest[] = [];
    await openaiAgents(engine.keepsake, {
      async getResponse(request) {
        asked.push(request);
        return { usage: new Usage(), output: [assistant(`answer ${asked.length}`)] };
      },
      getStreamedResponse: () => {
        throw new Error("not asked for");
      },
    });
    expect(asked[1]?.systemInstructions).toContain("moved to Lisbon last year");
    expect(JSON.stringify(asked[1]?.input)).not.toContain("peanuts");
    expect(printed).toContain("answer 2");
  });
});
