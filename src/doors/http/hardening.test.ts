import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { ServedDoors } from "../served.scene.js";
import { TenantLimits } from "../tenant-limits.js";
import { serveHttp } from "./index.js";
import { parseJson } from "./parse-json.js";

const KEY = "0123456789abcdef";
const doors = new ServedDoors(serveHttp);
const start = doors.start.bind(doors);

afterEach(() => doors.close());

const JSON_TYPE = { "content-type": "application/json" };

/** The head of a call, as bytes. */
function post(lines: readonly string[]): string {
  return [
    "POST /v1/users/ada/recall HTTP/1.1",
    "host: localhost",
    "content-type: application/json",
    ...lines,
    "",
    "",
  ].join("\r\n");
}

/** What comes back until the server lets the connection go, whatever it waits for from us. */
function bytesAnswered(url: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.on("error", () => undefined).on("close", () => resolve(answer));
  });
}

async function remember(url: string, content: string): Promise<{ id: string; revision: number }> {
  const body = JSON.stringify({ content });
  const answer = await fetch(`${url}/v1/users/ada/remember`, { method: "POST", headers: JSON_TYPE, body });
  return ((await answer.json()) as { memory: { id: string; revision: number } }).memory;
}

describe("revisions over HTTP (1.3, P17)", () => {
  it("ETag comes with a memory; If-None-Match spares it, If-Match keeps a change from overtaking another", async () => {
    const url = await start();
    const { id } = await remember(url, "Ada lives in Turin.");
    const address = `${url}/v1/users/ada/memories/${id}`;
    const tag = (await fetch(address)).headers.get("etag") ?? "";
    expect(tag).toMatch(/^"\d+"$/);
    expect((await fetch(address, { headers: { "if-none-match": tag } })).status).toBe(304);
    expect((await fetch(address, { headers: { "if-none-match": '"99"' } })).status).toBe(200);
    const correct = (match: string) =>
      fetch(`${address}/correct`, {
        method: "POST",
        headers: { ...JSON_TYPE, "if-match": match },
        body: JSON.stringify({ content: "Ada lives in Genoa." }),
      });
    const late = await correct('"99"');
    expect(late.status).toBe(412);
    expect(await late.json()).toMatchObject({ code: "CONFLICT", status: 412 });
    expect((await correct("3")).status).toBe(400);
    expect((await correct(tag)).status).toBe(200);
  });
});

describe("limits of tenants (7.4)", () => {
  it("a bucket empties, fills with time, and says when to come again; calls that run are counted", () => {
    let now = 0;
    const limits = new TenantLimits({ requestsPerSecond: 2, burst: 3, concurrent: 2 }, () => now);
    const one = limits.enter("acme");
    expect(one.allowance).toEqual({ remaining: 2, resetSeconds: 1 });
    limits.enter("acme");
    expect(() => limits.enter("acme")).toThrowError(/running/);
    one.release();
    one.release();
    const three = limits.enter("acme");
    expect(() => limits.enter("acme")).toThrowError(/running/);
    three.release();
    expect(() => limits.enter("acme")).toThrowError(/more than 3 calls at a time/);
    expect(limits.enter("bolt").allowance.remaining).toBe(2);
    now = 500;
    expect(limits.enter("acme").allowance.remaining).toBe(0);
  });

  it("answers 429 with Retry-After and RateLimit, to that tenant only", async () => {
    const url = await start({
      apiKeys: [
        { name: "a", key: `${KEY}a`, tenant: "acme" },
        { name: "b", key: `${KEY}b`, tenant: "bolt" },
      ],
      limits: { requestsPerSecond: 0.1, burst: 2 },
    });
    const call = (key: string, path = "/v1/users/ada/memories") => fetch(url + path, { headers: { "x-api-key": key } });
    const first = await call(`${KEY}a`);
    expect(first.headers.get("ratelimit-policy")).toBe('"tenant";q=2;w=20');
    expect(first.headers.get("ratelimit")).toMatch(/^"tenant";r=1;t=\d+$/);
    await call(`${KEY}a`);
    const over = await call(`${KEY}a`);
    expect(over.status).toBe(429);
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(await over.json()).toMatchObject({ code: "RATE_LIMITED", retryable: true });
    expect((await call(`${KEY}b`, "/v1/audit")).status).toBe(200);
  });

  it("a caller who hangs up keeps no place among the running calls", async () => {
    const url = await start({ limits: { concurrent: 1 } });
    const { truth } = doors.opened[0]?.engine.parts.storage ?? {};
    if (truth === undefined) throw new Error("no engine");
    const read = truth.read.bind(truth);
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let enter: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => {
      enter = resolve;
    });
    truth.read = async (scope, work) => {
      enter();
      await gate;
      return read(scope, work);
    };
    const caller = new AbortController();
    const list = (signal?: AbortSignal) =>
      fetch(`${url}/v1/users/ada/memories`, signal === undefined ? {} : { signal });
    const given = list(caller.signal);
    await inside;
    expect((await list()).status).toBe(429);
    caller.abort();
    await expect(given).rejects.toThrow();
    release();
    await expect.poll(async () => (await list()).status).toBe(200);
  });

  it("a deadline of a moment makes no room for more work than is allowed", async () => {
    const url = await start({ limits: { concurrent: 2 } });
    const { truth } = doors.opened[0]?.engine.parts.storage ?? {};
    if (truth === undefined) throw new Error("no engine");
    const read = truth.read.bind(truth);
    let running = 0;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    truth.read = async (scope, work) => {
      running += 1;
      await gate;
      return read(scope, work);
    };
    const list = async (headers: Record<string, string> = {}) =>
      (await fetch(`${url}/v1/users/ada/memories`, { headers })).status;
    const statuses: number[] = [];
    for (let call = 0; call < 5; call++) statuses.push(await list({ "keepsake-timeout-ms": "1" }));
    expect(statuses).toEqual([504, 504, 429, 429, 429]);
    expect(running).toBe(2);
    release();
    await expect.poll(() => list()).toBe(200);
  });

  it("a caller may allow less time than the server", async () => {
    const url = await start();
    const call = (ms: string) => fetch(`${url}/v1/users/ada/memories`, { headers: { "keepsake-timeout-ms": ms } });
    expect((await call("5000")).status).toBe(200);
    for (const ms of ["0", "-1", "soon", "1.5", "1e3", "0x10", ""]) expect((await call(ms)).status).toBe(400);
  });
});

