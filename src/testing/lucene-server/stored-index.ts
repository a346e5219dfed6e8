import { type Fields, type Json, objectOf } from "./query.js";
import { badArgument, Refused } from "./refusals.js";

/** Several, so that a request with another routing finds nothing. */
const SHARDS = 5;
const MAX_TERM_BYTES = 32_766;

interface Shard {
  /** As searches see it: as it was at the last refresh. */
  visible: ReadonlyMap<string, Fields>;
  readonly written: Map<string, Fields>;
}

/** The dimension that a mapping of a vector gives it; undefined for other fields. */
function dimensionOf(property: Json): number | undefined {
  if (property.type === "knn_vector") return Number(property.dimension);
  if (property.type === "dense_vector") return Number(property.dims);
  return undefined;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** An index: documents by shard, written at once and seen after a refresh. */
export class StoredIndex {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly mappings: Json;
  readonly settings: Json;
  readonly #properties: Json;
  readonly #shards: readonly Shard[] = Array.from({ length: SHARDS }, () => ({
    visible: new Map(),
    written: new Map(),
  }));

  constructor(name: string, body: Json, vectorTypes: readonly string[]) {
    if (name !== name.toLowerCase() || !/^[a-z0-9][\w.-]*$/u.test(name)) {
      throw new Refused(400, "invalid_index_name_exception", `Invalid index name [${name}], must be lowercase`);
    }
    this.name = name;
    this.aliases = Object.keys(objectOf(body.aliases ?? {}, "aliases"));
    this.mappings = objectOf(body.mappings ?? {}, "mappings");
    this.settings = objectOf(objectOf(body.settings ?? {}, "settings").index ?? {}, "index");
    this.#properties = objectOf(this.mappings.properties ?? {}, "properties");
    for (const [field, property] of Object.entries(this.#properties)) {
      const type = String(objectOf(property, field).type);
      if (["keyword", "long", ...vectorTypes].includes(type)) continue;
      const reason = `Failed to parse mapping: No handler for type [${type}] declared on field [${field}]`;
      throw new Refused(400, "mapper_parsing_exception", reason);
    }
  }

  write(id: string, routing: string | undefined, document: Json): "created" | "updated" {
    this.#check(id, document);
    const { written } = this.#shardOf(routing ?? id);
    const outcome = written.has(id) ? "updated" : "created";
    written.set(id, document);
    return outcome;
  }

  delete(id: string, routing: string | undefined): "deleted" | "not_found" {
    return this.#shardOf(routing ?? id).written.delete(id) ? "deleted" : "not_found";
  }

  refresh(routing: string | undefined): void {
    for (const shard of this.#shardsOf(routing)) shard.visible = new Map(shard.written);
  }

  seen(routing: string | undefined): readonly Fields[] {
    return this.#shardsOf(routing).flatMap((shard) => [...shard.visible.values()]);
  }

  /** The vectors that a search with this one may be compared with. @throws what the vendors answer to another dimension */
  vectorsOf(
    field: string,
    query: unknown,
  ): { readonly query: readonly number[]; of(fields: Fields): readonly number[] } {
    const property = objectOf(this.#properties[field] ?? {}, field);
    const dimension = dimensionOf(property);
    if (dimension === undefined) {
      throw new Refused(400, "query_shard_exception", `failed to create query: [${field}] is not a vector field`);
    }
    if (!Array.isArray(query) || query.length !== dimension) {
      const reason = `failed to create query: Query vector has invalid dimension. Dimension should be: ${dimension}`;
      throw new Refused(400, "search_phase_execution_exception", reason);
    }
    return { query: query.map(Number), of: (fields) => fields[field] as readonly number[] };
  }

  #shardsOf(routing: string | undefined): readonly Shard[] {
    return routing === undefined ? this.#shards : [this.#shardOf(routing)];
  }

  #shardOf(routing: string): Shard {
    const shard = this.#shards[hashOf(routing) % SHARDS];
    if (shard === undefined) throw new Error("there are as many shards as there are numbers of them");
    return shard;
  }

  #check(id: string, document: Json): void {
    if (id.length > 512) throw badArgument(`id [${id}] is too long`);
    for (const [field, value] of Object.entries(document)) {
      const property = this.#properties[field];
      if (property === undefined) {
        const reason = `mapping set to strict, dynamic introduction of [${field}] within [_doc] is not allowed`;
        throw new Refused(400, "strict_dynamic_mapping_exception", reason);
      }
      checkValue(objectOf(property, field), field, value);
    }
  }
}

function checkValue(property: Json, field: string, value: unknown): void {
  const refused = (reason: string): Refused =>
    new Refused(400, "mapper_parsing_exception", `failed to parse field [${field}]: ${reason}`);
  const dimension = dimensionOf(property);
  if (dimension !== undefined) {
    if (!Array.isArray(value) || value.length !== dimension || !value.every(Number.isFinite)) {
      throw refused(`Vector dimension mismatch. Expected: ${dimension}`);
    }
    if (value.every((number) => number === 0))
      throw refused("zero vector is not supported when space type is [cosinesimil]");
    return;
  }
  for (const one of Array.isArray(value) ? value : [value]) {
    if (property.type === "long" && !Number.isSafeInteger(one)) throw refused("no long");
    if (property.type === "keyword" && typeof one !== "string") throw refused("no text");
    if (typeof one === "string" && Buffer.byteLength(one) > MAX_TERM_BYTES) {
      throw badArgument(`Document contains at least one immense term in field="${field}"`);
    }
  }
}
