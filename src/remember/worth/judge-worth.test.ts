import { describe, expect, it } from "vitest";
import { type EpochMs, KeepsakeError, type SessionId, type Turn, type TurnId } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import type { Embedder, Telemetry } from "../../ports/index.js";
import { createFakeReader, type FakeReader } from "../../testing/index.js";
import { readTurn } from "../rules/read-turn.js";
import { judgeWorth } from "./judge-worth.js";

const MODEL = DEFAULT_POLICY.extraction.worth?.classifier.embeddingModel ?? "";
/** Vectors that say nothing, of the model that the classifier knows. */
const SILENT = {
  profile: { modelId: MODEL },
  embedPassages: async (texts: readonly string[]) => texts.map(() => new Float32Array(384)),
} as unknown as Embedder;
const telemetry = { count: () => undefined } as unknown as Telemetry;

function turnOf(text: string): Turn {
  return { id: "t1" as TurnId, sessionId: "s1" as SessionId, role: "user", text, at: 0 as EpochMs } as Turn;
}

async function worthOf(text: string, before: string | undefined, reader?: FakeReader): Promise<number | undefined> {
  const turn = turnOf(text);
  const sentences = readTurn(turn, DEFAULT_POLICY);
  const parts = { embedder: SILENT, telemetry, policy: DEFAULT_POLICY, ...(reader === undefined ? {} : { reader }) };
  const worth = await judgeWorth(parts, turn, before === undefined ? [] : [{ text: before }], sentences);
  const [piece] = sentences.at(-1)?.pieces ?? [];
  return piece === undefined ? undefined : worth?.(piece);
}

describe("2.2 what a clause is worth is judged after what was said before it", () => {
  const table = [
    { first: /signs off/u, worth: 0.97 },
    { first: /kettle/u, worth: 0.03 },
  ];

  it("asks of the clause after the turn before", async () => {
    const owner = await worthOf(
      "that would be Priya Raman",
      "Who signs off the invoices?",
      createFakeReader({ table }),
    );
    const passing = await worthOf("that would be Priya Raman", "Who left the kettle on?", createFakeReader({ table }));
    expect(owner).toBeGreaterThan(0.5);
    expect(passing).toBeLessThan(0.3);
  });

  it("shows the reader what its own turn said before, in either language", async () => {
    const reader = createFakeReader();
    await worthOf("我们换了供应商。以后从潘姐那里拿面筋", "怎么了？", reader);
    const last = reader.asked.find(({ pair }) => pair.second.includes("潘姐"))?.pair;
    expect(last?.first).toContain("怎么了？");
    expect(last?.first).toContain("我们换了供应商");
  });

  it("is left to vectors and signs without a reader, and where it does not answer", async () => {
    const down = createFakeReader({ failure: () => new KeepsakeError("MODEL_UNAVAILABLE", "down") });
    const alone = await worthOf("I have worked at the dairy since May", undefined);
    expect(alone).toBeDefined();
    expect(await worthOf("I have worked at the dairy since May", undefined, down)).toBe(alone);
  });
});
