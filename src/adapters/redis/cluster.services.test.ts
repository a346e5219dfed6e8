import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeScope } from "../../domain/index.js";
import { createRedisWakeUp } from "../queue/redis/index.js";
import { createCopiedSessions } from "../sessions/redis/index.js";
import { createMemoryStorage } from "../storage/memory/index.js";
import { createTelemetry } from "../system/index.js";
import { createRedisConnection } from "./index.js";

/** Nodes talk to each other on a port that is 10,000 higher. */
const HIGHEST_PORT = 55_535;
const NOW = Date.UTC(2026, 4, 4);

async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    if (port <= HIGHEST_PORT) return port;
  }
}

describe("8.2 a Redis cluster", () => {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-cluster-"));
  const telemetry = createTelemetry({ level: "silent" });
  let server: ChildProcess;
  let url = "";

  /** One node that owns every slot: it refuses keys of two slots in one command as a large cluster does. */
  beforeAll(async () => {
    const port = await freePort();
    const line = ["--port", port, "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--cluster-enabled", "yes"];
    const own = ["--cluster-announce-ip", "127.0.0.1", "--requirepass", "p@ss"];
    server = spawn("redis-server", [...line, ...own].map(String), { stdio: "ignore" });
    url = `redis://:p%40ss@127.0.0.1:${port}`;
    const admin = new Redis(url);
    admin.on("error", () => undefined); // until it listens
    await vi.waitFor(() => admin.ping(), { timeout: 20_000 });
    await admin.call("CLUSTER", "ADDSLOTSRANGE", 0, 16_383);
    await vi.waitFor(async () => expect(await admin.call("CLUSTER", "INFO")).toContain("cluster_state:ok"), {
      timeout: 20_000,
    });
    await expect(admin.mset("a", 1, "b", 2), "two slots").rejects.toThrow("CROSSSLOT");
    admin.disconnect();
  }, 60_000);
  afterAll(async () => {
    const ended = new Promise((resolve) => server.once("close", resolve));
    server.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it("holds copies of working memory and carries hints", async () => {
    const redis = createRedisConnection({ url, keyPrefix: "ks", cluster: true, timeoutMs: 2_000 }, telemetry);
    const other = createRedisConnection({ url, keyPrefix: "ks", cluster: true, timeoutMs: 2_000 }, telemetry);
    const storage = createMemoryStorage();
    await Promise.all([redis.open(), other.open(), storage.open()]);
    await storage.tenants.ensure("acme", NOW);
    const sessions = createCopiedSessions({ durable: storage.sessions, redis, telemetry });
    for (const user of ["ada", "bob", "李雷"]) {
      const scope = makeScope("acme", user);
      await sessions.put(scope, "task", "step", user, { now: NOW, ttlSeconds: 60 });
      for (let round = 0; round < 2; round++) {
        expect((await sessions.find(scope, "task", "step", NOW))?.value).toBe(user);
      }
      await sessions.clear(scope);
      expect(await sessions.find(scope, "task", "step", NOW)).toBeUndefined();
    }
    const { counters } = telemetry.snapshot();
    expect(counters.find(({ labels }) => labels.outcome === "hit")?.value).toBe(3);
    expect(counters.find(({ name }) => name === "keepsake_redis_failures")).toBeUndefined();

    let heard = 0;
    const [here, there] = [createRedisWakeUp(redis), createRedisWakeUp(other)];
    const end = there.subscribe(() => void heard++);
    await expect
      .poll(
        () => {
          here.notify();
          return heard;
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    end();
    expect((await redis.examine()).concerns).toEqual(["memory-unbounded"]);
    await Promise.all([redis.close(), other.close(), storage.close()]);
  });
});
