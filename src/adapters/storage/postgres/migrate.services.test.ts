import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALL, makeScope } from "../../../domain/index.js";
import type { Storage } from "../../../ports/index.js";
import { expectError } from "../../../testing/storage/harness.js";
import { NOW, sampleAttributes, sampleMemory, sampleTurn } from "../../../testing/storage/samples.js";
import { createPostgresStorage } from "./index.js";
import { type TestDatabase, testDatabase } from "./postgres.scene.js";
import { SCHEMA_VERSION } from "./schema.js";

const scope = makeScope("acme", "ada");

describe("the schema of PostgreSQL", () => {
  let database: TestDatabase;
  let raw: pg.Client;
  beforeEach(async () => {
    database = testDatabase();
    raw = await database.look();
  });
  afterEach(() => database.drop());
  const versions = async () => (await raw.query("SELECT version FROM schema_versions ORDER BY 1")).rows;
  const known = Array.from({ length: SCHEMA_VERSION }, (_, index) => ({ version: index + 1 }));

  it("is made once by processes that begin together", async () => {
    const storages = await Promise.all(Array.from({ length: 4 }, () => database.connect()));
    expect(await versions()).toEqual(known);
    await Promise.all(storages.map((storage) => storage.tenants.ensure("acme", NOW)));
    const listed = await storages[0]?.tenants.list({ limit: 10 });
    expect(listed?.items).toEqual([{ id: "acme", createdAt: NOW }]);
  });

  it("is split into as many parts as it was made with, whatever a later process is told", async () => {
    await database.connect({ partitions: 3 });
    await database.connect({ partitions: 7 });
    const parts =
      "SELECT count(*)::integer AS n FROM pg_class WHERE relnamespace = $1::regnamespace AND relname ~ '^turns_\\d+$' AND relkind = 'r'";
    expect((await raw.query(parts, [database.schema])).rows).toEqual([{ n: 3 }]);
  });

  it("P16 that a later release wrote is left alone: STORE_NEWER", async () => {
    await database.connect();
    await raw.query("INSERT INTO schema_versions VALUES (999, 0)");
    await expectError(database.connect(), "STORE_NEWER");
    expect(await versions()).toEqual([...known, { version: 999 }]);
  });

  it("P16 that is another program's is left alone: STORE_CORRUPT", async () => {
    await raw.query(`CREATE SCHEMA ${database.schema}`);
    await raw.query("CREATE TABLE invoices (id integer)");
    await expectError(database.connect(), "STORE_CORRUPT");
    const { rows } = await raw.query("SELECT tablename FROM pg_tables WHERE schemaname = $1", [database.schema]);
    expect(rows).toEqual([{ tablename: "invoices" }]);
  });

  it("is made from the start when the making was cut off", async () => {
    const named = `test_${randomBytes(4).toString("hex")}`;
    const address = new URL(database.url);
    address.searchParams.set("application_name", named);
    const cut = database.connect({ url: address.toString(), partitions: 64 });
    const end = `SELECT pg_terminate_backend(pid, 5000) AS ended FROM pg_stat_activity
      WHERE application_name = $1 AND state = 'active' AND query LIKE '%CREATE TABLE schema_versions%'`;
    const ended = async () => (await raw.query(end, [named])).rows.length;
    const outcome = expectError(cut, "UNAVAILABLE");
    await expect.poll(ended, { timeout: 10_000, interval: 5 }).toBe(1);
    await outcome;
    const { rows } = await raw.query("SELECT nspname FROM pg_namespace WHERE nspname = $1", [database.schema]);
    expect(rows).toEqual([]);
    const storage = await database.connect();
    await storage.tenants.ensure("acme", NOW);
    expect(await versions()).toEqual(known);
  });

  it("gets its covering keys beside the old ones: everybody is kept out only once they are built", async () => {
    const first = await database.connect({ partitions: 3 });
    await first.tenants.ensure("acme", NOW);
    await first.close();
    await raw.query(`ALTER TABLE keyword_postings NO FORCE ROW LEVEL SECURITY; -- rows of nobody, and they are counted
      ALTER TABLE keyword_postings DROP CONSTRAINT keyword_postings_pkey;
      ALTER TABLE keyword_postings ADD PRIMARY KEY (tenant, scope, term, doc);
      DELETE FROM schema_versions WHERE version >= 5;
      INSERT INTO keyword_postings SELECT 1, 1, n, n, 9, 2 FROM generate_series(1, 500) n`);
    const reader = await database.look();
    await reader.query("BEGIN; SELECT count(*) FROM keyword_postings");
    const upgrading = database.connect();
    const locks = (
      mode: string,
      granted: boolean,
    ) => `(SELECT count(*)::integer FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
      WHERE c.relnamespace = '${database.schema}'::regnamespace AND c.relname ~ '^keyword_postings' AND l.mode = '${mode}' AND l.granted = ${granted})`;
    const waits = `SELECT ${locks("AccessExclusiveLock", false)} AS out, ${locks("ShareLock", true)} AS shared`;
    const seen = async () => (await raw.query(waits)).rows[0];
    await expect.poll(seen, { timeout: 10_000, interval: 10 }).toEqual({ out: 1, shared: 4 });
    await reader.query("COMMIT");
    await upgrading;
    expect(await versions()).toEqual(known);
    const keys = `SELECT indexrelid::regclass::text AS name, indisvalid AND indisprimary AS whole, indnatts AS columns
      FROM pg_index WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace AND relname ~ '^keyword_postings') ORDER BY 1`;
    const names = ["", "_0", "_1", "_2"].map((part) => `keyword_postings${part}_pkey`);
    expect((await raw.query(keys, [database.schema])).rows).toEqual(
      names.sort().map((name) => ({ name, whole: true, columns: 6 })),
    );
    expect((await raw.query("SELECT count(*)::integer AS n FROM keyword_postings")).rows).toEqual([{ n: 500 }]);
  });

  it("needs no right to make things of a role that uses it", async () => {
    const first = await database.connect();
    await first.tenants.ensure("acme", NOW);
    const [role, password] = [`role_${randomBytes(4).toString("hex")}`, randomBytes(8).toString("hex")];
    await raw.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
    await raw.query(`GRANT USAGE ON SCHEMA ${database.schema} TO ${role}`);
    await raw.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${database.schema} TO ${role}`);
    await raw.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${database.schema} TO ${role}`);
    const address = Object.assign(new URL(database.url), { username: role, password });
    const storage = createPostgresStorage({ url: address.toString(), schema: database.schema });
    await storage.open();
    const written = await storage.truth.write(scope, ({ turns }) => turns.append([sampleTurn()]));
    expect(written).toHaveLength(1);
    await storage.close();
    await raw.query(`DROP SCHEMA ${database.schema} CASCADE`);
    await raw.query(`DROP ROLE ${role}`);
  });

  it("comes to version 5 with what is in it: postings are read from the index alone, and scored as before", async () => {
    const first = await database.connect();
    await first.tenants.ensure("acme", NOW);
    const terms = ["tea", "cup", "pot"];
    const found = (storage: Storage) => storage.keywords.search(scope, { terms, filter: ALL, limit: 10 });
    await first.truth.write(scope, async (transaction) => {
      for (const held of [["tea", "tea", "cup"], ["tea", "pot", "cup"], ["cup"]]) {
        const attributes = sampleAttributes(sampleMemory().id);
        await first.projection.apply(transaction, [{ type: "put", attributes, terms: held }]);
      }
    });
    const before = await found(first);
    expect(before).toHaveLength(3);
    await raw.query("ALTER TABLE keyword_postings DROP CONSTRAINT keyword_postings_pkey");
    await raw.query("ALTER TABLE keyword_postings ADD PRIMARY KEY (tenant, scope, term, doc)");
    await raw.query("DELETE FROM schema_versions WHERE version = 5");
    expect(await found(await database.connect())).toEqual(before);
    expect(await versions()).toEqual(known);
    const { rows } = await raw.query(
      "SELECT count(*)::integer AS n FROM pg_indexes WHERE schemaname = $1 AND indexdef LIKE '%(tenant, scope, term, doc) INCLUDE (length, tf)'",
      [database.schema],
    );
    expect(rows).toEqual([{ n: 3 }]); // the table's and those of its two parts
  });

  it("shares a database with other stores, none of which sees another's rows", async () => {
    const other = testDatabase();
    const [here, there] = [await database.connect(), await other.connect()];
    for (const storage of [here, there]) await storage.tenants.ensure("acme", NOW);
    const turn = sampleTurn();
    await here.truth.write(scope, ({ turns }) => turns.append([turn]));
    expect(await there.truth.read(scope, ({ turns }) => turns.find(turn.id))).toBeUndefined();
    await other.drop();
    expect(await here.truth.read(scope, ({ turns }) => turns.find(turn.id))).toBeDefined();
  });
});
