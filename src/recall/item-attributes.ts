import type { Episode, ItemAttributes, Memory } from "../domain/index.js";

/** What filters see of a memory, from its row: to check again, against the truth, what an index let through. */
export function attributesOfMemory(memory: Memory): ItemAttributes {
  return {
    id: memory.id,
    type: "memory",
    status: memory.status,
    kind: memory.kind,
    tier: memory.tier,
    subject: memory.subject,
    ...(memory.sessionId === undefined ? {} : { sessionId: memory.sessionId }),
    ...(memory.agentId === undefined ? {} : { agentId: memory.agentId }),
    tags: memory.tags,
    entities: memory.entities,
    saidAt: memory.saidAt,
    recordedAt: memory.recordedAt,
    validFrom: memory.validFrom,
    ...(memory.validTo === undefined ? {} : { validTo: memory.validTo }),
    ...(memory.expiresAt === undefined ? {} : { expiresAt: memory.expiresAt }),
    importance: memory.importance,
  };
}

/** The same of an episode: always active, valid from when it was said. Its entities rest in the index only. */
export function attributesOfEpisode(episode: Episode): ItemAttributes {
  return {
    id: episode.id,
    type: "episode",
    status: "active",
    sessionId: episode.sessionId,
    ...(episode.agentId === undefined ? {} : { agentId: episode.agentId }),
    ...(episode.speaker === undefined ? {} : { speaker: episode.speaker }),
    role: episode.role,
    tags: [],
    entities: [],
    saidAt: episode.at,
    recordedAt: episode.recordedAt,
    validFrom: episode.at,
    importance: 0,
  };
}
