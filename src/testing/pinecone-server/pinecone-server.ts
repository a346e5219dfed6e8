import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { BadFilter, type Metadata } from "./metadata-match.js";
import { nearest, StoredNamespace, type StoredRecord } from "./stored-namespace.js";

/**
 * A server that speaks as much of Pinecone's REST interface, its control and its data plane, as a vector engine needs: indexes that take a
 * moment to be made, namespaces that come with their first write, numbers of writes in the headers, and queries that lag behind writes. In
 * this process's memory, on loopback.
 */
export interface PineconeServer {
  readonly url: string;
  readonly apiKey: string;
  /** What an operator does who drops every index. */
  drop(): void;
  /** From now on queries say nothing of how far they have come, as those of pod-based indexes. */
  hideNumbers(): void;
  close(): Promise<void>;
}

interface StoredIndex {
  readonly name: string;
  readonly dimension: number;
  readonly namespaces: Map<string, StoredNamespace>;
  /** How often it is still to be asked for before it is ready. */
  unready: number;
}

class Refused extends Error {
  readonly status: number;
  readonly body: object | string;

  constructor(status: number, body: object | string) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

/** The data plane's form of errors; the code is gRPC's. */
const refusal = (status: number, code: number, message: string): Refused =>
  new Refused(status, { code, message, details: [] });
const badRequest = (message: string): Refused => refusal(400, 3, message);

interface Said {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

interface Call {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

const MAX_METADATA_BYTES = 40_960;
const MAX_UPSERT_BYTES = 2 * 1024 * 1024;

class Project {
  readonly indexes = new Map<string, StoredIndex>();
  saysNumbers = true;

  answer(call: Call): Said {
    const data = /^\/data\/([^/]+)(\/.+)$/u.exec(call.path);
    if (data === null) return this.#control(call);
    const index = this.indexes.get(data[1] ?? "");
    if (index === undefined) throw refusal(404, 5, "Index not found");
    return this.#data(index, `${call.method} ${data[2]}`, call);
  }

  #control({ method, host, path, body }: Call): Said {
    const name = /^\/indexes\/([^/]+)$/u.exec(path)?.[1];
    const described = (index: StoredIndex): object => ({
      ...{ name: index.name, dimension: index.dimension, metric: "cosine", vector_type: "dense" },
      ...{ host: `http://${host}/data/${index.name}`, deletion_protection: "disabled", tags: null },
      spec: { serverless: { cloud: "aws", region: "us-east-1", read_capacity: { mode: "OnDemand" } } },
      status: { ready: index.unready <= 0, state: index.unready <= 0 ? "Ready" : "Initializing" },
    });
    if (method === "GET" && path === "/indexes")
      return { body: { indexes: [...this.indexes.values()].map(described) } };
    if (method === "POST" && path === "/indexes") return { status: 201, body: described(this.#create(body)) };
    const index = name === undefined ? undefined : this.indexes.get(name);
    if (index === undefined) {
      const message = `Resource ${name} not found`;
      throw new Refused(404, { error: { code: "NOT_FOUND", message }, status: 404 });
    }
    index.unready -= 1;
    return { body: described(index) };
  }

  #create({ name, dimension, metric, spec }: Call["body"]): StoredIndex {
    if (typeof name !== "string" || !/^[a-z0-9]([a-z0-9-]{0,43}[a-z0-9])?$/u.test(name)) {
      const message = "Name must consist of lower case alphanumeric characters or '-', at most 45";
      throw new Refused(400, { error: { code: "INVALID_ARGUMENT", message }, status: 400 });
    }
    if (this.indexes.has(name)) {
      throw new Refused(409, { error: { code: "ALREADY_EXISTS", message: "Resource  already exists" }, status: 409 });
    }
    if (typeof dimension !== "number" || metric !== "cosine" || typeof spec !== "object") {
      throw new Refused(422, { error: { code: "INVALID_ARGUMENT", message: "missing field" }, status: 422 });
    }
    const index = { name, dimension, namespaces: new Map<string, StoredNamespace>(), unready: 2 };
    this.indexes.set(name, index);
    return index;
  }

