import { type EngineWithParts, openWithParts } from "../testing/index.js";

/** An engine in memory, ready for a chat: what is loaded at the first use is loaded, and counts for no chat's patience. */
export async function openChatEngine(): Promise<EngineWithParts> {
  const engine = await openWithParts({
    storage: { kind: "memory" },
    embedder: { kind: "fake" },
    log: { level: "silent" },
  });
  await engine.keepsake.user("someone").context({ query: "hello" });
  return engine;
}
