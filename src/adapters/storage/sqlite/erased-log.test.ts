import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3-multiple-ciphers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeScope, type SessionId, type TurnId } from "../../../domain/index.js";
import type { Storage } from "../../../ports/index.js";
import { createSqliteStorage } from "./index.js";

const SCOPE = makeScope("tenant", "user");
const WORD = "Zanzibarlet";

describe("P21 erased words in the write-ahead log", () => {
  let dataFolder = "";
  const opened: Storage[] = [];
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), "keepsake-erased-log-"));
  });
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  /** As another process would: connections and memory of its own. */
  async function open(): Promise<Storage> {
    const storage = createSqliteStorage({ dataFolder });
    opened.push(storage);
    await storage.open();
    return storage;
  }

  const isHeld = (): boolean =>
    readdirSync(dataFolder).some((name) => readFileSync(join(dataFolder, name)).includes(WORD));

  async function say(storage: Storage, id: string, text: string): Promise<void> {
    const turn = { id: id as TurnId, sessionId: "s" as SessionId, role: "user" as const, text };
    await storage.truth.write(SCOPE, ({ turns }) => turns.append([{ ...turn, at: 1, recordedAt: 1, timeZone: "UTC" }]));
  }

  /** Erases while somebody reads from before; returns how the reader ends. */
  async function eraseWhileRead(): Promise<() => void> {
    const eraser = await open();
    await eraser.tenants.ensure("tenant", 1);
    await say(eraser, "turn_1", `I live in ${WORD}`);
    const reader = new Sqlite(join(dataFolder, "keepsake.db"));
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM turns").get();
    await eraser.truth.write(SCOPE, ({ turns }) => turns.remove(["turn_1" as TurnId]));
    expect(await eraser.erasedBytes?.clear(0)).toBeGreaterThan(0);
    expect(isHeld()).toBe(true);
    return () => reader.close();
  }

  it("says that they stand while a reader holds it, and that they went", async () => {
    const end = await eraseWhileRead();
    end();
    expect(await opened[0]?.erasedBytes?.clear(0)).toBe(0);
    expect(isHeld()).toBe(false);
  });

  it("are cleared by the next write of a process that never heard of the erasure", async () => {
    const other = await open();
    const end = await eraseWhileRead();
    await opened[1]?.close();
    expect(isHeld()).toBe(true);
    end();
    await say(other, "turn_2", "hello");
    expect(isHeld()).toBe(false);
  });

  it("are cleared by whoever opens the store next", async () => {
    const end = await eraseWhileRead();
    const kept = await open(); // the last to close would empty the log whatever it knows
    end();
    expect(isHeld()).toBe(true);
    await open();
    expect(isHeld()).toBe(false);
    expect(await kept.erasedBytes?.clear(0)).toBe(0);
  });
});
