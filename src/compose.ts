import { createLocalWakeUp } from "./adapters/queue/local/index.js";
import type { RedisConnection } from "./adapters/redis/index.js";
import { createMemoryStorage } from "./adapters/storage/memory/index.js";
import { createIds, createTelemetry, systemClock } from "./adapters/system/index.js";
import { createTokenCounter } from "./adapters/tokens/index.js";
import type { OtlpTracer } from "./adapters/tracing/otlp/index.js";
import {
  tracedChatModel,
  tracedEmbedder,
  tracedReader,
  tracedReranker,
  tracedStorage,
} from "./adapters/tracing/traced-ports/index.js";
import { createAuditTrail } from "./audit/index.js";
import { makeBlobs } from "./compose-blobs.js";
import { makeEmbedder, makeReader } from "./compose-models.js";
import { makeVectorEngine } from "./compose-vectors.js";
import type { KeepsakeConfig } from "./config/index.js";
import {
  KeepsakeError,
  type Policy,
  type RedactionPolicy,
  type Scope,
  toKeepsakeError,
  VaultKey,
} from "./domain/index.js";
import { twinProjection } from "./embedding/index.js";
import { requireWhole } from "./moving/index.js";
import { DEFAULT_POLICY } from "./policy/index.js";
import type {
  BlobStore,
  ChatModel,
  EngineParts,
  MeasurementSnapshot,
  ModelTerms,
  Storage,
  Telemetry,
  TokenVerifier,
  Tracer,
  WakeUp,
} from "./ports/index.js";
import { createServiceTurns, digestWorker } from "./remember/index.js";

const TRACING_PACKAGES =
  "@opentelemetry/api @opentelemetry/sdk-trace @opentelemetry/resources @opentelemetry/exporter-trace-otlp-http";

/** An engine that is open: its parts for the doors, and the two verbs that need the worker. */
export interface OpenEngine {
  readonly parts: EngineParts;
  /** Resolves when nothing waits to be digested (of one scope, or of all). DEADLINE_EXCEEDED after `timeoutMs`. */
  drain(scope?: Scope, timeoutMs?: number): Promise<void>;
  /** What was counted and observed since the process began. */
  measurements(): MeasurementSnapshot;
  close(): Promise<void>;
}

async function makeStorage({ storage, dataFolder }: KeepsakeConfig, telemetry: Telemetry): Promise<Storage> {
  switch (storage.kind) {
    case "memory":
      return createMemoryStorage();
    case "sqlite": {
      const { createSqliteStorage } = await import("./adapters/storage/sqlite/index.js");
      const { kind: _, ...options } = storage;
      return createSqliteStorage({ dataFolder, ...options });
    }
    case "postgres": {
      const { createPostgresStorage } = await loadOptional(
        () => import("./adapters/storage/postgres/index.js"),
        "storage.kind is postgres, and the package pg is not installed: run `npm install pg@8`.",
        "storage.kind",
      );
      const { kind: _, ...options } = storage;
      return createPostgresStorage({ ...options, telemetry });
    }
    case "mariadb": {
      const { createMariadbStorage } = await loadOptional(
        () => import("./adapters/storage/mariadb/index.js"),
        "storage.kind is mariadb, and the package mysql2 is not installed: run `npm install mysql2@3`.",
        "storage.kind",
      );
      const { kind: _, ...options } = storage;
      return createMariadbStorage(options);
    }
  }
}

/** A store alone, for commands that move and keep it. @throws as `openEngine` does */
export async function openStorage(config: KeepsakeConfig): Promise<Storage> {
  const storage = await makeStorage(config, createTelemetry({ level: config.log.level }));
  await storage.open();
  return storage;
}

/** Where attachments and transcripts rest, alone, for the same commands; undefined: none is kept. @throws as `openEngine` does */
export async function openFiles(config: KeepsakeConfig): Promise<BlobStore | undefined> {
  const blobs = await makeBlobs(config, loadOptional);
  await blobs?.store.open();
  return blobs?.store;
}

/** Nobody is answered from a store that a move or a restoration has filled in part only. */
async function openWhole(storage: Storage): Promise<void> {
  await storage.open();
  await requireWhole(storage);
}

/** The store with the engine beside it that is configured, if one is. Processes that only answer callers leave filling it to others. */
async function makeStored(config: KeepsakeConfig, telemetry: Telemetry): Promise<Storage> {
  const storage = await makeStorage(config, telemetry);
  const engine = await makeVectorEngine(config, loadOptional);
  if (engine === undefined) return storage;
  const { withVectorEngine } = await import("./adapters/vectors/feeding/index.js");
  const fills = config.worker.enabled && config.role !== "api";
  return withVectorEngine(storage, engine, { clock: systemClock, ids: createIds(), telemetry, fills });
}

