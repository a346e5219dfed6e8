import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ModelServer } from "../../../testing/model-server.js";
import { startModelServer } from "../../../testing/model-server.js";
import { createOpenAiCompatibleChatModel } from "./index.js";
import { findJsonObject } from "./json-in-text.js";

const ANSWER = { memories: [{ content: 'says "hi" {and} \\ goes' }] };
const JSON_ANSWER = JSON.stringify(ANSWER);
const request = {
  system: "Extract what is worth keeping.",
  prompt: "I moved to Lisbon.",
  schemaName: "memories",
  schema: { type: "object", properties: { memories: { type: "array" } }, required: ["memories"] },
  maxOutputTokens: 500,
};

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ answer: () => ANSWER });
});
afterAll(() => server.close());

const chat = (more: { readonly timeoutMs?: number; readonly structuredOutputs?: boolean } = {}) =>
  createOpenAiCompatibleChatModel({ url: `${server.url}/`, model: "small", apiKey: "sk-secret", ...more });

describe("openai-compatible chat model", () => {
  it("answers with the object and what it cost", async () => {
    expect(await chat().generateObject(request)).toEqual({ object: ANSWER, inputTokens: 11, outputTokens: 7 });
  });

  it("tells the schema in words, and by response_format where the server takes it", async () => {
    await chat().generateObject(request);
    const plain = server.requests.at(-1);
    expect(plain?.body).toMatchObject({
      model: "small",
      max_tokens: 500,
      temperature: 0,
      response_format: { type: "json_object" },
    });
    expect(JSON.stringify(plain?.body.messages)).toContain("required");
    expect(plain?.headers.authorization).toBe("Bearer sk-secret");
    await chat({ structuredOutputs: true }).generateObject(request);
    expect(server.requests.at(-1)?.body.response_format).toMatchObject({
      type: "json_schema",
      json_schema: { name: "memories", strict: false, schema: request.schema },
    });
  });

  it.each([
    ["a code fence", `\`\`\`json\n${JSON_ANSWER}\n\`\`\``],
    ["prose around it", `Sure! Here {as asked} it is:\n${JSON_ANSWER}\nAnything else?`],
    ["thoughts before it", `<think>maybe {"memories": []}?</think>\n\n${JSON_ANSWER}`],
  ])("recovers JSON from %s", async (_, text) => {
    server.misbehave({ kind: "text", text });
    expect((await chat().generateObject(request)).object).toEqual(ANSWER);
  });

  it("hands over JSON of the wrong shape: the caller validates", async () => {
    server.misbehave({ kind: "text", text: '{"memories": "none"}' });
    expect((await chat().generateObject(request)).object).toEqual({ memories: "none" });
  });

  it.each([
    [
      "cut off",
      { kind: "text", text: JSON_ANSWER.slice(0, 20), finishReason: "length" },
      "MODEL_INVALID_OUTPUT",
      "cut off",
    ],
    ["prose", { kind: "text", text: "I see nothing worth keeping." }, "MODEL_INVALID_OUTPUT", "no JSON object"],
    ["a bare number", { kind: "text", text: "42" }, "MODEL_INVALID_OUTPUT", "number"],
    ["empty", { kind: "text", text: "" }, "MODEL_INVALID_OUTPUT", "empty"],
    ["a refusal", { kind: "refusal" }, "MODEL_INVALID_OUTPUT", "refusal"],
    ["another protocol", { kind: "not-json" }, "MODEL_INVALID_OUTPUT", "something else"],
    ["429", { kind: "status", status: 429 }, "MODEL_UNAVAILABLE", "429"],
    ["500", { kind: "status", status: 500 }, "MODEL_UNAVAILABLE", "500"],
    ["503", { kind: "status", status: 503 }, "MODEL_UNAVAILABLE", "503"],
    ["401", { kind: "status", status: 401 }, "MODEL_UNAVAILABLE", "API key"],
    ["a broken connection", { kind: "disconnect" }, "MODEL_UNAVAILABLE", ""],
  ] as const)(
    "%s: one request, then the catalogue's error, without key or text",
    async (_, misbehaviour, code, words) => {
      const before = server.requests.length;
      server.misbehave(misbehaviour);
      const error: unknown = await chat()
        .generateObject(request)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
      expect(String(error)).not.toMatch(/sk-secret|Lisbon|worth keeping/);
      expect(server.requests.length).toBe(before + 1);
    },
  );

  it("stops at the timeout and at the caller's signal", async () => {
    server.misbehave({ kind: "hang" });
    await expect(chat({ timeoutMs: 50 }).generateObject(request)).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
      message: expect.stringContaining("50 ms"),
    });
    server.misbehave({ kind: "hang" });
    const before = server.requests.length;
    const controller = new AbortController();
    const answer = chat().generateObject({ ...request, signal: controller.signal });
    await vi.waitUntil(() => server.requests.length > before);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
  });

  it("waits for a slow server", async () => {
    server.misbehave({ kind: "slow", delayMs: 80 });
    expect((await chat().generateObject(request)).object).toEqual(ANSWER);
  });
});

describe("JSON in text", () => {
  it.each([
    ['{"a":"}"} tail', '{"a":"}"}'],
    ['{"a":"\\"}"} tail', '{"a":"\\"}"}'],
    ['{"a":"\\\\"} {"b":1}', '{"a":"\\\\"}'],
    ['{not json} {"b":{"c":[1,{}]}}', '{"b":{"c":[1,{}]}}'],
    ['{"open": {"inner": 1}', '{"inner": 1}'],
    ["nothing", undefined],
    ["{", undefined],
    ["{".repeat(100_000), undefined],
  ])("finds %2$s", (text, found) => {
    expect(findJsonObject(text)).toBe(found);
  });
});
