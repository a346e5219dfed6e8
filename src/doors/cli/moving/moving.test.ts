import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEngine, openFiles, openStorage } from "../../../compose.js";
import { runCli } from "../run.js";

const folders: string[] = [];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "keepsake-moving-cli-"));
  folders.push(made);
  return made;
}

afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(line: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const io = {
    env: { KEEPSAKE_EMBEDDER: "fake", KEEPSAKE_LOG_LEVEL: "silent", KEEPSAKE_USER: "ada", ...env },
    ...{ stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() },
    onInterrupt: () => () => undefined,
  };
  io.stdin.end();
  const code = await runCli(line, io, openEngine, openStorage, openFiles);
  const text = (stream: PassThrough): string => (stream.read() as Buffer | null)?.toString("utf8") ?? "";
  return { code, out: text(io.stdout), err: text(io.stderr) };
}

/** What a user asks for and gets: whole answers, ids and scores included, and whether the audit log is whole. */
async function answers(data: string, env: Record<string, string> = {}): Promise<readonly unknown[]> {
  const asked = ["what size are my shoes", "我对什么过敏", "holiday"];
  const told: unknown[] = [];
  for (const query of asked) {
    const { code, out } = await run(["recall", query, "--json", "--data", data], env);
    expect(code).toBe(0);
    const { items } = JSON.parse(out) as { items: readonly { id: string; score: number }[] };
    expect(items.length).toBeGreaterThan(0);
    told.push(items.map(({ id, score }) => [id, score]));
  }
  const audit = JSON.parse((await run(["audit", "verify", "--json", "--data", data], env)).out) as { intact: boolean };
  expect(audit.intact).toBe(true);
  return told;
}

let data: string;
let before: readonly unknown[];

beforeAll(async () => {
  data = folder();
  for (const statement of ["My shoe size is 41", "My shoe size is 42", "我对乳胶过敏", "Quill is on holiday in May"])
    expect((await run(["remember", statement, "--data", data])).code).toBe(0);
  await run(["state", "put", "space", "key", "1", "--data", data]);
  before = await answers(data);
});

