import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeScope } from "../../../domain/index.js";
import type { Storage } from "../../../ports/index.js";
import { expectError } from "../../../testing/storage/harness.js";
import { NOW, sampleTurn, turnId } from "../../../testing/storage/samples.js";
import { waitingWriters } from "../../../testing/storage/waiting-writers.js";
import { openTcpProxy, type TcpProxy } from "../../../testing/tcp-proxy.js";
import { createPostgresStorage } from "./index.js";
import { testDatabase } from "./postgres.scene.js";

const scope = makeScope("acme", "ada");

/** Raises a condition when a turn with the text is written. */
const RAISE = `CREATE FUNCTION raise_on_demand() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF new.text LIKE 'raise %' THEN RAISE EXCEPTION 'on demand' USING ERRCODE = substr(new.text, 7); END IF;
    IF new.text = 'sleep' THEN PERFORM pg_sleep(20); END IF;
    IF new.text = 'twice' AND nextval('tries') < 3 THEN RAISE EXCEPTION 'on demand' USING ERRCODE = '40001'; END IF;
    RETURN new; END $$;
  CREATE SEQUENCE tries;
  CREATE TRIGGER raise_on_demand BEFORE INSERT ON turns FOR EACH ROW EXECUTE FUNCTION raise_on_demand()`;

describe("P16 P17 PostgreSQL fails", () => {
  const database = testDatabase();
  const named = `test_${randomBytes(4).toString("hex")}`;
  const url = (() => {
    const address = new URL(database.url);
    address.searchParams.set("application_name", named);
    return address.toString();
  })();
  let raw: pg.Client;
  let storage: Storage;
  let proxy: TcpProxy;
  const through = () => {
    const address = new URL(url);
    address.port = String(proxy.port);
    return address.toString();
  };
  const append = (text: string, id = turnId(), on = storage) =>
    on.truth.write(scope, ({ turns }) => turns.append([sampleTurn({ id, text })]));
  const find = (id: ReturnType<typeof turnId>, on = storage) => on.truth.read(scope, ({ turns }) => turns.find(id));
  /** Ends connections of the storage under test, as a restart of the server does. */
  const endConnections = async (condition = "true") => {
    const { rows } = await raw.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1 AND ${condition}`,
      [named],
    );
    return rows.length;
  };

  beforeAll(async () => {
    const first = await database.connect();
    await first.tenants.ensure("acme", NOW);
    raw = await database.look();
    await raw.query(RAISE);
  });
  beforeEach(async () => {
    const { hostname, port } = new URL(url);
    proxy = await openTcpProxy({ host: hostname, port: Number(port) });
    storage = await database.connect({ url, busyTimeoutMs: 1_500, statementTimeoutMs: 1_500 });
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
      expect(await endConnections("state = 'idle in transaction'")).toBe(1);
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
      await endConnections("state = 'idle in transaction'");
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
  });

  it("connections that died while nobody used them are replaced without anyone's noticing", async () => {
    const id = turnId();
    await append("before", id);
    await find(id);
    expect(await endConnections()).toBeGreaterThan(0);
    expect(await find(id)).toMatchObject({ text: "before" });
    await endConnections();
    await append("after");
  });

  it("an error that the caller swallowed is no success: the server has given the transaction up", async () => {
    const id = turnId();
    const swallowed = storage.truth.write(scope, async ({ turns }) => {
      await turns.append([sampleTurn({ id })]);
      await turns.append([sampleTurn({ text: "raise 23514" })]).catch(() => undefined);
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

  it.each([
    ["40P01", "STORE_BUSY"],
    ["53100", "STORE_FULL"],
    ["25006", "STORE_READ_ONLY"],
    ["XX001", "STORE_CORRUPT"],
    ["22003", "INTERNAL"],
  ] as const)("its condition %s is the catalogue's %s", async (condition, code) => {
    const id = turnId();
    await expectError(append(`raise ${condition}`, id), code);
    expect(await find(id)).toBeUndefined();
  });

  it("a statement that takes too long is ended: DEADLINE_EXCEEDED", async () => {
    await expectError(append("sleep"), "DEADLINE_EXCEEDED");
    await append("awake");
  });

  waitingWriters((options) => database.connect(options), "acme");

  it("a server that is not there, a wrong password and a missing database are told apart at opening", async () => {
    const open = async (change: (address: URL) => void) => {
      const address = new URL(database.url);
      change(address);
      const store = createPostgresStorage({ url: address.toString(), schema: database.schema, busyTimeoutMs: 2_000 });
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
      open((address) => Object.assign(address, { pathname: "/absent" })),
      "CONFIG_INVALID",
    );
  });
});
