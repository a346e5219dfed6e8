import type { Connection, RowDataPacket } from "mysql2/promise";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeScope } from "../../../domain/index.js";
import type { Storage } from "../../../ports/index.js";
import { expectError } from "../../../testing/storage/harness.js";
import { NOW, sampleTurn, turnId } from "../../../testing/storage/samples.js";
import { waitingWriters } from "../../../testing/storage/waiting-writers.js";
import { openTcpProxy, type TcpProxy } from "../../../testing/tcp-proxy.js";
import { createMariadbStorage } from "./index.js";
import { type TestDatabase, testDatabase } from "./mariadb.scene.js";

const scope = makeScope("acme", "ada");

/** Raises a condition when a turn with the text is written. */
const RAISE = `CREATE TRIGGER raise_on_demand BEFORE INSERT ON turns FOR EACH ROW BEGIN
    DECLARE number INT;
    IF NEW.text LIKE 'raise %' THEN
      SET number = CAST(SUBSTR(NEW.text, 7) AS UNSIGNED);
      SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = number, MESSAGE_TEXT = 'on demand';
    END IF;
    IF NEW.text = 'sleep' THEN DO SLEEP(20); END IF;
    IF NEW.text = 'twice' AND NEXT VALUE FOR tries < 3 THEN
      SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'on demand';
    END IF;
  END`;

