import { setTimeout as sleep } from "node:timers/promises";
import { DataType, type FieldType, type MilvusClient } from "@zilliz/milvus2-sdk-node";
import { otherDimension, spaceName, unavailable } from "../remote/index.js";
import { type MilvusCalls, unless } from "./calls.js";
import { TOKEN_LENGTH } from "./rows.js";

const TOKENS = [
  ...["tenant", "type", "status", "kind", "tier", "subject", "sessionId", "agentId", "speaker", "role"],
] as const;
const LISTS = ["tags", "entities"] as const;
const INSTANTS = ["saidAt", "recordedAt", "validFrom", "validTo", "expiresAt"] as const;
/** Labels of one item; the most that an array takes. */
const MAX_LABELS = 4_096;
const MAX_ITEM_ID_BYTES = 1_024;
/** How long a collection may take until it can be searched; its client's own waiting knows no time-out. */
const LOAD_TIMEOUT_MS = 60_000;

const GRAPH = {
  field_name: "vector",
  index_name: "vector",
  index_type: "HNSW",
  metric_type: "COSINE",
  params: { M: 16, efConstruction: 200 },
} as const;

/** A collection for each model, partitioned by owner: a search of one user's looks at few others. */
export class ModelCollections {
  readonly #client: MilvusClient;
  readonly #calls: MilvusCalls;
  readonly #prefix: string;
  /** Of the collections that were seen and loaded. */
  readonly #dimensions = new Map<string, number>();

  constructor(client: MilvusClient, calls: MilvusCalls, prefix: string) {
    this.#client = client;
    this.#calls = calls;
    this.#prefix = `${prefix}_`;
  }

  nameOf(modelId: string): string {
    return spaceName(this.#prefix, modelId);
  }

  /** Every model's collection, loaded, as it is now: another process may have made one. */
  async list(): Promise<readonly string[]> {
    const { data } = await this.#calls.ask(() => this.#client.showCollections());
    const length = this.nameOf("").length;
    const names = data
      .map(({ name }) => name)
      .filter((name) => name.startsWith(this.#prefix) && name.length === length);
    for (const name of names) await this.#find(name);
    return names;
  }

  /** The dimension of the model's collection, which is loaded then; undefined where there is none. */
  find(modelId: string): Promise<number | undefined> {
    return this.#find(this.nameOf(modelId));
  }

  /** @throws INVALID_INPUT where the model's collection is of another dimension */
  async make(modelId: string, dimension: number): Promise<string> {
    const name = this.nameOf(modelId);
    if ((await this.#find(name)) === undefined) {
      const fields = fieldsOf(dimension);
      // one that another process has made meanwhile is taken as it is, by the look below
      await this.#calls
        .ask(() => this.#client.createCollection({ collection_name: name, fields, consistency_level: "Strong" }))
        .catch(async (thrown: unknown) => {
          if ((await this.#find(name)) === undefined) throw thrown;
        });
    }
    const found = await this.#find(name);
    if (found !== undefined && found !== dimension) throw otherDimension(dimension, found);
    return name;
  }

  forget(): void {
    this.#dimensions.clear();
  }

  async #find(name: string): Promise<number | undefined> {
    const known = this.#dimensions.get(name);
    if (known !== undefined) return known;
    const answer = await unless(
      "missing",
      this.#calls.ask(() => this.#client.describeCollection({ collection_name: name })),
    );
    if (answer === undefined) return undefined;
    const params = answer.schema.fields.find((field) => field.name === "vector")?.type_params ?? [];
    const dimension = Number(params.find(({ key }) => key === "dim")?.value);
    // whoever made the collection may not have come so far
    await this.#makeGraph(name);
    await this.#load(name);
    this.#dimensions.set(name, dimension);
    return dimension;
  }

  async #load(name: string): Promise<void> {
    const asked = { collection_name: name };
    await this.#calls.ask(() => this.#client.loadCollection(asked));
    const deadline = performance.now() + LOAD_TIMEOUT_MS;
    for (;;) {
      const { state } = await this.#calls.ask(() => this.#client.getLoadState(asked));
      if (`${state}` === "LoadStateLoaded") return;
      if (performance.now() > deadline) throw unavailable("milvus", "has not loaded a collection in time");
      await sleep(50);
    }
  }

  /** One that an operator made in its place, of another kind, is left as it is. */
  async #makeGraph(name: string): Promise<void> {
    const asked = { collection_name: name, field_name: GRAPH.field_name };
    if (
      (await unless(
        "unindexed",
        this.#calls.ask(() => this.#client.describeIndex(asked)),
      )) !== undefined
    )
      return;
    const made = this.#calls.ask(() => this.#client.createIndex({ collection_name: name, ...GRAPH }));
    await unless("indexed", made); // another process was faster
  }
}

function fieldsOf(dimension: number): FieldType[] {
  const token = { data_type: DataType.VarChar, max_length: TOKEN_LENGTH };
  return [
    { name: "key", data_type: DataType.VarChar, max_length: 64, is_primary_key: true },
    { name: "itemId", data_type: DataType.VarChar, max_length: MAX_ITEM_ID_BYTES },
    { name: "owner", ...token, is_partition_key: true },
    ...TOKENS.map((name) => ({ name, ...token })),
    ...LISTS.map((name) => ({
      ...{ name, data_type: DataType.Array, element_type: DataType.VarChar },
      ...{ max_capacity: MAX_LABELS, max_length: TOKEN_LENGTH },
    })),
    ...INSTANTS.map((name) => ({ name, data_type: DataType.Int64 })),
    { name: "vector", data_type: DataType.FloatVector, dim: dimension },
  ];
}
