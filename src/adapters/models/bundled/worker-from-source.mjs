// Starts worker.ts where the sources themselves run (tests, scripts): a worker thread does not inherit the loader of the
// main thread, and `--import tsx` registers none outside it. Compiled packages start worker.js and never load this file.
import { register } from "tsx/esm/api";

register();
await import("./worker.ts");
