import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Malformed, matchesFilter, type Payload } from "./payload-matching.js";

interface StoredPoint {
  readonly id: string;
  readonly vector: readonly number[];
  readonly payload: Payload;
}

interface Collection {
  readonly size: number;
  readonly points: Map<string, StoredPoint>;
  readonly indexes: Map<string, unknown>;
}

/** What a request is answered with when it is not 200. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

type Body = Readonly<Record<string, unknown>>;

export interface QdrantServer {
  readonly host: string;
  readonly port: number;
  /** By collection: which fields have an index, and how it was asked for. */
  indexes(): ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  /** Bodies of the searches that came, in order. */
  readonly searches: Body[];
  close(): Promise<void>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** As the server's own bound on a request's body. */
const MOST_BYTES = 32 * 1_048_576;
/** How long after its answer a write that nobody waits for is applied. */
const LATER_MS = 20;

function normalised(vector: readonly number[]): readonly number[] {
  const norm = Math.hypot(...vector);
  return vector.map((value) => Math.fround(norm === 0 ? value : value / norm));
}

function vectorOf(value: unknown, size: number): readonly number[] {
  if (!Array.isArray(value) || !value.every((number): number is number => typeof number === "number")) {
    throw new Refusal(400, "Format error in JSON body: expected a vector");
  }
  if (value.length !== size) {
    throw new Refusal(400, `Wrong input: Vector dimension error: expected dim: ${size}, got ${value.length}`);
  }
  return value;
}

function idOf(value: unknown): string {
  if (typeof value === "string" && UUID.test(value)) return value;
  throw new Refusal(
    400,
    "Format error in JSON body: value is not a valid point ID, valid values are unsigned integers and UUIDs",
  );
}

function limitOf({ limit = 10 }: Body): number {
  if (typeof limit === "number" && Number.isInteger(limit) && limit >= 1) return limit;
  throw new Refusal(422, "Validation error in JSON body: [limit: value must be greater than or equal to 1]");
}

/** The collections and what the requests of the vendor's REST reference do to them. */
class Qdrant {
  readonly collections = new Map<string, Collection>();
  readonly searches: Body[] = [];

