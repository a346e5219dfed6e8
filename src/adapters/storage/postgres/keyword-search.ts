import type { KeywordSearch, ScoredRow } from "../relational/index.js";
import type { Connection } from "./connection.js";
import { conditionOf } from "./filter-condition.js";
import { KEYWORD_SEARCH, TUNED } from "./search-sql.js";

/** The server adds the scores up itself. */
export const keywordSearch: KeywordSearch<Connection> = {
  terms: KEYWORD_SEARCH.terms,
  async search(connection, place, { terms, weights, averageLength }, { filter, limit, withinMs }) {
    const known = [...place, terms, weights, averageLength, limit] as const;
    const { sql, values } = conditionOf(filter, "item", known.length + 1);
    const alone = { settings: TUNED.keywords, withinMs };
    return connection.apart<ScoredRow>(alone, KEYWORD_SEARCH.search(sql), ...known, ...values);
  },
  named: (connection, place, { terms, weights, averageLength }, itemIds) =>
    connection.apart<ScoredRow>({}, KEYWORD_SEARCH.named, ...place, terms, weights, averageLength, itemIds),
};
