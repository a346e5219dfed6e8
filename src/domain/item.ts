import type { Episode } from "./episode.js";
import type { AgentId, ItemId, SessionId } from "./ids.js";
import type { Memory, MemoryKind, MemoryStatus, MemoryTier } from "./memory.js";
import type { EpochMs } from "./time.js";
import type { Role } from "./turn.js";

export type ItemType = "memory" | "episode";

/** What filters can see of an item inside a search index. Episodes are always `active` and valid from `saidAt`. */
export interface ItemAttributes {
  readonly id: ItemId;
  readonly type: ItemType;
  readonly status: MemoryStatus;
  readonly kind?: MemoryKind;
  readonly tier?: MemoryTier;
  readonly subject?: string;
  readonly sessionId?: SessionId;
  readonly agentId?: AgentId;
  readonly speaker?: string;
  readonly role?: Role;
  readonly tags: readonly string[];
  readonly entities: readonly string[];
  readonly saidAt: EpochMs;
  readonly recordedAt: EpochMs;
  readonly validFrom: EpochMs;
  readonly validTo?: EpochMs;
  readonly expiresAt?: EpochMs;
  /** 0–1; episodes 0. */
  readonly importance: number;
}

/** What filters see of a memory, the same in the truth and in every index. */
export function memoryAttributes(memory: Memory): ItemAttributes {
  return {
    id: memory.id,
    type: "memory",
    status: memory.status,
    kind: memory.kind,
    tier: memory.tier,
    subject: memory.subject,
    ...(memory.sessionId !== undefined && { sessionId: memory.sessionId }),
    ...(memory.agentId !== undefined && { agentId: memory.agentId }),
    tags: memory.tags,
    entities: memory.entities,
    saidAt: memory.saidAt,
    recordedAt: memory.recordedAt,
    validFrom: memory.validFrom,
    ...(memory.validTo !== undefined && { validTo: memory.validTo }),
    ...(memory.expiresAt !== undefined && { expiresAt: memory.expiresAt }),
    importance: memory.importance,
  };
}

/** The same of an episode: always active, valid from when it was said. Its entities rest in the index only. */
export function episodeAttributes(episode: Episode, entities: readonly string[] = []): ItemAttributes {
  return {
    id: episode.id,
    type: "episode",
    status: "active",
    sessionId: episode.sessionId,
    ...(episode.agentId !== undefined && { agentId: episode.agentId }),
    ...(episode.speaker !== undefined && { speaker: episode.speaker }),
    role: episode.role,
    tags: [],
    entities,
    saidAt: episode.at,
    recordedAt: episode.recordedAt,
    validFrom: episode.at,
    importance: 0,
  };
}
