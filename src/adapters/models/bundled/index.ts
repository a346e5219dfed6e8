export { createBundledEmbedder } from "./bundled-embedder.js";
export { createBundledReader } from "./bundled-reader.js";
export { readReaderFolder } from "./reader-folder.js";
