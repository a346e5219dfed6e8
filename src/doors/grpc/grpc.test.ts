import { connect as connectHttp2 } from "node:http2";
import { connect as connectTcp } from "node:net";
import { Code } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { afterEach, describe, expect, it } from "vitest";
import { loadConfig } from "../../config/index.js";
import {
  answerOf,
  call,
  closeAll,
  detail,
  dynamicClient,
  errorOf,
  type Fields,
  JSON_HEADERS,
  KEY,
  open,
  plainClient,
  post,
  start,
} from "./grpc.scene.js";
import { serveGrpc } from "./index.js";
import { PACKAGE, SERVICE } from "./schema/index.js";
import { ErrorInfoSchema, ReflectionServices } from "./standard/messages.js";

afterEach(closeAll);

describe("one port", () => {
  it("answers plain gRPC clients made from the published file", async () => {
    const client = plainClient(await start());
    const wrote = answerOf(await call(client, "Remember", { user: "ada", content: "I live in Lisbon." }));
    expect(wrote).toMatchObject({ outcome: "new", memory: { value: "Lisbon", version: 1 } });
    const found = answerOf(await call(client, "Recall", { user: "ada", query: "Where do I live?" }));
    expect((found.items as Fields[])[0]).toMatchObject({ type: "memory", value: "Lisbon" });
    const chinese = answerOf(await call(client, "Remember", { user: "小艾", content: "我住在杭州。" }));
    expect(chinese).toMatchObject({ memory: { value: "杭州" } });
    const other = answerOf(await call(client, "Recall", { user: "eve", query: "Where do I live?" }));
    expect(other.items).toEqual([]);
  });

  it("answers gRPC, gRPC-web and Connect, over HTTP/2 and HTTP/1.1", async () => {
    const baseUrl = `http://${await start()}`;
    const transports = {
      grpc: createGrpcTransport({ baseUrl }),
      "grpc-web 1.1": createGrpcWebTransport({ baseUrl, httpVersion: "1.1" }),
      "grpc-web 2": createGrpcWebTransport({ baseUrl, httpVersion: "2" }),
      "connect 1.1": createConnectTransport({ baseUrl, httpVersion: "1.1" }),
      "connect 2": createConnectTransport({ baseUrl, httpVersion: "2" }),
      "connect binary": createConnectTransport({ baseUrl, httpVersion: "1.1", useBinaryFormat: true }),
    };
    for (const [name, transport] of Object.entries(transports)) {
      const client = dynamicClient(transport);
      await client.unary("remember", { user: name, content: "I live in Lisbon." });
      const found = await client.unary("recall", { user: name, query: "Where do I live?", limit: 3 });
      expect((found.items as Fields[])[0], name).toMatchObject({ value: "Lisbon", version: 1n });
      const parts: Fields[] = [];
      const stream = client.stream("recallStream", { user: name, query: "Where do I live?" });
      for await (const message of stream) parts.push(message.part as Fields);
      expect(
        parts.map((part) => part.case),
        name,
      ).toEqual(["item", "rest"]);
      expect(parts[0]?.value, name).toMatchObject({ type: "memory", value: "Lisbon" });
      expect(parts[1]?.value, name).toMatchObject({ items: [], pendingTurns: 0n });
    }
  });

  it("recognises the protocol however the first bytes arrive, and survives what is neither", async () => {
    const [host = "", port = ""] = (await start()).split(":");
    const send = (pieces: readonly string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connectTcp(Number(port), host);
        let heard = "";
        socket.setNoDelay(true).on("error", reject);
        socket.on("data", (chunk) => {
          heard += chunk.toString("latin1");
          socket.end();
        });
        socket.on("close", () => resolve(heard));
        void (async () => {
          for (const piece of pieces) {
            await new Promise<void>((written) => socket.write(piece, "latin1", () => setTimeout(written, 20)));
          }
        })();
      });
    const get = "GET /nothing HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    expect(await send([get])).toMatch(/^HTTP\/1\.1 404/);
    expect(await send([...get.slice(0, 4), get.slice(4)])).toMatch(/^HTTP\/1\.1 404/);
    const http2 = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    const isSettings = (heard: string): boolean => heard.charCodeAt(3) === 4;
    expect(isSettings(await send([http2]))).toBe(true);
    expect(isSettings(await send(["P", "R", http2.slice(2)]))).toBe(true);
    expect(await send(["\x16\x03\x01 hello"])).toMatch(/^HTTP\/1\.1 400/);
    // An HTTP/1.0 call and an HTTP/2 call that name no host.
    const path = `/${PACKAGE}.${SERVICE}/Recall`;
    expect(await send([`POST ${path} HTTP/1.0\r\ncontent-type: application/json\r\n\r\n`])).toMatch(/^HTTP\/1\.1 400/);
    const session = connectHttp2(`http://${host}:${port}`);
    const stream = session.request({
      ":method": "POST",
      ":path": path,
      ":authority": "",
      "content-type": "application/grpc",
    });
    const status = await new Promise((resolve) => {
      stream.on("response", (headers) => resolve(headers[":status"])).on("error", () => resolve("reset"));
    });
    expect([400, "reset"]).toContain(status);
    session.destroy();
    expect((await post(`${host}:${port}`, "Stats", { user: "ada" })).status).toBe(200);
  });

  it("says which port is taken", async () => {
    const address = await start();
    const { engine } = open[0] ?? {};
    if (engine === undefined) throw new Error("no engine");
    const config = loadConfig({ env: {}, file: false });
    await expect(serveGrpc(engine, config, Number(address.split(":")[1]))).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      message: expect.stringContaining("EADDRINUSE") as string,
      details: { field: "grpc.port" },
    });
  });
});

