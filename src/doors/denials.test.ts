import { afterAll, describe, expect, it } from "vitest";
import { type OpenEngine, openEngine } from "../compose.js";
import { type KeepsakeConfigInput, loadConfig } from "../config/index.js";
import { type AuditRecord, PERMISSIONS } from "../domain/index.js";
import { createKey, revokeKey } from "../identity/index.js";
import { PACKAGE, SERVICE } from "./grpc/schema/index.js";
import { openGrpcDoor, openHttpDoor, openProxyDoor } from "./serving.js";

/*
 * Every door to the network × everything that it refuses: each refusal is answered as one and leaves one line in the audit log. The command
 * line and MCP over stdio open what their own process may open: nobody is refused there.
 */

const DOORS = ["http", "mcp", "grpc", "proxy"] as const;
type Door = (typeof DOORS)[number];

/** Configured keys: what each may do follows its name. */
const FREE = "free-0123456789abcdef";
const BOUND = "bound-0123456789abcdef";
const POWERLESS = "powerless-0123456789abcdef";
const PAGE = "https://evil.example";
const OPERATOR = { permissions: new Set(PERMISSIONS) };

interface Attempt {
  readonly key?: string;
  readonly user?: string;
  readonly origin?: string;
}

interface Doors {
  readonly engine: OpenEngine;
  readonly addresses: Readonly<Record<Door, string>>;
  close(): Promise<void>;
}

async function openDoors(http: KeepsakeConfigInput["http"]): Promise<Doors> {
  const overrides = {
    storage: { kind: "memory" },
    embedder: { kind: "fake" },
    log: { level: "silent" },
    http: { port: 0, ...http },
    // nobody answers there: what is refused never gets that far
    proxy: { port: 0, upstreamUrl: "http://127.0.0.1:9/v1", upstreamTimeoutMs: 1_000 },
  } as const;
  const config = loadConfig({ env: {}, file: false, overrides });
  const engine = await openEngine(config);
  const main = await openHttpDoor(engine, config);
  const grpc = await openGrpcDoor(engine, config, 0);
  const proxy = await openProxyDoor(engine, config);
  return {
    engine,
    addresses: { http: main.url, mcp: main.url, grpc: `http://${grpc.address}`, proxy: proxy.url },
    close: async () => {
      for (const door of [main, grpc, proxy]) await door.close();
      await engine.close();
    },
  };
}

const MCP_CALL = {
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name: "remember", arguments: { content: "Tea." } },
};

const REQUESTS: Readonly<Record<Door, (user: string) => { readonly path: string; readonly body: unknown }>> = {
  http: (user) => ({ path: `/v1/users/${user}/remember`, body: { content: "Tea." } }),
  mcp: (user) => ({ path: `/mcp/${user}`, body: MCP_CALL }),
  grpc: (user) => ({ path: `/${PACKAGE}.${SERVICE}/Remember`, body: { user, content: "Tea." } }),
  proxy: () => ({ path: "/chat/completions", body: { model: "m", messages: [{ role: "user", content: "Tea?" }] } }),
};