  #data(index: StoredIndex, asked: string, { query, body }: Call): Said {
    const name = String(body.namespace ?? query.get("namespace") ?? "");
    const namespace = index.namespaces.get(name);
    switch (asked) {
      case "POST /vectors/upsert":
        return this.#upsert(index, name, body);
      case "POST /query": {
        const { vector, topK, filter } = body;
        this.#checkDimension(index, vector);
        if (Number(topK) > 10_000) throw badRequest("top_k must be at most 10000");
        const { result: matches = [], indexed } = namespace?.ask((records) =>
          nearest(records, (vector as readonly number[]).map(Number), Number(topK), filter),
        ) ?? { indexed: 0 };
        const headers = this.saysNumbers ? { "x-pinecone-max-indexed-lsn": String(indexed) } : {};
        return { headers, body: { results: [], matches, namespace: name, usage: { readUnits: 1 } } };
      }
      case "POST /vectors/delete": {
        if (namespace === undefined) throw refusal(404, 5, "Namespace not found");
        const ids = body.ids as readonly string[];
        if (ids.length > 1_000) throw badRequest("Cannot delete more than 1000 ids");
        const lsn = namespace.take((records) => {
          for (const id of ids) records.delete(id);
        });
        return { headers: { "x-pinecone-request-lsn": String(lsn) }, body: {} };
      }
      case "GET /vectors/fetch": {
        const ids = query.getAll("ids");
        const vectors = namespace?.read((records) =>
          Object.fromEntries(ids.flatMap((id) => (records.has(id) ? [[id, records.get(id)]] : []))),
        );
        return { body: { vectors: vectors ?? {}, namespace: name, usage: { readUnits: 1 } } };
      }
      case "GET /vectors/list":
        return { body: this.#list(namespace, name, query) };
      default:
        throw refusal(404, 5, "Not found");
    }
  }

  #upsert(index: StoredIndex, name: string, body: Call["body"]): Said {
    const records = body.vectors as readonly StoredRecord[];
    if (records.length > 1_000) throw badRequest("Cannot upsert more than 1000 records at once");
    if (JSON.stringify(body).length > MAX_UPSERT_BYTES) {
      throw refusal(400, 11, `Error, message length too large: the limit is: ${MAX_UPSERT_BYTES} bytes`);
    }
    for (const { id, values, metadata } of records) {
      this.#checkDimension(index, values);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is looked for
      if (id.length > 512 || !/^[\u0001-\u007f]+$/u.test(id)) throw badRequest("Vector ID must be ASCII, at most 512");
      checkMetadata(metadata);
    }
    const namespace = index.namespaces.get(name) ?? new StoredNamespace();
    index.namespaces.set(name, namespace);
    const lsn = namespace.take((held) => {
      for (const record of records) held.set(record.id, record);
    });
    return { headers: { "x-pinecone-request-lsn": String(lsn) }, body: { upsertedCount: records.length } };
  }

  #checkDimension({ dimension }: StoredIndex, vector: unknown): void {
    if (!Array.isArray(vector) || vector.length !== dimension) {
      const given = Array.isArray(vector) ? vector.length : 0;
      throw badRequest(`Vector dimension ${given} does not match the dimension of the index ${dimension}`);
    }
    if (vector.every((value) => value === 0))
      throw badRequest("Dense vectors must contain at least one non-zero value.");
  }

  #list(namespace: StoredNamespace | undefined, name: string, query: URLSearchParams): object {
    const limit = Number(query.get("limit") ?? 100);
    if (limit < 1 || limit > 100) throw badRequest("limit must be between 1 and 100");
    const token = query.get("paginationToken");
    const after = token === null ? "" : Buffer.from(token, "base64url").toString();
    const ids = namespace?.read((records) => [...records.keys()].filter((id) => id > after).sort()) ?? [];
    const page = ids.slice(0, limit);
    const next = ids.length > limit ? { next: Buffer.from(page.at(-1) ?? "").toString("base64url") } : undefined;
    return { vectors: page.map((id) => ({ id })), ...(next && { pagination: next }), namespace: name };
  }
}

function checkMetadata(metadata: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES) {
    throw badRequest(`Metadata size exceeds the limit of ${MAX_METADATA_BYTES} bytes per vector`);
  }
  for (const value of Object.values(metadata)) {
    const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
    if (!isList && !["string", "number", "boolean"].includes(typeof value)) {
      throw badRequest("Metadata value must be a string, number, boolean or list of strings");
    }
  }
}

async function serve(project: Project, apiKey: string, request: IncomingMessage, response: ServerResponse) {
  const say = (status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): void => {
    const type = typeof body === "string" ? "text/plain" : "application/json";
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
    if (request.headers["api-key"] !== apiKey) throw new Refused(401, "Invalid API Key");
    const text = Buffer.concat(chunks).toString("utf8");
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const said = project.answer({
      ...{ method: request.method ?? "GET", host: request.headers.host ?? "", path: pathname, query: searchParams },
      body: text === "" ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>),
    });
    say(said.status ?? 200, said.body, said.headers);
  } catch (thrown) {
    if (thrown instanceof Refused) say(thrown.status, thrown.body);
    else if (thrown instanceof BadFilter) say(400, { code: 3, message: thrown.message, details: [] });
    else say(500, { code: 13, message: String(thrown), details: [] });
  }
}

export async function openPineconeServer(): Promise<PineconeServer> {
  const project = new Project();
  const apiKey = "pcsk_test";
  const server = createServer((request, response) => void serve(project, apiKey, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    apiKey,
    drop: () => project.indexes.clear(),
    hideNumbers() {
      project.saysNumbers = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
