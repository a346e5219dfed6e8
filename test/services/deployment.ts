import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { addressOf } from "./addresses.js";
import { type ServingProcess, startServing } from "./serving-process.js";

export type { ServingProcess };

/** The last of the databases that a Redis has unless it is told otherwise: tests that empty theirs disturb nobody. */
const OWN_REDIS_DATABASE = 15;

/** Processes on one database and one Redis, as they run in production. */
export interface Deployment {
  readonly databaseUrl: string;
  /** A database of its own, which may be emptied. */
  readonly redisUrl: string;
  start(role: "api" | "worker" | "all", env?: Readonly<Record<string, string>>): Promise<ServingProcess>;
  /** Ends what still runs and drops what was stored. */
  close(): Promise<void>;
}

export function openDeployment(shared: Readonly<Record<string, string>> = {}): Deployment {
  const name = `deployment_${randomBytes(6).toString("hex")}`;
  const database = addressOf("KEEPSAKE_TEST_POSTGRES_URL");
  const redisUrl = new URL(`/${OWN_REDIS_DATABASE}`, addressOf("KEEPSAKE_TEST_REDIS_URL")).toString();
  const dataFolder = mkdtempSync(join(tmpdir(), "keepsake-deployment-"));
  const running = new Set<ServingProcess>();
  const common = {
    ...{
      PATH: process.env.PATH ?? "",
      KEEPSAKE_DATA: dataFolder,
      KEEPSAKE_EMBEDDER: "fake",
      KEEPSAKE_LOG_LEVEL: "error",
    },
    ...{ KEEPSAKE_STORAGE: "postgres", KEEPSAKE_POSTGRES_URL: database, KEEPSAKE_POSTGRES_SCHEMA: name },
    ...{ KEEPSAKE_POSTGRES_PARTITIONS: "1", KEEPSAKE_JOURNAL_LEASE_SECONDS: "3" },
    ...{
      KEEPSAKE_REDIS_URL: redisUrl,
      KEEPSAKE_REDIS_PREFIX: name,
      KEEPSAKE_SESSIONS: "redis",
    },
    ...shared,
  };
  return {
    databaseUrl: database,
    redisUrl,
    async start(role, env = {}) {
      const serving = await startServing(role, { ...common, ...env });
      running.add(serving);
      return serving;
    },
    async close() {
      await Promise.all([...running].map((serving) => serving.kill()));
      const client = new pg.Client({ connectionString: database });
      await client.connect();
      await client.query(`DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(name)} CASCADE`);
      await client.end();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** One call of the HTTP door; throws where it was not answered with success. */
export async function callHttp(
  serving: ServingProcess,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(serving.url + path, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}