describe("P16 P17 MariaDB fails", () => {
  let database: TestDatabase;
  let raw: Connection;
  let storage: Storage;
  let proxy: TcpProxy;
  const through = () => Object.assign(new URL(database.url), { port: String(proxy.port) }).toString();
  const append = (text: string, id = turnId(), on = storage) =>
    on.truth.write(scope, ({ turns }) => turns.append([sampleTurn({ id, text })]));
  const find = (id: ReturnType<typeof turnId>, on = storage) => on.truth.read(scope, ({ turns }) => turns.find(id));
  const rowsOf = async (sql: string) => (await raw.query<RowDataPacket[]>(sql))[0];
  const writing = "t.trx_rows_modified > 0";
  /** Ends connections to the database, as a restart of the server does. */
  const endConnections = async (condition = "true"): Promise<number> => {
    const named = () =>
      rowsOf(
        `SELECT p.id FROM information_schema.processlist p LEFT JOIN information_schema.innodb_trx t ON t.trx_mysql_thread_id = p.id
          WHERE p.db = DATABASE() AND p.id <> CONNECTION_ID() AND ${condition}`,
      );
    let rows = await named();
    // the server shows transactions as they were when it was last asked, unless that is a tenth of a second ago
    for (let left = 5; condition === writing && rows.length === 0 && left > 0; left -= 1) {
      await new Promise((wake) => setTimeout(wake, 150));
      rows = await named();
    }
    for (const { id } of rows) await raw.query(`KILL ${Number(id)}`);
    const left = () =>
      rowsOf(`SELECT id FROM information_schema.processlist WHERE id IN (${rows.map(({ id }) => id)})`);
    if (rows.length > 0) await expect.poll(left, { timeout: 5_000, interval: 10 }).toEqual([]);
    return rows.length;
  };

  beforeAll(async () => {
    database = await testDatabase();
    const first = await database.connect();
    await first.tenants.ensure("acme", NOW);
    await first.close();
    raw = await database.look();
    await raw.query("CREATE SEQUENCE tries");
    await raw.query(RAISE);
    await raw.query("CREATE TABLE ballast (n INT) ENGINE = InnoDB");
  });
  beforeEach(async () => {
    const { hostname, port } = new URL(database.url);
    proxy = await openTcpProxy({ host: hostname, port: Number(port) });
    storage = await database.connect({ busyTimeoutMs: 1_500, statementTimeoutMs: 1_500 });
  });
  afterEach(async () => {
    await storage.close();
    await proxy.close();
  });
  afterAll(() => database.drop());

  it("a connection that ends in the middle of a write is an error, and nothing of it is kept", async () => {
    const id = turnId();
    const cut = storage.truth.write(scope, async ({ turns }) => {
      await turns.append([sampleTurn({ id })]);
      expect(await endConnections(writing)).toBe(1);
      await turns.find(id);
    });
    await expectError(cut, "UNAVAILABLE");
    expect(await find(id)).toBeUndefined();
    await append("after", id);
    expect(await find(id)).toMatchObject({ text: "after" });
  });

  it("a connection that ends before the commit is an error also where the work was done", async () => {
    const id = turnId();
    const cut = storage.truth.write(scope, async ({ turns }) => {
      await turns.append([sampleTurn({ id })]);
      await endConnections(writing);
    });
    await expectError(cut, "UNAVAILABLE");
    expect(await find(id)).toBeUndefined();
  });

  it("a server that falls silent before the commit is given up, and the write reported as failed", async () => {
    const id = turnId();
    const other = await database.connect({ url: through(), busyTimeoutMs: 1_500, statementTimeoutMs: 500 });
    const cut = other.truth.write(scope, async ({ turns }) => {
      await turns.append([sampleTurn({ id })]);
      proxy.hang();
    });
    await expectError(cut, "UNAVAILABLE");
    expect(await find(id)).toBeUndefined();
    proxy.mend();
    await append("after", id, other);
    expect(await find(id)).toMatchObject({ text: "after" });
  }, 30_000);

  it("connections that died while nobody used them are replaced without anyone's noticing", async () => {
    const id = turnId();
    await append("before", id);
    await find(id);
    expect(await endConnections()).toBeGreaterThan(0);
    expect(await find(id)).toMatchObject({ text: "before" });
    await endConnections();
    await append("after");
  });

  it("an error that the caller swallowed is no success", async () => {
    const id = turnId();
    const swallowed = storage.truth.write(scope, async ({ turns }) => {
      await turns.append([sampleTurn({ id })]);
      await turns.append([sampleTurn({ text: "raise 1064" })]).catch(() => undefined);
      return "done";
    });
    await expectError(swallowed, "INTERNAL");
    expect(await find(id)).toBeUndefined();
  });

  it("what it gave up in favour of another transaction is run again, each time from the start", async () => {
    let runs = 0;
    const id = turnId();
    await storage.truth.write(scope, async ({ turns }) => {
      runs += 1;
      await turns.append([sampleTurn({ text: `run ${runs}` }), sampleTurn({ id, text: "twice" })]);
    });
    expect(runs).toBe(3);
    expect(await find(id)).toMatchObject({ text: "twice" });
  });

  it("P17 of two transactions that wait for each other the store's is run again", async () => {
    const patient = await database.connect({ busyTimeoutMs: 10_000 });
    await append("makes the user");
    const event = { at: NOW, action: "record", actor: "test", targets: [], outcome: "done" } as const;
    await patient.truth.write(scope, ({ audit }) => audit.append(event));
    // It holds what the write will want, wants what the write holds, and weighs more, so that the write is the one to yield.
    await raw.query("START TRANSACTION");
    await raw.query(`INSERT INTO ballast VALUES ${Array.from({ length: 500 }, (_, index) => `(${index})`).join()}`);
    await raw.query('SELECT "position" FROM audit_heads FOR UPDATE');
    let runs = 0;
    let other: Promise<unknown> = Promise.resolve();
    const written = await patient.truth.write(scope, async ({ turns, audit }) => {
      runs += 1;
      if (runs === 1) other = raw.query("SELECT id FROM scopes FOR UPDATE").then(() => raw.query("COMMIT"));
      await audit.append(event);
      return turns.append([sampleTurn()]);
    });
    await other;
    expect(runs).toBe(2);
    expect(written).toHaveLength(1);
    const lines = await patient.truth.read(scope, ({ audit }) => audit.list({ limit: 10 }));
    expect(lines.items, "what yielded left nothing").toHaveLength(2);
  }, 30_000);

  it.each([
    [1114, "STORE_FULL"],
    [1290, "STORE_READ_ONLY"],
    [1194, "STORE_CORRUPT"],
    [1264, "INTERNAL"],
  ] as const)("its condition %i is the catalogue's %s", async (condition, code) => {
    const id = turnId();
    await expectError(append(`raise ${condition}`, id), code);
    expect(await find(id)).toBeUndefined();
  });

  it("a statement that takes too long is ended: DEADLINE_EXCEEDED", async () => {
    await expectError(append("sleep"), "DEADLINE_EXCEEDED");
    await append("awake");
  });

  it("a text longer than the server takes is TOO_LARGE, and costs no connection", async () => {
    const [row] = await rowsOf("SELECT @@max_allowed_packet AS bytes");
    const before = await rowsOf("SELECT id FROM information_schema.processlist WHERE db = DATABASE() ORDER BY id");
    await expectError(append("x".repeat(Number(row?.bytes) + 1)), "TOO_LARGE");
    await append("shorter");
    expect(await rowsOf("SELECT id FROM information_schema.processlist WHERE db = DATABASE() ORDER BY id")).toEqual(
      expect.arrayContaining(before),
    );
  });

  waitingWriters((options) => database.connect(options), "acme");

  it("a write that makes no user leaves no row, and another may wait for it all the same", async () => {
    const nobody = makeScope("acme", "nobody");
    const other = await database.connect();
    await Promise.all(
      [storage, other, storage, other].map((on) => on.truth.write(nobody, ({ directory }) => directory.hasUser())),
    );
    expect(await rowsOf("SELECT id FROM scopes WHERE user_name = 'nobody'")).toEqual([]);
    const written = await Promise.all(
      [storage, other].map((on) => on.truth.write(nobody, ({ turns }) => turns.append([sampleTurn()]))),
    );
    expect(written.flat()).toHaveLength(2);
    expect(await rowsOf("SELECT count(*) AS n FROM scopes WHERE user_name = 'nobody'")).toEqual([{ n: 1 }]);
  });

  it("a server that is not there, a wrong password and a missing database are told apart at opening", async () => {
    const open = async (change: (address: URL) => void) => {
      const address = new URL(database.url);
      change(address);
      const store = createMariadbStorage({ url: address.toString(), busyTimeoutMs: 2_000 });
      await store.open();
    };
    proxy.cut();
    await expectError(
      open((address) => Object.assign(address, { port: String(proxy.port) })),
      "UNAVAILABLE",
    );
    await expectError(
      open((address) => Object.assign(address, { password: "wrong" })),
      "CONFIG_INVALID",
    );
    await expectError(
      open((address) => Object.assign(address, { pathname: "/keepsake_test_absent" })),
      "CONFIG_INVALID",
    );
  });
});
