export { createChromaEngine } from "./chroma-engine.js";
export type { ChromaOptions } from "./options.js";