/** The store, and what carries hints and copies between the processes that share it. */
interface Surroundings {
  readonly storage: Storage;
  readonly wakeUp: WakeUp;
  readonly companion?: RedisConnection;
  endWakeUp(): Promise<void>;
}

/** Without Redis a database carries the hints itself. */
async function makeWakeUp({ storage }: KeepsakeConfig): Promise<Pick<Surroundings, "wakeUp" | "endWakeUp">> {
  if (storage.kind !== "postgres") return { wakeUp: createLocalWakeUp(), endWakeUp: async () => undefined };
  const { createPostgresWakeUp } = await import("./adapters/storage/postgres/index.js");
  const wakeUp = createPostgresWakeUp(storage);
  return { wakeUp, endWakeUp: () => wakeUp.close() };
}

async function makeCompanion(config: KeepsakeConfig, storage: Storage, telemetry: Telemetry): Promise<Surroundings> {
  const { redis, sessions } = config;
  if (redis === undefined) return { storage, ...(await makeWakeUp(config)) };
  const { createRedisConnection } = await loadOptional(
    () => import("./adapters/redis/index.js"),
    "redis.url is set, and the package ioredis is not installed: run `npm install ioredis@6`.",
    "redis.url",
  );
  const { createRedisWakeUp } = await import("./adapters/queue/redis/index.js");
  const companion = createRedisConnection(redis, telemetry);
  const beside = { companion, wakeUp: createRedisWakeUp(companion), endWakeUp: async () => undefined };
  if (sessions.kind === "storage") return { storage, ...beside };
  const { createCopiedSessions } = await import("./adapters/sessions/redis/index.js");
  const copied = createCopiedSessions({ durable: storage.sessions, redis: companion, telemetry });
  return { storage: { ...storage, sessions: copied }, ...beside };
}

/** Says at the start what somebody should know of the service, and opens without it where it does not answer. */
async function openCompanion(companion: RedisConnection | undefined, telemetry: Telemetry): Promise<void> {
  if (companion === undefined) return;
  await companion.open();
  try {
    const { concerns, summary } = await companion.examine();
    for (const concern of concerns) {
      // that copies reach a disk is somebody's choice; the rest will trouble somebody
      telemetry.log(concern === "written-to-disk" ? "info" : "warn", "redis.concern", { concern, summary });
    }
  } catch (thrown) {
    if (toKeepsakeError(thrown).code !== "UNAVAILABLE") throw thrown; // that is logged already
  }
}

/** Optional peers are loaded when they are wanted; CONFIG_INVALID says what to install. */
async function loadOptional<Module>(load: () => Promise<Module>, message: string, field: string): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissingPackage(cause)) throw cause;
    throw new KeepsakeError("CONFIG_INVALID", message, { field }, { cause });
  }
}

function isMissingPackage(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND";
}

/** The embedder; and where another one is to take over, that one too, and the index as it is written while both stand side by side. */
async function makeEmbedders(
  { embedder, nextEmbedder }: KeepsakeConfig,
  { storage, ids, clock, telemetry }: Pick<EngineParts, "storage" | "ids" | "clock" | "telemetry">,
): Promise<Pick<EngineParts, "storage" | "ids" | "clock" | "embedder" | "otherEmbedder">> {
  const parts = { storage, ids, clock, embedder: await makeEmbedder(embedder, "embedder", telemetry) };
  if (nextEmbedder === undefined) return parts;
  const projection = twinProjection(storage.projection, { ids, clock });
  return {
    ...parts,
    storage: { ...storage, projection },
    otherEmbedder: await makeEmbedder(nextEmbedder, "nextEmbedder", telemetry),
  };
}

/** @throws CONFIG_INVALID where both are one model: there is nothing to change then */
async function openEmbedders({
  embedder,
  otherEmbedder,
}: Pick<EngineParts, "embedder" | "otherEmbedder">): Promise<void> {
  await embedder.open();
  await otherEmbedder?.open();
  if (embedder.profile.modelId !== otherEmbedder?.profile.modelId) return;
  throw new KeepsakeError("CONFIG_INVALID", "embedder and nextEmbedder are the same model.", { field: "nextEmbedder" });
}

async function makeChatModel(config: KeepsakeConfig): Promise<ChatModel | undefined> {
  if (config.chatModel === undefined) return undefined;
  const { createOpenAiCompatibleChatModel } = await import("./adapters/models/openai-compatible/index.js");
  const { url, apiKey, model, timeoutMs, structuredOutputs } = config.chatModel;
  const key = apiKey === undefined ? {} : { apiKey };
  return createOpenAiCompatibleChatModel({ url, model, timeoutMs, structuredOutputs, ...key });
}

