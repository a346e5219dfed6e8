import { describe, expect, it } from "vitest";
import { makeScope } from "../../domain/index.js";
import { HOSTILE_IDS } from "../../testing/storage/index.js";
import { createTelemetry } from "../system/index.js";
import { createRedisConnection } from "./index.js";
import { reportOf } from "./report.js";

const connectionTo = (url: string) =>
  createRedisConnection({ url, keyPrefix: "ks", timeoutMs: 200 }, createTelemetry({ level: "silent" }));

describe("keys in Redis", () => {
  const redis = connectionTo("redis://name:secret@127.0.0.1:1/3");

  it("P09 every user has a key of its own in one slot of a cluster, whatever the ids look like", () => {
    const scopes = HOSTILE_IDS.flatMap((tenant) => HOSTILE_IDS.map((user) => makeScope(tenant, user)));
    const keys = scopes.map((scope) => redis.keyOf(scope, "state"));
    expect(new Set(keys).size).toBe(scopes.length);
    for (const key of keys)
      expect(key, "exactly one hash tag, and nothing that ends it early").toMatch(/^ks:[^{}:\s]+:\{[\w-]{22}\}:state$/);
  });

  it("names the tenant, so that rights can be given by it, and never the user", () => {
    const key = redis.keyOf(makeScope("acme", "ada.lovelace"), "state");
    expect(key).toMatch(/^ks:acme:/);
    expect(key).not.toContain("ada");
  });

  it("says where it is without saying the password", () => {
    expect(redis.address).toBe("127.0.0.1:1/3");
    expect(connectionTo("redis://127.0.0.1").address).toBe("127.0.0.1:6379");
  });
});

describe("a Redis that is not there", () => {
  it("8.2 is no reason not to open; a call fails with UNAVAILABLE instead of waiting", async () => {
    const redis = connectionTo("redis://127.0.0.1:1");
    await redis.open();
    await expect(redis.run("return 1", [], [])).rejects.toMatchObject({ code: "UNAVAILABLE", retryable: true });
    await expect(redis.examine()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await redis.close();
    await expect(redis.run("return 1", [], [])).rejects.toMatchObject({ code: "CLOSED" });
  });
});

describe("what a Redis says of itself", () => {
  const info = (fields: Readonly<Record<string, string | number>>) =>
    reportOf(
      `# Server\r\n${Object.entries({
        redis_version: "7.0.15",
        role: "master",
        maxmemory: 268_435_456,
        used_memory: 1_048_576,
        maxmemory_policy: "noeviction",
        aof_enabled: 0,
        ...fields,
      })
        .map(([name, value]) => `${name}:${value}`)
        .join("\r\n")}\r\n`,
    );

  it("10.2 is without concern when memory is bounded and nothing is written to disk", () => {
    expect(info({})).toEqual({
      version: "7.0.15",
      summary: "maxmemory 256 MiB, noeviction, 1 MiB used, append-only file off",
      concerns: [],
    });
  });

  it.each([
    [{ maxmemory: 0 }, "memory-unbounded"],
    [{ used_memory: 260_000_000 }, "memory-nearly-full"],
    [{ role: "slave" }, "not-primary"],
    [{ aof_enabled: 1 }, "written-to-disk"],
    [{ redis_version: "5.0.14" }, "too-old"],
  ])("10.2 tells of %j", (fields, concern) => {
    expect(info(fields).concerns).toEqual([concern]);
  });
});
