import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeEmbedder } from "../../../testing/embedder.js";
import type { ModelServer } from "../../../testing/model-server.js";
import { startModelServer } from "../../../testing/model-server.js";
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
