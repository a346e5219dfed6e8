import type { StoreFault, StoreFaultKind } from "../../../ports/index.js";

/** How an engine says whose rows are meant. */
export interface HealthDialect {
  /** The columns that say whose a row is. */
  readonly owner: string;
  /** The rows of a table that are looked at. (place, where the engine takes one) @param scope the column that holds the user's number */
  rows(table: string, scope?: string): string;
  /** The rows of one table that are of the user of a row of another. */
  alike(table: string, other: string, otherScope?: string): string;
  /** Vectors that have not as many numbers as their model says. */
  readonly damagedVectors: string;
  /** Tables of links to memories beside those that every engine has. */
  readonly memoryLinks?: readonly string[];
  /** Tables of rows that go with an item of the index, beside those that every engine has. */
  readonly itemParts?: readonly string[];
}

/** Rows of a table that are at fault: where, and under which condition. */
interface Fault {
  readonly kind: StoreFaultKind;
  readonly place: string;
  readonly where: string;
}

export interface HealthRules {
  /** How many rows are at fault. */
  readonly checks: readonly (readonly [kind: StoreFaultKind, place: string, sql: string])[];
  /**
   * Mend a user's rows, in this order; each does nothing where nothing is at fault. Models without a vector are left to the engine, which may
   * have more to take away with them.
   */
  readonly mends: readonly string[];
  /** Which items `mends` takes from the indexes, or takes a vector of; to be asked before. (place, each) */
  readonly gone: readonly string[];
}

/** Whether `HealthRules.mends` makes it right: it follows from the truth, and what no search finds is made of words, which is no store's work. */
export function isMended({ kind, place }: Pick<StoreFault, "kind" | "place">): boolean {
  return kind === "damaged" ? place === "vectors" : kind !== "unindexed";
}

/** Faults of many users as one list, in the order of the checks. */
export function sumFaults({ checks }: HealthRules, found: readonly StoreFault[]): readonly StoreFault[] {
  return checks.flatMap(([kind, place]) => {
    const rows = found.reduce((sum, one) => (one.kind === kind && one.place === place ? sum + one.rows : sum), 0);
    return rows === 0 ? [] : [{ kind, place, rows }];
  });
}

const missing = ({ alike }: HealthDialect, table: string, other: string, match: string): string =>
  `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${alike(table, other)} AND ${match})`;

const unindexed = (dialect: HealthDialect, table: string): string =>
  missing(dialect, "index_items", table, `index_items.item_id = ${table}.id`);

/** Links to rows that are not there. */
function linksOf(dialect: HealthDialect): readonly Fault[] {
  const toMemories = [...(dialect.memoryLinks ?? []), "memory_turns"].map((table) => ({
    ...{ kind: "dangling" as const, place: table },
    where: missing(dialect, "memories", table, `memories.id = ${table}.memory_id`),
  }));
  const toEpisodes = missing(dialect, "episodes", "episode_turns", "episodes.id = episode_turns.episode_id");
  return [...toMemories, { kind: "dangling", place: "episode_turns", where: toEpisodes }];
}

/** What the indexes hold of nothing; items first, since the rest goes with them. */
function orphansOf(dialect: HealthDialect): readonly Fault[] {
  const place = "index_items";
  const noMemory = missing(dialect, "memories", place, "memories.id = index_items.item_id");
  const noEpisode = missing(dialect, "episodes", place, "episodes.id = index_items.item_id");
  const parts = ["keyword_postings", "vectors", ...(dialect.itemParts ?? [])].map((table) => ({
    ...{ kind: "orphaned" as const, place: table },
    where: missing(dialect, place, table, `index_items.doc = ${table}.doc`),
  }));
  return [{ kind: "orphaned", place, where: `${noMemory} AND ${noEpisode}` }, ...parts];
}

/** A figure that is kept. */
interface Figure extends Fault {
  /** Counts it anew. */
  readonly set: string;
  /** The column of the table that holds the user's number. */
  readonly scope?: string;
}

