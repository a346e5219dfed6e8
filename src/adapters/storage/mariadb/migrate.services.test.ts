import { randomBytes } from "node:crypto";
import type { Connection, RowDataPacket } from "mysql2/promise";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeScope } from "../../../domain/index.js";
import { expectError } from "../../../testing/storage/harness.js";
import { NOW, sampleTurn } from "../../../testing/storage/samples.js";
import { createMariadbStorage } from "./index.js";
import { type TestDatabase, testDatabase } from "./mariadb.scene.js";
import { MIGRATIONS, SCHEMA_VERSION } from "./schema.js";

const scope = makeScope("acme", "ada");

describe("the tables of MariaDB", () => {
  let database: TestDatabase;
  let raw: Connection;
  beforeEach(async () => {
    database = await testDatabase();
    raw = await database.look();
  });
  afterEach(() => database.drop());
  const rowsOf = async (sql: string) => (await raw.query<RowDataPacket[]>(sql))[0];
  const state = () => rowsOf("SELECT version, done FROM schema_state");
  const tables = async () => (await rowsOf("SHOW TABLES")).map((row) => String(Object.values(row)[0]));

  it("are made once by processes that begin together", async () => {
    const storages = await Promise.all(Array.from({ length: 4 }, () => database.connect()));
    expect(await state()).toEqual([{ version: SCHEMA_VERSION, done: 0 }]);
    await Promise.all(storages.map((storage) => storage.tenants.ensure("acme", NOW)));
    const listed = await storages[0]?.tenants.list({ limit: 10 });
    expect(listed?.items).toEqual([{ id: "acme", createdAt: NOW }]);
  });

  it("P16 that a later release wrote are left alone: STORE_NEWER", async () => {
    await database.connect();
    await raw.query("UPDATE schema_state SET version = 999");
    await expectError(database.connect(), "STORE_NEWER");
    expect(await state()).toEqual([{ version: 999, done: 0 }]);
  });

  it("P16 that are another program's are left alone: STORE_CORRUPT", async () => {
    await raw.query("CREATE TABLE invoices (id integer)");
    await expectError(database.connect(), "STORE_CORRUPT");
    expect(await tables()).toEqual(["invoices"]);
  });

  it("are finished when the making was cut off after any statement, noted or not", async () => {
    const [first = []] = MIGRATIONS;
    await database.connect();
    const whole = await tables();
    for (const done of [0, 1, Math.floor(first.length / 2), first.length - 1]) {
      for (const isNoted of [true, false]) {
        const cut = await testDatabase();
        const beside = await cut.look();
        await beside.query("SET sql_mode = 'ANSI_QUOTES,STRICT_ALL_TABLES'");
        await beside.query(
          "CREATE TABLE schema_state (id INT PRIMARY KEY, version INT NOT NULL, done INT NOT NULL, changed_at BIGINT NOT NULL)",
        );
        for (const statement of first.slice(0, isNoted ? done : done + 1)) await beside.query(statement);
        if (done > 0) await beside.query(`INSERT INTO schema_state VALUES (1, 0, ${done}, 0)`);
        const storage = await cut.connect();
        await storage.tenants.ensure("acme", NOW);
        const [made] = await beside.query<RowDataPacket[]>("SHOW TABLES");
        expect(made.map((row) => String(Object.values(row)[0]))).toEqual(whole);
        await cut.drop();
      }
    }
  }, 120_000);

  it("are used by a user who may make none", async () => {
    const first = await database.connect();
    await first.tenants.ensure("acme", NOW);
    const root = await database.look();
    const [user, password] = [`user_${randomBytes(4).toString("hex")}`, randomBytes(8).toString("hex")];
    await root.query(`CREATE USER ${user}@'127.0.0.1' IDENTIFIED BY '${password}'`);
    const pattern = database.name.replaceAll("_", "\\_"); // a name in GRANT is a pattern, in which _ is any character
    await root.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON \`${pattern}\`.* TO ${user}@'127.0.0.1'`);
    const address = Object.assign(new URL(database.url), { username: user, password });
    const storage = createMariadbStorage({ url: address.toString() });
    await storage.open();
    const written = await storage.truth.write(scope, ({ turns }) => turns.append([sampleTurn()]));
    expect(written).toHaveLength(1);
    await storage.close();
    await root.query(`DROP USER ${user}@'127.0.0.1'`);
  });
});
