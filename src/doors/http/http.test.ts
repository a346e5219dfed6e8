import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { KeepsakeError } from "../../domain/index.js";
import { ServedDoors } from "../served.scene.js";
import { serveHttp } from "./index.js";

const KEY = "0123456789abcdef";
const doors = new ServedDoors(serveHttp);
const open = doors.opened;
const start = doors.start.bind(doors);

afterEach(() => doors.close());

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const type = response.headers.get("content-type") ?? "";
  return {
    status: response.status,
    type,
    headers: response.headers,
    body: type.includes("json") ? (JSON.parse(text) as Record<string, unknown>) : { text },
  };
}

function json(value: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) };
}

/** fetch normalises dots and cannot set Host: the raw client sends what it is told. */
function raw(url: string, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, headers, method }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", reject);
    request.end();
  });
}

/** What comes back for bytes, until the server lets the connection go. */
function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("credentials", () => {
  it("refuses to listen beyond loopback without API keys", async () => {
    await expect(start({ host: "0.0.0.0" })).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      details: { field: "http.host" },
    });
  });

  it("wants a key where there are keys, as Bearer or X-API-Key", async () => {
    const url = await start({ apiKeys: [{ name: "app", key: KEY }] });
    const missing = await call(`${url}/v1/users/ada/journal/dead`);
    expect(missing).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
    expect(missing.headers.get("www-authenticate")).toBe(
      `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource"`,
    );
    expect(
      (await call(`${url}/v1/users/ada/journal/dead`, { headers: { authorization: `Bearer ${KEY}x` } })).status,
    ).toBe(401);
    expect(
      (await call(`${url}/v1/users/ada/journal/dead`, { headers: { authorization: `Bearer ${KEY}` } })).status,
    ).toBe(200);
    expect((await call(`${url}/v1/users/ada/journal/dead`, { headers: { "x-api-key": KEY } })).status).toBe(200);
  });

  it("P11: a key bound to one user opens no other, and its permissions bind", async () => {
    const url = await start({ apiKeys: [{ name: "ada", key: KEY, user: "ada", permissions: ["memory:read"] }] });
    const headers = { "x-api-key": KEY };
    expect((await call(`${url}/v1/users/ada/state/s`, { headers })).status).toBe(200);
    expect(await call(`${url}/v1/users/eve/state/s`, { headers })).toMatchObject({
      status: 403,
      body: { code: "FORBIDDEN", field: "user" },
    });
    expect(await call(`${url}/v1/users/ada/journal/dead`, { headers })).toMatchObject({
      status: 403,
      body: { code: "FORBIDDEN" },
    });
  });

  it("P09: the tenant comes from the key: the same user of two tenants is two", async () => {
    const url = await start({
      apiKeys: [
        { name: "a", key: `${KEY}a`, tenant: "acme" },
        { name: "b", key: `${KEY}b`, tenant: "acme-corp" },
      ],
    });
    const path = `${url}/v1/users/ada/state/s/k`;
    const put = await call(path, { ...json({ value: 1 }, { "x-api-key": `${KEY}a` }), method: "PUT" });
    expect(put.status).toBe(200);
    expect((await call(path, { headers: { "x-api-key": `${KEY}a` } })).status).toBe(200);
    expect((await call(path, { headers: { "x-api-key": `${KEY}b` } })).status).toBe(404);
  });

  it("7.4 keys of the store lock the door: made, used, rotated, revoked, each as its role allows", async () => {
    const bootstrap = { name: "root", key: KEY };
    const url = await start({ apiKeys: [bootstrap] });
    const root = { "x-api-key": KEY };
    const made = await call(`${url}/v1/keys`, json({ name: "ada-reader", role: "reader", user: "ada" }, root));
    expect(made).toMatchObject({ status: 200, body: { key: { name: "ada-reader", state: "live" } } });
    const { id } = made.body.key as { id: string };
    const reader = { authorization: `Bearer ${String(made.body.secret)}` };
    expect((await call(`${url}/v1/users/ada/memories`, { headers: reader })).status).toBe(200);
    expect((await call(`${url}/v1/users/eve/memories`, { headers: reader })).status).toBe(403);
    const denied = await call(`${url}/v1/users/ada/remember`, json({ content: "x" }, reader));
    expect(denied).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    for (const path of ["/v1/keys", "/v1/audit", "/v1/audit/verification"]) {
      expect((await call(`${url}${path}`, { headers: reader })).status).toBe(403);
    }
    expect((await call(`${url}/v1/tenants`, { headers: root })).status).toBe(404);
    const shown = await call(`${url}/v1/keys`, { headers: root });
    expect(JSON.stringify(shown.body)).not.toContain(String(made.body.secret).slice(-43));
    const next = await call(`${url}/v1/keys/${id}/rotate`, json({ overlapSeconds: 0 }, root));
    expect((await call(`${url}/v1/users/ada/memories`, { headers: reader })).status).toBe(401);
    const fresh = { authorization: `Bearer ${String(next.body.secret)}` };
    expect((await call(`${url}/v1/users/ada/memories`, { headers: fresh })).status).toBe(200);
    const { id: nextId } = next.body.key as { id: string };
    const revoked = await call(`${url}/v1/keys/${nextId}`, { method: "DELETE", headers: root });
    expect(revoked).toMatchObject({ status: 200, body: { key: { state: "revoked" } } });
    expect((await call(`${url}/v1/users/ada/memories`, { headers: fresh })).status).toBe(401);
    const log = await call(`${url}/v1/audit?outcome=refused&limit=100`, { headers: root });
    const lines = log.body.items as { action: string; actor: string; door: string; detail: string }[];
    expect(lines.map(({ action, actor, detail }) => [action, actor, detail])).toEqual([
      ["authenticate", "unknown", "UNAUTHENTICATED"],
      ["authenticate", "unknown", "UNAUTHENTICATED"],
      ["audit-verify", "key:ada-reader", "FORBIDDEN"],
      ["audit-list", "key:ada-reader", "FORBIDDEN"],
      ["keys-list", "key:ada-reader", "FORBIDDEN"],
      ["remember", "key:ada-reader", "FORBIDDEN"],
      ["list", "key:ada-reader", "FORBIDDEN"],
    ]);
    expect(await call(`${url}/v1/audit/verification`, { headers: root })).toMatchObject({ body: { intact: true } });
  });

  it("P11 what is not yours and what is not there get the same answer", async () => {
    const url = await start({
      apiKeys: [
        { name: "a", key: `${KEY}a`, tenant: "acme" },
        { name: "b", key: `${KEY}b`, tenant: "bolt" },
      ],
    });
    const wrote = await call(
      `${url}/v1/users/ada/remember`,
      json({ content: "Ada likes tea." }, { "x-api-key": `${KEY}a` }),
    );
    const { id } = wrote.body.memory as { id: string };
    const strip = ({ status, body }: Answer) => ({
      status,
      body: { ...body, traceId: "", detail: String(body.detail).replaceAll(/mem_\w+/g, "") },
    });
    const foreign = await call(`${url}/v1/users/ada/memories/${id}`, { headers: { "x-api-key": `${KEY}b` } });
    const nowhere = await call(`${url}/v1/users/ada/memories/mem_${"0".repeat(26)}`, {
      headers: { "x-api-key": `${KEY}b` },
    });
    expect(foreign.status).toBe(404);
    expect(strip(foreign)).toEqual(strip(nowhere));
  });

  it("without keys, refuses names and origins that are not this machine", async () => {
    const url = await start();
    expect(await raw(url, "/v1/users/ada/state/s", { host: "evil.example" })).toBe(403);
    expect(await raw(url, "/v1/users/ada/state/s", { origin: "https://evil.example" })).toBe(403);
    expect(await raw(url, "/v1/users/ada/state/s", { origin: "http://localhost:3000" })).toBe(200);
  });
});

