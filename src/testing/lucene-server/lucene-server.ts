import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Json, objectOf } from "./query.js";
import { noSuchIndex, Refused } from "./refusals.js";
import { count, search, type Vendor } from "./searching.js";
import { StoredIndex } from "./stored-index.js";

/**
 * A server that speaks as much of the REST interface of OpenSearch and Elasticsearch as a vector engine needs, with their answers and
 * their errors: strict mappings, shards by routing, writes that are seen after a refresh alone, aliases that a bulk insists on. It compares
 * vectors one by one, with the precision of their scores. In this process's memory, on loopback.
 */
export interface LuceneServer {
  readonly url: string;
  /** What an operator does who drops an index. */
  drop(pattern: RegExp): void;
  readonly indexNames: readonly string[];
  close(): Promise<void>;
}

const GREETINGS: Readonly<Record<Vendor, Json>> = {
  opensearch: {
    ...{ name: "node", cluster_name: "test", tagline: "The OpenSearch Project: https://opensearch.org/" },
    version: { distribution: "opensearch", number: "2.19.1", lucene_version: "9.12.1" },
  },
  elasticsearch: {
    ...{ name: "node", cluster_name: "test", tagline: "You Know, for Search" },
    version: { number: "8.19.2", build_flavor: "default", lucene_version: "9.12.2" },
  },
};

const VECTOR_TYPES: Readonly<Record<Vendor, readonly string[]>> = {
  opensearch: ["knn_vector"],
  elasticsearch: ["dense_vector"],
};

interface Call {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly text: string;
}

class Cluster {
  readonly #vendor: Vendor;
  readonly indexes = new Map<string, StoredIndex>();

  constructor(vendor: Vendor) {
    this.#vendor = vendor;
  }

  answer(call: Call): Json {
    const { method, path, query, text } = call;
    const [first, second] = path;
    if (first === undefined) return GREETINGS[this.#vendor];
    const asked = `${method} ${second ?? first}`;
    if (asked === "POST _bulk") return this.#bulk(query, text);
    if (asked === "GET _mapping") {
      return Object.fromEntries(this.#resolve(first, query).map(({ name, mappings }) => [name, { mappings }]));
    }
    if (asked === "POST _search") return search(this.#resolve(first, query), query, parse(text), this.#vendor);
    if (asked === "POST _count") return count(this.#resolve(first, query), query, parse(text));
    if (method === "PUT" && second === undefined) return this.#create(first, parse(text));
    if (method === "DELETE" && second === undefined) return { acknowledged: this.indexes.delete(first) };
    throw new Refused(405, "method_not_allowed", `no handler found for ${method} /${path.join("/")}`);
  }

  #create(name: string, body: Json): Json {
    if (this.indexes.has(name)) {
      throw new Refused(400, "resource_already_exists_exception", `index [${name}] already exists`);
    }
    this.indexes.set(name, new StoredIndex(name, body, VECTOR_TYPES[this.#vendor]));
    return { acknowledged: true, shards_acknowledged: true, index: name };
  }

  #resolve(pattern: string, query: URLSearchParams): readonly StoredIndex[] {
    const named = [...this.indexes.values()].filter(({ name, aliases }) =>
      [name, ...aliases].some((one) =>
        pattern.endsWith("*") ? one.startsWith(pattern.slice(0, -1)) : one === pattern,
      ),
    );
    const isForgiven = pattern.includes("*") || query.get("ignore_unavailable") === "true";
    if (named.length === 0 && !isForgiven) throw noSuchIndex(pattern);
    return named;
  }

  #bulk(query: URLSearchParams, text: string): Json {
    if (!text.endsWith("\n")) {
      throw new Refused(400, "illegal_argument_exception", "The bulk request must be terminated by a newline [\\n]");
    }
    const lines = text.split("\n").slice(0, -1);
    const touched = new Map<StoredIndex, Set<string | undefined>>();
    const items: Json[] = [];
    for (let at = 0; at < lines.length; at++) {
      const [action, target] = Object.entries(parse(lines[at] ?? ""))[0] ?? ["", {}];
      const { _index: name, _id: id, routing } = objectOf(target, action) as Readonly<Record<string, string>>;
      const document = action === "index" ? parse(lines[++at] ?? "") : undefined;
      items.push({ [action]: this.#write(`${name}`, `${id}`, routing, document, query, touched) });
    }
    if (query.get("refresh") === "wait_for") {
      for (const [index, routings] of touched) for (const routing of routings) index.refresh(routing);
    }
    return { took: 1, errors: items.some((item) => JSON.stringify(item).includes('"error":')), items };
  }

  #write(
    name: string,
    id: string,
    routing: string | undefined,
    document: Json | undefined,
    query: URLSearchParams,
    touched: Map<StoredIndex, Set<string | undefined>>,
  ): Json {
    const said = { _index: name, _id: id };
    try {
      const index = [...this.indexes.values()].find((one) => one.name === name || one.aliases.includes(name));
      if (index === undefined || (query.get("require_alias") === "true" && !index.aliases.includes(name))) {
        throw noSuchIndex(name);
      }
      const result = document === undefined ? index.delete(id, routing) : index.write(id, routing, document);
      touched.set(index, (touched.get(index) ?? new Set()).add(routing));
      const status = { created: 201, updated: 200, deleted: 200, not_found: 404 }[result];
      return { ...said, result, status };
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      return { ...said, status: thrown.status, error: { type: thrown.type, reason: thrown.message } };
    }
  }
}

function parse(text: string): Json {
  try {
    return objectOf(JSON.parse(text), "body");
  } catch (thrown) {
    if (thrown instanceof Refused) throw thrown;
    throw new Refused(400, "parse_exception", "request body is no JSON");
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}

async function serve(cluster: Cluster, vendor: Vendor, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "/", "http://localhost");
  const path = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const say = (status: number, body: object): void => {
    response.writeHead(status, {
      "content-type": "application/json; charset=UTF-8",
      ...(vendor === "elasticsearch" && { "x-elastic-product": "Elasticsearch" }),
    });
    response.end(JSON.stringify(body));
  };
  try {
    const call = { method: request.method ?? "GET", path, query: url.searchParams, text: await textOf(request) };
    say(200, cluster.answer(call));
  } catch (thrown) {
    const known = thrown instanceof Refused ? thrown : new Refused(500, "exception", String(thrown));
    say(known.status, known.body);
  }
}

export async function openLuceneServer(vendor: Vendor): Promise<LuceneServer> {
  const cluster = new Cluster(vendor);
  const server = createServer((request, response) => void serve(cluster, vendor, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    drop(pattern) {
      for (const name of cluster.indexes.keys()) if (pattern.test(name)) cluster.indexes.delete(name);
    },
    get indexNames() {
      return [...cluster.indexes.keys()];
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
