import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addressOf } from "../../../../test/services/addresses.js";
import { openTcpProxy, type TcpProxy } from "../../../testing/tcp-proxy.js";
import { createRedisConnection, type RedisConnection } from "../../redis/index.js";
import { createTelemetry } from "../../system/index.js";
import { createRedisWakeUp } from "./index.js";

const URL_OF_REDIS = addressOf("KEEPSAKE_TEST_REDIS_URL");

describe("8.2 hints over Redis", () => {
  const opened: RedisConnection[] = [];
  let proxy: TcpProxy;
  let keyPrefix: string;
  const processOf = async (url = URL_OF_REDIS) => {
    const redis = createRedisConnection({ url, keyPrefix, timeoutMs: 500 }, createTelemetry({ level: "silent" }));
    await redis.open();
    opened.push(redis);
    const wakeUp = createRedisWakeUp(redis);
    const heard = { count: 0 };
    return { redis, wakeUp, heard, end: wakeUp.subscribe(() => void heard.count++) };
  };
  /** Subscribing takes a moment: hints are given until one is heard. */
  const reaches = async (from: Awaited<ReturnType<typeof processOf>>, to: Awaited<ReturnType<typeof processOf>>) => {
    const before = to.heard.count;
    await expect
      .poll(
        () => {
          from.wakeUp.notify();
          return to.heard.count;
        },
        { timeout: 10_000 },
      )
      .toBeGreaterThan(before);
  };
  beforeEach(async () => {
    const { hostname, port } = new URL(URL_OF_REDIS);
    keyPrefix = `test-${process.pid}-${Date.now()}`;
    proxy = await openTcpProxy({ host: hostname, port: Number(port) });
  });
  afterEach(async () => {
    for (const redis of opened.splice(0)) await redis.close();
    await proxy.close();
  });
  const through = () => {
    const address = new URL(URL_OF_REDIS);
    address.port = String(proxy.port);
    return address.toString();
  };

  it("reach the workers of other processes, and nobody who has unsubscribed", async () => {
    const [a, b] = [await processOf(), await processOf()];
    await reaches(a, b);
    await reaches(b, a);
    b.end();
    const before = b.heard.count;
    const c = await processOf();
    await reaches(a, c);
    expect(b.heard.count).toBe(before);
  });

  it("hints of one moment are one", async () => {
    const [a, b] = [await processOf(), await processOf()];
    await reaches(a, b);
    const before = a.heard.count;
    for (let index = 0; index < 100; index++) a.wakeUp.notify();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(a.heard.count).toBe(before + 1);
  });

  it("P16 without Redis this process's own workers are woken; the others again when it is back", async () => {
    const [a, b] = [await processOf(through()), await processOf()];
    await reaches(a, b);
    await reaches(b, a);
    proxy.cut();
    await reaches(a, a);
    proxy.mend();
    await reaches(a, b);
    await reaches(b, a);
  });
});
