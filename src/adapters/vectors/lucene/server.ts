/** One request to the server, and the answer's JSON. */
export interface ServerRequest {
  readonly method: "GET" | "PUT" | "POST";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** A bulk body: one JSON document a line. */
  readonly lines?: readonly string[];
}

/** A server as its vendor's client reaches it. */
export interface Server {
  /** @throws what the client throws: `toEngineError` knows it */
  ask(request: ServerRequest): Promise<unknown>;
  close(): Promise<void>;
}

/** What OpenSearch and Elasticsearch say differently. */
export interface Dialect {
  /** As told to operators. */
  readonly name: string;
  /** With the vendor's client; nothing is asked yet. */
  connect(): Server;
  /** Why a server of this version cannot serve; undefined when it can. */
  whyUnfit(version: ServerVersion): string | undefined;
  /** The mapping of a vector field with a graph over cosines. */
  vectorField(dimension: number): object;
  /** Settings of an index that has such a field. */
  readonly indexSettings: object;
  /** The part of a search body that asks for the `k` nearest within the filter. */
  nearest(search: NearestSearch): object;
}

export interface ServerVersion {
  readonly number: string;
  readonly distribution?: string | undefined;
}

export interface NearestSearch {
  readonly vector: readonly number[];
  readonly k: number;
  readonly filter: object;
}

/** A request in the words of both vendors' clients, which are of one family, and what is asked of the client beside it. */
export function asClientRequest(
  { method, path, query = {}, body, lines }: ServerRequest,
  { timeoutMs, refreshMs }: { readonly timeoutMs: number; readonly refreshMs: number },
) {
  const request = {
    ...{ method, path, querystring: query },
    ...(body !== undefined && { body }),
    ...(lines !== undefined && { bulkBody: [...lines] }),
  };
  return [request, query.refresh === "wait_for" ? { requestTimeout: timeoutMs + refreshMs } : {}] as const;
}
