import type { MemoryWrite, WriteSelection } from "../../../domain/index.js";

export interface WriteRow {
  readonly sequence: number;
  readonly at: number;
  readonly memory_id: MemoryWrite["memoryId"];
  readonly kind: MemoryWrite["kind"];
  readonly turn_id: NonNullable<MemoryWrite["turnId"]> | null;
  readonly session_id: NonNullable<MemoryWrite["sessionId"]> | null;
  readonly agent_id: NonNullable<MemoryWrite["agentId"]> | null;
  readonly import_id: string | null;
  readonly policy_version: string;
  readonly before: string;
  readonly after: string;
  readonly undone_at: number | null;
}

export function toWrite(row: WriteRow): MemoryWrite {
  return {
    sequence: row.sequence,
    at: row.at,
    memoryId: row.memory_id,
    kind: row.kind,
    ...(row.turn_id !== null && { turnId: row.turn_id }),
    ...(row.session_id !== null && { sessionId: row.session_id }),
    ...(row.agent_id !== null && { agentId: row.agent_id }),
    ...(row.import_id !== null && { importId: row.import_id }),
    policyVersion: row.policy_version,
    before: JSON.parse(row.before),
    after: JSON.parse(row.after),
    ...(row.undone_at !== null && { undoneAt: row.undone_at }),
  };
}

/** Columns that name where a write came from. */
export type OriginColumn = "turn_id" | "session_id" | "agent_id" | "import_id" | "policy_version";

/** The column and the value that a selection means. */
export function originOf(selection: WriteSelection): readonly [OriginColumn, string] {
  switch (selection.by) {
    case "turn":
      return ["turn_id", selection.turnId];
    case "session":
      return ["session_id", selection.sessionId];
    case "agent":
      return ["agent_id", selection.agentId];
    case "import":
      return ["import_id", selection.importId];
    case "policy":
      return ["policy_version", selection.policyVersion];
  }
}
