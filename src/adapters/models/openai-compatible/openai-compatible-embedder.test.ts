import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServiceTurns } from "../../../remember/index.js";
import { describeEmbedder } from "../../../testing/embedder.js";
import type { ModelServer } from "../../../testing/model-server.js";
import { startModelServer } from "../../../testing/model-server.js";
import { silentTelemetry } from "../../system/index.js";
import { createOpenAiCompatibleEmbedder } from "./index.js";
import { cutToTokens } from "./text-length.js";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const embedder = (more: { readonly timeoutMs?: number; readonly batchSize?: number } = {}) =>
  createOpenAiCompatibleEmbedder({ url: server.url, model: "m", dimension: 64, apiKey: "sk-secret", ...more });

describeEmbedder("openai-compatible", { create: () => embedder({ batchSize: 4 }) });

describe("openai-compatible embedder, a server that misbehaves", () => {
  it.each([
    [{ kind: "status", status: 429, retryAfterSeconds: 3 }, "MODEL_UNAVAILABLE"],
    [{ kind: "status", status: 500 }, "MODEL_UNAVAILABLE"],
    [{ kind: "status", status: 401 }, "MODEL_UNAVAILABLE"],
    [{ kind: "disconnect" }, "MODEL_UNAVAILABLE"],
    [{ kind: "not-json" }, "MODEL_INVALID_OUTPUT"],
    [{ kind: "wrong-dimension", dimension: 63 }, "MODEL_INVALID_OUTPUT"],
    [{ kind: "missing-vector" }, "MODEL_INVALID_OUTPUT"],
    [{ kind: "zero-vector" }, "MODEL_INVALID_OUTPUT"],
  ] as const)("%o becomes %s, after one request, and the next call is answered", async (misbehaviour, code) => {
    const before = server.requests.length;
    server.misbehave(misbehaviour);
    const error: unknown = await embedder()
      .embedPassages(["one", "two"])
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toContain("sk-secret");
    expect(server.requests.length).toBe(before + 1);
    expect(await embedder().embedPassages(["one", "two"])).toHaveLength(2);
  });

  it("says how long to wait where the server does", async () => {
    server.misbehave({ kind: "status", status: 429, retryAfterSeconds: 3 });
    await expect(embedder().embedQuery("q")).rejects.toMatchObject({ details: { status: 429, retryAfterSeconds: 3 } });
  });

  it("gives up on a server that hangs", async () => {
    server.misbehave({ kind: "hang" });
    await expect(embedder({ timeoutMs: 50 }).embedQuery("q")).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
  });

  it("reports a server that is not there", async () => {
    const gone = await startModelServer();
    await gone.close();
    const lonely = createOpenAiCompatibleEmbedder({ url: gone.url, model: "m", dimension: 64 });
    await expect(lonely.embedQuery("q")).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE", retryable: true });
  });
});

describe("openai-compatible embedder, what is sent", () => {
  it("prefixes, batches, and leaves out what has nothing to read", async () => {
    const before = server.requests.length;
    const prefixed = createOpenAiCompatibleEmbedder({
      url: server.url,
      model: "m",
      dimension: 64,
      passagePrefix: "p: ",
      queryPrefix: "q: ",
      batchSize: 2,
    });
    await prefixed.embedPassages(["a", "", "b", "c"]);
    await prefixed.embedQuery("d");
    const inputs = server.requests.slice(before).map((request) => request.body.input);
    expect(inputs).toEqual([["p: a", "p: b"], ["p: c"], ["q: d"]]);
  });

  it("cuts what the server would refuse, never within a surrogate pair", () => {
    expect(cutToTokens("short", 8)).toBe("short");
    expect(cutToTokens("x".repeat(100), 10)).toBe("x".repeat(20));
    expect(cutToTokens("😀".repeat(100), 3)).toBe("😀😀");
  });
});

describe("P23 openai-compatible embedder, a service that is asked only so much", () => {
  const limited = (limits: Partial<Parameters<typeof createServiceTurns>[0]>, url: string) =>
    createOpenAiCompatibleEmbedder({
      ...{ url, model: "m", dimension: 64, batchSize: 2, timeoutMs: 20_000 },
      turns: createServiceTurns(
        { timeoutMs: 20_000, ...limits },
        { service: "embedder", telemetry: silentTelemetry() },
      ),
    });

  it("sends each request of a long list in its turn, and questions between them", async () => {
    let [running, most] = [0, 0];
    const order: string[] = [];
    const counting = await startModelServer({
      embed: async (text) => {
        order.push(text);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return Array.from({ length: 64 }, (_, at) => (at === 0 ? 1 : 0));
      },
    });
    const one = limited({ maxParallelCalls: 1 }, counting.url);
    const texts = Array.from({ length: 8 }, (_, at) => `text ${at}`);
    const [vectors, question] = await Promise.all([one.embedPassages(texts), one.embedQuery("question")]);
    expect(vectors).toHaveLength(8);
    expect(question).toHaveLength(64);
    expect(counting.requests).toHaveLength(5);
    expect(most, "never two requests at a time, of two texts each").toBeLessThanOrEqual(2);
    expect(order.indexOf("question"), "not behind every text").toBeLessThan(order.length - 1);
    await counting.close();
  });

  it("refuses at once while the service is down, with no request, as MODEL_UNAVAILABLE", async () => {
    const one = limited({ pauseSeconds: 300 }, server.url);
    server.misbehave({ kind: "status", status: 503 }, { kind: "disconnect" });
    for (let at = 0; at < 2; at++)
      await expect(one.embedQuery("q")).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    const before = server.requests.length;
    await expect(one.embedQuery("q")).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE", retryable: true });
    expect(server.requests.length).toBe(before);
  });
});
