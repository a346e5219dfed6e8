import { Agent, createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { PassThrough, type Readable, Writable } from "node:stream";
import { runCli } from "../../src/doors/cli/run.js";
import { pascal } from "../../src/doors/grpc/schema/shapes.js";
import { openGrpcDoor, openHttpDoor, openProxyDoor } from "../../src/doors/serving.js";
import { findOperation, type Operation } from "../../src/operations/index.js";
import type { World } from "./world.js";

export interface Attempt {
  readonly operation: string;
  readonly tenant: string;
  readonly user: string;
  /** Absent: none is presented. */
  readonly key?: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Seen {
  /** `OK`, a code of the catalogue, or what else came. */
  readonly code: string;
  /** Everything that came back: head, body, what was printed. */
  readonly text: string;
  /** Of it, what must not tell “not yours” from “not there”. */
  readonly body: string;
}

export interface HostileDoor {
  readonly name: string;
  /** Whether it can carry the attempt at all. */
  carries(attempt: Attempt): boolean;
  send(attempt: Attempt): Promise<Seen>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

// a line for each call: one that the server ends while it is idle must not look like an answer
const agent = new Agent({ keepAlive: false });

/** The raw client: it normalises no path, and sends the head as it is told. */
function send(
  base: string,
  path: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        }),
      );
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

const CODE = /\\?"code\\?":\s*\\?"([A-Z][A-Z_]+)\\?"/;

function seen({ status, headers, body }: Answer): Seen {
  const faulty = /"error":\s*\{\s*"code":\s*-?\d/.test(body) ? "RPC" : undefined;
  const code = CODE.exec(body)?.[1] ?? faulty ?? (status < 300 ? "OK" : `HTTP ${status}`);
  return { code, text: `${JSON.stringify(headers)}\n${body}`, body: `${status} ${body}` };
}

function credential({ key, headers = {} }: Attempt): Record<string, string> {
  return { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
}

/** A path segment that stays one: dots too would be taken for a way up. */
function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(".", "%2E");
}

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(input).flatMap(([name, value]): string[] => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.map(
      (one) => `${segment(name)}=${segment(typeof one === "object" ? JSON.stringify(one) : String(one))}`,
    );
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function operationOf(name: string): Operation {
  const operation = findOperation(name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return operation;
}

async function openHttp(url: string): Promise<HostileDoor> {
  return {
    name: "http",
    carries: ({ operation }) => findOperation(operation)?.reach !== "store",
    send: async (attempt) => {
      const { method, path } = operationOf(attempt.operation).http;
      const rest: Record<string, unknown> = { ...attempt.input };
      const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
        const value = name === "user" ? attempt.user : rest[name];
        if (name !== "user") delete rest[name];
        return segment(String(value ?? ""));
      });
      const inQuery = method === "GET" || method === "DELETE";
      const headers = { ...credential(attempt), ...(inQuery ? {} : { "content-type": "application/json" }) };
      const body = inQuery ? undefined : JSON.stringify(rest);
      return seen(await send(url, filled + (inQuery ? queryOf(rest) : ""), method, headers, body));
    },
    close: async () => undefined,
  };
}

const MCP_HEADERS = {
  ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
  "mcp-protocol-version": "2025-11-25",
};

/** Words of MCP that read without a tool, for the operations that stand behind. */
function mcpCall({ operation, input }: Attempt): { readonly method: string; readonly params: unknown } {
  if (operation === "summary-get") {
    const uri = `keepsake://sessions/${segment(String(input.sessionId))}/summary`;
    return { method: "resources/read", params: { uri } };
  }
  if (operation === "get") {
    return { method: "resources/read", params: { uri: `keepsake://memories/${segment(String(input.id))}` } };
  }
  return { method: "tools/call", params: { name: operation, arguments: input } };
}

async function openMcp(url: string): Promise<HostileDoor> {
  return {
    name: "mcp",
    carries: ({ operation }) => operationOf(operation).mcp || operation === "summary-get",
    send: async (attempt) => {
      const headers = {
        ...MCP_HEADERS,
        ...credential(attempt),
        // the id of a session that somebody else may have had
        "mcp-session-id": "0123456789abcdef0123456789abcdef",
      };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...mcpCall(attempt) });
      return seen(await send(url, `/mcp/${segment(attempt.user)}`, "POST", headers, body));
    },
    close: async () => undefined,
  };
}

const CONNECT_CODES: Readonly<Record<string, string>> = {
  permission_denied: "FORBIDDEN",
  unauthenticated: "UNAUTHENTICATED",
  not_found: "NOT_FOUND",
  invalid_argument: "INVALID_INPUT",
};

