import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3-multiple-ciphers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ErrorCode, KeepsakeError, makeScope, type SessionId, type TurnId } from "../../../domain/index.js";
import type { Storage } from "../../../ports/index.js";
import { Connection } from "./connection.js";
import { createSqliteStorage, type SqliteStorageOptions } from "./index.js";
import { toStoreError } from "./sqlite-errors.js";
import { Writer } from "./writer.js";

const SCOPE = makeScope("tenant", "user");

let dataFolder = "";
let opened: Storage[] = [];
const file = () => join(dataFolder, "keepsake.db");

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "keepsake-failures-"));
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((storage) => storage.close()));
  rmSync(dataFolder, { recursive: true, force: true });
});

async function open(options: Partial<SqliteStorageOptions> = {}): Promise<Storage> {
  const storage = createSqliteStorage({ dataFolder, ...options });
  await storage.open();
  opened.push(storage);
  await storage.tenants.ensure("tenant", 1);
  return storage;
}

async function codeOf(work: Promise<unknown>): Promise<ErrorCode | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof KeepsakeError) return error.code;
    throw error;
  }
}

const append = (storage: Storage, name: string, text = name) =>
  storage.truth.write(SCOPE, ({ turns }) =>
    turns.append([
      {
        id: `turn_${name}` as TurnId,
        sessionId: "s" as SessionId,
        role: "user",
        text,
        at: 1,
        recordedAt: 1,
        timeZone: "UTC",
      },
    ]),
  );
const find = (storage: Storage, name: string) =>
  storage.truth.read(SCOPE, ({ turns }) => turns.find(`turn_${name}` as TurnId));

describe("a file that is not this release's", () => {
  it.runIf(existsSync("/proc"))(
    "P16: a file system that takes no folders is told of, and not tried for ever",
    async () => {
      expect(await codeOf(open({ dataFolder: "/proc/keepsake/deeper" }))).toBe("STORE_READ_ONLY");
    },
  );

  async function refused(code: ErrorCode): Promise<void> {
    const before = readFileSync(file());
    expect(await codeOf(createSqliteStorage({ dataFolder }).open())).toBe(code);
    expect(readFileSync(file()).equals(before)).toBe(true);
  }

  it("is refused when a newer release wrote it, and left as it was: STORE_NEWER", async () => {
    await (await open()).close();
    const raw = new Sqlite(file());
    raw.exec("INSERT INTO schema_versions VALUES (999, 1)");
    raw.close();
    await refused("STORE_NEWER");
  });

  it("is refused when it is no database, and left as it was: STORE_CORRUPT", async () => {
    writeFileSync(file(), "this is no database, only text ".repeat(500));
    await refused("STORE_CORRUPT");
  });

  it("is refused when it is another program's database, and left as it was: STORE_CORRUPT", async () => {
    const raw = new Sqlite(file());
    raw.exec("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
    raw.close();
    await refused("STORE_CORRUPT");
  });

  it("is reported when its pages are damaged, not read as if it were whole: STORE_CORRUPT", async () => {
    const storage = await open();
    for (let index = 0; index < 50; index++) await append(storage, String(index), "text ".repeat(500));
    await storage.close();
    const bytes = readFileSync(file());
    bytes.fill(0xa5, 8192 * 40);
    writeFileSync(file(), bytes);
    const damaged = createSqliteStorage({ dataFolder });
    const reading = damaged
      .open()
      .then(() => damaged.truth.read(SCOPE, ({ turns }) => turns.list("s" as SessionId, { limit: 1000 })));
    expect(await codeOf(reading)).toBe("STORE_CORRUPT");
    await damaged.close();
  });
});

describe("a folder that cannot be written", () => {
  it("is refused at opening: STORE_READ_ONLY", async () => {
    writeFileSync(join(dataFolder, "a-file"), "");
    expect(await codeOf(createSqliteStorage({ dataFolder: join(dataFolder, "a-file", "below") }).open())).toBe(
      "STORE_READ_ONLY",
    );
  });
});

describe("a busy store", () => {
  it("P16 is waited for without blocking the event loop, then refused: STORE_BUSY; afterwards it works", async () => {
    const storage = await open({ busyTimeoutMs: 300 });
    const other = new Sqlite(file());
    other.exec("BEGIN IMMEDIATE");
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    expect(await codeOf(append(storage, "refused"))).toBe("STORE_BUSY");
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(3);
    expect(await find(storage, "refused"), "reading goes on").toBeUndefined();
    const patient = append(storage, "patient");
    setTimeout(() => other.exec("COMMIT"), 50);
    await patient;
    other.close();
    expect(await find(storage, "patient")).toBeDefined();
    expect(await find(storage, "refused")).toBeUndefined();
  });
});

describe("a full disk", () => {
  it("refuses the write, keeps nothing of it, and goes on when there is room: STORE_FULL", async () => {
    const connection = new Connection({ file: file() });
    connection.configure();
    connection.script("CREATE TABLE things (a TEXT)");
    connection.pragma("max_page_count = 12");
    const writer = new Writer({ connection, busyTimeoutMs: 100, afterCommit: () => undefined });
    const insert = (text: string) => writer.write((open) => open.run("INSERT INTO things VALUES (?)", text));
    const outcomes = await Promise.all([codeOf(insert("small")), codeOf(insert("x".repeat(200_000)))]);
    expect(outcomes[1]).toBe("STORE_FULL");
    const kept = connection.all<{ a: string }>("SELECT a FROM things").map((row) => row.a);
    expect(kept).toEqual(outcomes[0] === undefined ? ["small"] : []);
    connection.pragma("max_page_count = 1000");
    expect(await codeOf(insert("y".repeat(200_000)))).toBeUndefined();
    connection.close();
  });
});

describe("group commit", () => {
  it("makes one commit of writes that were asked for together; the failing one takes back only itself", async () => {
    const connection = new Connection({ file: file() });
    connection.configure();
    connection.script("CREATE TABLE things (a INTEGER)");
    let commits = 0;
    const writer = new Writer({ connection, busyTimeoutMs: 100, afterCommit: () => commits++ });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        writer.write(async (open) => {
          open.run("INSERT INTO things VALUES (?)", index);
          await Promise.resolve();
          if (index === 7) throw new Error("seven");
          return index;
        }),
      ),
    );
    expect(commits).toBe(1);
    expect(outcomes.filter((outcome) => outcome.status === "rejected")).toHaveLength(1);
    expect(connection.get<{ n: number }>("SELECT count(*) AS n FROM things")?.n).toBe(49);
    connection.close();
  });
});

