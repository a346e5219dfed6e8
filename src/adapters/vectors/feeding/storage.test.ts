import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "../../../ports/index.js";
import { storageConformance } from "../../../testing/storage/index.js";
import { createReferenceEngine, ReferenceData } from "../../../testing/vector-engine/index.js";
import { createMemoryStorage } from "../../storage/memory/index.js";
import { createSqliteStorage } from "../../storage/sqlite/index.js";
import { createIds, silentTelemetry } from "../../system/index.js";
import { withVectorEngine } from "./index.js";

/** Long after everything that the suite does: what waits for the engine is left to the process that wrote it. */
const clock = { now: () => 9_000_000_000_000 };

function beside(inner: Storage, data: ReferenceData): Storage {
  const telemetry = silentTelemetry();
  return withVectorEngine(inner, createReferenceEngine(data), { clock, ids: createIds(), telemetry });
}

storageConformance("memory with an engine beside it", async () => {
  const storage = beside(createMemoryStorage(), new ReferenceData());
  await storage.open();
  return { storage, cleanup: () => storage.close() };
});

storageConformance("sqlite with an engine beside it", async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "keepsake-beside-"));
  const data = new ReferenceData();
  const opened: Storage[] = [];
  const connect = async () => {
    const storage = beside(createSqliteStorage({ dataFolder }), data);
    await storage.open();
    opened.push(storage);
    return storage;
  };
  const storage = await connect();
  return {
    storage,
    reopen: async () => {
      await storage.close();
      return connect();
    },
    secondConnection: connect,
    cleanup: async () => {
      await Promise.all(opened.map((one) => one.close()));
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
});