describe("backup and restore on the command line (8.4)", () => {
  it("keeps and restores: the same answers, the audit chain whole", async () => {
    const kept = folder();
    const made = await run(["backup", "--to", kept, "--verify", "--data", data]);
    expect(made).toMatchObject({ code: 0 });
    expect(made.err).toContain("Not encrypted");
    const [name = ""] = readdirSync(kept);
    expect(name).toMatch(/^keepsake-.*Z\.backup$/);
    const target = join(folder(), "new");
    const back = await run(["restore", "--from", join(kept, name), "--to", target, "--json"]);
    expect(JSON.parse(back.out)).toMatchObject({ release: expect.any(String), rows: expect.any(Number) });
    expect(await answers(target)).toEqual(before);
    const again = await run(["restore", "--from", join(kept, name), "--to", target]);
    expect(again.code).toBe(5);
    expect(again.err).toContain("Nothing was changed");
    const forced = await run(["restore", "--from", join(kept, name), "--to", target, "--force", "--json"]);
    const { store } = JSON.parse(forced.out) as { store: string };
    expect(store).toContain(join(target, "restored-"));
    expect(await answers(store.replace("sqlite ", ""))).toEqual(before);
  });

  it("encrypts by a passphrase that stands in no line, and says what is missing without it", async () => {
    const file = join(folder(), "sealed.backup");
    const env = { KEEPSAKE_BACKUP_PASSPHRASE: "correct horse battery" };
    const made = await run(["backup", "--to", file, "--json", "--verify", "--data", data], env);
    expect(JSON.parse(made.out)).toMatchObject({ encrypted: true, verified: true, file });
    const refused = await run(["restore", "--from", file, "--verify", "--lang", "zh"]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("备份已加密，但没有给出密钥");
    expect(refused.err).toContain("KEEPSAKE_BACKUP_PASSPHRASE");
    const key = join(folder(), "key");
    writeFileSync(key, "k".repeat(32));
    expect((await run(["restore", "--from", file, "--verify", "--key-file", key])).code).toBe(2);
    expect((await run(["restore", "--from", file, "--verify", "--lang", "zh"], env)).out).toContain("完好");
  });

  it("overwrites no file, leaves none half written, and makes no store where there is none", async () => {
    const file = join(folder(), "one.backup");
    writeFileSync(file, "mine");
    expect((await run(["backup", "--to", file, "--data", data])).code).toBe(2);
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect((await run(["backup", "--to", join(folder(), "no", "folder"), "--data", data])).code).toBe(2);
    const nowhere = join(folder(), "nowhere");
    expect((await run(["backup", "--to", join(folder(), "x"), "--data", nowhere])).code).toBe(3);
    expect(existsSync(nowhere)).toBe(false);
    expect((await run(["backup", "--data", data])).err).toContain("--to");
    expect((await run(["restore", "--from", file, "--verify"])).err).toContain("UNSUPPORTED_FORMAT");
  });
});

describe("migrate on the command line (8.4)", () => {
  it("counts, copies, completes: the same answers under another key; the source is held, and opens again", async () => {
    const source = folder();
    const copy = join(folder(), "copy.backup");
    await run(["backup", "--to", copy, "--data", data]);
    await run(["restore", "--from", copy, "--to", source]);
    const target = join(folder(), "target");
    const env = { KEEPSAKE_TO_ENCRYPTION_KEY: "a key of its own", NEW_STORE: `sqlite:${target}` };
    const counted = await run(["migrate", "--from", source, "--to", "env:NEW_STORE", "--dry-run"], env);
    expect(counted.out).toContain("Nothing was copied");
    expect(existsSync(target)).toBe(false);
    const first = await run(["migrate", "--from", source, "--to", "env:NEW_STORE", "--lang", "zh"], env);
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toContain("--final");
    const opened = { KEEPSAKE_ENCRYPTION_KEY: "a key of its own" };
    expect((await run(["stats", "--data", target], opened)).err).toContain("STORE_READ_ONLY");
    const last = await run(["migrate", "--from", source, "--to", "env:NEW_STORE", "--final", "--json"], env);
    // the line in the audit log that tells of the round before
    expect(JSON.parse(last.out)).toMatchObject({ final: true, resumed: true, written: 1 });
    const late = await run(["remember", "I like tea", "--data", source]);
    expect(late.err).toContain("STORE_READ_ONLY");
    expect(late.err).toContain("--release");
    expect(await answers(target, opened)).toEqual(before);
    expect((await run(["migrate", "--from", source, "--release"])).code).toBe(0);
    expect((await run(["remember", "I like tea", "--data", source])).code).toBe(0);
  });

  it.each([
    [["--from", "oracle://host/db", "--to", "x"], "--from"],
    [["--from", "env:NOT_SET", "--to", "x"], "NOT_SET"],
    [["--to", "x"], "--from"],
  ])("says what is wrong with %j", async (line, named) => {
    const { code, err } = await run(["migrate", ...line]);
    expect(code).toBe(2);
    expect(err).toContain(named);
    expect(err).toContain("→");
  });

  it("refuses to move a store into itself", async () => {
    const { err } = await run(["migrate", "--from", data, "--to", `${data}/.`]);
    expect(err).toContain("the same store");
  });
});

describe("9.5 what moves and keeps the whole store is told in the audit log", () => {
  async function lines(store: string): Promise<readonly string[]> {
    const { code, out } = await run(["audit", "list", "--json", "--data", store, "--limit", "200"]);
    expect(code).toBe(0);
    const { items } = JSON.parse(out) as { items: readonly Record<string, unknown>[] };
    expect(JSON.stringify(items)).not.toMatch(/shoe|乳胶|Quill/u);
    return items.map(({ action, outcome, actor, detail = "" }) => [action, outcome, actor, detail].join(" "));
  }

  it("with figures, and never with content: backup, restore, migrate and reindex", async () => {
    const [source, kept, moved, place] = [folder(), folder(), folder(), folder()];
    expect((await run(["remember", "My shoe size is 43", "--data", source])).code).toBe(0);
    const file = join(place, "one.backup");
    expect((await run(["backup", "--from", source, "--to", file])).code).toBe(0);
    expect((await run(["backup", "--from", source, "--to", join(place, "no", "such.backup")])).code).not.toBe(0);
    expect((await run(["restore", "--from", file, "--to", kept])).code).toBe(0);
    expect((await run(["migrate", "--from", source, "--to", moved])).code).toBe(0);
    expect((await run(["reindex", "--data", source])).code).toBe(0);
    const told = await lines(source);
    expect(told).toContainEqual(
      expect.stringMatching(/^backup done cli tables=\d+ rows=\d+ files=0 bytes=0( damaged=0)?$/u),
    );
    expect(told).toContainEqual(expect.stringMatching(/^backup failed cli [A-Z_]+$/u));
    expect(told).toContainEqual(
      expect.stringMatching(/^migrate done cli tables=\d+ written=\d+ removed=\d+ files=0 bytes=0 damaged=0$/u),
    );
    expect(told).toContainEqual(expect.stringMatching(/^reindex done cli users=1 /u));
    expect(await lines(kept)).toContainEqual(
      expect.stringMatching(/^restore done cli tables=\d+ rows=\d+ files=0 bytes=0( damaged=0)?$/u),
    );
    expect((await run(["migrate", "--from", source, "--to", moved, "--final"])).code).toBe(0);
    expect(await lines(moved)).toContainEqual(expect.stringMatching(/^migrate done cli /u));
    expect(JSON.parse((await run(["audit", "verify", "--json", "--data", moved])).out)).toMatchObject({ intact: true });
  }, 120_000);
});

describe("files on the command line (8.3, 8.4)", () => {
  const bytes = Buffer.from([0, 255, 10, 13, 128, ...Buffer.from("你好")]);

  /** A store with a conversation and a file in it, given by --file. */
  async function withAttachment(): Promise<{ readonly data: string; readonly id: string }> {
    const made = folder();
    const file = join(folder(), "计划 v1.bin");
    writeFileSync(file, bytes);
    expect((await run(["record", "hello there", "--session-id", "a", "--data", made])).code).toBe(0);
    const added = await run(["attachment", "add", "a", "--file", file, "--json", "--data", made]);
    const { id, name } = JSON.parse(added.out) as { id: string; name: string };
    expect(name).toBe("计划 v1.bin");
    return { data: made, id };
  }

  async function readBack(at: string, id: string): Promise<Buffer> {
    const file = join(folder(), "back.bin");
    const { code, out } = await run(["attachment", "get", id, "--to", file, "--json", "--data", at]);
    expect([code, JSON.parse(out).content]).toEqual([0, undefined]);
    return readFileSync(file);
  }

  it("takes a file's bytes as they are, writes them into a new file, and refuses what is unclear", async () => {
    const { data: at, id } = await withAttachment();
    expect(await readBack(at, id)).toEqual(bytes);
    const there = join(folder(), "there");
    writeFileSync(there, "mine");
    const refused = await run(["attachment", "get", id, "--to", there, "--data", at, "--lang", "zh"]);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("文件已存在")]);
    expect(readFileSync(there, "utf8")).toBe("mine");
    const line = ["attachment", "add", "a", "--data", at];
    expect((await run([...line, "--file", join(there, "no")])).err).toContain("cannot read");
    expect((await run([...line, "--file", there, "--content", "eA=="])).err).toContain("not both");
    expect((await run(line)).code).toBe(2);
    expect((await run([...line, "named.txt", "--file", there])).out).toContain("named.txt");
  });

  it("backs up, restores after the source is erased, and migrates: the same bytes; the log tells what failed", async () => {
    const { data: at, id } = await withAttachment();
    const file = join(folder(), "one.backup");
    const env = { KEEPSAKE_BACKUP_PASSPHRASE: "correct horse battery" };
    const made = await run(["backup", "--to", file, "--verify", "--json", "--data", at], env);
    expect(JSON.parse(made.out)).toMatchObject({
      files: { state: "kept", files: 1, bytes: bytes.length, damaged: [] },
    });
    const target = join(folder(), "moved");
    const dry = await run(["migrate", "--from", at, "--to", target, "--dry-run", "--json"]);
    expect(JSON.parse(dry.out)).toMatchObject({
      files: { source: { files: 1, bytes: bytes.length }, target: { files: 0 } },
    });
    const moved = await run(["migrate", "--from", at, "--to", target, "--final", "--json"]);
    expect(JSON.parse(moved.out)).toMatchObject({ final: true, files: { state: "copied", files: 1, written: 1 } });
    expect(await readBack(target, id)).toEqual(bytes);
    expect((await run(["migrate", "--from", at, "--release"])).code).toBe(0);
    expect((await run(["forget", "--everything", "--yes", "--data", at])).code).toBe(0);
    expect((await run(["attachment", "list", "--json", "--data", at])).out).toContain('"items":[]');
    const restored = join(folder(), "restored");
    const told = await run(["restore", "--from", file, "--to", restored, "--json"], env);
    expect(JSON.parse(told.out)).toMatchObject({ files: { files: 1, written: 1, others: 0 } });
    expect(await readBack(restored, id)).toEqual(bytes);
    const again = await run(["restore", "--from", file, "--to", restored], env);
    expect(again.code).toBe(5);
    const log = await run(["audit", "list", "--json", "--data", restored]);
    const { items } = JSON.parse(log.out) as { items: readonly { action: string; outcome: string; detail?: string }[] };
    const lines = items
      .filter(({ action }) => action === "restore")
      .map(({ outcome, detail }) => `${outcome} ${detail}`);
    expect(lines).toEqual(["failed CONFLICT", expect.stringMatching(/^done .*files=1 bytes=\d+/)]);
  });

  it("9.5 a move that fails at its last step is told in the log of the source, which is open again", async () => {
    const { data: at } = await withAttachment();
    const used = folder();
    await run(["record", "hello", "--session-id", "b", "--data", used]);
    expect((await run(["migrate", "--from", at, "--to", used, "--final"])).code).toBe(5);
    const log = await run(["audit", "list", "--json", "--data", at]);
    const { items } = JSON.parse(log.out) as { items: readonly { action: string; outcome: string; detail?: string }[] };
    expect(items.find(({ action }) => action === "migrate")).toMatchObject({ outcome: "failed", detail: "CONFLICT" });
    expect((await run(["record", "still open", "--session-id", "a", "--data", at])).code).toBe(0);
  });

  it("names the damaged and fails, says which place is meant where the settings name another, and leaves files only when told to", async () => {
    const { data: at } = await withAttachment();
    const env = { KEEPSAKE_BLOBS: "folder", KEEPSAKE_BLOBS_PATH: folder() };
    const to = () => join(folder(), "x.backup");
    const unclear = await run(["backup", "--to", to(), "--data", at], env);
    expect([unclear.code, unclear.err]).toEqual([2, expect.stringContaining("--from-files own")]);
    const named = await run(["backup", "--to", to(), "--from-files", "own", "--json", "--data", at], env);
    expect(JSON.parse(named.out)).toMatchObject({ files: { files: 1 } });
    const left = await run(["backup", "--to", to(), "--without-files", "--json", "--data", at], env);
    expect(JSON.parse(left.out)).toMatchObject({ files: { state: "left", files: 0 } });
    const none = await run(["migrate", "--from", at, "--to", join(folder(), "t"), "--to-files", "none"]);
    expect([none.code, none.err]).toEqual([expect.any(Number), expect.stringContaining("--without-files")]);
    const [blob = ""] = readdirSync(join(at, "blobs"), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith(".blob"));
    const path = join(at, "blobs", blob);
    writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from("!")]));
    const broken = await run(["backup", "--to", to(), "--json", "--data", at]);
    expect(broken.code).not.toBe(0);
    expect(broken.err).toContain("cannot be read");
    expect(JSON.parse(broken.out)).toMatchObject({
      files: { files: 0, damaged: [{ user: "ada", id: expect.stringMatching(/^att_/) }] },
    });
  });
});
