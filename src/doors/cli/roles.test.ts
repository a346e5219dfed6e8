import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEngine } from "../../compose.js";
import { runCli } from "./run.js";

class Collector extends Writable {
  text = "";
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

interface Serving {
  readonly url: string;
  stop(): Promise<number>;
}

const JSON_BODY = { "content-type": "application/json" };

describe("8.2 roles of serving processes", () => {
  let data = "";
  const running: Serving[] = [];

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), "keepsake-roles-"));
  });
  afterEach(async () => {
    for (const serving of running.splice(0)) await serving.stop();
    rmSync(data, { recursive: true, force: true });
  });

  /** The command as a person would run it, in this process. */
  function run(line: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const [stdout, stderr] = [new Collector(), new Collector()];
    let interrupt = (): void => undefined;
    const io = {
      env: { KEEPSAKE_EMBEDDER: "fake", KEEPSAKE_LOG_LEVEL: "silent", KEEPSAKE_DATA: data, ...env },
      ...{ stdin: new PassThrough().end(), stdout, stderr },
      onInterrupt: (listener: () => void) => {
        interrupt = listener;
        return () => undefined;
      },
    };
    return { ended: runCli(line, io, openEngine), stdout, stderr, interrupt: () => interrupt() };
  }

  async function serve(role: string, env: Readonly<Record<string, string>> = {}): Promise<Serving> {
    const { ended, stdout, stderr, interrupt } = run(["serve", "--role", role, "--port", "0", "--json"], env);
    let code: number | undefined;
    void ended.then((ending) => {
      code = ending;
    });
    await expect.poll(() => code ?? stdout.text, { timeout: 20_000 }).not.toBe("");
    if (code !== undefined) throw new Error(`it ended with ${code}: ${stderr.text}`);
    const told = JSON.parse(stdout.text) as { readonly role: string; readonly url: string };
    expect(told.role).toBe(role);
    const serving = {
      url: told.url,
      stop: () => {
        interrupt();
        return ended;
      },
    };
    running.push(serving);
    return serving;
  }

  const pending = async (url: string): Promise<number> => {
    const answer = await fetch(`${url}/v1/users/ada/stats`);
    return ((await answer.json()) as { readonly pendingTurns: number }).pendingTurns;
  };
  const record = (url: string, text: string) =>
    fetch(`${url}/v1/users/ada/record`, {
      ...{ method: "POST", headers: JSON_BODY },
      body: JSON.stringify({ sessionId: "s", turns: [{ role: "user", text }] }),
    });

  it("an api process answers and leaves the journal alone; a worker digests it and opens health and metrics only", async () => {
    const api = await serve("api");
    expect((await record(api.url, "我搬到了杭州。")).status).toBe(200);
    expect(await pending(api.url)).toBe(1);
    const worker = await serve("worker");
    await expect.poll(() => pending(api.url), { timeout: 20_000 }).toBe(0);
    for (const path of ["/health/live", "/health/ready"]) expect((await fetch(worker.url + path)).status).toBe(200);
    expect(await (await fetch(`${worker.url}/metrics`)).text()).toContain("keepsake_turns_digested_total 1");
    for (const path of ["/v1/users/ada/stats", "/openapi.json", "/reference", "/mcp"]) {
      expect((await fetch(worker.url + path)).status, path).toBe(404);
    }
    expect((await record(worker.url, "hello")).status).toBe(404);
    expect((await fetch(`${api.url}/openapi.json`)).status).toBe(200);
  });

  it("a process of all roles does both", async () => {
    const all = await serve("all");
    await record(all.url, "I moved to Lyon.");
    await expect.poll(() => pending(all.url), { timeout: 20_000 }).toBe(0);
  });

  it("a worker's port may be reached from elsewhere without a key, and tells no figures then", async () => {
    const worker = await serve("worker", { KEEPSAKE_HTTP_HOST: "0.0.0.0" });
    const { port } = new URL(worker.url);
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    const refused = await fetch(`http://127.0.0.1:${port}/metrics`, {
      headers: { origin: "http://elsewhere.example" },
    });
    expect(refused.status).toBe(403);
    await expect(serve("api", { KEEPSAKE_HTTP_HOST: "0.0.0.0" })).rejects.toThrow("KEEPSAKE_API_KEYS");
  });

  it.each([
    ["boss", {}, "--role"],
    ["worker", { KEEPSAKE_WORKER: "off" }, "KEEPSAKE_WORKER"],
    ["api", { KEEPSAKE_STORAGE: "memory" }, "--role"],
  ])("refuses --role %s with %j, and says which setting to mend", async (role, env, variable) => {
    const { ended, stderr } = run(["serve", "--role", role, "--port", "0"], env);
    expect(await ended).toBe(2);
    expect(stderr.text).toContain(variable);
  });

  it("2.1 answers 429 with Retry-After when too much of a tenant waits, and says so in stats and metrics", async () => {
    const api = await serve("api", { KEEPSAKE_JOURNAL_MAX_WAITING: "2" });
    for (const text of ["one", "two"]) expect((await record(api.url, text)).status).toBe(200);
    const refused = await record(api.url, "three");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: "RATE_LIMITED", retryable: true });
    expect(await (await fetch(`${api.url}/v1/users/ada/stats`)).json()).toMatchObject({ acceptingTurns: false });
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    expect(metrics).toContain("keepsake_journal_max_waiting_per_tenant 2");
    expect(metrics).toContain('keepsake_records_refused_total{reason="backlog"} 1');
    const worker = await serve("worker");
    await expect.poll(async () => (await record(api.url, "three")).status, { timeout: 20_000 }).toBe(200);
    await worker.stop();
  });

  it("2.1 an import that digests its own turns goes on where too many wait; one that does not is told to", async () => {
    const file = join(data, "history.jsonl");
    const lines = Array.from({ length: 5 }, (_, index) =>
      JSON.stringify({
        ...{ session: `s${index}`, at: "2026-05-04T09:10:00+08:00", role: "user" },
        content: `I have been to town ${index}.`,
      }),
    );
    writeFileSync(file, lines.join("\n"));
    const full = { KEEPSAKE_JOURNAL_MAX_WAITING: "3" };
    const refused = run(["import", file, "--no-wait", "--user", "eve", "--json"], full);
    expect(await refused.ended).toBe(6);
    expect(refused.stderr.text).toContain("RATE_LIMITED");
    const patient = run(["import", file, "--user", "ada", "--json"], { ...full, KEEPSAKE_TENANT: "another" });
    expect(await patient.ended).toBe(0);
    expect(JSON.parse(patient.stdout.text)).toMatchObject({ turns: 5, interrupted: false });
  });

  it("10.2 doctor tells of a Redis that does not answer, as of something that only costs time", async () => {
    const { ended, stdout } = run(["doctor", "--json"], { KEEPSAKE_REDIS_URL: "redis://:hidden@127.0.0.1:1" });
    await ended;
    const { items } = JSON.parse(stdout.text) as { readonly items: readonly { readonly check: string }[] };
    expect(items.find(({ check }) => check === "redis")).toMatchObject({ status: "warning" });
    expect(stdout.text).not.toContain("hidden");
  });
});
