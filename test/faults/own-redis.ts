import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { findFreePort } from "../../src/testing/free-port.js";

const START_MS = 20_000;

/** A Redis of the campaign's own, that may be killed and emptied. It keeps nothing on disk. */
export interface OwnRedis {
  readonly url: string;
  /** Ends it as a loss of power would; it stays away until `start`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export async function startOwnRedis(): Promise<OwnRedis> {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-redis-"));
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  const ask = async (question: (client: Redis) => Promise<unknown>, withinMs: number): Promise<void> => {
    const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50, connectTimeout: withinMs });
    client.on("error", () => undefined); // until it listens
    const timer = setTimeout(() => client.disconnect(), withinMs);
    try {
      await question(client);
    } finally {
      clearTimeout(timer);
      client.disconnect();
    }
  };
  const redis: OwnRedis = {
    url,
    async start() {
      const line = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"];
      const child = spawn("redis-server", line, { stdio: "ignore" });
      server = child;
      ended = new Promise((resolve) => child.once("close", () => resolve()).once("error", () => resolve()));
      await ask((client) => client.ping(), START_MS);
    },
    async kill() {
      server?.kill("SIGKILL");
      await ended;
    },
    flush: () => ask((client) => client.flushall(), START_MS),
    async stop() {
      await redis.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}
