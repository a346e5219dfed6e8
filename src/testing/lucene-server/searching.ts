import { compareCodePoints } from "../../domain/index.js";
import { type Fields, type Json, matches, objectOf } from "./query.js";
import { badArgument, Refused } from "./refusals.js";
import type { StoredIndex } from "./stored-index.js";

const MAX_WINDOW = 10_000;

/** The two differ in how they are asked for the nearest. */
export type Vendor = "opensearch" | "elasticsearch";

interface Found {
  readonly fields: Fields;
  readonly score: number | null;
}

interface Nearest {
  readonly field: string;
  readonly vector: unknown;
  readonly k: number;
  readonly filter: unknown;
}

function nearestIn(body: Json, vendor: Vendor): Nearest | undefined {
  if (vendor === "elasticsearch") {
    if (body.knn === undefined) return undefined;
    const { field, query_vector, k, num_candidates, filter } = objectOf(body.knn, "knn");
    if (Number(num_candidates) < Number(k)) throw badArgument("[num_candidates] cannot be less than [k]");
    if (Number(num_candidates) > MAX_WINDOW) throw badArgument(`[num_candidates] cannot exceed [${MAX_WINDOW}]`);
    return { field: String(field), vector: query_vector, k: Number(k), filter };
  }
  const knn = objectOf(body.query ?? {}, "query").knn;
  if (knn === undefined) return undefined;
  const [field, asked] = Object.entries(objectOf(knn, "knn"))[0] ?? ["", {}];
  const { vector, k, filter } = objectOf(asked, field);
  if (Number(k) > MAX_WINDOW) throw badArgument(`[knn] requires k to be in the range (0, ${MAX_WINDOW}]`);
  return { field, vector, k: Number(k), filter };
}

/** The score of both vendors, a float: (1 + cosine) / 2. */
function scoreOf(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  for (let at = 0; at < a.length; at++) dot += (a[at] ?? 0) * (b[at] ?? 0);
  return Math.fround((1 + dot / (Math.hypot(...a) * Math.hypot(...b))) / 2);
}

/** As in each index: the `k` nearest of those that the filter lets through. */
function nearestOf(
  index: StoredIndex,
  routing: string | undefined,
  { field, vector, k, filter }: Nearest,
): readonly Found[] {
  const vectors = index.vectorsOf(field, vector);
  return index
    .seen(routing)
    .filter((fields) => filter === undefined || matches(filter, fields))
    .map((fields) => ({ fields, score: scoreOf(vectors.query, vectors.of(fields)) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, k);
}

type SortKey = readonly [field: string, direction: 1 | -1];

function sortKeysIn(body: Json): readonly SortKey[] {
  if (!Array.isArray(body.sort)) return [["_score", -1]];
  return body.sort.map((entry: unknown): SortKey => {
    const [field, how] = Object.entries(objectOf(entry, "sort"))[0] ?? ["", {}];
    return [field, objectOf(how, field).order === "desc" ? -1 : 1];
  });
}

const sortValueOf = ({ fields, score }: Found, field: string): unknown => (field === "_score" ? score : fields[field]);

function compareValues(a: unknown, b: unknown): number {
  return typeof a === "string" && typeof b === "string" ? compareCodePoints(a, b) : Number(a) - Number(b);
}

export function search(indexes: readonly StoredIndex[], query: URLSearchParams, body: Json, vendor: Vendor): Json {
  const size = Number(body.size ?? 10);
  if (size > MAX_WINDOW) throw badArgument(`Result window is too large, from + size must be at most [${MAX_WINDOW}]`);
  const routing = query.get("routing") ?? undefined;
  const nearest = nearestIn(body, vendor);
  const found = indexes.flatMap((index) =>
    nearest === undefined ? all(index, routing, body) : nearestOf(index, routing, nearest),
  );
  const keys = sortKeysIn(body);
  const compare = (a: Found, b: Found): number => {
    for (const [field, direction] of keys) {
      const order = compareValues(sortValueOf(a, field), sortValueOf(b, field)) * direction;
      if (order !== 0) return order;
    }
    return 0;
  };
  const sorted = found.sort(compare).filter((hit) => isAfter(hit, keys, body.search_after));
  const hits = sorted.slice(0, size).map((hit) => ({
    ...{ _index: "index", _id: "id", _score: hit.score },
    sort: keys.map(([field]) => sortValueOf(hit, field)),
  }));
  return { took: 1, timed_out: false, _shards: { total: 1, successful: 1, failed: 0 }, hits: { hits } };
}

function all(index: StoredIndex, routing: string | undefined, body: Json): readonly Found[] {
  const { query = { match_all: {} } } = body;
  return index
    .seen(routing)
    .filter((fields) => matches(query, fields))
    .map((fields) => ({ fields, score: null }));
}

function isAfter(hit: Found, keys: readonly SortKey[], after: unknown): boolean {
  if (after === undefined) return true;
  if (!Array.isArray(after) || after.length !== keys.length) {
    throw new Refused(400, "illegal_argument_exception", "search_after has another number of values than sort");
  }
  for (const [at, [field, direction]] of keys.entries()) {
    const order = compareValues(sortValueOf(hit, field), after[at]) * direction;
    if (order !== 0) return order > 0;
  }
  return false;
}

export function count(indexes: readonly StoredIndex[], query: URLSearchParams, body: Json): Json {
  const routing = query.get("routing") ?? undefined;
  return { count: indexes.reduce((sum, index) => sum + all(index, routing, body).length, 0) };
}
