import type { VectorEngine } from "../../../ports/index.js";
import type { PineconeOptions } from "./options.js";
import { PineconeEngine } from "./pinecone-engine.js";

/** @example createPineconeEngine({ apiKey, prefix: "keepsake", cloud: "aws", region: "us-east-1", timeoutMs: 10_000 }) */
export function createPineconeEngine(options: PineconeOptions): VectorEngine {
  return new PineconeEngine(options);
}
