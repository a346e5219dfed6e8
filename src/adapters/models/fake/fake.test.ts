import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../../../domain/index.js";
import { createFakeChatModel, createFakeEmbedder } from "./index.js";

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

describe("fake embedder", () => {
  it("puts texts that share words near each other, in both languages", async () => {
    const embedder = createFakeEmbedder();
    for (const [query, near, far] of [
      ["which tea does Mara like", "Mara likes green tea", "the server restarts at night"],
      ["我喜欢喝什么茶", "我喜欢喝绿茶", "服务器每天晚上重启"],
    ] as const) {
      const [nearVector, farVector] = await embedder.embedPassages([near, far]);
      const queryVector = await embedder.embedQuery(query);
      expect(cosine(queryVector, nearVector ?? queryVector)).toBeGreaterThan(0.25);
      expect(cosine(queryVector, farVector ?? queryVector)).toBeLessThan(0.2);
    }
  });

  it("fails where it is told to", async () => {
    const failure = new KeepsakeError("MODEL_UNAVAILABLE", "down");
    const embedder = createFakeEmbedder({ failure: (text) => (text.includes("x") ? failure : undefined) });
    await expect(embedder.embedQuery("x")).rejects.toBe(failure);
    await expect(embedder.embedQuery("y")).resolves.toHaveLength(256);
  });
});

describe("fake chat model", () => {
  const request = { system: "s", prompt: "p", schemaName: "n", schema: {}, maxOutputTokens: 10 };

  it("replies in order, repeats the last, and keeps the requests", async () => {
    const model = createFakeChatModel([{ object: { a: 1 } }, { error: new Error("busy") }, { object: { a: 3 } }]);
    expect((await model.generateObject(request)).object).toEqual({ a: 1 });
    await expect(model.generateObject(request)).rejects.toThrow("busy");
    expect((await model.generateObject(request)).object).toEqual({ a: 3 });
    expect((await model.generateObject({ ...request, prompt: "again" })).object).toEqual({ a: 3 });
    expect(model.requests.map((made) => made.prompt)).toEqual(["p", "p", "p", "again"]);
  });

  it("lets an abort end a wait", async () => {
    const model = createFakeChatModel(() => ({ delayMs: 60_000 }));
    const controller = new AbortController();
    const answer = model.generateObject({ ...request, signal: controller.signal });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    await expect(model.generateObject({ ...request, signal: controller.signal })).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
    });
  });
});
