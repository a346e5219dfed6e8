import type { VectorEngine } from "../../../ports/index.js";
import { MilvusEngine } from "./milvus-engine.js";
import type { MilvusOptions } from "./options.js";

/** @example createMilvusEngine({ url: "127.0.0.1:19530", prefix: "keepsake", timeoutMs: 10_000 }) */
export function createMilvusEngine(options: MilvusOptions): VectorEngine {
  return new MilvusEngine(options);
}
