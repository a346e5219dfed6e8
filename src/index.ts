import { openEngine } from "./compose.js";
import { type KeepsakeConfigInput, loadConfig } from "./config/index.js";
import type { Keepsake } from "./keepsake.js";
import { libraryOver } from "./library.js";

/**
 * Opens an engine in this process.
 *
 * Settings come from `config`, then `KEEPSAKE_…` variables, then `keepsake.config.json`, then defaults; nothing needs to be given.
 * Errors: CONFIG_INVALID (all problems at once), STORE_READ_ONLY, STORE_CORRUPT, STORE_NEWER, STORE_BUSY, MODEL_UNAVAILABLE.
 *
 * @example
 * const keepsake = await openKeepsake({ dataFolder: "./memory" });
 * const ada = keepsake.user("ada");
 * await ada.record({ sessionId: "chat-1", turns: [{ role: "user", text: "I moved to Hangzhou." }] });
 * await ada.processed();
 * const { items } = await ada.recall({ query: "Where do I live?" });
 * await keepsake.close();
 */
export async function openKeepsake(config: KeepsakeConfigInput = {}): Promise<Keepsake> {
  const effective = loadConfig({ env: process.env, overrides: config });
  return libraryOver(await openEngine(effective), effective.tenant);
}

export type { KeepsakeConfig, KeepsakeConfigInput } from "./config/index.js";
export * from "./domain/index.js";
export {
  detectFormat,
  FORMAT_NAMES,
  FORMATS,
  type ImportedSession,
  type ImportOptions,
  readConversations,
} from "./importing/index.js";
export type { Keepsake, UserMemory } from "./keepsake.js";
export { type Redacted, type RedactionFinding, redact } from "./language/index.js";
export { DEFAULT_POLICY } from "./policy/index.js";
export type * from "./ports/index.js";
