import type { KeepsakeConfig } from "./config/index.js";
import type { VectorEngine } from "./ports/index.js";

/** Loads an adapter; CONFIG_INVALID with the message where its package is not installed. */
type LoadOptional = <Module>(load: () => Promise<Module>, message: string, field: string) => Promise<Module>;

const missing = (kind: string, name: string, version: number): string =>
  `vectors.kind is ${kind}, and the package ${name} is not installed: run \`npm install ${name}@${version}\`.`;

/** The engine that stands beside the store; undefined where the store's own index answers. */
export async function makeVectorEngine(
  { vectors }: Pick<KeepsakeConfig, "vectors">,
  loadOptional: LoadOptional,
): Promise<VectorEngine | undefined> {
  switch (vectors.kind) {
    case "own":
      return undefined;
    case "qdrant": {
      const { kind: _, ...options } = vectors;
      const { createQdrantEngine } = await loadOptional(
        () => import("./adapters/vectors/qdrant/index.js"),
        missing("qdrant", "@qdrant/js-client-rest", 1),
        "vectors.kind",
      );
      return createQdrantEngine(options);
    }
    case "chroma": {
      const { kind: _, ...options } = vectors;
      const { createChromaEngine } = await loadOptional(
        () => import("./adapters/vectors/chroma/index.js"),
        missing("chroma", "chromadb", 3),
        "vectors.kind",
      );
      return createChromaEngine(options);
    }
  }
}
