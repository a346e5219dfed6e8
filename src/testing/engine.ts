import { type OpenEngine, openEngine } from "../compose.js";
import { type KeepsakeConfigInput, loadConfig } from "../config/index.js";
import type { ItemAttributes, Memory, Scope } from "../domain/index.js";
import type { Keepsake } from "../keepsake.js";
import { analyze } from "../language/index.js";
import { libraryOver } from "../library.js";
import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";

/** An engine with its parts in reach: for tests and benchmarks that must look, or load, behind the library. */
export interface EngineWithParts extends OpenEngine {
  readonly keepsake: Keepsake;
}

/** Like `openKeepsake`, but neither the environment nor a file is read: only `config` and the defaults count. */
export async function openWithParts(config: KeepsakeConfigInput): Promise<EngineWithParts> {
  const effective = loadConfig({ env: {}, file: false, overrides: config });
  const engine = await openEngine(effective);
  return { ...engine, keepsake: libraryOver(engine, effective.tenant) };
}

/** A statement to be loaded as an active, long-term memory of its own. */
export interface BulkStatement {
  readonly content: string;
  /** Of the engine's embedder, or of its dimension where only the amount of data matters. */
  readonly vector: Float32Array;
  readonly saidAt: number;
}

const ROWS_PER_TRANSACTION = 1_000;

/**
 * Writes statements through the storage ports, without extraction and without embedding: so many memories cannot be made
 * by talking. Returns how many were written.
 */
export async function bulkLoad(parts: EngineParts, scope: Scope, statements: Iterable<BulkStatement>): Promise<number> {
  const { truth, projection } = parts.storage;
  let loaded = 0;
  const write = async (rows: readonly BulkStatement[]): Promise<void> => {
    if (rows.length === 0) return;
    const made = rows.map((row) => ({ row, memory: toMemory(parts, row) }));
    const changes = made.map(({ row, memory }) => toChange(parts, row, memory));
    await truth.write(scope, async (transaction: TruthTransaction) => {
      await transaction.directory.ensureUser(parts.clock.now());
      for (const { memory } of made) await transaction.memories.insert(memory);
      await projection.apply(transaction, changes);
    });
    loaded += rows.length;
  };
  let rows: BulkStatement[] = [];
  for (const statement of statements) {
    rows.push(statement);
    if (rows.length < ROWS_PER_TRANSACTION) continue;
    await write(rows);
    rows = [];
  }
  await write(rows);
  return loaded;
}

function toMemory(parts: EngineParts, { content, saidAt }: BulkStatement): Memory {
  const id = parts.ids.memory();
  return {
    id,
    lineageId: id,
    version: 1,
    revision: 1,
    turnIds: [],
    content,
    evidence: content,
    kind: "fact",
    tier: "long-term",
    status: "active",
    subject: "user",
    qualifiers: {},
    cardinality: "multi",
    polarity: "positive",
    entities: [],
    tags: [],
    importance: 0.5,
    confidence: 1,
    source: "import",
    supersedes: [],
    saidAt,
    validFrom: saidAt,
    recordedAt: saidAt,
    accessCount: 0,
    reinforcedCount: 0,
    contentHash: id,
    embeddingModel: parts.embedder.profile.modelId,
    policyVersion: parts.policy.version,
    reason: "bulk load",
  };
}

function toChange(parts: EngineParts, { content, vector }: BulkStatement, memory: Memory): IndexChange {
  const { id, status, kind, tier, subject, tags, entities, saidAt, recordedAt, validFrom, importance } = memory;
  const attributes: ItemAttributes = {
    id,
    type: "memory",
    status,
    kind,
    tier,
    subject,
    tags,
    entities,
    saidAt,
    recordedAt,
    validFrom,
    importance,
  };
  return {
    type: "put",
    attributes,
    terms: termsOf(content),
    vector: { modelId: parts.embedder.profile.modelId, values: vector },
  };
}

/** Bulk data repeat their sentences; analysing each once is a quarter of the time. */
const analysed = new Map<string, readonly string[]>();
const MAX_ANALYSED = 50_000;

function termsOf(content: string): readonly string[] {
  const known = analysed.get(content);
  if (known !== undefined) return known;
  const terms = analyze(content);
  if (analysed.size < MAX_ANALYSED) analysed.set(content, terms);
  return terms;
}
