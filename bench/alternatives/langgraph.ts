import { InMemoryStore } from "@langchain/langgraph";
import type { Embedder } from "keepsake";
import type { BulkStatement } from "keepsake/testing";

/** The store of LangGraph.js with the same embedder and the same vectors. It keeps everything in the process's memory. */
export async function langgraphStore(
  embedder: Embedder,
  data: readonly BulkStatement[],
): Promise<(query: string) => Promise<number>> {
  const known = new Map(data.map(({ content, vector }) => [content, [...vector]]));
  const store = new InMemoryStore({
    index: {
      dims: embedder.profile.dimension,
      fields: ["text"],
      embeddings: {
        embedDocuments: async (texts: string[]) => texts.map((text) => known.get(text) ?? []),
        embedQuery: async (text: string) => [...(await embedder.embedQuery(text))],
      } as never,
    },
  });
  const namespace = ["memories", "user"];
  for (const [at, { content }] of data.entries()) await store.put(namespace, `m${at}`, { text: content });
  return async (query) => (await store.search(namespace, { query, limit: 10 })).length;
}
