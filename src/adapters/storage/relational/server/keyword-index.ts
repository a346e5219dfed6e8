import { createHash } from "node:crypto";
import { type ItemId, inverseDocumentFrequency, KeepsakeError } from "../../../../domain/index.js";
import type { KeywordHit, KeywordIndex, KeywordQuery } from "../../../../ports/index.js";
import type { Entered, ScopeNumbers, ServerConnection, ServerDatabase } from "./connection.js";
import { numbersOf } from "./transaction.js";

export function checkSearchLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > 4096) {
    throw new KeepsakeError("INVALID_INPUT", "limit must be a whole number from 1 to 4096", { field: "limit" });
  }
}

/** Longest that a term stands as it is: an index takes no key of any length. */
const LONGEST_KEY = 256;

/** What a term is called in the index; no term of the analyzer is so long that it is not itself. */
export function termKey(term: string): string {
  const text = term.toWellFormed();
  if (text.length <= LONGEST_KEY) return text;
  return `${text.slice(0, LONGEST_KEY)}\u0000${createHash("sha256").update(text).digest("base64url")}`;
}

export interface WeighedTerms {
  /** Numbers and weights of the terms that items hold, in the order of the query. */
  readonly terms: readonly number[];
  readonly weights: readonly number[];
  /** idf mass of the whole query. */
  readonly mass: number;
  readonly averageLength: number;
}

async function frequenciesOf(
  connection: ServerConnection,
  entered: Entered,
  sql: string,
  terms: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: number; readonly df: number }>> {
  const rows = await connection.once<{ term: string; id: number; df: number }>(
    sql,
    ...numbersOf(entered),
    terms.map(termKey),
  );
  return new Map(rows.map((row) => [row.term, row]));
}

async function weigh(
  connection: ServerConnection,
  entered: Entered,
  sql: string,
  raw: readonly string[],
): Promise<WeighedTerms> {
  const distinct = [...new Set(raw.map(termKey))];
  const known = await frequenciesOf(connection, entered, sql, distinct);
  const documents = entered.documents ?? 0;
  const terms: number[] = [];
  const weights: number[] = [];
  let mass = 0;
  for (const term of distinct) {
    const row = known.get(term);
    const idf = inverseDocumentFrequency(documents, row?.df ?? 0);
    mass += idf;
    if (row === undefined) continue;
    terms.push(row.id);
    weights.push(idf);
  }
  return { terms, weights, mass, averageLength: documents === 0 ? 1 : (entered.totalLength ?? 0) / documents };
}

export interface ScoredRow {
  readonly itemId: ItemId;
  readonly bm25: number;
  readonly held: number;
}

const toHit = ({ itemId, bm25, held }: ScoredRow, mass: number): KeywordHit => ({
  ...{ itemId, bm25, coverage: Math.min(1, held / mass) },
});

/** How an engine weighs what its index holds. Terms that it does not know were left out. */
export interface KeywordSearch<Connection extends ServerConnection = ServerConnection> {
  /** Number and frequency of each term. (scope, terms) */
  readonly terms: string;
  search(
    connection: Connection,
    place: ScopeNumbers,
    weighed: WeighedTerms,
    asked: Pick<KeywordQuery, "filter" | "limit" | "withinMs">,
  ): Promise<readonly ScoredRow[]>;
  /** In any order. */
  named(
    connection: Connection,
    place: ScopeNumbers,
    weighed: WeighedTerms,
    itemIds: readonly ItemId[],
  ): Promise<readonly ScoredRow[]>;
}

export function createKeywordIndex<Connection extends ServerConnection>(
  database: ServerDatabase<Connection>,
  engine: KeywordSearch<Connection>,
): KeywordIndex {
  const weighedIn = (connection: ServerConnection, entered: Entered, raw: readonly string[]) =>
    weigh(connection, entered, engine.terms, raw);
  return {
    async search(scope, { terms: raw, ...asked }) {
      checkSearchLimit(asked.limit);
      return database.read(scope, async (connection, entered) => {
        const weighed = await weighedIn(connection, entered, raw);
        if (weighed.terms.length === 0) return [];
        const rows = await engine.search(connection, numbersOf(entered), weighed, asked);
        return rows.map((row) => toHit(row, weighed.mass));
      });
    },
    score: (scope, raw, itemIds) =>
      database.read(scope, async (connection, entered) => {
        const weighed = await weighedIn(connection, entered, raw);
        if (weighed.terms.length === 0 || itemIds.length === 0) return [];
        const rows = await engine.named(connection, numbersOf(entered), weighed, itemIds);
        return rows.map((row) => toHit(row, weighed.mass));
      }),
    termWeights: (scope, terms) =>
      database.read(scope, async (connection, entered) => {
        const known = await frequenciesOf(connection, entered, engine.terms, terms);
        const weightOf = (term: string) =>
          inverseDocumentFrequency(entered.documents ?? 0, known.get(termKey(term))?.df ?? 0);
        return new Map(terms.map((term) => [term, weightOf(term)]));
      }),
  };
}
