import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeScope, type SessionId, type TurnId } from "../../../domain/index.js";
import { createSqliteStorage } from "./index.js";

const SCOPE = makeScope("tenant", "user");
const SESSION = "session" as SessionId;

/** A process that appends turns, up to 8 at once, and prints the id of each as soon as it is acknowledged. */
const WRITER = `
  const [adapter, domain, dataFolder, name, count] = process.argv.slice(1);
  const { createSqliteStorage } = await import(adapter);
  const { makeScope } = await import(domain);
  const storage = createSqliteStorage({ dataFolder });
  await storage.open();
  const scope = makeScope("tenant", "user");
  let next = 0;
  async function work() {
    while (next < Number(count)) {
      const id = "turn_" + name + "_" + next++;
      const turn = { id, sessionId: "session", role: "user", text: id, at: 1, recordedAt: 1, timeZone: "UTC" };
      await storage.truth.write(scope, ({ turns }) => turns.append([turn]));
      process.stdout.write(id + "\\n");
    }
  }
  await Promise.all(Array.from({ length: 8 }, work));
  await storage.close();
`;

function startWriter(dataFolder: string, name: string, count: number) {
  const adapter = new URL("./index.ts", import.meta.url).href;
  const domain = new URL("../../../domain/index.ts", import.meta.url).href;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", WRITER, adapter, domain, dataFolder, name, String(count)],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const errors: string[] = [];
  child.stderr.on("data", (data: Buffer) => errors.push(data.toString()));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, ended, errors, lines: createInterface({ input: child.stdout }) };
}

describe("several processes on one folder", () => {
  let dataFolder = "";
  beforeEach(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), "keepsake-processes-"));
    const storage = createSqliteStorage({ dataFolder });
    await storage.open();
    await storage.tenants.ensure("tenant", 1);
    await storage.close();
  });
  afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

  async function storedIds(): Promise<TurnId[]> {
    const storage = createSqliteStorage({ dataFolder });
    await storage.open();
    const turns = (await storage.truth.read(SCOPE, (transaction) => transaction.turns.list(SESSION, { limit: 1000 })))
      .items;
    await storage.close();
    expect(turns.map((turn) => turn.position)).toEqual(turns.map((_, index) => index));
    return turns.map((turn) => turn.id);
  }

  it("P16 P17 keeps the writes of all, and refuses none for being busy", async () => {
    const writers = ["a", "b", "c"].map((name) => startWriter(dataFolder, name, 60));
    const codes = await Promise.all(writers.map((writer) => writer.ended));
    expect(codes, writers.map((writer) => writer.errors.join("")).join("\n")).toEqual([0, 0, 0]);
    expect(new Set(await storedIds()).size).toBe(180);
  }, 60_000);

  it("loses no acknowledged write to a kill in the middle of writing, and opens again", async () => {
    for (const round of [1, 2, 3]) {
      const acknowledged: string[] = [];
      const { child, lines, ended } = startWriter(dataFolder, `round${round}`, 300);
      for await (const line of lines) {
        acknowledged.push(line);
        if (acknowledged.length === 17 * round) child.kill("SIGKILL");
      }
      expect(await ended).toBeNull();
      expect(acknowledged.length).toBeGreaterThanOrEqual(17 * round);
      const stored = new Set<string>(await storedIds());
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    }
  }, 60_000);
});
