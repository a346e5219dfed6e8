import type { KeywordSearch, ScoredRow } from "../relational/index.js";
import { conditionOf } from "./filter-condition.js";
import { KEYWORD_SEARCH } from "./search-sql.js";

/** The server adds the scores up itself. */
export const keywordSearch: KeywordSearch = {
  terms: KEYWORD_SEARCH.terms,
  async search(connection, place, { terms, weights, averageLength }, { filter, limit }) {
    const known = [...place, terms, weights, averageLength, limit] as const;
    const { sql, values } = conditionOf(filter, "item", known.length + 1);
    const [, rows] = await Promise.all([
      connection.run(KEYWORD_SEARCH.tune),
      connection.all<ScoredRow>(KEYWORD_SEARCH.search(sql), ...known, ...values),
    ]);
    return rows;
  },
  named: (connection, place, { terms, weights, averageLength }, itemIds) =>
    connection.all<ScoredRow>(KEYWORD_SEARCH.named, ...place, terms, weights, averageLength, itemIds),
};
