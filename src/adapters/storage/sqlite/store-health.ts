import type { StoreFault, StoreFaultKind, StoreHealth } from "../../../ports/index.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";

const MOST_COMPLAINTS = 100;

const missing = (table: string, match: string): string => `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${match})`;
const count = (rows: string): string => `SELECT count(*) AS rows FROM ${rows}`;

/** Each gives the number of rows at fault. Every subquery goes by a key or an index. */
const CHECKS: readonly (readonly [StoreFaultKind, place: string, sql: string])[] = [
  ["dangling", "turns", count(`turns t WHERE ${missing("sessions s", "s.scope = t.scope AND s.id = t.session_id")}`)],
  [
    "dangling",
    "memory_labels",
    count(`memory_labels l WHERE ${missing("memories m", "m.scope = l.scope AND m.id = l.memory_id")}`),
  ],
  [
    "dangling",
    "memory_turns",
    count(`memory_turns l WHERE ${missing("memories m", "m.scope = l.scope AND m.id = l.memory_id")}`),
  ],
  [
    "dangling",
    "episode_turns",
    count(`episode_turns l WHERE ${missing("episodes e", "e.scope = l.scope AND e.id = l.episode_id")}`),
  ],
  [
    "unindexed",
    "memories",
    count(
      `memories m WHERE m.status = 'active' AND ${missing("index_items i", "i.scope = m.scope AND i.item_id = m.id")}`,
    ),
  ],
  [
    "unindexed",
    "episodes",
    count(`episodes e WHERE ${missing("index_items i", "i.scope = e.scope AND i.item_id = e.id")}`),
  ],
  [
    "orphaned",
    "index_items",
    count(
      `index_items i WHERE ${missing("memories m", "m.scope = i.scope AND m.id = i.item_id")} AND ${missing("episodes e", "e.scope = i.scope AND e.id = i.item_id")}`,
    ),
  ],
  [
    "orphaned",
    "keyword_postings",
    count(`keyword_postings p WHERE ${missing("index_items i", "i.scope = p.scope AND i.doc = p.doc")}`),
  ],
  ["orphaned", "vectors", count(`vectors v WHERE ${missing("index_items i", "i.scope = v.scope AND i.doc = v.doc")}`)],
  [
    "miscounted",
    "keyword_terms",
    count(
      "keyword_terms t WHERE t.df <> (SELECT count(*) FROM keyword_postings p WHERE p.scope = t.scope AND p.term = t.id)",
    ),
  ],
  [
    "miscounted",
    "scopes",
    count(`scopes s WHERE (s.indexed_docs, s.total_length) <>
      (SELECT count(i.length), ifnull(sum(i.length), 0) FROM index_items i WHERE i.scope = s.id)`),
  ],
  [
    "miscounted",
    "vector_models",
    count(
      "vector_models m WHERE m.vectors <> (SELECT count(*) FROM vectors v WHERE v.scope = m.scope AND v.model = m.id)",
    ),
  ],
  [
    "miscounted",
    "sessions",
    count(
      "sessions s WHERE s.turn_count <> (SELECT count(*) FROM turns t WHERE t.scope = s.scope AND t.session_id = s.id)",
    ),
  ],
  [
    "damaged",
    "vectors",
    count("vectors v JOIN vector_models m ON m.id = v.model WHERE length(v.numbers) <> 4 * m.dimension"),
  ],
];

function pagesAtFault(connection: Connection): number {
  const complaints = connection.pragma(`quick_check(${MOST_COMPLAINTS})`) as readonly {
    readonly quick_check: string;
  }[];
  return complaints.filter(({ quick_check }) => quick_check !== "ok").length;
}

function inspect(connection: Connection): readonly StoreFault[] {
  const damaged = pagesAtFault(connection);
  // what a damaged file gives for an answer means nothing
  if (damaged > 0) return [{ kind: "damaged", place: "file", rows: damaged }];
  const found: StoreFault[] = CHECKS.map(([kind, place, sql]) => {
    const [counted] = connection.allOnce<{ rows: number }>(sql, []);
    return { kind, place, rows: counted?.rows ?? 0 };
  });
  const dangling = connection.pragma("foreign_key_check") as readonly unknown[];
  return [{ kind: "dangling" as const, place: "foreign keys", rows: dangling.length }, ...found].filter(
    ({ rows }) => rows > 0,
  );
}

/** The file's own check, and every figure and link between tables held against what it stands for. */
export function createStoreHealth(database: Database): StoreHealth {
  return { inspect: () => database.snapshot(async (connection) => inspect(connection)) };
}