async function makeTokenVerifier({ auth: { jwt } }: KeepsakeConfig): Promise<TokenVerifier | undefined> {
  if (jwt === undefined) return undefined;
  const { createJwtVerifier } = await import("./adapters/identity/jwt/index.js");
  const { jwksUrl, publicKey, sharedKey, defaultRole, ...rest } = jwt;
  const role = defaultRole === undefined ? {} : { defaultRole };
  // of the three, the configuration has exactly one
  const local = publicKey === undefined ? { jwksUrl: jwksUrl ?? "" } : { publicKey };
  return createJwtVerifier({ ...rest, ...role, keys: sharedKey === undefined ? local : { sharedKey } });
}

/** The parts that rerank; none where nothing is configured. */
async function makeReranker(
  { reranker, chatModel }: KeepsakeConfig,
  telemetry: Telemetry,
): Promise<Pick<EngineParts, "reranker" | "rerankTerms">> {
  if (reranker === undefined) return {};
  const { timeoutMs, maxDocuments } = reranker;
  if (reranker.kind === "chat-model") {
    if (chatModel !== undefined) return { rerankTerms: { timeoutMs, maxDocuments, useChatModel: true } };
    const message =
      "reranker.kind is chat-model, and no chatModel is configured: set KEEPSAKE_MODEL_URL and KEEPSAKE_MODEL_NAME.";
    throw new KeepsakeError("CONFIG_INVALID", message, { field: "reranker.kind" });
  }
  const { createHttpReranker } = await import("./adapters/rerankers/http/index.js");
  const { kind: _, maxDocuments: __, ...service } = reranker;
  const turns = createServiceTurns(service, { service: "reranker", telemetry });
  return {
    reranker: createHttpReranker({ ...service, turns }),
    rerankTerms: { timeoutMs, maxDocuments, useChatModel: false },
  };
}

function termsOf({ chatModel }: KeepsakeConfig): { readonly modelTerms?: ModelTerms } {
  if (chatModel === undefined) return {};
  const { timeoutMs, inputPrice, outputPrice, maxTokensPerDay, maxCostPerDay } = chatModel;
  const { maxParallelCalls, maxCallsPerMinute, pauseSeconds } = chatModel;
  return {
    modelTerms: {
      timeoutMs,
      inputPrice,
      outputPrice,
      pauseSeconds,
      ...(maxTokensPerDay === undefined ? {} : { maxTokensPerDay }),
      ...(maxCostPerDay === undefined ? {} : { maxCostPerDay }),
      ...(maxParallelCalls === undefined ? {} : { maxParallelCalls }),
      ...(maxCallsPerMinute === undefined ? {} : { maxCallsPerMinute }),
    },
  };
}

/** @throws CONFIG_INVALID where tracing is configured and its packages are not installed */
async function makeTracer({ tracing }: KeepsakeConfig, telemetry: Telemetry): Promise<OtlpTracer | undefined> {
  if (tracing === undefined) return undefined;
  const { authorization, ...options } = tracing;
  const headers = authorization === undefined ? {} : { headers: { authorization } };
  try {
    const { createOtlpTracer } = await import("./adapters/tracing/otlp/index.js");
    return createOtlpTracer({ ...options, ...headers }, telemetry);
  } catch (thrown) {
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND")) throw thrown;
    throw new KeepsakeError(
      "CONFIG_INVALID",
      "tracing.url is set, and the packages of OpenTelemetry are not installed",
      {
        field: "tracing.url",
        remedy: {
          en: `Install them: npm install ${TRACING_PACKAGES}`,
          zh: `请安装：npm install ${TRACING_PACKAGES}`,
        },
      },
      { cause: thrown },
    );
  }
}

/** The parts that calls wait for, traced where a tracer is. */
function traced(parts: EngineParts, tracer: Tracer | undefined): EngineParts {
  if (tracer === undefined) return parts;
  const { chatModel, otherEmbedder, reader, reranker } = parts;
  return {
    ...parts,
    tracer,
    storage: tracedStorage(parts.storage, tracer),
    embedder: tracedEmbedder(parts.embedder, tracer),
    ...(otherEmbedder === undefined ? {} : { otherEmbedder: tracedEmbedder(otherEmbedder, tracer) }),
    ...(chatModel === undefined ? {} : { chatModel: tracedChatModel(chatModel, tracer) }),
    ...(reader === undefined ? {} : { reader: tracedReader(reader, tracer) }),
    ...(reranker === undefined ? {} : { reranker: tracedReranker(reranker, tracer) }),
  };
}

