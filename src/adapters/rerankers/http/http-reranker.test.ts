import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createServiceTurns } from "../../../remember/index.js";
import { silentTelemetry } from "../../system/index.js";
import { createHttpReranker } from "./index.js";

interface Seen {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: { query: string; documents?: string[]; texts?: string[]; model?: string; top_n?: number };
}

/** What the server does with the next request; it rates a document by the words that it shares with the query. */
type Behaviour = "good" | "logits" | "reversed" | "short" | "prose" | "hang" | "disconnect" | number;

const seen: Seen[] = [];
let behaviour: Behaviour = "good";

function rate(query: string, text: string): number {
  const words = query.split(" ");
  return words.filter((word) => text.includes(word)).length / words.length;
}

const server = createServer((request, response) => {
  let raw = "";
  request.on("data", (chunk) => {
    raw += String(chunk);
  });
  request.on("end", () => {
    const body = JSON.parse(raw) as Seen["body"];
    seen.push({ path: request.url ?? "", key: request.headers.authorization, body });
    if (behaviour === "hang") return;
    if (behaviour === "disconnect") return void request.socket.destroy();
    if (typeof behaviour === "number") {
      response.writeHead(behaviour, { "retry-after": "7" }).end(`{"error":"bad key sk-secret for ${body.query}"}`);
      return;
    }
    const texts = body.documents ?? body.texts ?? [];
    const scores = texts.map((text, index) => ({ index, score: rate(body.query, text) }));
    if (behaviour === "logits") for (const one of scores) one.score = one.score * 12 - 6;
    if (behaviour === "reversed") scores.reverse();
    if (behaviour === "short") scores.pop();
    const answer =
      body.texts === undefined
        ? { results: scores.map(({ index, score }) => ({ index, relevance_score: score })) }
        : scores;
    response.end(behaviour === "prose" ? "the first one" : JSON.stringify(answer));
  });
});

let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  behaviour = "good";
  seen.length = 0;
});

const QUERY = "red boat";
const DOCUMENTS = ["a blue car", "a red boat", "a 红 boat"];
const make = (more: Partial<Parameters<typeof createHttpReranker>[0]> = {}) =>
  createHttpReranker({ url, protocol: "cohere", model: "rerank-v3", apiKey: "sk-secret", timeoutMs: 5_000, ...more });

describe("a reranker over HTTP", () => {
  it.each(["cohere", "tei"] as const)("speaks %s: a score for each document, in their order", async (protocol) => {
    expect(await make({ protocol }).rerank({ query: QUERY, documents: DOCUMENTS })).toEqual([0, 1, 0.5]);
    expect(seen[0]).toMatchObject({
      path: "/rerank",
      key: "Bearer sk-secret",
      body: { query: QUERY, model: "rerank-v3" },
    });
    expect(protocol === "tei" ? seen[0]?.body.texts : seen[0]?.body.documents).toEqual(DOCUMENTS);
    behaviour = "reversed";
    expect(await make({ protocol }).rerank({ query: QUERY, documents: DOCUMENTS })).toEqual([0, 1, 0.5]);
  });

  it("takes a base or the whole endpoint, and needs neither key nor model", async () => {
    await make({ url: `${url}/v2/` }).rerank({ query: "q", documents: ["d"] });
    await make({ url: `${url}/v1/rerank` }).rerank({ query: "q", documents: ["d"] });
    await createHttpReranker({ url, protocol: "tei", timeoutMs: 5_000 }).rerank({ query: "q", documents: ["d"] });
    expect(seen.map(({ path }) => path)).toEqual(["/v2/rerank", "/v1/rerank", "/rerank"]);
    expect(seen[2]?.key).toBeUndefined();
    expect(Object.keys(seen[2]?.body ?? {})).not.toContain("model");
  });

  it("takes logits to 0–1 in the same order", async () => {
    behaviour = "logits";
    const [low = 1, high = 0, middle = 2] = await make().rerank({ query: QUERY, documents: DOCUMENTS });
    expect(low).toBeGreaterThan(0);
    expect(high).toBeLessThan(1);
    expect(middle).toBeCloseTo(0.5);
    expect(low).toBeLessThan(middle);
    expect(middle).toBeLessThan(high);
  });

  it("asks nobody about nothing", async () => {
    expect(await make().rerank({ query: QUERY, documents: [] })).toEqual([]);
    expect(seen).toEqual([]);
  });

  it.each([
    [401, "MODEL_UNAVAILABLE", "API key"],
    [422, "MODEL_UNAVAILABLE", "protocol"],
    [429, "MODEL_UNAVAILABLE", "quota"],
    [500, "MODEL_UNAVAILABLE", "500"],
    ["short", "MODEL_INVALID_OUTPUT", "2 scores for 3 documents"],
    ["prose", "MODEL_INVALID_OUTPUT", "JSON"],
    ["disconnect", "MODEL_UNAVAILABLE", "reached"],
  ] as const)("P08 %s becomes %s after one request, and quotes neither key nor query", async (bad, code, words) => {
    behaviour = bad;
    const error: unknown = await make()
      .rerank({ query: QUERY, documents: DOCUMENTS })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
    expect(String(error)).not.toMatch(/sk-secret|red boat/u);
    expect(seen).toHaveLength(1);
  });

  it("gives up at its time limit and when the caller does", async () => {
    behaviour = "hang";
    const request = { query: QUERY, documents: DOCUMENTS };
    await expect(make({ timeoutMs: 20 }).rerank(request)).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    const signal = AbortSignal.abort();
    await expect(make().rerank({ ...request, signal })).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
  });
});

describe("P23 a reranker that is asked only so much", () => {
  const turns = (limits: { readonly maxCallsPerMinute?: number }) =>
    createServiceTurns({ timeoutMs: 10, ...limits }, { service: "reranker", telemetry: silentTelemetry() });

  it("is not asked beyond the calls of a minute", async () => {
    const reranker = make({ turns: turns({ maxCallsPerMinute: 1 }) });
    const asked = { query: QUERY, documents: DOCUMENTS };
    expect(await reranker.rerank(asked)).toEqual([0, 1, 0.5]);
    await expect(reranker.rerank(asked)).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    expect(await reranker.rerank({ query: QUERY, documents: [] }), "nothing to ask, no place needed").toEqual([]);
    expect(seen).toHaveLength(1);
  });

  it("is left alone for as long as its Retry-After says", async () => {
    const reranker = make({ turns: turns({}) });
    behaviour = 429;
    const asked = { query: QUERY, documents: DOCUMENTS };
    await expect(reranker.rerank(asked)).rejects.toMatchObject({ details: { retryAfterSeconds: 7 } });
    behaviour = "good";
    await expect(reranker.rerank(asked)).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    expect(seen).toHaveLength(1);
  });
});
