import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { KeepsakeConfig, Language } from "../../config/index.js";
import { KeepsakeError, toKeepsakeError } from "../../domain/index.js";
import { type Caller, describeCause, type Operation, REMOTE_OPERATIONS, runOperation } from "../../operations/index.js";
import { askedLanguage } from "../asked-language.js";
import type { DoorEngine } from "../engine.js";
import type { Gate } from "../gate.js";
import { storeAnswers } from "../readiness.js";
import type { Entry } from "../tenant-limits.js";
import { addCompression } from "./compression.js";
import { addMetrics } from "./metrics.js";
import { type MountedDoor, mountDoor } from "./mounted.js";
import { openApiDocument } from "./openapi.js";
import { parseJson } from "./parse-json.js";
import { fromFramework, sendProblem } from "./problem.js";
import { tellAllowance } from "./rate-headers.js";
import { createInputReader, type RawRequest, takesField } from "./read-input.js";
import { referencePage } from "./reference-page.js";
import { addResourceMetadata, challengeFor } from "./resource-metadata.js";
import { asPrecondition, expectedRevision, tagRevision } from "./revisions.js";

/** Percent-encoded, an id of 256 Han characters is nine times as long. */
const MAX_PARAM_LENGTH = 4_096;
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS_TIMEOUT_MS = 10_000;
const CHECKING_INTERVAL_MS = 2_000;

export interface BuiltServer {
  readonly server: FastifyInstance;
  /** From here on `/health/ready` says no. */
  startDraining(): void;
}

function languageOf(request: FastifyRequest, fallback: Language): Language {
  return askedLanguage(request.headers["accept-language"], fallback);
}

function pageLanguage(request: FastifyRequest, fallback: Language): Language {
  const { lang } = request.query as { readonly lang?: unknown };
  return lang === "zh" || lang === "en" ? lang : languageOf(request, fallback);
}

function addParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/([\w.-]+\+)?json\b/i,
    { parseAs: "buffer" },
    async (_request: FastifyRequest, body: Buffer) => parseJson(body),
  );
}

/** A caller may allow less time than the server does, never more. */
function timeLimit(request: FastifyRequest, config: KeepsakeConfig): number {
  const asked = request.headers["keepsake-timeout-ms"];
  const most = config.http.requestTimeoutMs;
  if (asked === undefined) return most;
  const wanted = Number(asked);
  if (!Number.isInteger(wanted) || wanted < 1) {
    throw new KeepsakeError("INVALID_INPUT", "keepsake-timeout-ms must be a whole number of milliseconds", {
      field: "keepsake-timeout-ms",
    });
  }
  return Math.min(wanted, most);
}

/** Rate and concurrency of tenants, told in the headers of every answer. */
function limitTenants(server: FastifyInstance, gate: Gate, { http: { limits } }: KeepsakeConfig): RouteParts["enter"] {
  const held = new WeakMap<FastifyReply, Entry>();
  server.addHook("onResponse", async (_request, reply) => held.get(reply)?.release());
  return (caller, operation, reply) => {
    const entry = gate.enter(caller, operation);
    held.set(reply, entry);
    tellAllowance(reply, limits, entry.allowance);
  };
}

function addOperation(server: FastifyInstance, operation: Operation, deps: RouteParts): void {
  const { engine, config, gate } = deps;
  const readers = { en: createInputReader(operation, "en"), zh: createInputReader(operation, "zh") };
  const callers = new WeakMap<FastifyRequest, Caller>();
  const takesRevision = takesField(operation, "expectedRevision");
  server.route({
    method: operation.http.method,
    url: operation.http.path.replace(/\{(\w+)\}/g, ":$1"),
    // Before the body is read: a stranger's megabyte is not worth parsing.
    onRequest: async (request, reply) => {
      const { user } = request.params as { readonly user?: string };
      const caller = gate.callerFor(await gate.admit(request.headers), user);
      callers.set(request, caller);
      deps.enter(caller, operation, reply);
    },
    handler: async (request, reply) => {
      const params = request.params as Readonly<Record<string, string>>;
      const caller = callers.get(request);
      if (caller === undefined) throw new KeepsakeError("UNAUTHENTICATED", "the request was not authenticated");
      const language = languageOf(request, config.language);
      const input = readers[language]({
        params,
        query: request.query as RawRequest["query"],
        body: request.body,
        headers: request.headers,
      });
      const signal = AbortSignal.timeout(timeLimit(request, config));
      const revision = takesRevision ? expectedRevision(request) : undefined;
      const wanted = revision === undefined ? input : { ...input, expectedRevision: revision };
      const output = await runOperation(operation, { parts: engine.parts, caller, signal }, wanted, language).catch(
        (thrown: unknown) => {
          throw revision === undefined ? thrown : asPrecondition(thrown);
        },
      );
      if (tagRevision(request, reply, output)) return reply.code(304).send();
      return reply.type("application/json; charset=utf-8").send(JSON.stringify(output));
    },
  });
}

interface RouteParts {
  readonly engine: DoorEngine;
  readonly config: KeepsakeConfig;
  readonly gate: Gate;
  /** Counts the call against the tenant's limits until it was answered. @throws RATE_LIMITED */
  enter(caller: Caller, operation: Operation, reply: FastifyReply): void;
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

async function noRoute(request: FastifyRequest, _reply: FastifyReply): Promise<never> {
  const path = request.url.split("?")[0] ?? "";
  throw new KeepsakeError("NOT_FOUND", `there is no ${request.method} ${path}`, {
    remedy: { en: "All paths are listed at /reference.", zh: "全部路径见 /reference。" },
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
  let draining = false;
  const { maxBodyBytes } = config.http;
  const traceOf = (): string => engine.parts.ids.trace();
  const server = fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    requestTimeout: config.http.requestTimeoutMs,
    forceCloseConnections: "idle",
    // Who opens a connection and says nothing, or says it letter by letter, is not waited for.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECKING_INTERVAL_MS },
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
  server.addHook("onSend", async (request, reply) => {
    void reply
      .header("request-id", request.id)
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "no-referrer")
      .header("x-frame-options", "DENY");
  });
  server.setErrorHandler((error, request, reply) => {
    const known = fromFramework(error, maxBodyBytes);
    logFault(engine, known, request.id);
    return sendProblem(reply, known, {
      language: languageOf(request, config.language),
      maxBodyBytes,
      traceId: request.id,
      challenge: challengeFor(request, config),
    });
  });
  server.setNotFoundHandler(noRoute);
  if (config.role !== "worker") {
    const enter = limitTenants(server, gate, config);
    for (const operation of REMOTE_OPERATIONS) addOperation(server, operation, { engine, config, gate, enter });
    for (const door of mounted) mountDoor(server, door);
    addDocuments(server, config);
    addResourceMetadata(server, config);
  }
  addMetrics(server, engine, gate);
  addHealth(server, engine, () => draining);
  return {
    server,
    startDraining: () => {
      draining = true;
    },
  };
}