async function knock(doors: Doors, door: Door, { key, user = "ada", origin }: Attempt): Promise<string> {
  const { path, body } = REQUESTS[door](user);
  const answer = await fetch(`${doors.addresses[door]}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(key === undefined ? {} : { "x-api-key": key }),
      ...(origin === undefined ? {} : { origin }),
      ...(door === "proxy" ? { "x-keepsake-user": user } : {}),
    },
    body: JSON.stringify(body),
  });
  return `${answer.status} ${await answer.text()}`;
}

const lines: AuditRecord[] = [];

async function newLines({ engine }: Doors): Promise<readonly AuditRecord[]> {
  await engine.parts.audit.flush();
  const { items } = await engine.parts.storage.auditLog.chain("default", { limit: 1_000 });
  const fresh = items.slice(lines.length);
  lines.push(...fresh);
  return fresh.filter(({ outcome }) => outcome === "refused");
}

const CONFIGURED = [
  { name: "free", key: FREE },
  { name: "bound", key: BOUND, user: "ada" },
  { name: "powerless", key: POWERLESS, permissions: ["audit:read" as const] },
];

describe("every refusal of every door is in the audit log (9.5, P09, P11)", () => {
  const opened: Doors[] = [];
  const opening = async (http: KeepsakeConfigInput["http"]): Promise<Doors> => {
    lines.length = 0;
    const doors = await openDoors(http);
    opened.push(doors);
    return doors;
  };
  afterAll(async () => {
    for (const doors of opened) await doors.close();
  });

  it.each([
    ["without a credential", {}, "UNAUTHENTICATED", "unknown"],
    ["with a key that nobody made", { key: `ksk_${"0".repeat(26)}_${"a".repeat(43)}` }, "UNAUTHENTICATED", "unknown"],
    ["with a key of another user", { key: BOUND, user: "eve" }, "FORBIDDEN", "key:bound"],
    ["with a key whose role may not", { key: POWERLESS }, "FORBIDDEN", "key:powerless"],
  ] as const)("%s", async (_what, attempt, code, actor) => {
    const doors = await opening({ apiKeys: CONFIGURED });
    for (const door of DOORS) {
      expect(await knock(doors, door, attempt), door).toMatch(/^(401|403) |FORBIDDEN/);
      expect(await newLines(doors), door).toMatchObject([{ door, actor, detail: code }]);
    }
  });

  it.each([
    ["http", "remember"],
    ["mcp", "remember"],
    ["grpc", "remember"],
    ["proxy", "chat"],
  ] as const)("%s: an attempt on another user says whose memory was asked for, and what for", async (door, action) => {
    const doors = await opening({ apiKeys: CONFIGURED });
    expect(await knock(doors, door, { key: BOUND, user: "eve" })).toMatch(/^403 |FORBIDDEN/);
    const line = { door, action, user: "eve", actor: "key:bound", detail: "FORBIDDEN", outcome: "refused" };
    expect(await newLines(doors)).toMatchObject([line]);
  });

  it("with a key that was revoked, or has expired", async () => {
    const doors = await opening({ apiKeys: CONFIGURED });
    const { parts } = doors.engine;
    const revoked = await createKey(parts, "default", { name: "gone", role: "owner" }, OPERATOR);
    await revokeKey(parts, "default", revoked.key.id);
    const soon = parts.clock.now() + 20;
    const short = await createKey(parts, "default", { name: "short", role: "owner", expiresAt: soon }, OPERATOR);
    while (parts.clock.now() <= soon) await new Promise((resolve) => setImmediate(resolve));
    for (const door of DOORS) {
      for (const { secret } of [revoked, short]) {
        expect(await knock(doors, door, { key: secret }), door).toMatch(/^401 /);
        expect(await newLines(doors), door).toMatchObject([{ door, detail: "UNAUTHENTICATED" }]);
      }
    }
  });

  it("over the tenant's limit", async () => {
    const doors = await opening({ apiKeys: CONFIGURED, limits: { burst: 1, requestsPerSecond: 0.1 } });
    await knock(doors, "http", { key: FREE });
    await newLines(doors);
    for (const door of DOORS) {
      expect(await knock(doors, door, { key: FREE }), door).toMatch(/^429 /);
      expect(await newLines(doors), door).toMatchObject([{ door, actor: "key:free", detail: "RATE_LIMITED" }]);
    }
  });

  it("from a page of another origin", async () => {
    const locked = await opening({ apiKeys: CONFIGURED });
    expect(await knock(locked, "mcp", { key: FREE, origin: PAGE })).toMatch(/^403 /);
    expect(await newLines(locked)).toMatchObject([{ door: "mcp", action: "authenticate", detail: "FORBIDDEN" }]);
    const unlocked = await opening({});
    for (const door of DOORS) {
      expect(await knock(unlocked, door, { origin: PAGE }), door).toMatch(/^403 /);
      expect(await newLines(unlocked), door).toMatchObject([{ door, actor: "unknown", detail: "FORBIDDEN" }]);
    }
  });

  it("metrics, which are no operation", async () => {
    const doors = await opening({ apiKeys: CONFIGURED });
    const headers = { "x-api-key": POWERLESS };
    expect((await fetch(`${doors.addresses.http}/metrics`, { headers })).status).toBe(403);
    const line = { door: "http", action: "metrics", actor: "key:powerless", detail: "FORBIDDEN" };
    expect(await newLines(doors)).toMatchObject([line]);
  });
});
