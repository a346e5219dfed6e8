/** A string that the type system keeps apart from other strings: a turn's id never passes for a memory's. */
export type Branded<Name extends string> = string & { readonly __brand: Name };

export type TenantId = Branded<"TenantId">;
export type UserId = Branded<"UserId">;
export type AgentId = Branded<"AgentId">;
export type SessionId = Branded<"SessionId">;
export type TurnId = Branded<"TurnId">;
export type MemoryId = Branded<"MemoryId">;
export type EpisodeId = Branded<"EpisodeId">;
export type JournalEntryId = Branded<"JournalEntryId">;

/** What a search index holds: memories and episode segments share one id space, told apart by their prefix. */
export type ItemId = MemoryId | EpisodeId;

export const ID_PREFIX = { memory: "mem_", episode: "ep_", turn: "turn_", journal: "job_", audit: "aud_" } as const;

export function isMemoryId(id: string): id is MemoryId {
  return id.startsWith(ID_PREFIX.memory);
}

export function isEpisodeId(id: string): id is EpisodeId {
  return id.startsWith(ID_PREFIX.episode);
}
