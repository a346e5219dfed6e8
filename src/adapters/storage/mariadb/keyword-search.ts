import { compareCodePoints, type ItemId } from "../../../domain/index.js";
import type { KeywordQuery } from "../../../ports/index.js";
import type { KeywordSearch, ScopeNumbers, ScoredRow, WeighedTerms } from "../relational/index.js";
import type { Connection } from "./connection.js";
import { conditionOf } from "./filter-condition.js";
import { KEYWORD_SEARCH, tallied, VECTOR_SEARCH } from "./search-sql.js";

/** Of the best documents so many are tried for each hit asked for; where too few of them match, so many times as many. */
const CANDIDATES_PER_HIT = 4;
const LEAST_CANDIDATES = 200;
const WIDENED = 16;

interface Best {
  readonly doc: number;
  readonly bm25: number;
  readonly held: number;
}

const inOrder = (a: ScoredRow, b: ScoredRow) => b.bm25 - a.bm25 || compareCodePoints(a.itemId, b.itemId);

function best(
  connection: Connection,
  place: ScopeNumbers,
  { terms, weights, averageLength }: WeighedTerms,
  { limit, withinMs }: Pick<KeywordQuery, "limit" | "withinMs">,
): Promise<Best[]> {
  const known = [...place, terms, limit, averageLength, ...tallied(terms, weights)];
  return connection.apart<Best>({ withinMs }, KEYWORD_SEARCH.best(terms.length), ...known);
}

/** Those of the documents that match, in order. */
async function matching(
  connection: Connection,
  place: ScopeNumbers,
  found: readonly Best[],
  { filter, withinMs }: Pick<KeywordQuery, "filter" | "withinMs">,
): Promise<readonly ScoredRow[]> {
  const known = [...place, found.map(({ doc }) => doc)] as const;
  const { sql, values } = conditionOf(filter, "item", known.length + 1);
  const statement = VECTOR_SEARCH.among(sql);
  const rows = await connection.apart<{ doc: number; itemId: ItemId }>({ withinMs }, statement, ...known, ...values);
  const itemOf = new Map(rows.map((row) => [row.doc, row.itemId]));
  const hits = found.flatMap(({ doc, bm25, held }) => {
    const itemId = itemOf.get(doc);
    return itemId === undefined ? [] : [{ itemId, bm25, held }];
  });
  return hits.sort(inOrder);
}

/** The server scores, and gives its best; which of them match is asked after, until enough do. */
export const keywordSearch: KeywordSearch<Connection> = {
  terms: KEYWORD_SEARCH.terms,
  async search(connection, place, weighed, asked) {
    const { limit, withinMs } = asked;
    for (let count = Math.max(LEAST_CANDIDATES, limit * CANDIDATES_PER_HIT); ; count *= WIDENED) {
      const found = await best(connection, place, weighed, {
        limit: count,
        ...(withinMs === undefined ? {} : { withinMs }),
      });
      const hits = await matching(connection, place, found, asked);
      // Beyond the last candidate others may have its score, and an item that goes before it.
      const isWhole = found.length < count || (hits[limit - 1]?.bm25 ?? 0) > (found.at(-1)?.bm25 ?? 0);
      if (isWhole) return hits.slice(0, limit);
    }
  },
  named: (connection, place, { terms, weights, averageLength }, itemIds) =>
    connection.apart<ScoredRow>(
      {},
      KEYWORD_SEARCH.named(terms.length),
      ...[...place, terms, itemIds, averageLength, ...tallied(terms, weights)],
    ),
};
