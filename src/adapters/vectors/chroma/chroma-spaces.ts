import {
  ChromaClient,
  ChromaConnectionError,
  ChromaForbiddenError,
  ChromaNotFoundError,
  ChromaRateLimitError,
  ChromaServerError,
  ChromaUnauthorizedError,
  type Collection,
} from "chromadb";
import { KeepsakeError, type Scope, scopeKey } from "../../../domain/index.js";
import { callEngine, refusedBy, spaceName } from "../remote/index.js";
import type { ChromaOptions } from "./options.js";

const NAME = "chroma";
/** Spaces of which a process remembers the collection. */
const MOST_KNOWN = 10_000;
/** Neighbours that a search looks at, at least: a user's collection is small. */
const BREADTH = 500;

/** One user's vectors of one model. */
export interface Space {
  readonly collection: Collection;
  readonly dimension: number;
}

function explain(thrown: unknown): KeepsakeError | undefined {
  if (thrown instanceof ChromaUnauthorizedError) return refusedBy(NAME, 401, thrown);
  if (thrown instanceof ChromaForbiddenError) return refusedBy(NAME, 403, thrown);
  const mayPass = [ChromaConnectionError, ChromaServerError, ChromaRateLimitError].some(
    (kind) => thrown instanceof kind,
  );
  return mayPass ? undefined : new KeepsakeError("INTERNAL", `${NAME} refused a request`, {}, { cause: thrown });
}

/**
 * A collection for each user and model, as Chroma's graph knows no users: what it searches is one user's alone. Which of them a user has
 * is written in one more collection, for they cannot be listed by the beginning of their names.
 */
export class ChromaSpaces {
  readonly #client: ChromaClient;
  readonly #options: ChromaOptions;
  readonly #known = new Map<string, Space>();
  #register: Promise<Collection> | undefined;

  constructor(options: ChromaOptions) {
    const { hostname, port, protocol } = new URL(options.url);
    const ssl = protocol === "https:";
    this.#options = options;
    this.#client = new ChromaClient({
      ...{ host: hostname, port: port === "" ? (ssl ? 443 : 80) : Number(port), ssl },
      ...{ tenant: "default_tenant", database: "default_database" },
      ...(options.apiKey === undefined ? {} : { headers: { "x-chroma-token": options.apiKey } }),
    });
  }

  get name(): string {
    return NAME;
  }

  call<Result>(work: () => Promise<Result>): Promise<Result> {
    const watched = async (): Promise<Result> => {
      try {
        return await work();
      } catch (thrown) {
        if (!(thrown instanceof ChromaNotFoundError)) throw thrown;
        // a server that was emptied or replaced: it is opened again, and filled again
        this.#forget();
        throw new KeepsakeError("UNAVAILABLE", `${NAME} no longer has a collection that it had`, {}, { cause: thrown });
      }
    };
    return callEngine({ name: NAME, timeoutMs: this.#options.timeoutMs }, watched, explain);
  }

  /** Asks the server, whatever was known of it before, and makes what is missing. */
  async open(): Promise<void> {
    this.#forget();
    await this.#registry();
  }

  #forget(): void {
    this.#known.clear();
    this.#register = undefined;
  }

  async find(scope: Scope, modelId: string): Promise<Space | undefined> {
    return this.#find(this.#nameOf(scope, modelId));
  }

  async make(scope: Scope, modelId: string, dimension: number): Promise<Space> {
    const name = this.#nameOf(scope, modelId);
    const found = await this.#find(name);
    if (found !== undefined) return found;
    const registry = await this.#registry();
    const entry = { ids: [name], embeddings: [[1]], metadatas: [{ scope: this.#scopeOf(scope) }] };
    // first, so that no collection is ever one that nobody finds again
    await this.call(() => registry.upsert(entry));
    const collection = await this.call(() =>
      this.#client.getOrCreateCollection({
        ...{ name, embeddingFunction: null, metadata: { dimension } },
        configuration: { hnsw: { space: "cosine", ef_search: BREADTH, ef_construction: 200, max_neighbors: 32 } },
      }),
    );
    return this.#remember(name, collection);
  }

  /** Every space of the scope. */
  async list(scope: Scope): Promise<readonly Space[]> {
    const registry = await this.#registry();
    const { ids } = await this.call(() => registry.get({ where: { scope: this.#scopeOf(scope) }, include: [] }));
    const spaces = await Promise.all(ids.map((name) => this.#find(name)));
    return spaces.flatMap((space) => space ?? []);
  }

  #scopeOf(scope: Scope): string {
    return spaceName("", scopeKey(scope));
  }

  #nameOf(scope: Scope, modelId: string): string {
    return spaceName(`${this.#options.prefix}-`, JSON.stringify([scopeKey(scope), modelId]));
  }

  #registry(): Promise<Collection> {
    const name = `${this.#options.prefix}-spaces`;
    this.#register ??= this.call(() => this.#client.getOrCreateCollection({ name, embeddingFunction: null })).catch(
      (thrown: unknown) => {
        this.#register = undefined;
        throw thrown;
      },
    );
    return this.#register;
  }

  async #find(name: string): Promise<Space | undefined> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const collection = await this.call(async () => {
      try {
        return await this.#client.getCollection({ name });
      } catch (thrown) {
        if (thrown instanceof ChromaNotFoundError) return undefined;
        throw thrown;
      }
    });
    return collection === undefined ? undefined : this.#remember(name, collection);
  }

  #remember(name: string, collection: Collection): Space {
    const { dimension } = collection.metadata ?? {};
    if (typeof dimension !== "number") throw new KeepsakeError("INTERNAL", `${NAME}: a collection names no dimension`);
    const space = { collection, dimension };
    this.#known.set(name, space);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KNOWN) break;
      this.#known.delete(oldest);
    }
    return space;
  }
}