/** Closes in order, each whatever became of those before it; then throws the first failure. */
async function closeAll(closings: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closings) {
    try {
      await close();
    } catch (thrown) {
      failures.push(thrown);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** The shipped actions under the configured ones, with the key of the references. */
function redactionOf({ redaction: { actions, vaultKey } }: KeepsakeConfig): RedactionPolicy {
  const chosen = Object.fromEntries(Object.entries(actions).filter(([, action]) => action !== undefined));
  return {
    ...DEFAULT_POLICY.redaction,
    ...chosen,
    ...(vaultKey === undefined ? {} : { vaultKey: new VaultKey(vaultKey) }),
  };
}

/** The shipped policy with what is configured. */
function policyOf(config: KeepsakeConfig): Policy {
  return {
    ...DEFAULT_POLICY,
    journal: { ...DEFAULT_POLICY.journal, ...config.journal },
    redaction: redactionOf(config),
    review: config.review,
    authority: config.authority,
  };
}

/** What holds data or computes is opened, the truth first. The reader opens itself with what it is first asked. */
async function openParts(
  parts: EngineParts,
  companion: RedisConnection | undefined,
  tenant: KeepsakeConfig["tenant"],
): Promise<void> {
  const { storage, blobs, telemetry, clock } = parts;
  await openWhole(storage);
  await openEmbedders(parts);
  await openCompanion(companion, telemetry);
  await blobs?.store.open();
  await storage.tenants.ensure(tenant, clock.now());
}

/**
 * Config in, opened engine out: the only place that knows which adapter is used.
 * Errors: CONFIG_INVALID, STORE_READ_ONLY, STORE_CORRUPT, STORE_NEWER, STORE_BUSY, MODEL_UNAVAILABLE. What was opened before a failure is closed again.
 */
export async function openEngine(config: KeepsakeConfig): Promise<OpenEngine> {
  const telemetry = createTelemetry({ level: config.log.level });
  const stored = await makeStored(config, telemetry);
  const { storage, companion, wakeUp, endWakeUp } = await makeCompanion(config, stored, telemetry);
  const embedders = await makeEmbedders(config, { storage, ids: createIds(), clock: systemClock, telemetry });
  const reading = await makeReader(config, telemetry);
  const blobs = await makeBlobs(config, loadOptional);
  const chatModel = await makeChatModel(config);
  const tokenVerifier = await makeTokenVerifier(config);
  const audit = createAuditTrail({ storage, clock: systemClock, telemetry });
  const reranking = await makeReranker(config, telemetry);
  const tracer = await makeTracer(config, telemetry);
  const untraced: EngineParts = {
    ...embedders,
    ...reading,
    audit,
    ...(tokenVerifier === undefined ? {} : { tokenVerifier }),
    ...(chatModel === undefined ? {} : { chatModel }),
    ...termsOf(config),
    ...reranking,
    tokens: createTokenCounter(config.tokens.encoding),
    telemetry,
    wakeUp,
    ...(blobs === undefined ? {} : { blobs }),
    ...(companion === undefined ? {} : { companion }),
    policy: policyOf(config),
    defaultTimeZone: config.defaultTimeZone,
  };
  const parts = traced(untraced, tracer);
  const closeModels = () =>
    closeAll([embedders.embedder, embedders.otherEmbedder, reading.reader].map((each) => async () => each?.close()));
  const closeBeside = async (): Promise<void> =>
    closeAll([endWakeUp, async () => companion?.close(), async () => blobs?.store.close()]);
  try {
    await openParts(untraced, companion, config.tenant);
  } catch (error) {
    // why it did not open is what the caller must hear; what fails while it is closed again is only logged
    await closeAll([closeModels, closeBeside, () => storage.close(), async () => tracer?.close()]).catch(
      (thrown: unknown) => parts.telemetry.log("warn", "engine.close_failed", { code: toKeepsakeError(thrown).code }),
    );
    throw error;
  }
  const worker = digestWorker(parts);
  if (config.worker.enabled) worker.start();
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    closeAll([
      () => worker.stop(),
      () => audit.flush(),
      closeModels,
      closeBeside,
      () => storage.close(),
      async () => tracer?.close(),
    ]);
  return {
    parts,
    measurements: () => telemetry.snapshot(),
    drain: (scope, timeoutMs) => {
      if (closed !== undefined) throw new KeepsakeError("CLOSED", "The engine was closed.");
      return worker.drain(scope, timeoutMs);
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}
