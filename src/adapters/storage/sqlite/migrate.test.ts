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

  it("enters in the write log what the rows of an earlier release tell", async () => {
    const raw = new Sqlite(join(dataFolder, "keepsake.db"));
    const column = (id: string, version: number, more: Readonly<Record<string, unknown>>): string => {
      const row = {
        ...{ scope: 1, id, lineage_id: "mem_1", version, revision: 1, turn_ids: `["turn_${version}"]`, content: "c" },
        ...{
          evidence: "e",
          kind: "fact",
          tier: "long-term",
          status: "active",
          subject: "user",
          subject_folded: "user",
        },
        ...{
          qualifiers: "{}",
          cardinality: "single",
          polarity: "positive",
          entities: "[]",
          tags: "[]",
          importance: 0.5,
        },
        ...{ confidence: 1, source: "rule", supersedes: "[]", said_at: 1, valid_from: 1, recorded_at: version },
        ...{
          access_count: 0,
          reinforced_count: 0,
          content_hash: id,
          policy_version: `p${version}`,
          reason: "r",
          ...more,
        },
      };
      const values = Object.values(row).map((value) => (typeof value === "number" ? value : `'${String(value)}'`));
      return `INSERT INTO memories (${Object.keys(row).join(", ")}) VALUES (${values.join(", ")});`;
    };
    raw.exec(MIGRATIONS[0] ?? "");
    raw.exec(`INSERT INTO schema_versions VALUES (1, 1);
      INSERT INTO tenants VALUES (1, 'tenant', 1);
      INSERT INTO scopes (id, tenant, user, created_at) VALUES (1, 1, 'user', 1);
      ${column("mem_1", 1, { status: "superseded", superseded_by: "mem_2", valid_to: 2 })}
      ${column("mem_2", 2, { supersedes: '["mem_1"]', agent_id: "a" })}`);
    raw.close();
    const storage = createSqliteStorage({ dataFolder });
    await storage.open();
    const lines = await storage.truth.read(makeScope("tenant", "user"), ({ writes }) =>
      writes.listByMemories(["mem_1", "mem_2"] as never),
    );
    await storage.close();
    expect(lines).toMatchObject([
      { memoryId: "mem_1", kind: "new", turnId: "turn_1", policyVersion: "p1", at: 1 },
      {
        ...{ memoryId: "mem_1", kind: "superseded", turnId: "turn_2", agentId: "a", policyVersion: "p2" },
        before: { status: "active", supersededBy: null, validTo: null },
        after: { status: "superseded", supersededBy: "mem_2", validTo: 2 },
      },
      { memoryId: "mem_2", kind: "version", turnId: "turn_2", agentId: "a", policyVersion: "p2" },
    ]);
  });

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