  answer(method: string, path: string, query: URLSearchParams, body: Body): unknown {
    const [root, name = "", ...rest] = path.split("/").filter((part) => part !== "");
    if (root !== "collections") throw new Refusal(404, "Not found");
    if (name === "") return { collections: [...this.collections.keys()].map((each) => ({ name: each })) };
    const request = `${method} ${rest.join("/")}`;
    if (request === "PUT ") return this.#create(name, body);
    const collection = this.collections.get(name);
    if (collection === undefined) throw new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`);
    switch (request) {
      case "GET ":
        return {
          ...{ status: "green", optimizer_status: "ok", points_count: collection.points.size },
          config: { params: { vectors: { size: collection.size, distance: "Cosine" } } },
        };
      case "PUT index":
        collection.indexes.set(String(body.field_name), body.field_schema);
        return this.#written(query, () => undefined);
      case "PUT points":
        return this.#upsert(collection, query, body);
      case "POST points/delete":
        return this.#delete(collection, query, body);
      case "POST points":
        return this.#retrieve(collection, body);
      case "POST points/query":
        return this.#search(collection, body);
      case "POST points/scroll":
        return this.#scroll(collection, body);
      default:
        throw new Refusal(404, "Not found");
    }
  }

  #create(name: string, { vectors }: Body): boolean {
    if (this.collections.has(name)) throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
    const { size, distance } = vectors as { readonly size: number; readonly distance: string };
    if (!Number.isInteger(size) || size < 1 || size > 65_536 || distance !== "Cosine")
      throw new Refusal(422, "vectors");
    this.collections.set(name, { size, points: new Map(), indexes: new Map() });
    return true;
  }

  /** Without `wait` a write is answered before it is applied. */
  #written(query: URLSearchParams, apply: () => void): unknown {
    const waits = query.get("wait") === "true";
    if (waits) apply();
    else setTimeout(apply, LATER_MS);
    return { operation_id: 1, status: waits ? "completed" : "acknowledged" };
  }

  #upsert({ size, points }: Collection, query: URLSearchParams, body: Body): unknown {
    const given = (body.points as readonly Body[]).map((point) => ({
      ...{ id: idOf(point.id), vector: normalised(vectorOf(point.vector, size)) },
      payload: (point.payload ?? {}) as Payload,
    }));
    return this.#written(query, () => {
      for (const point of given) points.set(point.id, point);
    });
  }

  #delete({ points }: Collection, query: URLSearchParams, body: Body): unknown {
    const ids = (body.points as readonly unknown[]).map(idOf);
    return this.#written(query, () => {
      for (const id of ids) points.delete(id);
    });
  }

  #retrieve({ points }: Collection, { ids }: Body): unknown {
    return (ids as readonly unknown[]).flatMap((id) => {
      const point = points.get(idOf(id));
      return point === undefined ? [] : [{ id: point.id }];
    });
  }

  /** Of equal scores those that came last first: no order that anybody could rely on. */
  #search({ size, points }: Collection, body: Body): unknown {
    this.searches.push(body);
    const asked = normalised(vectorOf(body.query, size));
    const found = [...points.values()]
      .reverse()
      .filter(({ payload }) => matchesFilter(body.filter, payload))
      .map(({ id, vector, payload }) => ({
        ...{ id, version: 1, payload: selected(payload, body.with_payload) },
        score: Math.fround(vector.reduce((sum, value, index) => sum + value * (asked[index] ?? 0), 0)),
      }))
      .sort((a, b) => b.score - a.score);
    return { points: found.slice(0, limitOf(body)) };
  }

  #scroll({ points }: Collection, body: Body): unknown {
    const offset = body.offset === undefined ? "" : idOf(body.offset);
    const limit = limitOf(body);
    const found = [...points.values()]
      .filter(({ id, payload }) => id >= offset && matchesFilter(body.filter, payload))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const shown = found
      .slice(0, limit)
      .map(({ id, payload }) => ({ id, payload: selected(payload, body.with_payload) }));
    return { points: shown, next_page_offset: found[limit]?.id ?? null };
  }
}

function selected(payload: Payload, fields: unknown): Payload {
  if (fields === true) return payload;
  const wanted = Array.isArray(fields) ? fields : [];
  return Object.fromEntries(Object.entries(payload).filter(([field]) => wanted.includes(field)));
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Refusal(413, "Payload too large");
    chunks.push(chunk);
  }
  return bytes === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString("utf8")) as Body);
}

function send(response: ServerResponse, status: number, answer: Body): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ ...answer, time: 0.000_1 }));
}

/**
 * Speaks Qdrant's REST protocol on loopback, as far as it is used here: collections, payload indexes, points, filters, queries, scrolling.
 * Answers and refusals are those of the vendor's public reference.
 * @param apiKey what requests must carry in `api-key`; absent: nothing
 */
export async function openQdrantServer(apiKey?: string): Promise<QdrantServer> {
  const qdrant = new Qdrant();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      if (apiKey !== undefined && request.headers["api-key"] !== apiKey)
        throw new Refusal(401, "Must provide an API key");
      const url = new URL(request.url ?? "/", "http://localhost");
      const body = await readBody(request);
      const result = qdrant.answer(request.method ?? "GET", decodeURIComponent(url.pathname), url.searchParams, body);
      send(response, 200, { result, status: "ok" });
    } catch (thrown) {
      if (thrown instanceof Refusal) return send(response, thrown.status, { status: { error: thrown.message } });
      const isMalformed = thrown instanceof Malformed || thrown instanceof SyntaxError;
      send(response, isMalformed ? 400 : 500, { status: { error: `Format error in JSON body: ${String(thrown)}` } });
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    ...{ host: "127.0.0.1", port: address.port, searches: qdrant.searches },
    indexes: () => new Map([...qdrant.collections].map(([name, { indexes }]) => [name, indexes])),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
