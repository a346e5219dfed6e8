export { createBundledEmbedder } from "./bundled-embedder.js";
