import { chmodSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import Sqlite from "better-sqlite3-multiple-ciphers";
import { describe, expect, it } from "vitest";
import { openEngine } from "../../../compose.js";
import { startModelServer } from "../../../testing/model-server.js";
import { runCli } from "../run.js";

class Collector extends Writable {
  text = "";
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

async function run(line: readonly string[], env: Record<string, string> = {}) {
  const stdout = new Collector();
  const stderr = new Collector();
  const set = { KEEPSAKE_EMBEDDER: "fake", KEEPSAKE_LOG_LEVEL: "silent", ...env };
  const io = { env: set, stdin: new PassThrough().end(), stdout, stderr, onInterrupt: () => () => undefined };
  const code = await runCli(line, io, openEngine);
  return { code, out: stdout.text, err: stderr.text };
}

interface Told {
  readonly healthy: boolean;
  readonly items: readonly { readonly check: string; readonly status: string; readonly remedy?: string }[];
}

function failedIn(out: string): readonly string[] {
  return (JSON.parse(out) as Told).items.filter(({ status }) => status === "failed").map(({ check }) => check);
}

describe("doctor (10.2)", () => {
  it("finds a fresh store healthy, by more than twelve checks", async () => {
    const data = mkdtempSync(join(tmpdir(), "keepsake-doctor-"));
    await run(["remember", "Ada drinks tea.", "--user", "ada", "--data", data]);
    const { code, out } = await run(["doctor", "--json", "--data", data]);
    expect(failedIn(out)).toEqual([]);
    expect(code).toBe(0);
    const { items } = JSON.parse(out) as Told;
    expect(new Set(items.map(({ check }) => check)).size).toBeGreaterThan(15);
    for (const { status, remedy } of items) expect(remedy !== undefined).toBe(status !== "ok");
  });

  it("indexes again what no search finds, when it is told to", async () => {
    const data = mkdtempSync(join(tmpdir(), "keepsake-doctor-"));
    await run(["remember", "Ada drinks tea.", "--user", "ada", "--data", data]);
    const database = new Sqlite(join(data, "keepsake.db"));
    for (const table of [
      "index_items",
      "keyword_postings",
      "keyword_terms",
      "item_terms",
      "vectors",
      "vector_models",
    ]) {
      database.exec(`DELETE FROM ${table}`);
    }
    database.exec("UPDATE scopes SET indexed_docs = 0, total_length = 0");
    database.close();
    const ill = await run(["doctor", "--data", data]);
    expect(ill.out).toContain("keepsake doctor --repair");
    const unsure = await run(["doctor", "--repair", "--data", data]);
    expect([unsure.code, unsure.err]).toEqual([2, expect.stringContaining("--dry-run")]);
    const repaired = await run(["doctor", "--repair", "--yes", "--json", "--data", data]);
    expect(JSON.parse(repaired.out)).toMatchObject({ repaired: { dryRun: false, unindexed: 1, withoutVector: 1 } });
    expect(failedIn(repaired.out)).toEqual([]);
    const found = await run(["recall", "tea", "--user", "ada", "--data", data]);
    expect(found.out).toContain("drinks tea");
  });

  it.each([
    ["en", "chmod 700", "FAILED"],
    ["zh", "请执行 chmod 700", "失败"],
  ])("exits with 1 and says in %s how to mend what failed", async (lang, remedy, word) => {
    const data = mkdtempSync(join(tmpdir(), "keepsake-doctor-"));
    await run(["stats", "--user", "ada", "--data", data]);
    chmodSync(data, 0o755);
    const { code, out } = await run(["doctor", "--lang", lang, "--data", data]);
    expect(code).toBe(1);
    expect(out).toContain(remedy);
    expect(out).toContain(word);
  });

  it.each<readonly [string, Record<string, string>, string]>([
    ["a port for everyone without a key", { KEEPSAKE_HTTP_HOST: "0.0.0.0" }, "authentication"],
    [
      "a model that does not answer",
      { KEEPSAKE_MODEL_URL: "http://127.0.0.1:9/v1", KEEPSAKE_MODEL_NAME: "none" },
      "chat-model",
    ],
  ])("sees %s", async (_what, env, check) => {
    const { code, out } = await run(["doctor", "--json"], { KEEPSAKE_STORAGE: "memory", ...env });
    expect(failedIn(out)).toEqual([check]);
    expect(code).toBe(1);
  });

  it("10.2 looks at all the rest where the bucket of attachments is missing", async () => {
    const server = createServer((_request, response) => void response.writeHead(404).end());
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const { code, out } = await run(["doctor", "--json"], {
      KEEPSAKE_STORAGE: "memory",
      KEEPSAKE_BLOBS: "s3",
      KEEPSAKE_BLOBS_BUCKET: "not-there",
      KEEPSAKE_BLOBS_URL: `http://127.0.0.1:${port}`,
      KEEPSAKE_BLOBS_ACCESS_KEY_ID: "id",
      KEEPSAKE_BLOBS_ACCESS_KEY: "key",
    });
    await new Promise((closed) => server.close(closed));
    expect(failedIn(out)).toEqual(["blobs"]);
    expect((JSON.parse(out) as Told).items.map(({ check }) => check)).toContain("review-queue");
    expect(code).toBe(1);
  });

  it.each([401, 404, 429, 503])("10.2 sees services that answer, but to every call with HTTP %i", async (status) => {
    const server = await startModelServer();
    server.fail({ kind: "status", status });
    try {
      const { code, out } = await run(["doctor", "--json"], {
        KEEPSAKE_STORAGE: "memory",
        KEEPSAKE_EMBEDDER: "openai-compatible",
        KEEPSAKE_EMBEDDER_URL: server.url,
        KEEPSAKE_EMBEDDER_MODEL: "vectors",
        KEEPSAKE_EMBEDDER_DIMENSION: "64",
        KEEPSAKE_MODEL_URL: server.url,
        KEEPSAKE_MODEL_NAME: "words",
      });
      expect(failedIn(out)).toEqual(["chat-model", "embedder"]);
      expect(out).toContain(`HTTP ${status}`);
      expect(code).toBe(1);
    } finally {
      await server.close();
    }
  });

  it.each([
    ["en", "turns: 1 leading nowhere", "makes sessions again from their turns", "Made right: turns: 1"],
    ["zh", "turns: 1 指向不存在的行", "根据对话重建会话", "已修正：turns: 1"],
  ])(
    "tells in %s what in the store does not agree with itself, and makes it right",
    async (lang, what, remedy, done) => {
      const data = mkdtempSync(join(tmpdir(), "keepsake-doctor-"));
      await run(["record", "I live in Turin.", "--session-id", "s", "--user", "ada", "--data", data]);
      const database = new Sqlite(join(data, "keepsake.db"));
      database.exec("DELETE FROM sessions");
      database.close();
      const { code, out } = await run(["doctor", "--lang", lang, "--data", data]);
      expect(code).toBe(1);
      expect(out).toContain(what);
      expect(out).toContain(remedy);
      const line = ["doctor", "--repair", "--lang", lang, "--data", data];
      expect((await run([...line, "--dry-run", "--json"])).out).toContain('"place":"turns"');
      expect((await run(["doctor", "--lang", lang, "--data", data])).code).toBe(1);
      expect((await run([...line, "--yes"])).out).toContain(done);
      expect((await run(["doctor", "--data", data])).code).toBe(0);
    },
  );

  it("7.4 sees that every key is dead, and says how to get back in", async () => {
    const data = mkdtempSync(join(tmpdir(), "keepsake-doctor-"));
    const made = await run(["keys", "create", "app", "--role", "owner", "--json", "--data", data]);
    const { key } = JSON.parse(made.out) as { key: { id: string } };
    await run(["keys", "revoke", key.id, "--data", data]);
    const { out } = await run(["doctor", "--json", "--data", data]);
    const { items } = JSON.parse(out) as Told;
    expect(items.find(({ check }) => check === "authentication")).toMatchObject({
      ...{ status: "warning", remedy: expect.stringContaining("keepsake keys create") },
    });
  });

  it("is told about a store that does not open", async () => {
    const data = mkdtempSync(join(tmpdir(), "keepsake-doctor-"));
    const key = { KEEPSAKE_ENCRYPTION_KEY: "first-long-key" };
    await run(["stats", "--user", "ada", "--data", data], key);
    const { code, out } = await run(["doctor", "--json", "--data", data], {
      KEEPSAKE_ENCRYPTION_KEY: "other-long-key",
    });
    expect({ code, failed: failedIn(out) }).toEqual({ code: 1, failed: ["store-opens"] });
  });
});

describe("export on the command line (9.3)", () => {
  it("writes one JSON value or one document, to a file for its owner alone", async () => {
    const data = mkdtempSync(join(tmpdir(), "keepsake-export-"));
    const file = join(data, "ada.json");
    await run(["remember", "Ada drinks tea.", "--user", "ada", "--data", data]);
    const json = await run(["export", "--json", "--user", "ada", "--data", data]);
    const { format, user, items } = JSON.parse(json.out);
    expect({ format, user }).toEqual({ format: "keepsake-export", user: "ada" });
    expect(JSON.stringify(items)).toContain("Ada drinks tea.");
    const zh = await run(["export", "--user", "ada", "--lang", "zh", "--data", data]);
    expect(zh.out).toContain("## 记忆");
    const line = ["export", "--format", "json", "--out", file, "--user", "ada", "--data", data];
    expect((await run(line)).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8")).user).toBe("ada");
    expect(await run(line)).toMatchObject({ code: 2, out: "" });
  });
});
