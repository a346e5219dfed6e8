export type { BundledEmbedderOptions } from "./bundled-embedder.js";
export { createBundledEmbedder } from "./bundled-embedder.js";
export type { ModelManifest, Pooling } from "./model-folder.js";
export { MANIFEST_FILE } from "./model-folder.js";
