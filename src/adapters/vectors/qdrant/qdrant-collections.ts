import { QdrantClient } from "@qdrant/js-client-rest";
import { KeepsakeError } from "../../../domain/index.js";
import { callEngine, refusedBy, unavailable } from "../remote/index.js";
import type { QdrantOptions } from "./options.js";

const NAME = "qdrant";

function statusOf(thrown: unknown): number | undefined {
  return thrown instanceof Error && "status" in thrown && typeof thrown.status === "number" ? thrown.status : undefined;
}

function explain(thrown: unknown): KeepsakeError | undefined {
  const status = statusOf(thrown);
  return status === undefined ? undefined : refusedBy(NAME, status, thrown);
}

/** Fields that filters ask for, by the kind of their index. */
const INDEXED = {
  keyword: [
    ...["tenant", "user", "type", "kind", "tier", "status", "subject", "sessionId", "agentId", "speaker", "role"],
    ...["tags", "entities"],
  ],
  integer: ["saidAt", "recordedAt", "validFrom", "validTo", "expiresAt"],
} as const;

/** Links of the graph that a user's points have among themselves; across users there are none. */
const LINKS_OF_A_USER = 16;

/** The client, and one collection for each model: a collection has one dimension. */
export class QdrantCollections {
  readonly client: QdrantClient;
  readonly #options: QdrantOptions;
  readonly #form: RegExp;
  /** Dimensions of collections that are known to be there, indexes and all. */
  readonly #ready = new Map<string, number>();

  constructor(options: QdrantOptions) {
    const { url, apiKey, timeoutMs, prefix } = options;
    const { port, protocol } = new URL(url);
    this.#options = options;
    this.#form = new RegExp(`^${prefix}_[0-9a-f]{40}$`);
    this.client = new QdrantClient({
      ...{ url, timeout: timeoutMs, checkCompatibility: false },
      // the client takes 6333 where an address names no port, whatever its scheme
      ...(port === "" ? { port: protocol === "https:" ? 443 : 80 } : {}),
      ...(apiKey === undefined ? {} : { apiKey }),
    });
  }

  get name(): string {
    return NAME;
  }

  /** One call; UNAVAILABLE when no answer comes in time. */
  call<Result>(work: (client: QdrantClient) => Promise<Result>): Promise<Result> {
    return callEngine({ name: NAME, timeoutMs: this.#options.timeoutMs }, () => work(this.client), explain);
  }

  /** The same; undefined where the collection is not there. */
  async callIfThere<Result>(
    collection: string,
    work: (client: QdrantClient) => Promise<Result>,
  ): Promise<Result | undefined> {
    return this.call(async (client) => {
      try {
        return await work(client);
      } catch (thrown) {
        if (statusOf(thrown) !== 404) throw thrown;
        this.#ready.delete(collection);
        return undefined;
      }
    });
  }

  /** The dimension of a collection; undefined where there is none. */
  async dimensionOf(collection: string): Promise<number | undefined> {
    const known = this.#ready.get(collection);
    if (known !== undefined) return known;
    const info = await this.callIfThere(collection, (client) => client.getCollection(collection));
    const size = info?.config.params.vectors?.size;
    return typeof size === "number" ? size : undefined;
  }

  /** Makes the collection and its indexes where they are not there; two that make it at once both go on. */
  async ensure(collection: string, dimension: number): Promise<void> {
    if (this.#ready.has(collection)) return;
    if ((await this.dimensionOf(collection)) === undefined) await this.#create(collection, dimension);
    for (const [field_schema, fields] of Object.entries(INDEXED)) {
      for (const field_name of fields) {
        const index = { field_name, field_schema: field_schema as keyof typeof INDEXED, wait: true };
        await this.call((client) => client.createPayloadIndex(collection, index));
      }
    }
    // points of one user lie together, and the graph is built for each by itself
    const field_schema = { type: "keyword", is_tenant: true } as const;
    await this.call((client) =>
      client.createPayloadIndex(collection, { field_name: "scope", field_schema, wait: true }),
    );
    this.#ready.set(collection, dimension);
  }

  /** Collections of every model. */
  async list(): Promise<readonly string[]> {
    const { collections } = await this.call((client) => client.getCollections());
    return collections.map(({ name }) => name).filter((name) => this.#form.test(name));
  }

  async #create(collection: string, dimension: number): Promise<void> {
    await this.call(async (client) => {
      try {
        await client.createCollection(collection, {
          vectors: { size: dimension, distance: "Cosine" },
          hnsw_config: { m: 0, payload_m: LINKS_OF_A_USER },
        });
      } catch (thrown) {
        if (statusOf(thrown) !== 409) throw thrown;
      }
    });
    // somebody was quicker, perhaps with another dimension
    const made = await this.dimensionOf(collection);
    if (made === undefined) throw unavailable(NAME, `did not make the collection ${collection}`);
    if (made !== dimension) {
      throw new KeepsakeError("INVALID_INPUT", `the collection has ${made} dimensions, not ${dimension}`, {
        field: "vector",
      });
    }
  }
}