describe("credentials", () => {
  it("refuses to listen beyond loopback without credentials", async () => {
    await expect(start({ host: "0.0.0.0" })).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });

  it("wants a key where there are keys, as authorization or x-api-key", async () => {
    const client = plainClient(await start({ apiKeys: [{ name: "app", key: KEY }] }));
    const request = { user: "ada" };
    const missing = errorOf(await call(client, "Stats", request));
    expect(missing.code).toBe(Code.Unauthenticated);
    expect(detail(missing, ErrorInfoSchema)).toMatchObject({ reason: "UNAUTHENTICATED", domain: "keepsake" });
    expect(errorOf(await call(client, "Stats", request, { "x-api-key": `${KEY}x` })).code).toBe(Code.Unauthenticated);
    answerOf(await call(client, "Stats", request, { "x-api-key": KEY }));
    answerOf(await call(client, "Stats", request, { authorization: `Bearer ${KEY}` }));
  });

  it("P09 P11 the user is named by the call and opened only by the credential; permissions bind", async () => {
    const client = plainClient(
      await start({
        apiKeys: [
          { name: "ada", key: KEY, user: "ada", permissions: ["memory:read"] },
          { name: "all", key: `${KEY}2` },
        ],
      }),
    );
    const mine = { "x-api-key": KEY };
    answerOf(await call(client, "List", { user: "ada" }, mine));
    answerOf(await call(client, "List", {}, { ...mine, "keepsake-user": "ada" }));
    for (const [request, headers] of [
      [{ user: "eve" }, {}],
      [{}, { "keepsake-user": "eve" }],
    ] as const) {
      const refused = errorOf(await call(client, "List", request, { ...mine, ...headers }));
      expect(refused.code).toBe(Code.PermissionDenied);
      expect(detail(refused, ErrorInfoSchema)).toMatchObject({ reason: "FORBIDDEN", metadata: { field: "user" } });
    }
    const none = errorOf(await call(client, "List", {}, mine));
    expect(none).toMatchObject({ code: Code.InvalidArgument, details: expect.stringContaining("user:") as string });
    const twice = errorOf(await call(client, "List", { user: "ada" }, { ...mine, "keepsake-user": "eve" }));
    expect(twice.code).toBe(Code.InvalidArgument);
    const write = errorOf(await call(client, "Remember", { user: "ada", content: "x" }, mine));
    expect(write.code).toBe(Code.PermissionDenied);
    expect(errorOf(await call(client, "KeysList", {}, mine)).code).toBe(Code.PermissionDenied);
    const made = answerOf(
      await call(client, "KeysCreate", { name: "bob", role: "reader", user: "bob" }, { "x-api-key": `${KEY}2` }),
    );
    expect(made).toMatchObject({ key: { name: "bob", user: "bob" } });
    const bobs = { "x-api-key": String(made.secret) };
    answerOf(await call(client, "List", { user: "bob" }, bobs));
    expect(errorOf(await call(client, "List", { user: "ada" }, bobs)).code).toBe(Code.PermissionDenied);
    const log = answerOf(await call(client, "AuditList", { limit: 100 }, { "x-api-key": `${KEY}2` }));
    expect(log.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: "list", actor: "key:bob", door: "grpc", user: "bob" }),
      ]),
    );
  });

  it("without keys, refuses names and origins that are not this machine", async () => {
    const address = await start();
    const session = connectHttp2(`http://${address}`);
    const statusFor = (authority: string): Promise<unknown> =>
      new Promise((resolve) => {
        const stream = session.request({
          ...{ ":method": "POST", ":path": `/${PACKAGE}.${SERVICE}/Stats`, ":authority": authority },
          "content-type": "application/grpc",
        });
        stream.on("trailers", (trailers) => resolve(trailers["grpc-status"]));
        stream.on("response", (headers) => headers["grpc-status"] && resolve(headers["grpc-status"]));
        stream.resume().end(Buffer.from([0, 0, 0, 0, 5, 10, 3, 97, 100, 97]));
      });
    expect(await statusFor("evil.example")).toBe("7");
    expect(await statusFor("localhost:1")).toBe("0");
    session.destroy();
    expect((await post(address, "Stats", { user: "ada" }, { origin: "https://evil.example" })).status).toBe(403);
    expect((await post(address, "Stats", { user: "ada" }, { origin: "http://localhost:3000" })).status).toBe(200);
  });
});

