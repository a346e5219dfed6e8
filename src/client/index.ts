/*
 * The client for a Keepsake server: fetch and nothing else, so that it runs in Node, Deno, Bun, at the edge and in a browser.
 */
export * from "../domain/index.js";
export type { Keepsake, UserMemory } from "../keepsake.js";
export type { CallTerms } from "./calls.js";
export { connectKeepsake, type RemoteKeepsake } from "./connect.js";
export type { ClientEnvironment } from "./environment.js";
export type { CircuitState, ClientEvent } from "./events.js";
export type { ClientOptions } from "./options.js";
export type { FlushReport } from "./outbox.js";
export type { Progress } from "./read-events.js";
export { createMemorySpool, type Spool, type SpoolEntry, type SpoolSize } from "./spool.js";
export type { ImportResult, RemoteProfile, RemoteReceipt, RemoteUserMemory } from "./user-memory.js";
export type { ImportRequest } from "./wire-requests.js";
