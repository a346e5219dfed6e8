import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import {
  ACCESS_ROLES,
  checkId,
  isValidTimeZone,
  PERMISSIONS,
  REDACTION_ACTIONS,
  REDACTION_KINDS,
} from "../domain/index.js";
import { blobsSchema } from "./blob-settings.js";
import { proxySchema } from "./proxy.js";
import { vectorsSchema } from "./vector-settings.js";

/** Permissions that a configured API key can carry. Tenants are made by who holds the machine, not by a key. */
export const KEY_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== "tenants:manage");

/** That of extraction: what is under it is not kept at all. */
const DEFAULT_BELOW_CONFIDENCE = 0.5;

const id = z.string().superRefine((value, context) => {
  try {
    checkId(value, "id");
  } catch (error) {
    context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
  }
});
const url = z.url({ protocol: /^https?$/ });
const secret = z.string().min(1);
const threads = z.int().min(1).max(64);
const runtime = z.enum(["auto", "native", "wasm"]);

/** How long a writer waits for another one before STORE_BUSY. */
const busyTimeoutMs = z.int().min(0).max(600_000).default(10_000);

/** Memory of this process for the indexes of users in use; who was used longest ago leaves first. */
const hotScopeBytes = z.int().min(0).max(1_099_511_627_776).exactOptional();

const storage = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("sqlite").default("sqlite"),
    busyTimeoutMs,
    hotScopeBytes,
    /** Encrypts the store at rest. */
    encryptionKey: secret.min(8).exactOptional(),
  }),
  z.strictObject({ kind: z.literal("memory") }),
  z.strictObject({
    kind: z.literal("postgres"),
    url: z.url({ protocol: /^postgres(ql)?$/ }),
    /** Several stores may live in one database, each in a schema of its own. */
    schema: z
      .string()
      .regex(/^[a-z_][a-z0-9_]{0,47}$/)
      .default("keepsake"),
    /** Of this process; half for writing and half for reading. */
    maxConnections: z.int().min(2).max(1_000).default(20),
    busyTimeoutMs,
    /** A statement that takes longer is ended. */
    statementTimeoutMs: z.int().min(100).max(600_000).default(30_000),
    hotScopeBytes,
    /** Into how many parts the tables are split by tenant. Counts when the schema is made. */
    partitions: z.int().min(1).max(256).default(16),
  }),
  z.strictObject({
    kind: z.literal("mariadb"),
    url: z.url({ protocol: /^(mysql|mariadb)$/ }),
    /** Of this process; half for writing and half for reading. */
    maxConnections: z.int().min(2).max(1_000).default(20),
    busyTimeoutMs,
    /** A statement that takes longer is ended. */
    statementTimeoutMs: z.int().min(100).max(600_000).default(30_000),
  }),
]);

/** Secrets of `migrate`, `backup` and `restore`, which no command line should show. */
const moving = z.strictObject({
  fromEncryptionKey: secret.min(8).exactOptional(),
  toEncryptionKey: secret.min(8).exactOptional(),
  fromFilesKey: secret.min(8).exactOptional(),
  toFilesKey: secret.min(8).exactOptional(),
  backupPassphrase: secret.min(8).exactOptional(),
  backupKeyFile: z.string().min(1).exactOptional(),
});

/** Copies of working memory, and hints between processes; its loss costs time and nothing else. */
const redis = z.strictObject({
  url: z.url({ protocol: /^rediss?$/ }),
  keyPrefix: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .default("keepsake"),
  /** The address is that of one node of a cluster. */
  cluster: z.boolean().default(false),
  /** What takes longer is not waited for. */
  timeoutMs: z.int().min(10).max(60_000).default(500),
});

/** What each process asks of a model service at most: the same of every kind of model. */
const serviceLimits = {
  maxParallelCalls: z.int().min(1).max(10_000).exactOptional(),
  maxCallsPerMinute: z.int().min(1).max(1_000_000).exactOptional(),
  /** How long a service that failed is left alone. */
  pauseSeconds: z.int().min(1).max(300).default(30),
};

