import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI, { APIError } from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { type OpenEngine, openEngine } from "../../compose.js";
import { type KeepsakeConfigInput, loadConfig } from "../../config/index.js";
import { KeepsakeError, makeScope, type SessionId } from "../../domain/index.js";
import { listMemories } from "../../recall/index.js";
import { type ProxyServer, serveProxy } from "./index.js";

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

type Reply = (response: ServerResponse, seen: Seen) => void | Promise<void>;

/** A service that answers as the test says, and remembers what it was asked. */
class FakeUpstream {
  readonly seen: Seen[] = [];
  hungUp = 0;
  reply: Reply = (response) => sendJson(response, completion("Hello."));
  readonly server: Server = createServer((request, response) => void this.#answer(request, response));

  get last(): Seen {
    const last = this.seen.at(-1);
    if (last === undefined) throw new Error("the upstream was not asked");
    return last;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = request;
    response.on("close", () => {
      if (!response.writableFinished) this.hungUp += 1;
    });
    const seen = { method, path, headers, text: Buffer.concat(chunks).toString("utf8") };
    this.seen.push(seen);
    await this.reply(response, seen);
  }
}

function sendJson(response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function completion(content: string | null, more: object = {}): object {
  const message = { role: "assistant", content, refusal: null, ...more };
  const choices = [{ index: 0, message, finish_reason: "stop", logprobs: null }];
  return { id: "c1", object: "chat.completion", created: 1, model: "m", choices };
}

function sendEvents(response: ServerResponse, events: readonly (object | string)[]): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const event of events) {
    const name = typeof event === "object" && "type" in event ? `event: ${String(event.type)}\n` : "";
    const bytes = Buffer.from(`${name}data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
    // cut anywhere, also through a character
    for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
  }
  response.end();
}

const delta = (content: string): object => ({
  id: "c1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta: { content }, finish_reason: null }],
});

interface Scene {
  readonly engine: OpenEngine;
  readonly proxy: ProxyServer;
  readonly upstream: FakeUpstream;
  readonly client: OpenAI;
  clientOf(headers: Record<string, string>, apiKey?: string): OpenAI;
}

const open: Scene[] = [];

async function scene(
  proxy: Partial<NonNullable<KeepsakeConfigInput["proxy"]>> = {},
  overrides: KeepsakeConfigInput = {},
): Promise<Scene> {
  const upstream = new FakeUpstream();
  await new Promise<void>((resolve) => {
    upstream.server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = upstream.server.address() as AddressInfo;
  const config = loadConfig({
    env: {},
    file: false,
    overrides: {
      storage: { kind: "memory" },
      embedder: { kind: "fake" },
      log: { level: "silent" },
      ...overrides,
      // a loaded machine is slow: what is not about time must not run out of it
      proxy: { port: 0, upstreamUrl: `http://127.0.0.1:${port}/base/v1`, memoryTimeoutMs: 30_000, ...proxy },
    },
  });
  const engine = await openEngine(config);
  const server = await serveProxy(engine, config);
  const clientOf = (headers: Record<string, string>, apiKey = "client-key"): OpenAI =>
    new OpenAI({ apiKey, baseURL: server.url, defaultHeaders: headers, maxRetries: 0 });
  const made = {
    engine,
    proxy: server,
    upstream,
    clientOf,
    client: clientOf({ "x-keepsake-user": "ada", "x-keepsake-session": "s1" }),
  };
  open.push(made);
  return made;
}

afterEach(async () => {
  for (const { engine, proxy, upstream } of open.splice(0)) {
    upstream.server.closeAllConnections();
    await proxy.close();
    await engine.close();
    await new Promise<void>((resolve) => {
      upstream.server.close(() => resolve());
    });
  }
});

async function turnsOf({ engine, proxy }: Scene, sessionId = "s1", user = "ada"): Promise<string[]> {
  await proxy.settled();
  const turns = await engine.parts.storage.truth.read(makeScope("default", user), (transaction) =>
    transaction.turns.recent(sessionId as SessionId, 100),
  );
  return turns.map(({ role, text }) => `${role}: ${text}`);
}

