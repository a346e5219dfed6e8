export type { QdrantOptions } from "./options.js";
export { createQdrantEngine } from "./qdrant-engine.js";
