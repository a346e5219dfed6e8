import type { KeepsakeConfig } from "../config/index.js";
import type { Scope } from "../domain/index.js";
import type { BlobStore, EngineParts, MeasurementSnapshot, Storage } from "../ports/index.js";

/** What a door is given: an engine that is already open. Doors never choose adapters. */
export interface DoorEngine {
  readonly parts: EngineParts;
  /** Resolves when nothing (of the scope) waits to be digested. DEADLINE_EXCEEDED after `timeoutMs`. */
  drain(scope?: Scope, timeoutMs?: number): Promise<void>;
  /** What was counted and observed since the process began. */
  measurements(): MeasurementSnapshot;
  close(): Promise<void>;
}

/** How a door that starts by itself (a command) opens its engine. */
export type OpenEngine = (config: KeepsakeConfig) => Promise<DoorEngine>;

/** How a command opens a store without an engine. */
export type OpenStorage = (config: KeepsakeConfig) => Promise<Storage>;

/** How a command opens the place of attachments and transcripts without an engine; undefined: none is kept. */
export type OpenFiles = (config: KeepsakeConfig) => Promise<BlobStore | undefined>;