function figuresOf({ alike }: HealthDialect): readonly Figure[] {
  const counted = (what: string, table: string, other: string, match: string): string =>
    `(SELECT ${what} FROM ${table} WHERE ${alike(table, other)} AND ${match})`;
  const holders = counted("count(*)", "keyword_postings", "keyword_terms", "keyword_postings.term = keyword_terms.id");
  const held = counted("count(*)", "vectors", "vector_models", "vectors.model = vector_models.id");
  const turns = counted("count(*)", "turns", "sessions", "turns.session_id = sessions.id");
  const items = `FROM index_items WHERE ${alike("index_items", "scopes", "id")})`;
  const [documents, length] = [`(SELECT count(length) ${items}`, `(SELECT coalesce(sum(length), 0) ${items}`];
  const kind = "miscounted";
  return [
    { kind, place: "keyword_terms", where: `df <> ${holders}`, set: `df = ${holders}` },
    {
      ...{ kind, place: "scopes", scope: "id", set: `indexed_docs = ${documents}, total_length = ${length}` },
      where: `(indexed_docs <> ${documents} OR total_length <> ${length})`,
    },
    { kind, place: "vector_models", where: `vector_models.vectors <> ${held}`, set: `vectors = ${held}` },
    { kind, place: "sessions", where: `turn_count <> ${turns}`, set: `turn_count = ${turns}` },
  ];
}

/** Every subquery goes by a key or an index. Statements name tables by themselves: not every engine knows them by another name in a change. */
export function healthRules(dialect: HealthDialect): HealthRules {
  const { owner, rows } = dialect;
  const [links, orphans, figures] = [linksOf(dialect), orphansOf(dialect), figuresOf(dialect)];
  const damaged: Fault = { kind: "damaged", place: "vectors", where: dialect.damagedVectors };
  const homeless = missing(dialect, "sessions", "turns", "sessions.id = turns.session_id");
  const active = `memories.status = 'active' AND ${unindexed(dialect, "memories")}`;
  const check = ({ kind, place, where, scope }: Fault & Pick<Figure, "scope">) =>
    [kind, place, `SELECT count(*) AS "rows" FROM ${place} WHERE ${rows(place, scope)} AND ${where}`] as const;
  const remove = ({ place, where }: Pick<Fault, "place" | "where">): string =>
    `DELETE FROM ${place} WHERE ${rows(place)} AND ${where}`;
  const [strays] = orphans;
  return {
    gone: [
      `SELECT index_items.item_id AS "itemId" FROM index_items WHERE ${rows("index_items")} AND ${strays?.where ?? "FALSE"}`,
      `SELECT index_items.item_id AS "itemId" FROM vectors, index_items WHERE ${rows("vectors")}
        AND ${dialect.alike("index_items", "vectors")} AND index_items.doc = vectors.doc AND ${damaged.where}`,
    ],
    checks: [
      check({ kind: "dangling", place: "turns", where: homeless }),
      ...links.map(check),
      check({ kind: "unindexed", place: "memories", where: active }),
      check({ kind: "unindexed", place: "episodes", where: unindexed(dialect, "episodes") }),
      ...orphans.map(check),
      ...figures.map(check),
      check(damaged),
    ],
    mends: [
      ...links.map(remove),
      // what was said stands: a session is made again from its turns
      `INSERT INTO sessions (${owner}, id, agent_id, started_at, last_turn_at, turn_count, next_position)
        SELECT ${owner}, session_id, max(agent_id), min(at), max(at), count(*), max("position") + 1 FROM turns
        WHERE ${rows("turns")} AND ${homeless} GROUP BY ${owner}, session_id`,
      ...[...orphans, damaged].map(remove),
      // figures last, of what is left; what counts nothing goes as it would have gone
      ...figures.map(
        ({ place, set, where, scope }) => `UPDATE ${place} SET ${set} WHERE ${rows(place, scope)} AND ${where}`,
      ),
      remove({ place: "keyword_terms", where: "df = 0" }),
      remove({ place: "sessions", where: "turn_count = 0" }),
    ],
  };
}
