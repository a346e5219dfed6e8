import { createFileRegistry } from "@bufbuild/protobuf";
import { type ConnectRouter, createConnectRouter } from "@connectrpc/connect";
import type { UniversalServerRequest, UniversalServerResponse } from "@connectrpc/connect/protocol";
import {
  compressionBrotli,
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from "@connectrpc/connect-node";
import { describeCause } from "../../operations/index.js";
import { storeAnswers } from "../readiness.js";
import { admitted } from "./admission.js";
import type { DoorParts } from "./call.js";
import { FIELD_NUMBERS } from "./field-numbers.js";
import type { NodeServerRequest, NodeServerResponse } from "./node-types.js";
import { addOperations } from "./operations-service.js";
import { describeService, extendNumbers, readNumbers, serviceShape } from "./schema/index.js";
import { addHealth } from "./standard/health.js";
import { HealthService, healthFile, ReflectionServices, reflectionFiles } from "./standard/messages.js";
import { addReflection } from "./standard/reflection.js";

type Handle = (request: UniversalServerRequest) => Promise<UniversalServerResponse>;

function createRouter(parts: DoorParts): ConnectRouter {
  const { maxBodyBytes } = parts.config.http;
  return createConnectRouter({
    acceptCompression: [compressionGzip, compressionBrotli],
    readMaxBytes: maxBodyBytes,
    // As through every other door: what is not understood is refused.
    jsonOptions: { ignoreUnknownFields: false },
  });
}

/** By path. Health and reflection tell nothing of anybody's, so no credential is asked for. */
function handlersOf(parts: DoorParts, draining: AbortSignal): ReadonlyMap<string, Handle> {
  const shape = serviceShape();
  const { registry, service } = describeService(
    shape,
    extendNumbers(shape.messages.values(), readNumbers(FIELD_NUMBERS)),
  );
  const operations = createRouter(parts);
  addOperations(operations, service, shape, parts);
  const open = createRouter(parts);
  addHealth(open, { services: new Set([service.typeName]), isServing: () => storeAnswers(parts.engine), draining });
  addReflection(open, {
    registry: createFileRegistry(registry, healthFile, ...reflectionFiles),
    services: [service, HealthService, ...ReflectionServices].map(({ typeName }) => typeName),
    draining,
  });
  return new Map<string, Handle>([
    ...operations.handlers.map((one): [string, Handle] => [one.requestPath, admitted(one, parts)]),
    ...open.handlers.map((one): [string, Handle] => [one.requestPath, one]),
  ]);
}

/** The letters that stand for themselves in a status message are more than those of an address; not every client undoes the difference. */
function respell(trailer: Headers): void {
  const encoded = trailer.get("grpc-message");
  if (encoded === null) return;
  trailer.set("grpc-message", decodeURIComponent(encoded).replace(/[^\x20-\x24\x26-\x7e]+/gu, encodeURIComponent));
}

function withSpelling(response: UniversalServerResponse): UniversalServerResponse {
  const { body, trailer } = response;
  if (body === undefined || trailer === undefined) return response;
  const spelled = async function* (): AsyncGenerator<Uint8Array> {
    yield* body;
    respell(trailer);
  };
  return { ...response, body: spelled() };
}

async function answer(handle: Handle, request: NodeServerRequest, response: NodeServerResponse): Promise<void> {
  const answered = await handle(universalRequestFromNodeRequest(request, response, undefined, undefined));
  await universalResponseToNodeResponse(withSpelling(answered), response);
}

/** What could not even be told as an error of the protocol: no name that was called, a line that broke. */
function giveUp(response: NodeServerResponse, thrown: unknown, { engine }: DoorParts): void {
  engine.parts.telemetry.log("debug", "grpc-not-answered", describeCause(thrown));
  if (response.headersSent || response.writableEnded || response.destroyed) response.destroy();
  else response.writeHead(400).end();
}

/** Answers gRPC, gRPC-web and Connect calls; anything else is not found. */
export function createHandler(
  parts: DoorParts,
  draining: AbortSignal,
): (request: NodeServerRequest, response: NodeServerResponse) => void {
  const handlers = handlersOf(parts, draining);
  return (request, response) => {
    const handle = handlers.get(request.url?.split("?", 1)[0] ?? "");
    if (handle === undefined) response.writeHead(404).end();
    else answer(handle, request, response).catch((thrown: unknown) => giveUp(response, thrown, parts));
  };
}
