import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3-multiple-ciphers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeScope } from "../../../domain/index.js";
import { createSqliteStorage } from "./index.js";
import { MIGRATIONS, SCHEMA_VERSION } from "./schema.js";

describe("migration", () => {
  let dataFolder = "";
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), "keepsake-migrate-"));
  });
  afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

  it("brings the file of the first release up to this one, with the work that waits in it", async () => {
    const raw = new Sqlite(join(dataFolder, "keepsake.db"));
    raw.exec(MIGRATIONS[0] ?? "");
    raw.exec(`INSERT INTO schema_versions VALUES (1, 1);
      INSERT INTO tenants VALUES (1, 'tenant', 1);
      INSERT INTO scopes (id, tenant, user, created_at) VALUES (1, 1, 'user', 1);
      INSERT INTO journal (scope, id, task, turn_id, session_id, state, attempts, appended_at, due_at)
        VALUES (1, 'job_1', 'digest', 'turn_1', 's', 'waiting', 2, 1, 1);
      INSERT INTO journal_scopes VALUES (1, 0, 1);`);
    raw.close();
    const storage = createSqliteStorage({ dataFolder });
    await storage.open();
    const work = await storage.queue.claim({ now: 10, leaseSeconds: 1, maxEntries: 1, maxAttempts: 5 });
    await storage.close();
    expect(work?.scope).toEqual(makeScope("tenant", "user"));
    expect(work?.entries).toMatchObject([{ id: "job_1", attempts: 2 }]);
    const after = new Sqlite(join(dataFolder, "keepsake.db"));
    expect(after.prepare("SELECT max(version) AS version FROM schema_versions").get()).toEqual({
      version: SCHEMA_VERSION,
    });
    after.close();
  });
});