describe("hostile bodies (9.1)", () => {
  it("refuses what is nested too deep, without walking it", () => {
    const deep = "[".repeat(100_000);
    expect(() => parseJson(Buffer.from(deep))).toThrowError(/levels deep/);
    expect(() => parseJson(Buffer.from(`{"a":${"[".repeat(64)}${"]".repeat(64)}}`))).toThrowError(/levels deep/);
    expect(parseJson(Buffer.from(`{"a":"${"[{".repeat(500)}","b":"\\"[[["}`))).toMatchObject({ b: '"[[[' });
    expect(parseJson(Buffer.from(JSON.stringify(Array.from({ length: 1_000 }, () => [[]]))))).toHaveLength(1_000);
  });

  it("refuses packed bodies, whatever they would unpack to", async () => {
    const url = await start();
    const answer = await fetch(`${url}/v1/users/ada/recall`, {
      ...{ method: "POST", body: gzipSync(Buffer.alloc(10_000_000)) },
      headers: { ...JSON_TYPE, "content-encoding": "gzip" },
    });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: "UNSUPPORTED_FORMAT", field: "Content-Encoding" });
  });

  it("refuses a hundred megabytes, whether it says so at first or not, and serves others meanwhile", async () => {
    const url = await start();
    const chunk = new Uint8Array(1_048_576).fill(0x20);
    let poured = 0;
    const body = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        pull(controller) {
          poured += 1;
          if (poured > 100) controller.close();
          else controller.enqueue(chunk);
        },
      });
    const endless = fetch(`${url}/v1/users/ada/recall`, {
      ...{ method: "POST", headers: JSON_TYPE, body: body() },
      // a stream cannot be sent twice, so the answer may come before its end
      duplex: "half",
    } as RequestInit);
    const answer = await endless.then(
      ({ status }) => status,
      // the server let go of the line while we wrote
      () => 413,
    );
    expect(answer).toBe(413);
    expect(poured).toBeLessThan(100);
    const said = await bytesAnswered(url, post(["content-length: 104857600"]));
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect((await fetch(`${url}/v1/users/ada/memories`)).status).toBe(200);
  });

  it("lets go of a body that comes a letter at a time, with 408, and serves others meanwhile", async () => {
    const url = await start({ requestTimeoutMs: 100 });
    const slow = Array.from({ length: 20 }, () => bytesAnswered(url, post(["content-length: 1000"])));
    expect((await fetch(`${url}/v1/users/ada/memories`)).status).toBe(200);
    for (const answer of await Promise.all(slow)) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(JSON.parse(answer.slice(answer.indexOf("{")))).toMatchObject({
        code: "DEADLINE_EXCEEDED",
        retryable: true,
      });
    }
  });

  it("packs long answers for who takes them", async () => {
    const url = await start();
    const plain = await fetch(`${url}/openapi.json`, { headers: { "accept-encoding": "identity" } });
    const packed = await fetch(`${url}/openapi.json`, { headers: { "accept-encoding": "gzip" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(await packed.text()).toBe(await plain.text());
    expect(packed.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("serves others while a thousand sockets say nothing", async () => {
    const url = await start();
    const port = Number(new URL(url).port);
    const sockets = Array.from({ length: 1_000 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    expect((await fetch(`${url}/v1/users/ada/memories`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

describe("metrics (10.1)", () => {
  it("are in the Prometheus format, name no one, and need a permission where the door is locked", async () => {
    const url = await start({
      apiKeys: [
        { name: "a", key: `${KEY}a` },
        { name: "r", key: `${KEY}r`, permissions: ["memory:read"] },
      ],
    });
    const headers = { "x-api-key": `${KEY}a` };
    await fetch(`${url}/v1/users/zebra/memories`, { headers });
    expect((await fetch(`${url}/metrics`)).status).toBe(401);
    expect((await fetch(`${url}/metrics`, { headers: { "x-api-key": `${KEY}r` } })).status).toBe(403);
    const answer = await fetch(`${url}/metrics`, { headers });
    const text = await answer.text();
    expect(answer.headers.get("content-type")).toContain("version=0.0.4");
    expect(text).toContain('keepsake_operations_total{operation="list",outcome="done"} 1');
    expect(text).toContain('keepsake_journal_entries{state="waiting"} 0');
    expect(text).toContain('keepsake_operation_ms_count{operation="list"} 1');
    expect(text).not.toContain("zebra");
    const line =
      /^([a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[\d.e+-]+|# TYPE [a-z_]+ (counter|gauge|summary))$/;
    for (const each of text.trimEnd().split("\n")) expect(each).toMatch(line);
  });
});
