import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Embedder } from "keepsake";
import { type BulkStatement, type ModelServer, startModelServer } from "keepsake/testing";

/** The part of mem0's `Memory` that is used here. */
interface Mem0Memory {
  add(text: string, options: { readonly userId: string; readonly infer: boolean }): Promise<unknown>;
  search(query: string, options: Readonly<Record<string, unknown>>): Promise<{ readonly results: readonly unknown[] }>;
}
interface Mem0Module {
  readonly Memory: new (config: Readonly<Record<string, unknown>>) => Mem0Memory;
}

export interface Mem0 {
  search(query: string): Promise<number>;
  close(): Promise<void>;
}

/**
 * mem0's open-source memory with its own in-process vector store and the same model behind a local endpoint; telemetry off.
 * KEEPSAKE_BENCH_MEM0 names a folder in which `npm install mem0ai` was run; undefined when it is not set.
 */
export async function mem0(
  embedder: Embedder,
  data: readonly BulkStatement[],
  folder: string,
): Promise<Mem0 | undefined> {
  const installed = process.env.KEEPSAKE_BENCH_MEM0;
  if (installed === undefined) return undefined;
  process.env.MEM0_TELEMETRY = "false";
  process.env.MEM0_DIR = folder;
  const entry = resolve(installed, "node_modules/mem0ai/dist/oss/index.mjs");
  const { Memory } = (await import(pathToFileURL(entry).href)) as Mem0Module;
  const known = new Map(data.map(({ content, vector }) => [content, [...vector]]));
  const server = await startModelServer({
    embed: async (text) => known.get(text) ?? [...(await embedder.embedQuery(text))],
  });
  const memory = new Memory(configuration(server, embedder.profile.dimension, folder));
  for (const { content } of data) await memory.add(content, { userId: "user", infer: false });
  return {
    search: async (query) => (await memory.search(query, { filters: { user_id: "user" }, topK: 10 })).results.length,
    close: () => server.close(),
  };
}

function configuration(server: ModelServer, dimension: number, folder: string): Readonly<Record<string, unknown>> {
  const model = { apiKey: "local", baseURL: server.url, model: "local" };
  return {
    embedder: { provider: "openai", config: { ...model, embeddingDims: dimension } },
    llm: { provider: "openai", config: model },
    vectorStore: {
      provider: "memory",
      config: { collectionName: "bench", dimension, dbPath: join(folder, "vectors.db") },
    },
    historyDbPath: join(folder, "history.db"),
    disableHistory: true,
  };
}
