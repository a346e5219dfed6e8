import type { Socket } from "node:net";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { KeepsakeConfig } from "../../config/index.js";
import { toKeepsakeError } from "../../domain/index.js";
import { describeCause } from "../../operations/index.js";
import type { DoorEngine } from "../engine.js";
import type { Gate } from "../gate.js";
import { storeAnswers } from "../readiness.js";
import { addCompression } from "./compression.js";
import { refuseUnknownPaths } from "./known-paths.js";
import { addMetrics } from "./metrics.js";
import { type MountedDoor, mountDoor } from "./mounted.js";
import { openApiDocument } from "./openapi.js";
import { addOperations } from "./operation-routes.js";
import { parseJson } from "./parse-json.js";
import { fromFramework, MAX_PARAM_LENGTH, sendProblem } from "./problem.js";
import { referencePage } from "./reference-page.js";
import { languageOf, pageLanguage } from "./request-language.js";
import { addResourceMetadata, challengeFor } from "./resource-metadata.js";
import { refuseUnreadable } from "./unreadable-requests.js";

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS_TIMEOUT_MS = 10_000;
const CHECKING_INTERVAL_MS = 2_000;

export interface BuiltServer {
  readonly server: FastifyInstance;
  /** From here on `/health/ready` says no. */
  startDraining(): void;
}

function addParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/([\w.-]+\+)?json\b/i,
    { parseAs: "buffer" },
    async (_request: FastifyRequest, body: Buffer) => parseJson(body),
  );
}

function addDocuments(server: FastifyInstance, config: KeepsakeConfig): void {
  server.get("/openapi.json", async (request, reply) => {
    await reply.send(openApiDocument(pageLanguage(request, config.language)));
  });
  server.get("/reference", async (request, reply) => {
    const page = referencePage(pageLanguage(request, config.language));
    await reply.header("content-security-policy", PAGE_POLICY).type("text/html; charset=utf-8").send(page);
  });
  server.get("/", async (_request, reply) => {
    await reply.redirect("/reference");
  });
}

function addHealth(server: FastifyInstance, engine: DoorEngine, isDraining: () => boolean): void {
  server.get("/health/live", async () => ({ status: "live" }));
  server.get("/health/ready", async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: "draining" });
    if (await storeAnswers(engine)) return { status: "ready" };
    return reply.code(503).send({ status: "store-unavailable" });
  });
}

/** A fault of ours outside any operation (those log their own): the caller is given this trace id, so it must lead somewhere. */
function logFault(engine: DoorEngine, thrown: unknown, traceId: string): void {
  const fault = toKeepsakeError(thrown);
  if (fault.code !== "INTERNAL" || fault.details.traceId !== undefined) return;
  engine.parts.telemetry.log("error", "http-failed", { traceId, ...describeCause(fault.cause ?? fault) });
}

/** Routes of the operations table, its documents and its health; not listening yet. */
export function buildServer(
  engine: DoorEngine,
  config: KeepsakeConfig,
  gate: Gate,
  mounted: readonly MountedDoor[] = [],
): BuiltServer {
  const stopping = new AbortController();
  const { maxBodyBytes } = config.http;
  const traceOf = (): string => engine.parts.ids.trace();
  const server = fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    requestTimeout: config.http.requestTimeoutMs,
    forceCloseConnections: "idle",
    // Who opens a connection and says nothing, or says it letter by letter, is not waited for.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECKING_INTERVAL_MS },
    clientErrorHandler: (error, socket) =>
      refuseUnreadable(error, socket as Socket, { language: config.language, maxBodyBytes, traceId: traceOf() }),
    genReqId: traceOf,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      void sendProblem(reply as unknown as FastifyReply, error, {
        language: languageOf(request as unknown as FastifyRequest, config.language),
        maxBodyBytes,
        traceId: traceOf(),
        challenge: "Bearer",
      });
    },
  });
  addParsers(server);
  addCompression(server);
  refuseUnknownPaths(server);
  server.addHook("onSend", async (request, reply) => {
    void reply
      .header("request-id", request.id)
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "no-referrer")
      .header("x-frame-options", "DENY");
  });
  const problemTerms = (request: FastifyRequest) => ({
    language: languageOf(request, config.language),
    maxBodyBytes,
    traceId: request.id,
    challenge: challengeFor(request, config),
  });
  server.setErrorHandler((error, request, reply) => {
    const known = fromFramework(error, maxBodyBytes);
    logFault(engine, known, request.id);
    return sendProblem(reply, known, problemTerms(request));
  });
  if (config.role !== "worker") {
    addOperations(server, { engine, config, gate, stopping: stopping.signal, problemTerms });
    for (const door of mounted) mountDoor(server, door);
    addDocuments(server, config);
    addResourceMetadata(server, config);
  }
  addMetrics(server, engine, gate);
  addHealth(server, engine, () => stopping.signal.aborted);
  return {
    server,
    startDraining: () => stopping.abort(),
  };
}
