import { createFakeEmbedder } from "../adapters/models/fake/index.js";
import { createMemoryStorage } from "../adapters/storage/memory/index.js";
import { createIds, silentTelemetry } from "../adapters/system/index.js";
import { createAuditTrail } from "../audit/index.js";
import {
  type EpisodeId,
  type ItemAttributes,
  type Memory,
  makeScope,
  type Role,
  type Scope,
  type SessionId,
  type Turn,
  type TurnId,
} from "../domain/index.js";
import { analyze } from "../language/index.js";
import { DEFAULT_POLICY } from "../policy/index.js";
import type { EngineParts, TokenCounter } from "../ports/index.js";

/** One token per Han character, per other word and per mark: quick, and enough to hold a budget to. */
const wordTokens: TokenCounter = {
  encoding: "words",
  count: (text) => text.match(/\p{Script=Han}|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0,
  truncate(text, maxTokens) {
    const pieces = [...text.matchAll(/\p{Script=Han}|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)];
    const next = pieces[maxTokens];
    return next === undefined ? text : text.slice(0, next.index);
  },
};

export interface SaidTurn {
  readonly role?: Role;
  readonly speaker?: string;
  readonly at?: number;
  readonly agentId?: string;
}

/** A scope in memory with turns, episodes and memories put in by hand: the read path without the write path. */
export interface Scene {
  readonly parts: EngineParts;
  readonly scope: Scope;
  /** Records a turn with its episode, indexed. */
  say(sessionId: string, text: string, turn?: SaidTurn): Promise<Turn>;
  /** Stores a memory, indexed. */
  keep(content: string, memory?: Partial<Memory>): Promise<Memory>;
}

/** Noon of a day in January 2026, UTC. */
export function january(day: number): number {
  return Date.UTC(2026, 0, day, 12);
}

const isEnded = (memory: Partial<Memory>) => memory.status !== undefined && memory.status !== "active";

function makeMemory(parts: EngineParts, content: string, given: Partial<Memory>): Memory {
  const id = given.id ?? parts.ids.memory();
  const at = given.saidAt ?? january(10);
  return {
    ...{ id, lineageId: id, version: 1, revision: 1, turnIds: [], content, evidence: content },
    ...{ kind: "fact", tier: "long-term", status: "active", subject: "user", qualifiers: {}, cardinality: "multi" },
    ...{ polarity: "positive", entities: [], tags: [], importance: 0.5, confidence: 1, source: "rule", supersedes: [] },
    ...{ saidAt: at, validFrom: at, recordedAt: at, accessCount: 0, reinforcedCount: 0, contentHash: id },
    ...{
      policyVersion: parts.policy.version,
      reason: "put in by a test",
      embeddingModel: parts.embedder.profile.modelId,
    },
    ...given,
  };
}

function attributesOf(memory: Memory): ItemAttributes {
  const { id, status, kind, tier, subject, tags, entities, saidAt, recordedAt, validFrom, importance } = memory;
  return {
    ...{ id, type: "memory", status, kind, tier, subject, tags, entities, saidAt, recordedAt, validFrom, importance },
    ...(memory.sessionId === undefined ? {} : { sessionId: memory.sessionId }),
    ...(memory.agentId === undefined ? {} : { agentId: memory.agentId }),
    ...(memory.validTo === undefined ? {} : { validTo: memory.validTo }),
    ...(memory.expiresAt === undefined ? {} : { expiresAt: memory.expiresAt }),
  };
}

async function recordTurn(
  parts: EngineParts,
  scope: Scope,
  sessionId: string,
  text: string,
  given: SaidTurn,
): Promise<Turn> {
  const at = given.at ?? january(10);
  const session = sessionId as SessionId;
  const before = await parts.storage.truth.read(scope, (transaction) => transaction.turns.recent(session, 1));
  const [previous] = before;
  const [values] = await parts.embedder.embedPassages([previous === undefined ? text : `${previous.text}\n${text}`]);
  const speaker = given.speaker === undefined ? {} : { speaker: given.speaker };
  const agent = given.agentId === undefined ? {} : { agentId: given.agentId as NonNullable<Turn["agentId"]> };
  const role = given.role ?? "user";
  const id = parts.ids.turn();
  return parts.storage.truth.write(scope, async (transaction) => {
    const turn = { id, sessionId: session, role, text, at, recordedAt: at, timeZone: "UTC", ...speaker, ...agent };
    const [written] = await transaction.turns.append([turn]);
    if (written === undefined) throw new Error("the turn was there before");
    const episodeId: EpisodeId = parts.ids.episode();
    const turnIds: TurnId[] = previous === undefined ? [id] : [previous.id, id];
    const shared = { sessionId: session, role, recordedAt: at, ...speaker, ...agent };
    await transaction.episodes.insert({ ...shared, id: episodeId, centreTurnId: id, turnIds, at });
    const own = analyze(text);
    await parts.storage.projection.apply(transaction, [
      {
        type: "put",
        attributes: {
          ...{ ...shared, id: episodeId, type: "episode", status: "active", tags: [], entities: [] },
          ...{ saidAt: at, validFrom: at, importance: 0 },
        },
        terms: [...own, ...own, ...(previous === undefined ? [] : analyze(previous.text))],
        ...(values === undefined ? {} : { vector: { modelId: parts.embedder.profile.modelId, values } }),
      },
    ]);
    return written;
  });
}

async function storeMemory(parts: EngineParts, scope: Scope, content: string, given: Partial<Memory>): Promise<Memory> {
  const memory = makeMemory(parts, content, isEnded(given) ? { validTo: january(20), ...given } : given);
  const [values] = await parts.embedder.embedPassages([content]);
  const vector = values === undefined ? {} : { vector: { modelId: parts.embedder.profile.modelId, values } };
  await parts.storage.truth.write(scope, async (transaction) => {
    await transaction.memories.insert(memory);
    await parts.storage.projection.apply(transaction, [
      { type: "put", attributes: attributesOf(memory), terms: analyze(content), ...vector },
    ]);
  });
  return memory;
}

/** Opens a scene; the clock stands at noon of 31 January 2026, UTC. */
export async function openScene(overrides: Partial<EngineParts> = {}, user = "ada"): Promise<Scene> {
  const storage = createMemoryStorage();
  await storage.open();
  await storage.tenants.ensure("test", 0);
  const clock = { now: () => january(31) };
  const audit = createAuditTrail({ storage, clock, telemetry: silentTelemetry() });
  const parts: EngineParts = {
    audit,
    ...{ storage, embedder: createFakeEmbedder({ dimension: 2_048 }), tokens: wordTokens, clock, ids: createIds() },
    ...{ telemetry: silentTelemetry(), policy: DEFAULT_POLICY, defaultTimeZone: "UTC" },
    wakeUp: { notify: () => undefined, subscribe: () => () => undefined },
    ...overrides,
  };
  const scope = makeScope("test", user);
  await parts.storage.tenants.ensure("test", 0);
  await parts.storage.truth.write(scope, (transaction) => transaction.directory.ensureUser(0));
  return {
    parts,
    scope,
    say: (sessionId, text, turn = {}) => recordTurn(parts, scope, sessionId, text, turn),
    keep: (content, memory = {}) => storeMemory(parts, scope, content, memory),
  };
}
