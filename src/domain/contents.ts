import type { ItemAttributes } from "./item.js";

/** What a column of a row holds when it leaves its store: lists and objects as JSON, vectors as base64 of little-endian floats. */
export type ContentValue = string | number | null;
/** The values of a table's columns, in their order; the first ones are the key. */
export type ContentRow = readonly ContentValue[];

/**
 * A table of a store's whole content, the same whatever the engine. Rows name tenants and users by their names; numbers that an engine
 * gives out for itself do not appear, nor what follows from other columns.
 */
export interface ContentTable {
  readonly name: ContentTableName;
  /** Whose rows: of the store, of a tenant (its name is the first column), or of a user (its tenant and its id are the first two). */
  readonly owner: "store" | "tenant" | "user";
  /** How many of the first columns are the key. Rows come in the order of their keys: texts by code point, numbers by size. */
  readonly keyLength: number;
  readonly columns: readonly string[];
}

function table<Name extends string>(
  name: Name,
  owner: ContentTable["owner"],
  key: string,
  others: string,
): Omit<ContentTable, "name"> & { readonly name: Name } {
  const before = { store: [], tenant: ["tenant"], user: ["tenant", "user"] }[owner];
  const keyColumns = [...before, ...key.split(" ").filter((word) => word !== "")];
  return { name, owner, keyLength: keyColumns.length, columns: [...keyColumns, ...others.split(" ")] };
}

/**
 * In the order in which they can be written: each names rows of earlier ones only. Left out, since they end with the process or follow
 * from the rest: leases and whose turn it is at the queue, revisions of indexes, counts, the latest instant, links between rows that both ends name.
 */
export const CONTENT_TABLES = [
  table("tenants", "store", "tenant", "created_at"),
  table("users", "store", "tenant user", "created_at"),
  table(
    "api_keys",
    "tenant",
    "id",
    "name role permissions user agent secret_hash salt created_at expires_at last_used_at revoked_at replaced_by",
  ),
  table("audit_lines", "tenant", "position", "user at action actor door key_id targets outcome detail previous hash"),
  table(
    "model_usage",
    "tenant",
    "day",
    "calls refusals input_tokens output_tokens cost_micros reserved_tokens reserved_micros",
  ),
  table("sessions", "user", "id", "agent_id started_at last_turn_at turn_count next_position"),
  table("turns", "user", "id", "session_id position role speaker agent_id text at recorded_at time_zone import_id"),
  table(
    "journal",
    "user",
    "id",
    "sequence task turn_id session_id item_id state attempts last_error appended_at due_at lapses",
  ),
  table(
    "memories",
    "user",
    "id",
    "lineage_id version revision agent_id session_id turn_ids content evidence kind tier status subject attribute qualifiers cardinality value polarity slot_key entities tags importance confidence source supersedes superseded_by said_at valid_from valid_to recorded_at last_accessed_at access_count reinforced_count expires_at content_hash embedding_model policy_version reason",
  ),
  table(
    "memory_writes",
    "user",
    "sequence",
    "at memory_id kind turn_id session_id agent_id import_id policy_version before after undone_at",
  ),
  table(
    "episodes",
    "user",
    "id",
    "session_id agent_id centre_turn_id turn_ids role speaker at recorded_at embedding_model",
  ),
  table(
    "session_summaries",
    "user",
    "session_id",
    "agent_id revision last_turn_at ended_at covered_to open_turns open_tokens summary material",
  ),
  table("requests", "user", "operation key", "body_hash response at"),
  table("states", "user", "space key", "value updated_at expires_at"),
  // attributes, terms and vectors: see `searchRow`. A store that is written to by this table is so through its projection.
  table("search_items", "user", "id", "attributes terms vectors"),
] as const;

export type ContentTableName = (typeof CONTENT_TABLES)[number]["name"];

/** What the indexes hold of one item. */
export interface SearchContent {
  /** Importance aside, which is the memory's own. */
  readonly attributes: Omit<ItemAttributes, "importance">;
  /** Each term with how often; absent where the item has never been put with terms. */
  readonly terms?: readonly (readonly [term: string, times: number])[];
  /** By model: base64 of little-endian 32-bit floats. */
  readonly vectors: readonly (readonly [modelId: string, base64: string])[];
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;

/** One form for one content, whichever engine it came from. */
export function searchColumns({ attributes, terms, vectors }: SearchContent): readonly ContentValue[] {
  const named = Object.entries(attributes).filter(
    ([name, value]) => name !== "importance" && value !== undefined && value !== null,
  );
  return [
    JSON.stringify(Object.fromEntries(named.sort(byName))),
    terms === undefined ? null : JSON.stringify([...terms].sort(byName)),
    JSON.stringify([...vectors].sort(byName)),
  ];
}
