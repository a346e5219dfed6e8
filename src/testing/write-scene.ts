import { createFakeEmbedder } from "../adapters/models/fake/index.js";
import { createLocalWakeUp } from "../adapters/queue/local/index.js";
import { createMemoryStorage } from "../adapters/storage/memory/index.js";
import { createIds, type ReadableTelemetry, silentTelemetry } from "../adapters/system/index.js";
import { createAuditTrail } from "../audit/index.js";
import { ALL, type Memory, makeScope, type RecordReceipt, type RecordTurn, type Scope } from "../domain/index.js";
import { DEFAULT_POLICY } from "../policy/index.js";
import type { EngineParts } from "../ports/index.js";
import { accept, digestWorker, type Worker } from "../remember/index.js";

/** An engine in memory with a clock that moves by hand: the write path from the door to the row. */
export interface WriteScene {
  readonly parts: EngineParts;
  readonly scope: Scope;
  readonly worker: Worker;
  readonly telemetry: ReadableTelemetry;
  readonly clock: { at: number };
  /** Records turns of the user, one text each, and digests them. */
  tell(sessionId: string, texts: readonly (string | RecordTurn)[], at?: number): Promise<RecordReceipt>;
  /** Every row of the scope, any status. */
  rows(): Promise<readonly Memory[]>;
  /** Contents of the active rows. */
  active(): Promise<readonly string[]>;
}

/** Noon of 11 May 2026, UTC: a Monday. */
export const SCENE_START = Date.UTC(2026, 4, 11, 12);

/** @param overrides parts to put in place of the usual ones, e.g. an embedder that fails */
export async function openWriteScene(overrides: Partial<EngineParts> = {}): Promise<WriteScene> {
  const clock = { at: SCENE_START };
  const storage = createMemoryStorage();
  const telemetry = silentTelemetry();
  const parts: EngineParts = {
    storage,
    embedder: createFakeEmbedder({ dimension: 32 }),
    audit: createAuditTrail({ storage, clock: { now: () => clock.at }, telemetry }),
    tokens: { encoding: "none", count: (text) => text.length, truncate: (text, most) => text.slice(0, most) },
    clock: { now: () => clock.at },
    ids: createIds(),
    telemetry,
    wakeUp: createLocalWakeUp(),
    policy: DEFAULT_POLICY,
    defaultTimeZone: "UTC",
    ...overrides,
  };
  await parts.storage.open();
  await parts.embedder.open();
  await parts.storage.tenants.ensure("tenant", clock.at);
  const scope = makeScope("tenant", "user");
  const worker = digestWorker(parts);
  const rows = async (): Promise<readonly Memory[]> =>
    parts.storage.truth.read(
      scope,
      async (transaction) => (await transaction.memories.list(ALL, { limit: 1_000 })).items,
    );
  return {
    parts,
    scope,
    worker,
    telemetry,
    clock,
    rows,
    async tell(sessionId, texts, at = clock.at) {
      const turns = texts.map((text): RecordTurn => (typeof text === "string" ? { role: "user", text, at } : text));
      const receipt = await accept(parts, scope, { sessionId, turns });
      await worker.drain(scope, 5_000);
      return receipt;
    },
    async active() {
      return (await rows()).filter((memory) => memory.status === "active").map((memory) => memory.content);
    },
  };
}
