import { connect as connectHttp2 } from "node:http2";
import { connect as connectTcp } from "node:net";
import { fileURLToPath } from "node:url";
import { type DescMessage, type DescService, fromBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { findTrailerError } from "@connectrpc/connect/protocol-grpc";
import {
  compressionGzip,
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from "@connectrpc/connect-node";
import {
  type Client,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceClientConstructor,
  type ServiceError,
} from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { afterEach, describe, expect, it } from "vitest";
import { type OpenEngine, openEngine } from "../../compose.js";
import { type KeepsakeConfigInput, loadConfig } from "../../config/index.js";
import { FIELD_NUMBERS } from "./field-numbers.js";
import { type GrpcServer, serveGrpc } from "./index.js";
import { describeService, extendNumbers, PACKAGE, readNumbers, SERVICE, serviceShape } from "./schema/index.js";
import { BadRequestSchema, ErrorInfoSchema, HealthService, ReflectionServices } from "./standard/messages.js";

const KEY = "0123456789abcdef";
const PROTO = fileURLToPath(new URL("../../../docs/reference/keepsake.proto", import.meta.url));

type Fields = Record<string, unknown>;
type Answer = { readonly answer: Fields; readonly error?: undefined } | { readonly error: ServiceError };

const open: { engine: OpenEngine; server: GrpcServer; clients: Client[] }[] = [];

async function start(http: KeepsakeConfigInput["http"] = {}): Promise<string> {
  const overrides = {
    ...{ storage: { kind: "memory" }, embedder: { kind: "fake" }, log: { level: "silent" }, http },
  } as const;
  const config = loadConfig({ env: {}, file: false, overrides });
  const engine = await openEngine(config);
  try {
    const server = await serveGrpc(engine, config, 0);
    open.push({ engine, server, clients: [] });
    return server.address;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

afterEach(async () => {
  for (const { engine, server, clients } of open.splice(0)) {
    for (const client of clients) client.close();
    await server.close();
    await engine.close();
  }
});

/** A client as anybody makes one: from the published file, with the library of gRPC itself. */
function plainClient(address: string): Client {
  const loaded = loadPackageDefinition(loadSync(PROTO, { longs: Number, arrays: true, objects: true }));
  const service = PACKAGE.split(".").reduce<unknown>((level, name) => (level as Fields)[name], loaded) as Fields;
  const client = new (service[SERVICE] as ServiceClientConstructor)(address, credentials.createInsecure());
  open.at(-1)?.clients.push(client);
  return client;
}

type Method = (...args: unknown[]) => unknown;

function call(client: Client, method: string, request: Fields, headers: Record<string, string> = {}): Promise<Answer> {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return new Promise((resolve) => {
    const run = (client as unknown as Record<string, Method>)[method];
    run?.call(
      client,
      request,
      metadata,
      { deadline: Date.now() + 20_000 },
      (error: ServiceError | null, answer: Fields) => resolve(error === null ? { answer } : { error }),
    );
  });
}

function errorOf(outcome: Answer): ServiceError {
  if (outcome.error === undefined) throw new Error(`answered where it must refuse: ${JSON.stringify(outcome.answer)}`);
  return outcome.error;
}

function answerOf(outcome: Answer): Fields {
  if (outcome.error !== undefined) throw outcome.error;
  return outcome.answer;
}

/** The details of an error, which the plain library leaves as bytes: google.rpc.Status with a list of Any. */
function detail(error: ServiceError, desc: DescMessage): Fields | undefined {
  const [bytes] = error.metadata.get("grpc-status-details-bin");
  if (!Buffer.isBuffer(bytes)) return undefined;
  const headers = new Headers({ "grpc-status": "2", "grpc-status-details-bin": bytes.toString("base64") });
  const read = findTrailerError(headers);
  return read === undefined ? undefined : detailOf(read, desc);
}

function detailOf(error: ConnectError, desc: DescMessage): Fields | undefined {
  const found = error.details.find((one) => "type" in one && one.type === desc.typeName);
  return found !== undefined && "value" in found && found.value instanceof Uint8Array
    ? (fromBinary(desc, found.value) as unknown as Fields)
    : undefined;
}

function service(): DescService {
  const shape = serviceShape();
  return describeService(shape, extendNumbers(shape.messages.values(), readNumbers(FIELD_NUMBERS))).service;
}

interface Dynamic {
  unary(name: string, request: Fields, headers?: Record<string, string>): Promise<Fields>;
  stream(name: string, request: Fields | AsyncIterable<Fields>): AsyncIterable<Fields>;
}

/** A Connect client of a service that is only described at run time. */
function dynamicClient(transport: Transport, desc: DescService = service()): Dynamic {
  const methods = createClient(desc, transport) as unknown as Record<string, Method>;
  const run = (name: string, ...args: unknown[]): unknown => {
    const method = methods[name];
    if (method === undefined) throw new Error(`no method ${name}`);
    return method(...args);
  };
  return {
    unary: (name, request, headers = {}) => run(name, request, { headers }) as Promise<Fields>,
    stream: (name, request) => run(name, request) as AsyncIterable<Fields>,
  };
}

const JSON_HEADERS = { "content-type": "application/json" };

function post(address: string, method: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://${address}/${PACKAGE}.${SERVICE}/${method}`, {
    method: "POST",
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify(body),
  });
}

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

describe("errors", () => {
  it("carry the catalogue's status, the reader's language, every field at fault, and what to do", async () => {
    const client = plainClient(await start());
    const bad = errorOf(await call(client, "Recall", { user: "ada", query: "x", limit: 1_000 }));
    expect(bad).toMatchObject({ code: Code.InvalidArgument, details: expect.stringMatching(/^limit: /) as string });
    const info = detail(bad, ErrorInfoSchema)?.metadata as Fields;
    expect(info).toMatchObject({
      field: "limit",
      retryable: "false",
      remedy: expect.stringContaining("field") as string,
    });
    expect(String(info.traceId)).toMatch(/\w{8,}/);
    const two = errorOf(await call(client, "Recall", { user: "ada", limit: 0 }));
    const { fieldViolations } = detail(two, BadRequestSchema) as { fieldViolations: Fields[] };
    expect(fieldViolations.map((one) => one.field)).toEqual(["query", "limit"]);
    const chinese = errorOf(await call(client, "Recall", { user: "ada" }, { "accept-language": "zh-CN" }));
    expect(chinese.details).toMatch(/^query: .*[\u4e00-\u9fff]/u);
    const nowhere = errorOf(await call(client, "Get", { user: "ada", id: "mem_none" }));
    expect(nowhere.code).toBe(Code.NotFound);
    expect(detail(nowhere, ErrorInfoSchema)).toMatchObject({ reason: "NOT_FOUND" });
  });

  it("refuse fields that this server does not know, instead of answering another question", async () => {
    const address = await start();
    const raw = (bytes: readonly number[]): Promise<{ status: unknown; message: unknown }> => {
      const session = connectHttp2(`http://${address}`);
      return new Promise((resolve) => {
        const stream = session.request({
          ...{ ":method": "POST", ":path": `/${PACKAGE}.${SERVICE}/Stats`, "content-type": "application/grpc" },
        });
        stream.on("trailers", (trailers) => {
          session.destroy();
          resolve({ status: trailers["grpc-status"], message: trailers["grpc-message"] });
        });
        stream.resume().end(Buffer.from([0, 0, 0, 0, bytes.length, ...bytes]));
      });
    };
    const ada = [10, 3, 97, 100, 97];
    expect(await raw(ada)).toMatchObject({ status: "0" });
    expect(await raw([...ada, 0xa2, 0x3f, 1, 120])).toMatchObject({
      ...{ status: "3", message: expect.stringContaining("input: there is no field of number 1012") as string },
    });
    const json = await post(address, "Stats", { user: "ada", tenant: "acme" });
    expect([json.status, await json.text()]).toEqual([400, expect.stringContaining("tenant")]);
  });

  it("a fault outside every operation is logged under the trace id that the caller is given", async () => {
    const client = plainClient(await start());
    const { parts } = open[0]?.engine ?? {};
    if (parts === undefined) throw new Error("no engine");
    const logged: { event: string; traceId: unknown; cause: unknown }[] = [];
    parts.telemetry.log = (_level, event, { traceId, cause } = {}) => logged.push({ event, traceId, cause });
    parts.telemetry.observe = () => {
      throw new TypeError("the meter broke");
    };
    const fault = errorOf(await call(client, "Stats", { user: "ada" }));
    expect(fault.code).toBe(Code.Internal);
    expect(fault.details).not.toContain("meter");
    const traceId = (detail(fault, ErrorInfoSchema)?.metadata as Fields | undefined)?.traceId;
    expect(logged).toEqual([{ event: "grpc-failed", traceId, cause: "TypeError: the meter broke" }]);
  });
});

/** The head of a frame alone, byte by byte: the body that it promises never comes. */
async function frameInParts(address: string, length: number): Promise<unknown> {
  const session = connectHttp2(`http://${address}`);
  const stream = session.request({
    ...{ ":method": "POST", ":path": `/${PACKAGE}.${SERVICE}/Stats`, "content-type": "application/grpc" },
  });
  const status = new Promise((resolve) => {
    stream.on("trailers", (trailers) => resolve(trailers["grpc-status"])).resume();
  });
  const head = Buffer.alloc(5);
  head.writeUInt32BE(length, 1);
  for (const byte of head) await new Promise((written) => stream.write(Buffer.from([byte]), written));
  try {
    return await status;
  } finally {
    session.destroy();
  }
}

describe("limits", () => {
  it("refuses a message over the limit with the catalogue's error, also where only its frame says so", async () => {
    const address = await start({ maxBodyBytes: 4_096 });
    const client = plainClient(address);
    answerOf(await call(client, "Recall", { user: "ada", query: "x".repeat(3_000) }));
    const big = errorOf(await call(client, "Recall", { user: "ada", query: "x".repeat(5_000) }));
    expect(big.code).toBe(Code.InvalidArgument);
    expect(detail(big, ErrorInfoSchema)).toMatchObject({ reason: "TOO_LARGE" });
    const parts = await frameInParts(address, 5_000);
    expect(parts).toBe(String(Code.InvalidArgument));
    const json = await post(address, "Recall", { user: "ada", query: "x".repeat(5_000) });
    expect([json.status, await json.text()]).toEqual([400, expect.stringContaining("4096")]);
  });

  it("unpacks no more than the limit of what came compressed", async () => {
    const baseUrl = `http://${await start({ maxBodyBytes: 4_096 })}`;
    const sendCompression = compressionGzip;
    const client = dynamicClient(createGrpcTransport({ baseUrl, sendCompression, compressMinBytes: 0 }));
    await client.unary("recall", { user: "ada", query: "x".repeat(3_000) });
    const refused = await client.unary("recall", { user: "ada", query: "x".repeat(200_000) }).catch(ConnectError.from);
    expect(refused).toMatchObject({ code: Code.ResourceExhausted });
  });

  it("passes the caller's deadline inward: the wait ends, the status says so", async () => {
    const address = await start();
    const { storage } = open[0]?.engine.parts ?? {};
    if (storage === undefined) throw new Error("no store");
    storage.truth.read = () => new Promise(() => undefined);
    const error = await dynamicClient(createConnectTransport({ baseUrl: `http://${address}`, httpVersion: "1.1" }))
      .unary("stats", { user: "ada" }, { "connect-timeout-ms": "150" })
      .then(
        () => undefined,
        (thrown: unknown) => ConnectError.from(thrown),
      );
    expect(error?.code).toBe(Code.DeadlineExceeded);
    expect(error === undefined ? undefined : detailOf(error, ErrorInfoSchema)).toMatchObject({
      ...{ reason: "DEADLINE_EXCEEDED", metadata: { retryable: "true" } },
    });
  });

  it("ends a call whose request never comes to its end", async () => {
    const address = await start({ requestTimeoutMs: 200 });
    const session = connectHttp2(`http://${address}`);
    const stream = session.request({
      ...{ ":method": "POST", ":path": `/${PACKAGE}.${SERVICE}/Stats`, "content-type": "application/grpc" },
    });
    stream.write(Buffer.from([0, 0, 0, 0, 5]));
    const status = await new Promise((resolve) => {
      stream.on("trailers", (trailers) => resolve(trailers["grpc-status"])).resume();
    });
    expect(status).toBe(String(Code.DeadlineExceeded));
    session.destroy();
  });
});

describe("health and reflection", () => {
  it("P35 health says whether the store answers, to anyone, and tells watchers of the end", async () => {
    const address = await start({ apiKeys: [{ name: "app", key: KEY }] });
    const entry = open[0];
    if (entry === undefined) throw new Error("no server");
    const health = dynamicClient(createGrpcTransport({ baseUrl: `http://${address}` }), HealthService);
    expect(await health.unary("check", {})).toMatchObject({ status: 1 });
    expect(await health.unary("check", { service: `${PACKAGE}.${SERVICE}` })).toMatchObject({ status: 1 });
    const json = await fetch(`http://${address}/grpc.health.v1.Health/Check`, {
      ...{ method: "POST", headers: JSON_HEADERS, body: "{}" },
    });
    expect(await json.json()).toEqual({ status: "SERVING" });
    await expect(health.unary("check", { service: "nothing" })).rejects.toMatchObject({ code: Code.NotFound });
    const seen: number[] = [];
    const watching = (async () => {
      for await (const { status } of health.stream("watch", {})) {
        seen.push(Number(status));
        if (seen.length === 1) void entry.server.close();
      }
    })();
    await watching;
    expect(seen).toEqual([1, 2]);
  });

  it("is not serving when the store does not answer", async () => {
    const address = await start();
    await open[0]?.engine.parts.storage.close();
    const health = dynamicClient(createGrpcTransport({ baseUrl: `http://${address}` }), HealthService);
    expect(await health.unary("check", {})).toMatchObject({ status: 2 });
  });

  it.each(ReflectionServices.map((desc) => [desc.typeName, desc] as const))(
    "%s lists and describes",
    async (_name, desc) => {
      const address = await start();
      const client = dynamicClient(createGrpcTransport({ baseUrl: `http://${address}` }), desc);
      const ask = async (asked: Fields): Promise<Fields> => {
        async function* requests(): AsyncGenerator<Fields> {
          yield { messageRequest: asked };
        }
        for await (const { messageResponse } of client.stream("serverReflectionInfo", requests())) {
          return messageResponse as Fields;
        }
        throw new Error("no answer");
      };
      const listed = await ask({ case: "listServices", value: "" });
      expect((listed.value as { service: Fields[] }).service.map(({ name }) => name)).toEqual([
        ...["keepsake.v1.KeepsakeService", "grpc.health.v1.Health"],
        ...["grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"],
      ]);
      for (const symbol of [
        "keepsake.v1.KeepsakeService",
        "keepsake.v1.KeepsakeService.Recall",
        "keepsake.v1.Memory",
      ]) {
        const file = await ask({ case: "fileContainingSymbol", value: symbol });
        expect((file.value as { fileDescriptorProto: unknown[] }).fileDescriptorProto, symbol).toHaveLength(2);
      }
      expect(await ask({ case: "fileByFilename", value: "google/protobuf/struct.proto" })).toMatchObject({
        case: "fileDescriptorResponse",
      });
      expect(await ask({ case: "fileContainingSymbol", value: "no.Such" })).toMatchObject({
        ...{ case: "errorResponse", value: { errorCode: Code.NotFound } },
      });
    },
  );
});

describe("stopping", () => {
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