/** Over Connect's JSON, which is the same service as gRPC's own frames. */
async function openGrpc(world: World): Promise<HostileDoor> {
  const server = await openGrpcDoor(world.engine, world.config, 0);
  return {
    name: "grpc",
    carries: ({ operation }) => findOperation(operation)?.reach !== "store",
    send: async (attempt) => {
      const own = operationOf(attempt.operation).reach === undefined ? { user: attempt.user } : {};
      const path = `/keepsake.v1.KeepsakeService/${pascal(attempt.operation)}`;
      const headers = { ...credential(attempt), "content-type": "application/json" };
      const body = JSON.stringify({ ...own, ...attempt.input });
      const answer = await send(`http://${server.address}`, path, "POST", headers, body);
      const [, word = ""] = /"code":\s*"([a-z_]+)"/.exec(answer.body) ?? [];
      const hidden = [...answer.body.matchAll(/"value":\s*"([A-Za-z0-9+/=_-]{8,})"/g)].map(([, bytes = ""]) =>
        Buffer.from(bytes, "base64").toString("utf8"),
      );
      const code = answer.status < 300 ? "OK" : (CONNECT_CODES[word] ?? word);
      return { ...seen(answer), code, text: [seen(answer).text, ...hidden].join("\n") };
    },
    close: () => server.close(),
  };
}

/** A model that says what it was told: whatever memory put into the prompt comes back. */
export async function openEcho(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const content = Buffer.concat(chunks).toString("utf8");
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the echo has no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function openProxy(world: World): Promise<HostileDoor> {
  const server = await openProxyDoor(world.engine, world.config);
  return {
    name: "proxy",
    carries: ({ operation }) => operation === "recall" || operation === "context",
    send: async (attempt) => {
      const content = String(attempt.input.query ?? "");
      const session = attempt.input.sessionId ?? attempt.input.currentSessionId;
      const headers: Record<string, string> = {
        ...{ ...attempt.headers, "content-type": "application/json" },
        "x-keepsake-user": `UTF-8''${segment(attempt.user)}`,
        ...(attempt.key === undefined ? {} : { "x-keepsake-key": attempt.key }),
        ...(session === undefined ? {} : { "x-keepsake-session": `UTF-8''${segment(String(session))}` }),
      };
      const body = JSON.stringify({ model: "echo", messages: [{ role: "user", content }] });
      return seen(await send(server.url.replace(/\/v1$/, ""), "/v1/chat/completions", "POST", headers, body));
    },
    close: () => server.close(),
  };
}

class Collector extends Writable {
  text = "";
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function optionWords(name: string, value: unknown): string[] {
  if (value === true) return [`--${kebab(name)}`];
  if (value === false) return [];
  if (Array.isArray(value)) return value.flatMap((item) => optionWords(name, item));
  return [`--${kebab(name)}=${typeof value === "object" ? JSON.stringify(value) : String(value)}`];
}

function lineOf({ operation: name, tenant, user, input }: Attempt): string[] {
  const { positional } = operationOf(name).cli;
  // on a line --user and --tenant are no claim: they are how whoever holds the machine says whose memory it is
  const options = Object.entries(input).filter(
    ([key]) => !positional.includes(key) && key !== "user" && key !== "tenant",
  );
  const places = positional.flatMap((key): string[] => {
    const value = input[key];
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.map(String);
    return [typeof value === "string" && key !== "value" ? value : JSON.stringify(value)];
  });
  const whose = operationOf(name).reach === undefined ? [`--user=${user}`] : [];
  const words = options.flatMap(([key, value]) => optionWords(key, value));
  return [...name.split("-"), "--json", `--tenant=${tenant}`, ...whose, ...words, "--", ...places];
}

/** Whole lines; who holds the machine may do everything, to one user of one tenant at a time. */
async function openCli(world: World): Promise<HostileDoor> {
  return {
    name: "cli",
    carries: ({ key, operation }) => key !== undefined && operation !== "record",
    send: async (attempt) => {
      const stdout = new Collector();
      const stderr = new Collector();
      const stdin: Readable = new PassThrough().end();
      const io = { env: {}, stdin, stdout, stderr, onInterrupt: () => () => undefined };
      const code = await runCli(lineOf(attempt), io, async () => ({
        ...world.engine,
        close: async () => undefined,
      }));
      const failed = CODE.exec(stderr.text)?.[1] ?? `exit ${code}`;
      const text = `${stdout.text}\n${stderr.text}`;
      return { code: code === 0 ? "OK" : failed, text, body: text };
    },
    close: async () => undefined,
  };
}

/** Every door to one engine. */
export async function openHostileDoors(world: World): Promise<readonly HostileDoor[]> {
  const http = await openHttpDoor(world.engine, world.config);
  return [
    { ...(await openHttp(http.url)), close: () => http.close() },
    await openMcp(http.url),
    await openGrpc(world),
    await openProxy(world),
    await openCli(world),
  ];
}