const embedder = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("bundled"), runtime: runtime.default("auto"), threads: threads.default(1) }),
  z.strictObject({
    kind: z.literal("folder"),
    /** Holds model.onnx, tokenizer.json and a manifest. */
    path: z.string().min(1),
    runtime: runtime.default("auto"),
    threads: threads.default(1),
  }),
  z.strictObject({
    kind: z.literal("openai-compatible"),
    url,
    apiKey: secret.exactOptional(),
    model: z.string().min(1),
    dimension: z.int().min(1).max(8_192),
    timeoutMs: z.int().min(100).max(600_000).default(30_000),
    ...serviceLimits,
  }),
  z.strictObject({ kind: z.literal("fake"), dimension: z.int().min(8).max(8_192).exactOptional() }),
]);

/** What reads pairs of texts. */
const reader = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("bundled"), runtime: runtime.default("auto"), threads: threads.default(1) }),
  z.strictObject({ kind: z.literal("none") }),
]);

const price = z.number().min(0).max(1_000_000);

const chatModel = z
  .strictObject({
    url,
    apiKey: secret.exactOptional(),
    model: z.string().min(1),
    timeoutMs: z.int().min(100).max(600_000).default(30_000),
    /** The server enforces a JSON schema given as `response_format`. */
    structuredOutputs: z.boolean().default(false),
    /** Money per million tokens. */
    inputPrice: price.default(0),
    outputPrice: price.default(0),
    maxTokensPerDay: z.int().min(0).max(1_000_000_000_000).exactOptional(),
    maxCostPerDay: z.number().min(0).max(1_000_000).exactOptional(),
    ...serviceLimits,
  })
  .superRefine((model, context) => {
    if (model.maxCostPerDay === undefined || model.inputPrice > 0 || model.outputPrice > 0) return;
    context.addIssue({ code: "custom", path: ["maxCostPerDay"], message: "a cap on cost needs prices" });
  });

const rerankTerms = (timeoutMs: number, maxDocuments: number) => ({
  /** Then the fused order stands. */
  timeoutMs: z.int().min(10).max(600_000).default(timeoutMs),
  /** So many of the best candidates are read again. */
  maxDocuments: z.int().min(2).max(100).default(maxDocuments),
});

const reranker = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("service"),
    url,
    apiKey: secret.exactOptional(),
    model: z.string().min(1).exactOptional(),
    protocol: z.enum(["cohere", "tei"]).default("cohere"),
    ...rerankTerms(1_500, 30),
    ...serviceLimits,
  }),
  /** The configured chat model; what it costs counts towards its caps. */
  z.strictObject({ kind: z.literal("chat-model"), ...rerankTerms(8_000, 20) }),
]);

const apiKey = z.strictObject({
  /** Stands for the key in the audit log. */
  name: z.string().regex(/^[\w.@-]{1,64}$/),
  key: z.string().min(16).max(512),
  permissions: z
    .array(z.enum(KEY_PERMISSIONS))
    .min(1)
    .default([...KEY_PERMISSIONS]),
  /** Absent: the configured tenant. */
  tenant: id.exactOptional(),
  /** Present: the key opens this user's memory only. */
  user: id.exactOptional(),
});

const SHARED_SECRET_ALGORITHMS = ["HS256", "HS384", "HS512"] as const;
const PUBLIC_KEY_ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "EdDSA",
] as const;

const claim = z.string().min(1).max(128);

