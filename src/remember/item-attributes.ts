import type { Episode, ItemAttributes, Memory } from "../domain/index.js";
import { storedTags } from "./statement.js";

/** What filters may see of a memory. */
export function memoryAttributes(memory: Memory): ItemAttributes {
  return {
    id: memory.id,
    type: "memory",
    status: memory.status,
    kind: memory.kind,
    tier: memory.tier,
    subject: memory.subject,
    tags: storedTags(memory.tags),
    entities: memory.entities,
    saidAt: memory.saidAt,
    recordedAt: memory.recordedAt,
    validFrom: memory.validFrom,
    importance: memory.importance,
    ...(memory.sessionId === undefined ? {} : { sessionId: memory.sessionId }),
    ...(memory.agentId === undefined ? {} : { agentId: memory.agentId }),
    ...(memory.validTo === undefined ? {} : { validTo: memory.validTo }),
    ...(memory.expiresAt === undefined ? {} : { expiresAt: memory.expiresAt }),
  };
}

/** Episodes are always active and valid from when they were said; importance 0. */
export function episodeAttributes(episode: Episode, entities: readonly string[]): ItemAttributes {
  return {
    id: episode.id,
    type: "episode",
    status: "active",
    role: episode.role,
    sessionId: episode.sessionId,
    tags: [],
    entities,
    saidAt: episode.at,
    recordedAt: episode.recordedAt,
    validFrom: episode.at,
    importance: 0,
    ...(episode.agentId === undefined ? {} : { agentId: episode.agentId }),
    ...(episode.speaker === undefined ? {} : { speaker: episode.speaker }),
  };
}
