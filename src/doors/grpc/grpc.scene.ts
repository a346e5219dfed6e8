import { fileURLToPath } from "node:url";
import { type DescMessage, type DescService, fromBinary } from "@bufbuild/protobuf";
import { type ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { findTrailerError } from "@connectrpc/connect/protocol-grpc";
import {
  type Client,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceClientConstructor,
  type ServiceError,
} from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { type OpenEngine, openEngine } from "../../compose.js";
import { type KeepsakeConfigInput, loadConfig } from "../../config/index.js";
import { FIELD_NUMBERS } from "./field-numbers.js";
import { type GrpcServer, serveGrpc } from "./index.js";
import { describeService, extendNumbers, PACKAGE, readNumbers, SERVICE, serviceShape } from "./schema/index.js";

export const KEY = "0123456789abcdef";
const PROTO = fileURLToPath(new URL("../../../docs/reference/keepsake.proto", import.meta.url));

export type Fields = Record<string, unknown>;
type Answer = { readonly answer: Fields; readonly error?: undefined } | { readonly error: ServiceError };

export const open: { engine: OpenEngine; server: GrpcServer; clients: Client[] }[] = [];

export async function start(http: KeepsakeConfigInput["http"] = {}): Promise<string> {
  const overrides = {
    storage: { kind: "memory" },
    embedder: { kind: "fake" },
    log: { level: "silent" },
    http,
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

/** After every test: clients, servers and engines are closed. */
export async function closeAll(): Promise<void> {
  for (const { engine, server, clients } of open.splice(0)) {
    for (const client of clients) client.close();
    await server.close();
    await engine.close();
  }
}

/** A client as anybody makes one: from the published file, with the library of gRPC itself. */
export function plainClient(address: string): Client {
  const loaded = loadPackageDefinition(loadSync(PROTO, { longs: Number, arrays: true, objects: true }));
  const service = PACKAGE.split(".").reduce<unknown>((level, name) => (level as Fields)[name], loaded) as Fields;
  const client = new (service[SERVICE] as ServiceClientConstructor)(address, credentials.createInsecure());
  open.at(-1)?.clients.push(client);
  return client;
}

type Method = (...args: unknown[]) => unknown;

export function call(
  client: Client,
  method: string,
  request: Fields,
  headers: Record<string, string> = {},
): Promise<Answer> {
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

export function errorOf(outcome: Answer): ServiceError {
  if (outcome.error === undefined) throw new Error(`answered where it must refuse: ${JSON.stringify(outcome.answer)}`);
  return outcome.error;
}

export function answerOf(outcome: Answer): Fields {
  if (outcome.error !== undefined) throw outcome.error;
  return outcome.answer;
}

/** The details of an error, which the plain library leaves as bytes: google.rpc.Status with a list of Any. */
export function detail(error: ServiceError, desc: DescMessage): Fields | undefined {
  const [bytes] = error.metadata.get("grpc-status-details-bin");
  if (!Buffer.isBuffer(bytes)) return undefined;
  const headers = new Headers({ "grpc-status": "2", "grpc-status-details-bin": bytes.toString("base64") });
  const read = findTrailerError(headers);
  return read === undefined ? undefined : detailOf(read, desc);
}

export function detailOf(error: ConnectError, desc: DescMessage): Fields | undefined {
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
export function dynamicClient(transport: Transport, desc: DescService = service()): Dynamic {
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

export const JSON_HEADERS = { "content-type": "application/json" };

export function post(
  address: string,
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`http://${address}/${PACKAGE}.${SERVICE}/${method}`, {
    method: "POST",
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify(body),
  });
}