describe("callers that leave", () => {
  it("end nothing but their own call, over HTTP/2 and HTTP/1.1", async () => {
    const address = await start();
    const { storage } = open[0]?.engine.parts ?? {};
    if (storage === undefined) throw new Error("no store");
    const read = storage.truth.read.bind(storage.truth);
    const entered: (() => void)[] = [];
    storage.truth.read = () => {
      entered.shift()?.();
      return new Promise(() => undefined);
    };
    const inside = (): Promise<void> => new Promise((resolve) => entered.push(resolve));
    const session = connectHttp2(`http://${address}`);
    const stream = session.request({
      ...{ ":method": "POST", ":path": `/${PACKAGE}.${SERVICE}/JournalList`, "content-type": "application/grpc" },
    });
    stream.on("error", () => undefined);
    const first = inside();
    stream.end(Buffer.from([0, 0, 0, 0, 5, 10, 3, 97, 100, 97]));
    await first;
    stream.close(8);
    const leaving = new AbortController();
    const second = inside();
    const left = fetch(`http://${address}/${PACKAGE}.${SERVICE}/JournalList`, {
      ...{ method: "POST", headers: JSON_HEADERS, body: '{"user":"ada"}', signal: leaving.signal },
    }).catch((error: Error) => error.name);
    await second;
    leaving.abort();
    expect(await left).toBe("AbortError");
    session.destroy();
    storage.truth.read = read;
    expect((await post(address, "JournalList", { user: "ada" })).status).toBe(200);
  });
});

describe("stopping", () => {
  it("waits for no line that has said nothing", async () => {
    const [host = "", port = ""] = (await start({ drainTimeoutMs: 600_000 })).split(":");
    const silent = connectTcp(Number(port), host);
    await new Promise<void>((resolve) => silent.once("connect", resolve));
    await post(`${host}:${port}`, "Stats", { user: "ada" });
    const closed = new Promise<void>((resolve) => silent.once("close", () => resolve()));
    await open[0]?.server.close();
    await closed;
  });

  it("lets running calls end, and lets the port go", async () => {
    const address = await start();
    const client = plainClient(address);
    const entry = open[0];
    if (entry === undefined) throw new Error("no server");
    const { storage } = entry.engine.parts;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let entered: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const read = storage.truth.read.bind(storage.truth);
    storage.truth.read = async (scope, work) => {
      entered();
      await gate;
      return read(scope, work);
    };
    const running = call(client, "JournalList", { user: "ada" });
    await inside;
    const closing = entry.server.close();
    release();
    answerOf(await running);
    await closing;
    await expect(post(address, "Stats", { user: "ada" })).rejects.toThrow();
  });

  it("cuts off what does not end in time, and streams that a tool keeps open end by themselves", async () => {
    const address = await start({ drainTimeoutMs: 100 });
    const entry = open[0];
    if (entry === undefined) throw new Error("no server");
    entry.engine.parts.storage.truth.read = () => new Promise(() => undefined);
    const running = call(plainClient(address), "JournalList", { user: "ada" });
    const desc = ReflectionServices[0];
    if (desc === undefined) throw new Error("no reflection");
    const client = dynamicClient(createGrpcTransport({ baseUrl: `http://${address}` }), desc);
    async function* requests(): AsyncGenerator<Fields> {
      yield { messageRequest: { case: "listServices", value: "" } };
      await new Promise(() => undefined);
    }
    let heard = 0;
    for await (const _answer of client.stream("serverReflectionInfo", requests())) {
      heard += 1;
      void entry.server.close();
    }
    expect(heard).toBe(1);
    expect(errorOf(await running).code).toBe(Code.Unavailable);
    await entry.server.close();
  });
});