async function know({ client, engine, proxy }: Scene, text: string): Promise<void> {
  await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: text }] });
  await proxy.settled();
  await engine.drain(makeScope("default", "ada"), 20_000);
}

const asked = (upstream: FakeUpstream): { messages: { role: string; content: string }[] } =>
  JSON.parse(upstream.last.text) as never;

describe("7.3 chat completions through the official client", () => {
  it.each([
    ["I live in Aberhaven.", "Where do I live?", "Aberhaven"],
    ["我住在杭州。", "我住在哪里？", "杭州"],
  ])("takes in what is said and puts what is known before the next chat: %s", async (said, question, known) => {
    const world = await scene();
    await know(world, said);
    expect(await turnsOf(world)).toEqual([`user: ${said}`, "assistant: Hello."]);
    const other = world.clientOf({ "x-keepsake-user": "ada", "x-keepsake-session": "s2" });
    const { data, response } = await other.chat.completions
      .create({
        model: "m",
        messages: [
          { role: "system", content: "Be kind." },
          { role: "user", content: question },
        ],
      })
      .withResponse();
    expect(data.choices[0]?.message.content).toBe("Hello.");
    expect(response.headers.get("x-keepsake-memory")).toBe("used");
    const { messages } = asked(world.upstream);
    expect(messages.map(({ role }) => role)).toEqual(["system", "system", "user"]);
    expect(messages[0]?.content).toBe("Be kind.");
    expect(messages[1]?.content).toMatch(/<keepsake-memory/);
    expect(messages[1]?.content).toContain(known);
    expect(messages[2]?.content).toBe(question);
    expect(await turnsOf(world, "s2")).toEqual([`user: ${question}`, "assistant: Hello."]);
    expect(await turnsOf(world, "s2", "eve")).toEqual([]);
  });

  it("streams as it comes, and takes in the whole reply", async () => {
    const world = await scene();
    world.upstream.reply = (response) => sendEvents(response, [delta("你好，"), delta("世界 🙂"), "[DONE]"]);
    const stream = await world.client.chat.completions.create({
      model: "m",
      stream: true,
      messages: [{ role: "user", content: [{ type: "text", text: "Greet me." }] }],
    });
    const parts: string[] = [];
    for await (const chunk of stream) parts.push(chunk.choices[0]?.delta.content ?? "");
    expect(parts).toEqual(["你好，", "世界 🙂"]);
    expect(await turnsOf(world)).toEqual(["user: Greet me.", "assistant: 你好，世界 🙂"]);
  });

  it("lets tools pass, and takes in nothing twice while they are called", async () => {
    const world = await scene();
    const call = { id: "t1", type: "function", function: { name: "time", arguments: "{}" } } as const;
    world.upstream.reply = (response) => sendJson(response, completion(null, { tool_calls: [call] }));
    const tools = [{ type: "function", function: { name: "time", parameters: { type: "object" } } }] as never;
    const user = { role: "user", content: "What time is it?" } as const;
    const first = await world.client.chat.completions.create({ model: "m", tools, messages: [user] });
    expect(first.choices[0]?.message.tool_calls).toEqual([call]);
    expect(asked(world.upstream)).toMatchObject({ tools });
    world.upstream.reply = (response) => sendJson(response, completion("It is noon."));
    await world.proxy.settled();
    await world.client.chat.completions.create({
      model: "m",
      tools,
      messages: [
        user,
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "t1", content: "12:00" },
      ],
    });
    expect(await turnsOf(world)).toEqual(["user: What time is it?", "assistant: It is noon."]);
  });

  it("passes every other character of the request on as it came", async () => {
    const world = await scene();
    await know(world, "I live in Aberhaven.");
    const body = `{ "seed": 9223372036854775807, "unknown": {"messages": [1e400]},\n "messages" : [ {"role":"user","content":"Where do I live? \\u0041"} ], "x": 1.0 }`;
    const response = await fetch(`${world.proxy.url}/chat/completions?trace=1`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-keepsake-user": "ada", "x-custom": "kept" },
      body,
    });
    expect(response.status).toBe(200);
    const { text, path, headers } = world.upstream.last;
    expect(path).toBe("/base/v1/chat/completions?trace=1");
    expect(headers["x-custom"]).toBe("kept");
    expect(headers["x-keepsake-user"]).toBeUndefined();
    expect(text).toContain("<keepsake-memory");
    const block = /\{"role":"system","content":"(?:[^"\\]|\\.)*"\},/.exec(text)?.[0] ?? "";
    expect(text.replace(block, "")).toBe(body);
  });

  it("passes the upstream's errors on: status, body, headers; and takes nothing in", async () => {
    const world = await scene();
    const error = { message: "no such model", type: "invalid_request_error", param: "model", code: "model_not_found" };
    world.upstream.reply = (response) => sendJson(response, { error }, 404, { "x-request-id": "up-1" });
    const thrown = await world.client.chat.completions
      .create({ model: "none", messages: [{ role: "user", content: "hi" }] })
      .catch((caught: unknown) => caught);
    expect(thrown).toBeInstanceOf(APIError);
    expect(thrown).toMatchObject({ status: 404, code: "model_not_found", requestID: "up-1", error });
    expect(await turnsOf(world)).toEqual([]);
    const broken = await fetch(`${world.proxy.url}/chat/completions`, {
      method: "POST",
      headers: { "x-keepsake-user": "ada" },
      body: "{ not json",
    });
    expect(broken.status).toBe(404);
    expect(world.upstream.last.text).toBe("{ not json");
  });

  it("P18: the same request again is one message; an equal word later is another", async () => {
    const world = await scene();
    const say = (messages: OpenAI.ChatCompletionMessageParam[]) =>
      world.client.chat.completions.create({ model: "m", messages }).then(() => world.proxy.settled());
    const ok = { role: "user", content: "ok" } as const;
    await say([ok]);
    await say([ok]);
    await say([ok, { role: "assistant", content: "Hello." }, ok]);
    expect(await turnsOf(world)).toEqual(["user: ok", "assistant: Hello.", "user: ok", "assistant: Hello."]);
  });

  it("hangs up on the upstream when the client hangs up, and keeps no half sentence", async () => {
    const world = await scene();
    world.upstream.reply = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(delta("It was a dark and"))}\n\n`);
    };
    const abort = new AbortController();
    const stream = await world.client.chat.completions.create(
      { model: "m", stream: true, messages: [{ role: "user", content: "Tell me a story." }] },
      { signal: abort.signal },
    );
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content !== "") break;
    abort.abort();
    await expect.poll(() => world.upstream.hungUp, { timeout: 20_000 }).toBe(1);
    await expect.poll(() => turnsOf(world), { timeout: 20_000 }).toEqual(["user: Tell me a story."]);
  });
});

describe("responses through the official client", () => {
  const message = (text: string) => ({
    id: "m1",
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  });

  it("puts memory into the instructions of one request, and takes in both sides", async () => {
    const world = await scene();
    await know(world, "I live in Aberhaven.");
    world.upstream.reply = (response) =>
      sendJson(response, { id: "r1", object: "response", output: [message("Aberhaven.")] });
    const client = world.clientOf({ "x-keepsake-user": "ada", "x-keepsake-session": "s2" });
    const answer = await client.responses.create({ model: "m", instructions: "Be brief.", input: "Where do I live?" });
    expect(answer.output_text).toBe("Aberhaven.");
    const sent = JSON.parse(world.upstream.last.text) as { instructions: string; input: string };
    expect(sent.instructions).toMatch(/^Be brief\.\n\n[\s\S]*<keepsake-memory[\s\S]*Aberhaven/);
    expect(sent.input).toBe("Where do I live?");
    await client.responses.create({ model: "m", input: [{ role: "user", content: "Where do I live?" }], store: false });
    expect(JSON.parse(world.upstream.last.text)).toMatchObject({
      instructions: expect.stringContaining("Aberhaven"),
      store: false,
      input: [{ role: "user", content: "Where do I live?" }],
    });
    expect((await turnsOf(world, "s2")).slice(0, 2)).toEqual(["user: Where do I live?", "assistant: Aberhaven."]);
  });

  it("streams", async () => {
    const world = await scene();
    const text = { type: "response.output_text.delta", item_id: "m1", output_index: 0, content_index: 0 };
    world.upstream.reply = (response) =>
      sendEvents(response, [
        { ...text, sequence_number: 1, delta: "你" },
        { ...text, sequence_number: 2, delta: "好" },
        { type: "response.completed", sequence_number: 3, response: { id: "r1", output: [message("你好")] } },
      ]);
    const stream = await world.client.responses.create({ model: "m", input: "Greet me.", stream: true });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types.at(-1)).toBe("response.completed");
    expect(await turnsOf(world)).toEqual(["user: Greet me.", "assistant: 你好"]);
  });
});

describe("7.4 when memory is down or slow", () => {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Where do I live?" }];
  const ask = (client: OpenAI) => client.chat.completions.create({ model: "m", messages });

  it("the chat goes on without it: failing", async () => {
    const world = await scene();
    await know(world, "I live in Aberhaven.");
    const { truth } = world.engine.parts.storage;
    const broken = async (): Promise<never> => {
      throw new KeepsakeError("STORE_BUSY", "another process holds the store");
    };
    Object.assign(truth, { read: broken, write: broken });
    const { data, response } = await ask(world.client).withResponse();
    expect(data.choices[0]?.message.content).toBe("Hello.");
    expect(response.headers.get("x-keepsake-memory")).toBe("unavailable");
    expect(asked(world.upstream).messages).toEqual(messages);
  });

  it("the chat goes on without it: slow", async () => {
    const world = await scene({ memoryTimeoutMs: 10 });
    const { truth } = world.engine.parts.storage;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const read = truth.read.bind(truth) as (...given: readonly unknown[]) => Promise<unknown>;
    Object.assign(truth, { read: (...given: readonly unknown[]) => released.then(() => read(...given)) });
    const { data, response } = await ask(world.client).withResponse();
    expect(data.choices[0]?.message.content).toBe("Hello.");
    expect(response.headers.get("x-keepsake-memory")).toBe("unavailable");
    release();
  });

  it("a kept connection that the upstream let go of is no failure, a fresh one that breaks is", async () => {
    const world = await scene();
    await ask(world.client);
    let breaks = 1;
    world.upstream.reply = (response) => {
      breaks -= 1;
      if (breaks < 0) sendJson(response, completion("Hello again."));
      else response.socket?.destroy();
    };
    expect((await ask(world.client)).choices[0]?.message.content).toBe("Hello again.");
    breaks = 2;
    await expect(ask(world.client)).rejects.toMatchObject({ status: 503, code: "UNAVAILABLE" });
  });

  it("an upstream that is away is told as such, in the protocol's form", async () => {
    const world = await scene({ upstreamUrl: "http://127.0.0.1:9/v1" });
    const thrown = await ask(world.client).catch((caught: unknown) => caught);
    expect(thrown).toMatchObject({ status: 503, code: "UNAVAILABLE", type: "server_error" });
  });
});

describe("P01: what Keepsake put in is not learned from", () => {
  it("neither from a reply that repeats the block nor from a user who pastes it", async () => {
    const world = await scene();
    await know(world, "I live in Aberhaven.");
    const scope = makeScope("default", "ada");
    const count = async (): Promise<number> => {
      await world.proxy.settled();
      await world.engine.drain(scope, 20_000);
      return (await listMemories(world.engine.parts, scope, {})).items.length;
    };
    const before = await count();
    expect(before).toBeGreaterThan(0);
    let block = "";
    world.upstream.reply = (response, seen) => {
      const { messages } = JSON.parse(seen.text) as { messages: { role: string; content: string }[] };
      block = messages.find(({ role }) => role === "system")?.content ?? "";
      sendJson(response, completion(`${block} You asked where you live.`));
    };
    const client = world.clientOf({ "x-keepsake-user": "ada", "x-keepsake-session": "s2" });
    await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "Where do I live?" }] });
    expect(block).toContain("<keepsake-memory");
    expect(await turnsOf(world, "s2")).toEqual(["user: Where do I live?", "assistant: You asked where you live."]);
    await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: `${block}\nThanks!` }] });
    expect(await count()).toBe(before);
  });
});

describe("who calls", () => {
  const KEY = "0123456789abcdef";
  const BOUND = "fedcba9876543210";
  const keys = {
    http: {
      apiKeys: [
        { name: "app", key: KEY },
        { name: "ada", key: BOUND, user: "ada" },
      ],
    },
  };
  const ask = (client: OpenAI) =>
    client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "hi" }] });

  it("a key of Keepsake's stays here; the upstream gets the operator's", async () => {
    const world = await scene({ upstreamKey: "operator-key" }, keys);
    await ask(world.clientOf({ "x-keepsake-user": "ada" }, KEY));
    expect(world.upstream.last.headers.authorization).toBe("Bearer operator-key");
    await expect(ask(world.clientOf({ "x-keepsake-user": "ada" }, "wrong-key-wrong-key"))).rejects.toMatchObject({
      status: 401,
      type: "authentication_error",
    });
    expect(world.upstream.seen).toHaveLength(1);
  });

  it("with x-keepsake-key the client's own key goes on; without, none does", async () => {
    const world = await scene({}, keys);
    await ask(world.clientOf({ "x-keepsake-user": "ada", "x-keepsake-key": KEY }, "own-key"));
    expect(world.upstream.last.headers.authorization).toBe("Bearer own-key");
    expect(world.upstream.last.headers["x-keepsake-key"]).toBeUndefined();
    await ask(world.clientOf({ "x-keepsake-user": "ada" }, KEY));
    expect(world.upstream.last.headers.authorization).toBeUndefined();
  });

  it("P11: a bound key is its user's, and opens no other", async () => {
    const world = await scene({}, keys);
    await ask(world.clientOf({ "x-keepsake-session": "s1" }, BOUND));
    expect(await turnsOf(world)).toEqual(["user: hi", "assistant: Hello."]);
    await expect(ask(world.clientOf({ "x-keepsake-user": "eve" }, BOUND))).rejects.toMatchObject({ status: 403 });
    await expect(ask(world.clientOf({}, KEY))).rejects.toMatchObject({ status: 400, param: "x-keepsake-user" });
  });

  it("user ids are exact, in any script", async () => {
    const world = await scene();
    for (const [header, user] of [
      [`UTF-8''${encodeURIComponent("用户 %/é")}`, "用户 %/é"],
      ["a%20b", "a%20b"],
    ] as const) {
      await ask(world.clientOf({ "x-keepsake-user": header, "x-keepsake-session": "s1" }));
      expect(await turnsOf(world, "s1", user)).toEqual(["user: hi", "assistant: Hello."]);
    }
  });

  it("the operator's key opens chats, embeddings and models, not what others left at the upstream", async () => {
    const world = await scene({ upstreamKey: "operator-key" });
    const headers = { "x-keepsake-user": "ada" };
    const get = (path: string) => fetch(`${world.proxy.url}${path}`, { headers }).then(({ status }) => status);
    expect(await get("/models")).toBe(200);
    expect(await get("/files")).toBe(404);
    expect(await get("/responses/resp_1")).toBe(404);
    const own = await scene();
    own.upstream.reply = (response) => sendJson(response, { object: "list", data: [] });
    expect((await own.client.models.list()).data).toEqual([]);
    expect((await fetch(`${own.proxy.url}/files`, { headers })).status).toBe(200);
    expect(own.upstream.last).toMatchObject({ method: "GET", path: "/base/v1/files" });
  });

  it("refuses what is too large", async () => {
    const world = await scene({ maxBodyBytes: 1_024 });
    const client = world.client.chat.completions;
    await expect(
      client.create({ model: "m", messages: [{ role: "user", content: "x".repeat(2_000) }] }),
    ).rejects.toMatchObject({ status: 413, code: "TOO_LARGE" });
  });

  it("is not opened without an upstream", async () => {
    const config = loadConfig({ env: {}, file: false });
    await expect(serveProxy({} as OpenEngine, config)).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });
});
