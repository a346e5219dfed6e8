import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addressOf } from "../../../../test/services/addresses.js";
import { makeScope, type Scope } from "../../../domain/index.js";
import type { MeasurementSnapshot, SessionStore } from "../../../ports/index.js";
import { sessionStoreConformance } from "../../../testing/storage/session-store.js";
import { openTcpProxy, type TcpProxy } from "../../../testing/tcp-proxy.js";
import { createRedisConnection, type RedisConnection } from "../../redis/index.js";
import { createMemoryStorage } from "../../storage/memory/index.js";
import { createTelemetry } from "../../system/index.js";
import { createCopiedSessions } from "./index.js";

const URL_OF_REDIS = addressOf("KEEPSAKE_TEST_REDIS_URL");
const NOW = Date.UTC(2026, 4, 4);
const KEEP = { now: NOW, ttlSeconds: 3_600 };
let count = 0;
const freshPrefix = () => `test-${process.pid}-${Date.now()}-${++count}`;

function connectTo(url: string, keyPrefix: string, timeoutMs = 2_000) {
  const telemetry = createTelemetry({ level: "silent" });
  return { redis: createRedisConnection({ url, keyPrefix, timeoutMs }, telemetry), telemetry };
}

/** How often reading was answered by a copy, made one, or went past Redis. */
function outcomes({ counters }: MeasurementSnapshot): Readonly<Record<string, number>> {
  const own = counters.filter(({ name }) => name === "keepsake_state_copies");
  return Object.fromEntries(own.map(({ labels, value }) => [String(labels.outcome), value]));
}

sessionStoreConformance(async () => {
  const storage = createMemoryStorage();
  await storage.open();
  const { redis, telemetry } = connectTo(URL_OF_REDIS, freshPrefix());
  await redis.open();
  return {
    storage: { ...storage, sessions: createCopiedSessions({ durable: storage.sessions, redis, telemetry }) },
    cleanup: async () => {
      await redis.close();
      await storage.close();
    },
  };
});

