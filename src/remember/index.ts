export { accept } from "./accept.js";
export { correct } from "./correct.js";
export type { ExtractionContext } from "./extract-rules.js";
export { remember } from "./remember.js";
export { digestWorker, type Worker } from "./worker.js";
