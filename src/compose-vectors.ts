import type { KeepsakeConfig } from "./config/index.js";
import type { VectorEngine } from "./ports/index.js";

/** Loads an adapter; CONFIG_INVALID with the message where its package is not installed. */
type LoadOptional = <Module>(load: () => Promise<Module>, message: string, field: string) => Promise<Module>;

type Beside = Exclude<KeepsakeConfig["vectors"]["kind"], "own">;

/** What whoever uses the engine installs: its vendor's client, and the major version that the adapter was written for. */
export const VECTOR_CLIENTS: Readonly<Record<Beside, string>> = {
  qdrant: "@qdrant/js-client-rest@1",
  chroma: "chromadb@3",
  opensearch: "@opensearch-project/opensearch@3",
  elasticsearch: "@elastic/elasticsearch@8",
  milvus: "@zilliz/milvus2-sdk-node@3",
  pinecone: "@pinecone-database/pinecone@8",
};

function missing(kind: Beside): string {
  const client = VECTOR_CLIENTS[kind];
  const name = client.slice(0, client.lastIndexOf("@"));
  return `vectors.kind is ${kind}, and the package ${name} is not installed: run \`npm install ${client}\`.`;
}

/** The engine that stands beside the store; undefined where the store's own index answers. */
export async function makeVectorEngine(
  { vectors }: Pick<KeepsakeConfig, "vectors">,
  loadOptional: LoadOptional,
): Promise<VectorEngine | undefined> {
  if (vectors.kind === "own") return undefined;
  const { kind } = vectors;
  const loaded = <Module>(load: () => Promise<Module>) => loadOptional(load, missing(kind), "vectors.kind");
  switch (vectors.kind) {
    case "qdrant":
      return (await loaded(() => import("./adapters/vectors/qdrant/index.js"))).createQdrantEngine(vectors);
    case "chroma":
      return (await loaded(() => import("./adapters/vectors/chroma/index.js"))).createChromaEngine(vectors);
    // each by its own file: who uses one of the two has not the other's client
    case "opensearch":
      return (await loaded(() => import("./adapters/vectors/lucene/opensearch.js"))).createOpenSearchEngine(vectors);
    case "elasticsearch":
      return (await loaded(() => import("./adapters/vectors/lucene/elasticsearch.js"))).createElasticsearchEngine(
        vectors,
      );
    case "milvus":
      return (await loaded(() => import("./adapters/vectors/milvus/index.js"))).createMilvusEngine(vectors);
    case "pinecone":
      return (await loaded(() => import("./adapters/vectors/pinecone/index.js"))).createPineconeEngine(vectors);
  }
}