describe("requests", () => {
  it("answers bad requests with problem+json that says what to do", async () => {
    const url = await start();
    const target = `${url}/v1/users/ada/recall`;
    const bad = await call(target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"query": ',
    });
    expect(bad).toMatchObject({ status: 400, body: { code: "INVALID_INPUT", field: "body", retryable: false } });
    expect(bad.type).toContain("application/problem+json");
    expect(String(bad.body.detail)).toContain("not JSON");
    expect(bad.body.traceId).toBe(bad.headers.get("request-id"));
    const text = await call(target, { method: "POST", headers: { "content-type": "text/plain" }, body: "query" });
    expect(text).toMatchObject({ status: 415, body: { code: "UNSUPPORTED_FORMAT", field: "Content-Type" } });
    expect(String(text.body.remedy)).toContain("application/json");
    expect(await call(target, json([1]))).toMatchObject({ status: 400, body: { field: "body" } });
    expect(await call(target, json({}))).toMatchObject({ status: 400, body: { field: "query" } });
    expect(await call(`${url}/v1/users/ada/journal/retry`, json(null))).toMatchObject({
      status: 400,
      body: { field: "body" },
    });
    const bytes = await call(target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: new Uint8Array([0x22, 0xff, 0x22]),
    });
    expect(bytes).toMatchObject({ status: 400, body: { detail: "the body is not UTF-8" } });
  });

  it("refuses a body over the limit", async () => {
    const url = await start({ maxBodyBytes: 1_048_576 });
    const big = await call(`${url}/v1/users/ada/recall`, json({ query: "x".repeat(1_048_576) }));
    expect(big).toMatchObject({ status: 413, body: { code: "TOO_LARGE" } });
    expect(String(big.body.detail)).toContain("1048576");
  });

  it("P18: a key writes once; with another body it is refused with 409, which says so; in the header or in the body", async () => {
    const url = await start();
    const target = `${url}/v1/users/ada/remember`;
    const first = await call(target, json({ content: "Ada prefers tea." }, { "idempotency-key": "k1" }));
    const again = await call(target, json({ content: "Ada prefers tea." }, { "idempotency-key": "k1" }));
    expect((again.body.memory as { id: string }).id).toBe((first.body.memory as { id: string }).id);
    for (const [body, headers] of [
      [{ content: "Ada prefers coffee." }, { "idempotency-key": "k1" }],
      [{ content: "Ada prefers coffee.", idempotencyKey: "k1" }, {}],
    ] as const) {
      const other = await call(target, json(body, headers));
      expect(other).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_MISMATCH", retryable: false } });
      expect(String(other.body.remedy)).toContain("new key");
    }
    const zh = await call(target, json({ content: "喝咖啡" }, { "idempotency-key": "k1", "accept-language": "zh" }));
    expect(String(zh.body.remedy)).toMatch(/[\u4e00-\u9fff]/u);
    const { items } = (await call(`${url}/v1/users/ada/memories`)).body as { items: unknown[] };
    expect(items).toHaveLength(1);
  });

  it("7.4 the time that a caller allows ends the wait for work that does not end: 504, worth another try", async () => {
    const url = await start();
    const { parts } = open[0]?.engine ?? {};
    if (parts === undefined) throw new Error("no engine");
    parts.storage.truth.read = () => new Promise(() => undefined);
    const late = await call(`${url}/v1/users/ada/memories`, { headers: { "keepsake-timeout-ms": "20" } });
    expect(late).toMatchObject({ status: 504, body: { code: "DEADLINE_EXCEEDED", retryable: true } });
    expect(late.headers.get("retry-after")).toBe("1");
  });

  it("P27: a list goes on from its cursor, each memory once, and a cursor of another listing is refused", async () => {
    const url = await start();
    for (const word of ["tea", "figs", "rain", "maps", "jazz"]) {
      await call(`${url}/v1/users/ada/remember`, json({ content: `Ada likes ${word}.` }));
    }
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await call(`${url}/v1/users/ada/memories?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      const { items, nextCursor = "" } = page.body as { items: { id: string }[]; nextCursor?: string };
      expect(items.length).toBeLessThanOrEqual(2);
      seen.push(...items.map(({ id }) => id));
      if (nextCursor !== "") {
        const foreign = await call(`${url}/v1/users/eve/memories?cursor=${nextCursor}`);
        expect(foreign).toMatchObject({ status: 400, body: { field: "cursor" } });
      }
      cursor = nextCursor;
    } while (cursor !== "");
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  it("P10: percent-encoded ids are exact; broken encodings are refused", async () => {
    const url = await start();
    for (const id of ["a/b", "a%2Fb", "100%", "用户 🙂", "a?b#c", "a+b", "..."]) {
      const path = `${url}/v1/users/${encodeURIComponent(id)}/state/${encodeURIComponent(id)}/${encodeURIComponent(id)}`;
      expect((await call(path, { ...json({ value: id }), method: "PUT" })).status).toBe(200);
      expect(await call(path)).toMatchObject({ status: 200, body: { key: id, value: id } });
    }
    expect(await raw(url, "/v1/users/%zz/state/s")).toBe(400);
    expect(await raw(url, "/v1/users/a%00b/state/s")).toBe(400);
    const long = encodeURIComponent("字".repeat(256));
    expect((await call(`${url}/v1/users/${long}/state/s`)).status).toBe(200);
    expect((await call(`${url}/v1/users/${long}x/state/s`)).status).toBe(400);
    const far = await call(`${url}/v1/users/${"a".repeat(10_000)}/state/s`);
    expect(far).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("longer than 4096 characters") },
    });
  });

  it("reads lists and numbers from the query, and refuses unknown names", async () => {
    const url = await start();
    expect(await call(`${url}/v1/users/ada/memories?limit=abc`)).toMatchObject({
      status: 400,
      body: { field: "limit" },
    });
    expect(await call(`${url}/v1/users/ada/memories?kinds=fact&kinds=nonsense`)).toMatchObject({
      status: 400,
      body: { field: "kinds[1]" },
    });
    expect(await call(`${url}/v1/users/ada/memories?usr=x`)).toMatchObject({ status: 400, body: { field: "usr" } });
    expect(await call(`${url}/v1/users/ada/state/s?space=t`)).toMatchObject({ status: 400, body: { field: "space" } });
  });

  it("speaks the reader's language", async () => {
    const url = await start();
    const answer = await call(
      `${url}/v1/users/ada/recall`,
      json({ query: 5 }, { "accept-language": "zh-CN,zh;q=0.9" }),
    );
    expect(String(answer.body.title)).toBe("输入有误");
    expect(String(answer.body.detail)).toMatch(/[\u4e00-\u9fff]/u);
  });

  it("logs a fault outside every operation under the trace id that the caller is given", async () => {
    const url = await start();
    const { parts } = open[0]?.engine ?? {};
    if (parts === undefined) throw new Error("no engine");
    const logged: { event: string; traceId: unknown; cause: unknown }[] = [];
    parts.telemetry.log = (_level, event, { traceId, cause } = {}) => logged.push({ event, traceId, cause });
    parts.telemetry.observe = () => {
      throw new TypeError("the meter broke");
    };
    const answer = await call(`${url}/v1/users/ada/state/s`);
    expect(answer).toMatchObject({ status: 500, body: { code: "INTERNAL" } });
    const cause = "TypeError: the meter broke";
    expect(logged).toEqual([{ event: "http-failed", traceId: answer.body.traceId, cause }]);
  });

  it("tells a wrong method from a path that is not there: 405 with Allow, whatever the method (RFC 9110, 15.5.6)", async () => {
    const url = await start();
    for (const method of ["PATCH", "TRACE", "QUERY", "PROPFIND"]) {
      const answer = await raw(url, "/v1/users/ada/memories", {}, method);
      expect(answer, method).toBe(405);
      expect(await raw(url, "/v1/users/ada/nothing", {}, method)).toBe(404);
    }
    const answer = await call(`${url}/v1/users/ada/memories/mem_1`, { method: "DELETE" });
    expect(answer).toMatchObject({ status: 405, body: { code: "INVALID_INPUT", field: "method", status: 405 } });
    expect(answer.headers.get("allow")).toBe("GET, HEAD");
    expect(answer.type).toContain("application/problem+json");
  });

  it("answers what is no request of HTTP as a problem, and lets the connection go", async () => {
    const url = await start();
    const long = await sendBytes(
      url,
      `GET /v1/users/ada/memories?cursor=${"a".repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );
    expect(long).toMatch(/^HTTP\/1\.1 431 /);
    expect(long).toContain("content-type: application/problem+json");
    expect(JSON.parse(long.slice(long.indexOf("{")))).toMatchObject({ code: "TOO_LARGE", status: 431 });
    const odd = await sendBytes(url, "\u0000\u0001 nonsense\r\n\r\n");
    expect(odd).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(odd.slice(odd.indexOf("{")))).toMatchObject({ code: "INVALID_INPUT", retryable: false });
  });

  it("says where to look when there is no such path", async () => {
    const url = await start();
    const answer = await call(`${url}/v1/users/ada/nothing`);
    expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(String(answer.body.remedy)).toContain("/reference");
  });
});