describe("a write whose taking back fails", () => {
  it("is still answered, and takes its whole batch with it", async () => {
    const connection = new Connection({ file: file() });
    connection.configure();
    connection.script("CREATE TABLE things (a TEXT)");
    const script = connection.script.bind(connection);
    vi.spyOn(connection, "script").mockImplementation((sql) => {
      if (sql.startsWith("ROLLBACK TO")) throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR" });
      script(sql);
    });
    const writer = new Writer({ connection, busyTimeoutMs: 100, afterCommit: () => undefined });
    const neighbour = writer.write((open) => open.run("INSERT INTO things VALUES (?)", "lost"));
    const failing = writer.write(() => {
      throw new Error("its own fault");
    });
    const outcomes = await Promise.allSettled([neighbour, failing]);
    expect(outcomes[0]).toMatchObject({ status: "rejected", reason: { code: "INTERNAL" } });
    expect(outcomes[1]).toMatchObject({ status: "rejected", reason: { message: "its own fault" } });
    expect(connection.all("SELECT a FROM things")).toEqual([]);
    connection.close();
  });
});

describe("encryption", () => {
  it("opens with its own key only, and leaves no text in the files", async () => {
    const storage = await open({ encryptionKey: "correct horse" });
    await append(storage, "secret", "a text to look for");
    await storage.close();
    for (const name of readdirSync(dataFolder))
      expect(readFileSync(join(dataFolder, name)).includes("a text to look for")).toBe(false);
    expect(await codeOf(createSqliteStorage({ dataFolder, encryptionKey: "wrong" }).open())).toBe("STORE_CORRUPT");
    expect(await codeOf(createSqliteStorage({ dataFolder }).open())).toBe("STORE_CORRUPT");
    expect((await find(await open({ encryptionKey: "correct horse" }), "secret"))?.text).toBe("a text to look for");
  });
});

