import { setTimeout as sleep } from "node:timers/promises";
import type { Pinecone } from "@pinecone-database/pinecone";
import { otherDimension, spaceName, unavailable } from "../remote/index.js";
import { ifFound, type PineconeCalls } from "./calls.js";
import type { PineconeOptions } from "./options.js";

/** Names of indexes have 45 characters at most. */
const NAME_LENGTH = 45;
const POLL_MS = 1_000;

export interface ModelIndex {
  readonly host: string;
  readonly dimension: number;
}

/** An index for each model, as an index has one dimension. */
export class ModelIndexes {
  readonly #client: Pinecone;
  readonly #calls: PineconeCalls;
  readonly #options: PineconeOptions & { readonly makeTimeoutMs: number };
  readonly #known = new Map<string, ModelIndex>();

  constructor(client: Pinecone, calls: PineconeCalls, options: PineconeOptions & { readonly makeTimeoutMs: number }) {
    this.#client = client;
    this.#calls = calls;
    this.#options = options;
  }

  /** @throws UNAVAILABLE while it is being made */
  async find(modelId: string): Promise<ModelIndex | undefined> {
    const known = this.#known.get(modelId);
    if (known !== undefined) return known;
    const found = await this.#look(this.#nameOf(modelId));
    if (found === undefined) return undefined;
    if (!found.isReady) throw unavailable("pinecone", "is still making the model's index");
    this.#known.set(modelId, found);
    return found;
  }

  /** Every model's index, as it is now: another process may have made one. */
  async list(): Promise<readonly ModelIndex[]> {
    const { result } = await this.#calls.ask(() => this.#client.listIndexes());
    return (result.indexes ?? [])
      .filter(({ name }) => name.startsWith(`${this.#options.prefix}-`) && name.length === this.#nameOf("").length)
      .flatMap(({ host, dimension }) => (dimension === undefined ? [] : [{ host, dimension }]));
  }

  /** The model's index, made where there is none. @throws INVALID_INPUT where it is of another dimension */
  async make(modelId: string, dimension: number): Promise<ModelIndex> {
    const deadline = performance.now() + this.#options.makeTimeoutMs;
    const name = this.#nameOf(modelId);
    let found = this.#known.get(modelId) ?? (await this.#look(name));
    if (found === undefined) {
      await this.#create(name, dimension);
      found = await this.#look(name);
    }
    while (found === undefined || ("isReady" in found && found.isReady !== true)) {
      if (performance.now() > deadline) throw unavailable("pinecone", "has not made the model's index in time");
      await sleep(Math.min(POLL_MS, this.#options.makeTimeoutMs / 10));
      found = await this.#look(name);
    }
    if (found.dimension !== dimension) throw otherDimension(dimension, found.dimension);
    this.#known.set(modelId, found);
    return found;
  }

  /** After a call to one has failed: it may have been dropped, and another made. */
  forget(): void {
    this.#known.clear();
  }

  #nameOf(modelId: string): string {
    return spaceName(`${this.#options.prefix}-`, modelId).slice(0, NAME_LENGTH);
  }

  async #create(name: string, dimension: number): Promise<void> {
    const { cloud, region } = this.#options;
    await this.#calls.ask(() =>
      this.#client.createIndex({
        ...{ name, dimension, metric: "cosine", suppressConflicts: true },
        spec: { serverless: { cloud, region } },
      }),
    );
  }

  async #look(name: string): Promise<(ModelIndex & { readonly isReady: boolean }) | undefined> {
    const answer = await ifFound(this.#calls.ask(() => this.#client.describeIndex(name)));
    if (answer === undefined) return undefined;
    const { host, dimension = 0, status } = answer.result;
    return { host, dimension, isReady: status.ready };
  }
}
