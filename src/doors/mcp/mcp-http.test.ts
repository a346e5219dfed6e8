import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { loadConfig } from "../../config/index.js";
import { type Gate, openGate } from "../gate.js";
import { ServedDoors } from "../served.scene.js";
import { openHttpDoor } from "../serving.js";
import { createMcpHttpHandler } from "./http.js";
import { listTools } from "./index.js";
import { createMcpServer } from "./server.js";

const KEY = "0123456789abcdef";
const doors = new ServedDoors(openHttpDoor);
const serve = doors.start.bind(doors);
const clients: Client[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await doors.close();
});

async function connect(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  options: ClientOptions = {},
): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  await client.connect(transport);
  clients.push(client);
  return client;
}

const initialize = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
});

function post(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  return fetch(url, { method: "POST", headers: all, body: initialize });
}

describe("MCP over HTTP (7.1)", () => {
  it.each([
    ["2025-11-25", { versionNegotiation: { mode: "legacy" } }],
    ["2026-07-28", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
  ] as const)("one address serves clients of revision %s: tools, resources, prompts", async (revision, options) => {
    const client = await connect(`${await serve()}/mcp/ada`, {}, options);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(listTools("en").map(({ name }) => name));
    const kept = await client.callTool({ name: "remember", arguments: { content: "Ada takes her tea without milk." } });
    const { memory } = kept.structuredContent as { memory: { id: string } };
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["keepsake://profile"]);
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return content !== undefined && "text" in content ? content.text : "";
    };
    expect(await read(`keepsake://memories/${memory.id}`)).toContain("without milk");
    expect(await read("keepsake://profile")).toContain("sections");
    for (const uri of [
      "keepsake://memories/mem_none",
      "keepsake://memories/a/b",
      "keepsake://nothing",
      "file:///etc",
    ]) {
      await expect(client.readResource({ uri })).rejects.toThrow();
    }
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["answer-with-memory", "what-do-you-know", "wrap-up"]);
    const question = "How does Ada take her tea?";
    const { messages } = await client.getPrompt({ name: "answer-with-memory", arguments: { question } });
    expect(JSON.stringify(messages)).toContain("without milk");
    await expect(client.getPrompt({ name: "answer-with-memory" })).rejects.toThrow();
  });

  it("P26 knows no sessions: an id that nobody knows, from before a restart, is ignored", async () => {
    const url = await serve();
    const answer = await post(`${url}/mcp/ada`, { "mcp-session-id": "from-another-life" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("mcp-session-id")).toBeNull();
    // the session's own stream and its end: there is none to listen to, and none to end
    for (const method of ["GET", "DELETE"]) {
      const headers = { "mcp-session-id": "from-another-life", accept: "text/event-stream" };
      expect((await fetch(`${url}/mcp/ada`, { method, headers })).status).toBe(405);
    }
  });

  it("P09, P11 the user comes from the path, the header or the credential, within what the credential allows", async () => {
    const url = await serve({
      apiKeys: [
        { name: "ada", key: `${KEY}a`, user: "ada", permissions: ["memory:read"] },
        { name: "app", key: `${KEY}b` },
      ],
    });
    const bound = { authorization: `Bearer ${KEY}a` };
    const free = { authorization: `Bearer ${KEY}b` };
    expect((await post(`${url}/mcp`, {})).status).toBe(401);
    expect((await post(`${url}/mcp`, { authorization: "Bearer nothing" })).status).toBe(401);
    expect((await post(`${url}/mcp`, bound)).status).toBe(200);
    expect((await post(`${url}/mcp/eve`, bound)).status).toBe(403);
    expect((await post(`${url}/mcp`, free)).status).toBe(400);
    expect((await post(`${url}/mcp`, { ...free, "keepsake-user": "eve" })).status).toBe(200);
    const client = await connect(`${url}/mcp`, bound);
    const refused = await client.callTool({ name: "remember", arguments: { content: "x" } });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain("FORBIDDEN");
  });

  it("answers no page of another origin", async () => {
    const url = await serve({ apiKeys: [{ name: "app", key: KEY }] });
    const headers = { authorization: `Bearer ${KEY}`, "keepsake-user": "ada" };
    expect((await post(`${url}/mcp`, { ...headers, origin: "https://evil.example" })).status).toBe(403);
    expect((await post(`${url}/mcp`, { ...headers, origin: new URL(url).origin })).status).toBe(200);
  });

  it("7.4 a caller who hung up while it was let in keeps no place, and nothing is begun for it", async () => {
    await serve();
    const [served] = doors.opened;
    if (served === undefined) throw new Error("no engine");
    const config = loadConfig({ env: {}, file: false, overrides: { http: { limits: { concurrent: 1 } } } });
    const response = Object.assign(new EventEmitter(), { closed: false });
    const open = await openGate(served.engine, config, "http");
    const gate: Gate = {
      ...{ callerFor: open.callerFor.bind(open), require: open.require.bind(open), enter: open.enter.bind(open) },
      async admit(headers) {
        response.closed = true;
        response.emit("close");
        return open.admit(headers);
      },
      forDoor: () => gate,
    };
    const begun: unknown[] = [];
    const handler = createMcpHttpHandler(served.engine, config, gate, (options) => {
      begun.push(options);
      return createMcpServer(options);
    });
    const request = { method: "POST", url: "/mcp/ada", headers: { host: "localhost" } } as IncomingMessage;
    for (let call = 0; call < 3; call++) {
      const serve = await handler.admit(request, response as unknown as ServerResponse, "ada");
      await serve(JSON.parse(initialize));
    }
    expect(begun).toEqual([]);
    await handler.close();
  });

  it("7.4 the work of a caller who hung up takes its place until it has ended", async () => {
    const url = await serve({ limits: { concurrent: 1 } });
    const { truth } = doors.opened[0]?.engine.parts.storage ?? {};
    if (truth === undefined) throw new Error("no engine");
    const read = truth.read.bind(truth);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let enter: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => {
      enter = resolve;
    });
    truth.read = async (scope, work) => {
      enter();
      await held;
      return read(scope, work);
    };
    const caller = new AbortController();
    const call = fetch(`${url}/mcp/ada`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "recall", arguments: { query: "tea" } } },
      }),
      signal: caller.signal,
    }).then((answer) => answer.text());
    await inside;
    caller.abort();
    await expect(call).rejects.toThrow();
    const counted = () =>
      doors.opened[0]?.engine
        .measurements()
        .counters.some(({ labels }) => labels.operation === "recall" && labels.outcome === "DEADLINE_EXCEEDED");
    await expect.poll(counted, { timeout: 10_000 }).toBe(true);
    expect((await post(`${url}/mcp/ada`, {})).status).toBe(429);
    release();
    await expect.poll(async () => (await post(`${url}/mcp/ada`, {})).status, { timeout: 10_000 }).toBe(200);
  });

  it("9.1 looks at the credential before it reads a body", async () => {
    const url = await serve({ apiKeys: [{ name: "app", key: KEY }], maxBodyBytes: 4_096 });
    const send = (headers: Readonly<Record<string, string>>, body: string) =>
      fetch(`${url}/mcp/ada`, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
    for (const body of ["{", "x".repeat(5_000)]) expect((await send({}, body)).status).toBe(401);
    const known = { authorization: `Bearer ${KEY}` };
    expect((await send(known, "{")).status).toBe(400);
    expect((await send(known, "x".repeat(5_000))).status).toBe(413);
  });

  it("says where tokens come from", async () => {
    const url = await serve({ apiKeys: [{ name: "app", key: KEY }] });
    const challenge = (await post(`${url}/mcp`, {})).headers.get("www-authenticate") ?? "";
    const [, address] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    const document = await (await fetch(address ?? "")).json();
    expect(document).toMatchObject({ resource: `${url}/mcp`, bearer_methods_supported: ["header"] });
  });
});
