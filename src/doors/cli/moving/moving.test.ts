import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEngine, openStorage } from "../../../compose.js";
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
  const code = await runCli(line, io, openEngine, openStorage);
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
    expect(told).toContainEqual(expect.stringMatching(/^backup done cli tables=\d+ rows=\d+$/u));
    expect(told).toContainEqual(expect.stringMatching(/^backup failed cli [A-Z_]+$/u));
    expect(told).toContainEqual(expect.stringMatching(/^migrate done cli tables=\d+ written=\d+ removed=\d+$/u));
    expect(told).toContainEqual(expect.stringMatching(/^reindex done cli users=1 /u));
    expect(await lines(kept)).toContainEqual(expect.stringMatching(/^restore done cli tables=\d+ rows=\d+$/u));
    expect((await run(["migrate", "--from", source, "--to", moved, "--final"])).code).toBe(0);
    expect(await lines(moved)).toContainEqual(expect.stringMatching(/^migrate done cli /u));
    expect(JSON.parse((await run(["audit", "verify", "--json", "--data", moved])).out)).toMatchObject({ intact: true });
  }, 120_000);
});