describe("erasure", () => {
  it("P21 leaves no byte of the text in any file of the folder", async () => {
    const storage = await open();
    await append(storage, "gone", "a text to be forgotten");
    await append(storage, "kept", "a text to be kept");
    await storage.truth.write(SCOPE, ({ turns }) => turns.remove(["turn_gone" as TurnId]));
    const holders = (text: string) =>
      readdirSync(dataFolder).filter((name) => readFileSync(join(dataFolder, name)).includes(text));
    expect(holders("a text to be forgotten")).toEqual([]);
    expect(holders("a text to be kept")).not.toEqual([]);
  });
});

describe("privacy on the machine", () => {
  it("makes a folder that no other account can look into", async () => {
    const made = join(dataFolder, "made", "here");
    await open({ dataFolder: made });
    expect(statSync(made).mode & 0o077).toBe(0);
  });

  it("P21 a deleted state leaves no byte in any file of the folder", async () => {
    const storage = await open();
    const holders = () =>
      readdirSync(dataFolder).filter((name) =>
        readFileSync(join(dataFolder, name)).includes("a state to be forgotten"),
      );
    const options = { now: 1, ttlSeconds: 60 };
    await storage.sessions.put(SCOPE, "space", "key", "a state to be forgotten", options);
    expect(holders()).not.toEqual([]);
    await storage.sessions.delete(SCOPE, "space", "key");
    expect(holders()).toEqual([]);
  });
});

describe("the error mapper", () => {
  it("says what to do where SQLite's native part was never built, or for another Node", () => {
    const load = createRequire(createRequire(import.meta.url).resolve("better-sqlite3-multiple-ciphers"));
    const failures = ["not_built.node", "of_another_kind.node"].map((name) => {
      const root = join(dataFolder, "module");
      mkdirSync(join(root, "build"), { recursive: true });
      writeFileSync(join(root, "build", "of_another_kind.node"), "no machine code");
      try {
        return load("bindings")({ bindings: name, module_root: root });
      } catch (thrown) {
        return toStoreError(thrown);
      }
    });
    for (const failure of failures) {
      expect(failure).toMatchObject({ code: "CONFIG_INVALID", details: { field: "storage.kind" } });
      expect(failure.details.remedy.en).toContain("npm rebuild better-sqlite3-multiple-ciphers");
      expect(failure.details.remedy.zh).toContain(process.version);
    }
  });

  it.each([
    ["SQLITE_BUSY_SNAPSHOT", "STORE_BUSY"],
    ["SQLITE_FULL", "STORE_FULL"],
    ["SQLITE_READONLY_DIRECTORY", "STORE_READ_ONLY"],
    ["SQLITE_CANTOPEN", "STORE_READ_ONLY"],
    ["SQLITE_CORRUPT_VTAB", "STORE_CORRUPT"],
    ["SQLITE_NOTADB", "STORE_CORRUPT"],
    ["SQLITE_IOERR_WRITE", "INTERNAL"],
    ["EROFS", "STORE_READ_ONLY"],
    ["ENOSPC", "STORE_FULL"],
  ])("says of %s: %s", (code, expected) => {
    expect(toStoreError(Object.assign(new Error("m"), { code })).code).toBe(expected);
  });
});

describe("a data folder that cannot be one", () => {
  it("P16: is refused as unusable, a file in its place or an impossible path alike", async () => {
    const plain = join(dataFolder, "plain");
    writeFileSync(plain, "not a folder");
    for (const path of [plain, join(plain, "below"), join(dataFolder, "x".repeat(300)), `${dataFolder}/a\u0000b`]) {
      expect(await codeOf(createSqliteStorage({ dataFolder: path }).open())).toBe("STORE_READ_ONLY");
    }
    expect(readFileSync(plain, "utf8")).toBe("not a folder");
  });

  it("sends the reader of an unreadable file to the key before the backup", () => {
    const error = toStoreError(Object.assign(new Error("file is not a database"), { code: "SQLITE_NOTADB" }));
    expect(error.code).toBe("STORE_CORRUPT");
    expect(error.details.remedy).toMatchObject({ en: expect.stringContaining("KEEPSAKE_ENCRYPTION_KEY") });
  });
});