describe("8.2 working memory with copies in Redis", () => {
  let storage: ReturnType<typeof createMemoryStorage>;
  let scope: Scope;
  let prefix: string;
  const opened: RedisConnection[] = [];
  const processOf = async (options: { url?: string; durable?: SessionStore; timeoutMs?: number } = {}) => {
    const { redis, telemetry } = connectTo(options.url ?? URL_OF_REDIS, prefix, options.timeoutMs);
    await redis.open();
    opened.push(redis);
    const sessions = createCopiedSessions({ durable: options.durable ?? storage.sessions, redis, telemetry });
    return { redis, sessions, outcomes: () => outcomes(telemetry.snapshot()) };
  };
  beforeEach(async () => {
    storage = createMemoryStorage();
    await storage.open();
    await storage.tenants.ensure("acme", NOW);
    scope = makeScope("acme", "ada");
    prefix = freshPrefix();
  });
  afterEach(async () => {
    for (const redis of opened.splice(0)) await redis.close();
    await storage.close();
  });

  it("reads the second time from the copy, and a write of another process is seen at once", async () => {
    const [a, b] = [await processOf(), await processOf()];
    await a.sessions.put(scope, "task", "step", 1, KEEP);
    expect((await b.sessions.find(scope, "task", "step", NOW))?.value).toBe(1);
    expect((await b.sessions.list(scope, "task", NOW)).map(({ value }) => value)).toEqual([1]);
    expect(b.outcomes()).toEqual({ miss: 1, hit: 1 });
    await a.sessions.put(scope, "task", "step", 2, KEEP);
    expect((await b.sessions.find(scope, "task", "step", NOW))?.value).toBe(2);
    await a.sessions.delete(scope, "task", "step");
    expect(await b.sessions.find(scope, "task", "step", NOW)).toBeUndefined();
    await a.sessions.put(scope, "task", "step", 3, KEEP);
    await b.sessions.find(scope, "task", "step", NOW);
    await a.sessions.clear(scope);
    expect(await b.sessions.list(scope, "task", NOW)).toEqual([]);
  });

  it("P17 a reader that read before a write leaves no old copy behind", async () => {
    const writer = await processOf();
    await writer.sessions.put(scope, "task", "step", "old", KEEP);
    let goOn = (): void => undefined;
    let hasRead = (): void => undefined;
    const read = new Promise<void>((resolve) => {
      hasRead = resolve;
    });
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow: SessionStore = {
      ...storage.sessions,
      list: async (...request) => {
        const entries = await storage.sessions.list(...request);
        hasRead();
        await gate;
        return entries;
      },
    };
    const reader = await processOf({ durable: slow });
    const reading = reader.sessions.find(scope, "task", "step", NOW);
    await read;
    await writer.sessions.put(scope, "task", "step", "new", KEEP);
    goOn();
    expect((await reading)?.value, "it began before the write").toBe("old");
    expect((await writer.sessions.find(scope, "task", "step", NOW))?.value).toBe("new");
    expect((await writer.sessions.find(scope, "task", "step", NOW))?.value).toBe("new");
  });

  it("loses nothing when Redis is flushed, and copies anew", async () => {
    const a = await processOf();
    for (const key of ["x", "y", "z"]) await a.sessions.put(scope, "task", key, key, KEEP);
    await a.sessions.list(scope, "task", NOW);
    await a.redis.run("return redis.call('FLUSHDB')", [], []);
    expect((await a.sessions.list(scope, "task", NOW)).map(({ key }) => key)).toEqual(["x", "y", "z"]);
    expect((await a.sessions.list(scope, "task", NOW)).map(({ key }) => key)).toEqual(["x", "y", "z"]);
    expect(a.outcomes()).toEqual({ miss: 2, hit: 1 });
  });

  it("copies no space that is very large, and answers it all the same", async () => {
    const a = await processOf();
    for (let index = 0; index < 5; index++) await a.sessions.put(scope, "task", `k${index}`, "字".repeat(60_000), KEEP);
    for (let round = 0; round < 2; round++) {
      expect(await a.sessions.list(scope, "task", NOW)).toHaveLength(5);
      expect((await a.sessions.find(scope, "task", "k3", NOW))?.value).toHaveLength(60_000);
    }
    expect(a.outcomes()).toEqual({ miss: 1, passed: 3 });
  });

  it("keeps a copy no longer than it says, also when it is read again and again", async () => {
    const a = await processOf();
    await a.sessions.put(scope, "task", "step", 1, KEEP);
    await a.sessions.list(scope, "task", NOW);
    const key = a.redis.keyOf(scope, "state");
    const life = Number(await a.redis.run("return redis.call('PTTL', KEYS[1])", [key], []));
    expect(life).toBeGreaterThan(0);
    expect(life).toBeLessThanOrEqual(30_000);
    await a.redis.run("return redis.call('PEXPIRE', KEYS[1], 1000)", [key], []);
    await a.sessions.list(scope, "task", NOW);
    await a.sessions.list(scope, "other", NOW);
    expect(Number(await a.redis.run("return redis.call('PTTL', KEYS[1])", [key], []))).toBeLessThanOrEqual(1_000);
  });

  describe("with Redis out of reach", () => {
    let proxy: TcpProxy;
    let through: string;
    beforeEach(async () => {
      const { hostname, port, password, pathname } = new URL(URL_OF_REDIS);
      proxy = await openTcpProxy({ host: hostname, port: Number(port) });
      through = `redis://:${password}@127.0.0.1:${proxy.port}${pathname}`;
    });
    afterEach(() => proxy.close());

    it.each(["cut", "hang"] as const)("P16 answers rightly from the durable store (%s)", async (fault) => {
      const a = await processOf({ url: through, timeoutMs: 200 });
      await a.sessions.put(scope, "task", "step", 1, KEEP);
      await a.sessions.list(scope, "task", NOW);
      proxy[fault]();
      await a.sessions.put(scope, "task", "step", 2, KEEP);
      expect((await a.sessions.find(scope, "task", "step", NOW))?.value).toBe(2);
      expect((await a.sessions.list(scope, "task", NOW)).map(({ value }) => value)).toEqual([2]);
      expect(await a.sessions.delete(scope, "task", "step")).toBe(true);
      expect(await a.sessions.find(scope, "task", "step", NOW)).toBeUndefined();
      expect(a.outcomes().passed).toBe(3);
    });

    it("takes the copies away that it could not reach, as soon as it can", async () => {
      const [cutOff, other] = [await processOf({ url: through, timeoutMs: 200 }), await processOf()];
      await other.sessions.put(scope, "task", "step", "old", KEEP);
      await other.sessions.find(scope, "task", "step", NOW);
      proxy.cut();
      await cutOff.sessions.put(scope, "task", "step", "new", KEEP);
      expect((await cutOff.sessions.find(scope, "task", "step", NOW))?.value, "the writer itself").toBe("new");
      proxy.mend();
      await expect
        .poll(
          async () => {
            await cutOff.sessions.find(scope, "elsewhere", "x", NOW);
            return (await other.sessions.find(scope, "task", "step", NOW))?.value;
          },
          { timeout: 10_000 },
        )
        .toBe("new");
    });
  });
});