/** Signed tokens of another system. Exactly one source of keys; the algorithms fit it, so that none can be taken for another. */
const jwt = z
  .strictObject({
    issuer: z.string().min(1),
    audience: z.string().min(1),
    jwksUrl: url.exactOptional(),
    publicKey: z.string().min(1).exactOptional(),
    sharedKey: secret.min(32).exactOptional(),
    algorithms: z
      .array(z.enum([...SHARED_SECRET_ALGORITHMS, ...PUBLIC_KEY_ALGORITHMS]))
      .min(1)
      .exactOptional(),
    claims: z
      .strictObject({
        tenant: claim.default("tenant"),
        role: claim.default("role"),
        permissions: claim.default("scope"),
        agent: claim.default("agent"),
        /** Empty: tokens open every user of the tenant. */
        user: z.string().max(128).default("sub"),
      })
      .prefault({}),
    defaultRole: z.enum(ACCESS_ROLES).exactOptional(),
    clockToleranceSeconds: z.int().min(0).max(300).default(30),
  })
  .superRefine((value, context) => {
    const sources = [value.jwksUrl, value.publicKey, value.sharedKey].filter((source) => source !== undefined);
    if (sources.length !== 1) {
      context.addIssue({ code: "custom", message: "exactly one of jwksUrl, publicKey and sharedKey must be given" });
    }
    const allowed: readonly string[] = value.sharedKey === undefined ? PUBLIC_KEY_ALGORITHMS : SHARED_SECRET_ALGORITHMS;
    for (const [index, algorithm] of (value.algorithms ?? []).entries()) {
      if (allowed.includes(algorithm)) continue;
      const message = `${algorithm} does not fit the kind of key that is given`;
      context.addIssue({ code: "custom", path: ["algorithms", index], message });
    }
  })
  .transform(({ algorithms, ...rest }) => ({
    ...rest,
    algorithms: algorithms ?? (rest.sharedKey === undefined ? ["RS256", "ES256", "EdDSA"] : ["HS256"]),
  }));

const http = z.strictObject({
  host: z.string().min(1).default("127.0.0.1"),
  /** 0 takes a free one. */
  port: z.int().min(0).max(65_535).default(7_411),
  apiKeys: z
    .array(apiKey)
    .default([])
    .superRefine((keys, context) => {
      for (const field of ["name", "key"] as const) {
        const seen = new Set<string>();
        keys.forEach((entry, index) => {
          if (seen.has(entry[field])) {
            context.addIssue({ code: "custom", path: [index, field], message: `${field} is used by two API keys` });
          }
          seen.add(entry[field]);
        });
      }
    }),
  /** How callers reach the server from outside, where a proxy stands before it. */
  publicUrl: url.exactOptional(),
  maxBodyBytes: z
    .int()
    .min(1_024)
    .max(64 * 1_048_576)
    .default(1_048_576),
  /** Of each tenant, in each process. */
  limits: z
    .strictObject({
      requestsPerSecond: z.number().min(0.1).max(1_000_000).default(500),
      burst: z.int().min(1).max(1_000_000).default(1_000),
      concurrent: z.int().min(1).max(100_000).default(128),
    })
    .prefault({}),
  requestTimeoutMs: z.int().min(100).max(600_000).default(30_000),
  /** How long running requests may take to end once the server was told to stop. */
  drainTimeoutMs: z.int().min(0).max(600_000).default(10_000),
});

/** Address, limits and keys are those of `http`. */
const grpc = z.strictObject({
  /** 0 takes a free one. Absent: gRPC is not served. */
  port: z.int().min(0).max(65_535).exactOptional(),
});

/** Which changes wait for a person; the shipped figures let everything through. */
const review = z.strictObject({
  protectedUsers: z.array(id).default([]),
  sharedUsers: z.array(id).default([]),
  belowConfidence: z.number().min(0).max(1).default(DEFAULT_BELOW_CONFIDENCE),
  expiryDays: z.int().min(1).max(3_650).default(30),
});

/** What is done with secrets by kind, where it is not what ships; the key that references of `vault` are made with. */
const redaction = z
  .strictObject({
    actions: z.partialRecord(z.enum(REDACTION_KINDS), z.enum(REDACTION_ACTIONS)).default({}),
    vaultKey: secret.min(16).exactOptional(),
  })
  .prefault({});

/** Traces go to a collector of OpenTelemetry over HTTP. */
const tracing = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  /** The header of that name, with its scheme. */
  authorization: secret.exactOptional(),
  sampleShare: z.number().min(0).max(1).default(1),
  serviceName: z.string().min(1).max(256).default("keepsake"),
});