describe("documents and health", () => {
  it("serves OpenAPI 3.1 and a self-contained page in both languages", async () => {
    const url = await start();
    const openapi = (await call(`${url}/openapi.json?lang=en`)).body;
    expect(openapi.openapi).toBe("3.1.0");
    const references = JSON.stringify(openapi).match(/"#\/components\/schemas\/[^"]+"/g) ?? [];
    const schemas = (openapi.components as { schemas: Record<string, unknown> }).schemas;
    for (const reference of references)
      expect(schemas).toHaveProperty([JSON.parse(reference).replace("#/components/schemas/", "")]);
    for (const [lang, word] of [
      ["en", "Remember a statement"],
      ["zh", "记住一条陈述"],
    ] as const) {
      const page = await call(`${url}/reference?lang=${lang}`);
      expect(page.body.text).toContain(word);
      expect(String(page.body.text)).not.toMatch(/<script|src=|@import|url\(/);
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
  });

  it("is live and ready", async () => {
    const url = await start();
    expect(await call(`${url}/health/live`)).toMatchObject({ status: 200, body: { status: "live" } });
    expect(await call(`${url}/health/ready`)).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("is not ready when the store does not answer", async () => {
    const url = await start();
    await open[0]?.engine.parts.storage.close();
    expect(await call(`${url}/health/live`)).toMatchObject({ status: 200 });
    expect(await call(`${url}/health/ready`)).toMatchObject({ status: 503 });
  });

  it("lets running requests end, then refuses new ones", async () => {
    const url = await start();
    const entry = open[0];
    if (entry === undefined) throw new Error("no server");
    const { storage } = entry.engine.parts;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let entered: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const read = storage.truth.read.bind(storage.truth);
    storage.truth.read = async (scope, work) => {
      entered();
      await gate;
      return read(scope, work);
    };
    const running = call(`${url}/v1/users/ada/journal/dead`);
    await inside;
    const closing = entry.server.close();
    release();
    expect((await running).status).toBe(200);
    await closing;
    await expect(call(`${url}/health/live`)).rejects.toThrow();
  });

  it("cuts what does not end within the time for draining", async () => {
    const url = await start({ drainTimeoutMs: 0 });
    const entry = open[0];
    if (entry === undefined) throw new Error("no server");
    let entered: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    entry.engine.parts.storage.truth.read = () => {
      entered();
      return new Promise(() => undefined);
    };
    const running = call(`${url}/v1/users/ada/journal/dead`);
    const cut = expect(running).rejects.toThrow();
    await inside;
    await entry.server.close();
    await cut;
  });

  it("says which port is taken", async () => {
    const url = await start();
    const error = await start({ port: Number(new URL(url).port) }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KeepsakeError);
    expect((error as KeepsakeError).code).toBe("CONFIG_INVALID");
    expect((error as KeepsakeError).message).toContain("EADDRINUSE");
  });
});
