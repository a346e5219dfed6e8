import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3-multiple-ciphers";
import { afterEach, describe, expect, it } from "vitest";
import { makeScope, PERMISSIONS } from "../../src/domain/index.js";
import { type Caller, operationNamed, runOperation } from "../../src/operations/index.js";
import { type EngineWithParts, openWithParts } from "../../src/testing/index.js";
import { openCliDoor } from "./doors/cli-door.js";
import { type Call, countTraces, plantMarkers } from "./planted.js";

const KEY = "0123456789abcdef0123456789abcdef";
const folders: string[] = [];
const engines: EngineWithParts[] = [];

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-erased-"));
  folders.push(folder);
  return folder;
}

/** One more process, as it were: its own connections, its own copies and caches. Digests only when it is told to. */
async function open(dataFolder: string, encryptionKey: string | undefined): Promise<EngineWithParts> {
  const engine = await openWithParts({
    dataFolder,
    storage: { kind: "sqlite", ...(encryptionKey === undefined ? {} : { encryptionKey }) },
    ...{ embedder: { kind: "fake" }, log: { level: "silent" }, worker: { enabled: false } },
  });
  engines.push(engine);
  return engine;
}

function callerOf(user: string): Caller {
  return { scope: makeScope("default", user), permissions: new Set(PERMISSIONS), actor: "key:app", door: "http" };
}

function callOf({ parts }: EngineWithParts, user: string): Call {
  return (name, input) => runOperation(operationNamed(name), { parts, caller: callerOf(user) }, input);
}

interface Found {
  readonly name: string;
  readonly bytes: Buffer;
  readonly enciphered: boolean;
}

/** Every file of the folder, however deep. Of an encrypted store also its pages, deciphered in a copy. */
function filesOf(dataFolder: string, encryptionKey: string | undefined): readonly Found[] {
  const names = readdirSync(dataFolder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(dataFolder, name)).isFile());
  const enciphered = encryptionKey !== undefined;
  const raw = files.map((name) => ({ name, bytes: readFileSync(join(dataFolder, name)), enciphered }));
  if (encryptionKey === undefined) return raw;
  const folder = newFolder();
  for (const name of files) copyFileSync(join(dataFolder, name), join(folder, name));
  const copy = join(folder, "keepsake.db");
  const database = new Sqlite(copy);
  database.key(Buffer.from(encryptionKey, "utf8"));
  database.pragma("journal_mode = DELETE");
  database.rekey(Buffer.alloc(0));
  database.close();
  return [...raw, { name: "keepsake.db, deciphered", bytes: readFileSync(copy), enciphered: false }];
}

const EVE = ["I live in Porto.", "I like oolong tea.", "我的项目叫白鹭。"];

async function plantEve(call: Call): Promise<void> {
  const turns = EVE.map((text) => ({ role: "user", text, at: "2026-01-05T00:00:00Z" }));
  await call("record", { sessionId: "eve-1", turns });
}

/** What another user is told, without when and whether it was asked before. */
async function answersOf(call: Call): Promise<string> {
  const answers = [
    await call("recall", { query: "Where do I live, and what tea do I like?" }),
    await call("recall", { query: "我的项目叫什么？" }),
    await call("list", {}),
    await call("profile", {}),
    await call("stats", {}),
    await call("context", { query: "What tea do I like?", maxTokens: 500 }),
    await call("summary-list", {}),
  ];
  return JSON.stringify(answers, (name, value: unknown) =>
    /^(recalledAt|asOf|cached)$/.test(name) ? undefined : value,
  );
}

describe("forget --user leaves no byte in the data folder (9.2, P21)", () => {
  it.each([
    ["a plain store", undefined],
    ["an encrypted store", KEY],
  ])("%s: 300 markers in two languages", { timeout: 120_000 }, async (_what, encryptionKey) => {
    const dataFolder = newFolder();
    const serving = await open(dataFolder, encryptionKey);
    const ada = callOf(serving, "ada");
    const eve = callOf(serving, "eve");
    await plantEve(eve);
    const marks = await plantMarkers(ada, () => serving.drain());
    await serving.parts.audit.flush();
    expect(marks.length).toBeGreaterThanOrEqual(300);
    const planted = filesOf(dataFolder, encryptionKey).map(({ bytes }) => bytes);
    const isPlanted = (mark: string): boolean => planted.some((bytes) => bytes.includes(mark));
    expect(marks.filter((mark) => !isPlanted(mark))).toEqual([]);
    const before = await answersOf(eve);

    // by the command, in a process of its own, while the server's connections stay open
    const beside = await open(dataFolder, encryptionKey);
    const cli = await openCliDoor(beside);
    const answer = await cli.call("forget", "ada", { everything: true });
    expect(answer).toMatchObject({ ok: true, output: { residue: [] } });

    const left = (): readonly string[] =>
      filesOf(dataFolder, encryptionKey)
        .map(({ name, bytes, enciphered }) => ({ name, count: countTraces(bytes, { enciphered }) }))
        .filter(({ count }) => count > 0)
        .map(({ name, count }) => `${name}: ${count}`);
    expect(left()).toEqual([]);
    expect(await serving.parts.storage.health?.inspect()).toEqual([]);
    expect(await ada("recall", { query: "Where do I live?" })).toMatchObject({ items: [] });
    expect((await answersOf(eve)) === before).toBe(true);
    expect((await answersOf(callOf(beside, "eve"))) === before).toBe(true);
    for (const engine of engines.splice(0)) await engine.close();
    expect(left()).toEqual([]);
  });
});
