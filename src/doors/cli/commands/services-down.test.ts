import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEngine } from "../../../compose.js";
import { type ModelServer, startModelServer } from "../../../testing/model-server.js";
import { runCli } from "../run.js";

class Collector extends Writable {
  text = "";
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

describe("a command that waits while the embedding service answers nobody (P05)", () => {
  let server: ModelServer;
  let data: string;
  beforeEach(async () => {
    server = await startModelServer();
    data = mkdtempSync(join(tmpdir(), "keepsake-down-"));
  });
  afterEach(() => server.close());

  async function run(line: readonly string[], env: Record<string, string> = {}) {
    const [stdout, stderr] = [new Collector(), new Collector()];
    const set = {
      KEEPSAKE_EMBEDDER: "openai-compatible",
      KEEPSAKE_EMBEDDER_URL: server.url,
      KEEPSAKE_EMBEDDER_MODEL: "vectors",
      KEEPSAKE_EMBEDDER_DIMENSION: "64",
      KEEPSAKE_EMBEDDER_TIMEOUT_MS: "300",
      KEEPSAKE_LOG_LEVEL: "silent",
      ...env,
    };
    const io = { env: set, stdin: new PassThrough().end(), stdout, stderr, onInterrupt: () => () => undefined };
    const code = await runCli([...line, "--user", "ada", "--data", data], io, openEngine);
    return { code, out: stdout.text, err: stderr.text };
  }

  it.each([
    ["en", { kind: "status", status: 401 }, "HTTP 401 (check the API key)", "safe, but not digested yet (waiting: 2)"],
    ["zh", { kind: "status", status: 404 }, "HTTP 404", "尚未消化（待处理 2 项）"],
    ["en", { kind: "hang" }, "did not answer within 300 ms", "keepsake doctor"],
  ] as const)("says in %s what waits and why: %o", async (lang, fault, why, what) => {
    server.fail(fault);
    const recorded = await run(["record", "I live in Turin.", "--session-id", "s", "--lang", lang]);
    expect(recorded.code).toBe(0);
    expect(recorded.err).toContain(why);
    expect(recorded.err).toContain(what);
    server.behave();
    const again = await run(["record", "I like tea.", "--session-id", "s"]);
    expect(again.err).toBe("");
    expect((await run(["list", "--json"])).out).toContain("Turin");
  });
});