/** Several processes share a store by more than its own process's memory, and copies of working memory need a place. */
function checkTogether(
  config: Readonly<{
    storage: { kind: string };
    sessions: { kind: string };
    redis?: unknown;
    role: ServingRole;
    worker: { enabled: boolean };
  }>,
  context: z.RefinementCtx,
): void {
  const refuse = (path: readonly string[], message: string): void =>
    context.addIssue({ code: "custom", path: [...path], message });
  if (config.sessions.kind === "redis" && config.redis === undefined) {
    refuse(["redis", "url"], "sessions.kind redis needs an address");
  }
  if (config.role !== "all" && config.storage.kind === "memory") {
    refuse(["role"], "a store in one process's memory has no other process to share its work with");
  }
  if (config.role === "worker" && !config.worker.enabled) {
    refuse(["worker", "enabled"], "a worker that digests nothing has nothing to do");
  }
}

const SERVING_ROLES = ["all", "api", "worker"] as const;
/** What `keepsake serve` does: answer callers, digest the journal, or both. */
export type ServingRole = (typeof SERVING_ROLES)[number];

const settings = z.strictObject({
  dataFolder: z
    .string()
    .min(1)
    .default(() => join(homedir(), ".keepsake")),
  tenant: id.default("default"),
  /** The user of commands that name none. */
  user: id.exactOptional(),
  defaultTimeZone: z
    .string()
    .refine(isValidTimeZone, { error: "not an IANA time zone" })
    .default(() => new Intl.DateTimeFormat().resolvedOptions().timeZone),
  language: z.enum(["zh", "en"]).default("en"),
  storage: storage.prefault({}),
  vectors: vectorsSchema.prefault({ kind: "own" }),
  blobs: blobsSchema.prefault({ kind: "own" }),
  /** Absent: nothing stands beside the store. */
  redis: redis.exactOptional(),
  /** Where working memory is read from: the store, or copies in Redis. */
  sessions: z.strictObject({ kind: z.enum(["storage", "redis"]).default("storage") }).prefault({}),
  role: z.enum(SERVING_ROLES).default("all"),
  embedder: embedder.prefault({ kind: "bundled" }),
  /** Another model than `embedder`, which is to take over from it. Absent: there is one. */
  nextEmbedder: embedder.exactOptional(),
  reader: reader.prefault({ kind: "bundled" }),
  chatModel: chatModel.exactOptional(),
  /** Absent: the fused order stands. */
  reranker: reranker.exactOptional(),
  /** Whose tokens the budgets of `context` are counted in. */
  tokens: z.strictObject({ encoding: z.enum(["o200k_base", "cl100k_base"]).default("o200k_base") }).prefault({}),
  review: review.prefault({}),
  /** Source priority of agents by id; one that is not named has 0. */
  authority: z.record(id, z.number().min(0).max(1_000)).default({}),
  redaction,
  http: http.prefault({}),
  grpc: grpc.prefault({}),
  /** Absent: there is no chat proxy. */
  proxy: proxySchema.exactOptional(),
  auth: z.strictObject({ jwt: jwt.exactOptional() }).prefault({}),
  worker: z.strictObject({ enabled: z.boolean().default(true) }).prefault({}),
  /** Absent: nothing is traced. */
  tracing: tracing.exactOptional(),
  moving: moving.prefault({}),
  journal: z
    .strictObject({
      /** With so many entries waiting, `record` of the tenant is refused until some are digested. */
      maxWaiting: z.int().min(1).max(1_000_000_000).default(1_000_000),
      /** So long after a worker died is its work taken up by another. */
      leaseSeconds: z.int().min(2).max(3_600).default(60),
    })
    .prefault({}),
  log: z.strictObject({ level: z.enum(["debug", "info", "warn", "error", "silent"]).default("warn") }).prefault({}),
});

/** The one schema of the configuration. Strict: an unknown key is an error. */
export const configSchema = settings.superRefine(checkTogether);

/** The effective configuration: every default filled in. */
export type KeepsakeConfig = z.output<typeof configSchema>;
/** What a caller may give: anything left out comes from the environment, the file, or the default. */
export type KeepsakeConfigInput = z.input<typeof configSchema>;
export type ApiKeyConfig = KeepsakeConfig["http"]["apiKeys"][number];
export type Language = KeepsakeConfig["language"];
