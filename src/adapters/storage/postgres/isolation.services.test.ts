import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeScope } from "../../../domain/index.js";
import type { Storage } from "../../../ports/index.js";
import { MODEL, NOW, sampleAttributes, sampleMemory, sampleTurn, vectorAt } from "../../../testing/storage/samples.js";
import { testDatabase } from "./postgres.scene.js";

/** Tables without rows of a tenant. */
const OF_THE_STORE = ["schema_versions", "store_settings"];
/** Rows that only ports which cross users may see. */
const CROSSING = ["api_keys", "model_usage"];

describe("P09 P12 the second wall: row-level security", () => {
  const database = testDatabase();
  const [ada, bob] = [makeScope("acme", "ada"), makeScope("acme", "bob")];
  const far = makeScope("umbrella", "ada");
  let storage: Storage;
  let raw: pg.Client;
  let tables: string[] = [];

  beforeAll(async () => {
    storage = await database.connect();
    for (const tenant of ["acme", "umbrella"]) {
      await storage.tenants.ensure(tenant, NOW);
      await storage.usage.settle(tenant, "2026-05-11", spend, spend);
      await storage.credentials.insert({ ...key, id: tenant, tenant });
    }
    for (const scope of [ada, bob, far]) await fill(storage, scope);
    raw = await database.look();
    const listed = await raw.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') ORDER BY 1",
      [database.schema],
    );
    tables = listed.rows.map((row) => row.name);
  });
  afterAll(() => database.drop());

  /** What a statement that forgot its WHERE sees of each table, in a transaction of this user. */
  const countAll = async (enter: () => Promise<unknown>): Promise<Record<string, number>> => {
    await raw.query("BEGIN");
    await enter();
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await raw.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`);
      counts[table] = Number(rows[0]?.n);
    }
    await raw.query("ROLLBACK");
    return counts;
  };
  const enter = (tenant: string, user: string) => () => raw.query("SELECT enter_scope($1, $2)", [tenant, user]);
  const isPart = (table: string) => /_\d+$/.test(table);
  const ofUsers = () => tables.filter((table) => !isPart(table) && !OF_THE_STORE.includes(table));

  it("is what the role of the tests is held to: no superuser, nothing that passes it by", async () => {
    const { rows } = await raw.query("SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user");
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
    expect(await storage.wall?.holds()).toBe(true);
  });

  it("stands before every table, also for the tables' owner", async () => {
    const { rows } = await raw.query(
      "SELECT relname FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') AND NOT (relrowsecurity AND relforcerowsecurity)",
      [database.schema],
    );
    expect(rows.map((row) => row.relname).sort()).toEqual(OF_THE_STORE);
  });

  it("shows nothing at all where no user was entered, nor of a user who does not exist", async () => {
    for (const begin of [async () => undefined, enter("nobody", "ada")]) {
      const counts = await countAll(begin);
      for (const table of ofUsers()) expect(counts[table], table).toBe(0);
    }
    const counts = await countAll(enter("acme", "eve"));
    const seen = ofUsers().filter((table) => counts[table] !== 0);
    expect(seen, "the tenant's own row, and where its chain of audit lines ends").toEqual(["audit_heads", "tenants"]);
  });

  it("shows a query that forgets its WHERE the rows of its own user and no other", async () => {
    const counts = await countAll(enter("acme", "ada"));
    const hidden = [...CROSSING, "scope_claims"];
    for (const table of ofUsers()) {
      if (hidden.includes(table)) expect(counts[table], table).toBe(0);
      else expect(counts[table], table).toBe(1);
    }
    await raw.query("BEGIN");
    await enter("acme", "ada")();
    const { rows } = await raw.query("SELECT content FROM memories");
    await raw.query("ROLLBACK");
    expect(rows).toEqual([{ content: "of acme ada" }]);
  });

  it("lets nobody read a part of a table past its wall", async () => {
    const counts = await countAll(enter("acme", "ada"));
    for (const table of tables.filter(isPart)) expect(counts[table], table).toBe(0);
  });

  it("keeps what is written within it too: no row for another user, none changed, none deleted", async () => {
    await raw.query("BEGIN");
    await enter("acme", "ada")();
    const changed = await raw.query("UPDATE memories SET content = 'stolen'");
    const deleted = await raw.query("DELETE FROM turns");
    expect([changed.rowCount, deleted.rowCount]).toEqual([1, 1]);
    const foreign = raw.query("INSERT INTO requests SELECT tenant, scope + 1, 'o', 'k', 'h', 'r', 0 FROM memories");
    await expect(foreign).rejects.toThrow("row-level security");
    await raw.query("ROLLBACK");
  });

  it("opens to ports that cross users only tables without a user's words", async () => {
    const counts = await countAll(() => raw.query("SELECT set_config('keepsake.reach', 'store', true)"));
    const open = ofUsers().filter((table) => counts[table] !== 0);
    expect(open).toEqual([
      ...["api_keys", "audit_heads", "audit_lines", "journal", "journal_scopes", "model_usage", "scopes", "tenants"],
    ]);
  });
});

const spend = { inputTokens: 1, outputTokens: 1, costMicros: 1 };
const key = { name: "key", role: "agent", secretHash: "hash", salt: "salt", createdAt: NOW } as const;

/** One row of everything. */
async function fill(storage: Storage, scope: ReturnType<typeof makeScope>): Promise<void> {
  const words = `of ${scope.tenant} ${scope.user}`;
  const turn = sampleTurn({ text: words });
  await storage.truth.write(scope, async (transaction) => {
    await transaction.turns.append([turn]);
    const memory = sampleMemory({ content: words, turnIds: [turn.id] });
    await transaction.memories.insert(memory);
    const line = { at: NOW, memoryId: memory.id, kind: "new", before: {}, after: {}, policyVersion: "p" } as const;
    await transaction.writes.append([line]);
    const episode = {
      id: `ep_${turn.id}` as never,
      sessionId: turn.sessionId,
      centreTurnId: turn.id,
      turnIds: [turn.id],
    };
    await transaction.episodes.insert({ ...episode, role: "user", at: NOW, recordedAt: NOW });
    const figures = { lastTurnAt: NOW, coveredTo: 0, openTurns: 1, openTokens: 1 };
    await transaction.summaries.put({ sessionId: turn.sessionId, revision: 0, ...figures });
    const task = { type: "digest" as const, turnId: turn.id, sessionId: turn.sessionId };
    await transaction.journal.append([{ id: `job_${turn.id}` as never, task, at: NOW }]);
    await transaction.audit.append({ at: NOW, action: "record", actor: "test", targets: [], outcome: "done" });
    await transaction.requests.put({ key: "k", operation: "o", bodyHash: "h", response: words, at: NOW });
    const vector = { modelId: MODEL, values: vectorAt(0) };
    const attributes = sampleAttributes(memory.id);
    await storage.projection.apply(transaction, [{ type: "put", attributes, terms: [words], vector }]);
  });
  await storage.sessions.put(scope, "space", "key", words, { now: NOW, ttlSeconds: 60 });
}
