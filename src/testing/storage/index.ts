import { describe } from "vitest";
import { changeStampsConformance } from "./change-stamps.js";
import { contentsConformance } from "./contents.js";
import { cursorsConformance } from "./cursors.js";
import { episodesConformance } from "./episodes.js";
import type { MakeStorage } from "./harness.js";
import { auditLogConformance, credentialsConformance } from "./identity.js";
import { indexOutboxConformance } from "./index-outbox.js";
import { instantsConformance } from "./instants.js";
import { isolationConformance } from "./isolation.js";
import { journalConformance } from "./journal.js";
import { memoriesConformance } from "./memories.js";
import { modelConformance } from "./model.js";
import { racesConformance } from "./races.js";
import { keywordIndexConformance, projectionConformance, vectorIndexConformance } from "./search.js";
import { sessionStoreConformance } from "./session-store.js";
import { snapshotsConformance } from "./snapshots.js";
import { storeHealthConformance } from "./store-health.js";
import { summariesConformance } from "./summaries.js";
import { durabilityConformance, truthConformance } from "./truth.js";
import { turnsConformance } from "./turns.js";
import { usageConformance } from "./usage.js";
import { writesConformance } from "./writes.js";

export type { MakeStorage, StorageUnderTest } from "./harness.js";
export { HOSTILE_IDS, HOSTILE_TEXTS } from "./samples.js";

/**
 * The behaviour of a storage, a test for each clause of its ports. Call it at the top of a vitest file.
 * @param make gives a storage that is opened and empty, each time a new one.
 * @example storageConformance("mine", async () => { const storage = createMine(); await storage.open(); return { storage, cleanup: () => storage.close() }; });
 */
export function storageConformance(name: string, make: MakeStorage): void {
  describe(`storage conformance: ${name}`, () => {
    durabilityConformance(make);
    truthConformance(make);
    turnsConformance(make);
    journalConformance(make);
    memoriesConformance(make);
    writesConformance(make);
    episodesConformance(make);
    summariesConformance(make);
    vectorIndexConformance(make);
    keywordIndexConformance(make);
    projectionConformance(make);
    sessionStoreConformance(make);
    cursorsConformance(make);
    usageConformance(make);
    credentialsConformance(make);
    auditLogConformance(make);
    changeStampsConformance(make);
    instantsConformance(make);
    snapshotsConformance(make);
    storeHealthConformance(make);
    contentsConformance(make);
    indexOutboxConformance(make);
    isolationConformance(make);
    racesConformance(make);
    modelConformance(make);
  });
}
