/** Names of what filters see, and the columns that hold them. */
const ATTRIBUTES = [
  ["id", "item_id"],
  ["type", "type"],
  ["status", "status"],
  ["kind", "kind"],
  ["tier", "tier"],
  ["subject", "subject"],
  ["sessionId", "session_id"],
  ["agentId", "agent_id"],
  ["speaker", "speaker"],
  ["role", "role"],
  ["saidAt", "said_at"],
  ["recordedAt", "recorded_at"],
  ["validFrom", "valid_from"],
  ["validTo", "valid_to"],
  ["expiresAt", "expires_at"],
] as const;

/** What a row of an index says of its item, labels aside. */
export function namedAttributes(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(ATTRIBUTES.map(([name, column]) => [name, row[column] ?? undefined]));
}
