import { Redis } from "ioredis";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { addressOf, notAnswering } from "./addresses.js";

const TIMEOUT_MS = 5_000;

async function askPostgres(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: TIMEOUT_MS });
  try {
    await client.connect();
    await client.query("SELECT '[1,2]'::vector");
  } catch (thrown) {
    throw notAnswering("KEEPSAKE_TEST_POSTGRES_URL", thrown);
  } finally {
    await client.end();
  }
}

async function askMariadb(address: string): Promise<void> {
  try {
    const client = await createConnection({ uri: address, connectTimeout: TIMEOUT_MS });
    await client.query({ sql: "SELECT 1", timeout: TIMEOUT_MS });
    await client.end();
  } catch (thrown) {
    throw notAnswering("KEEPSAKE_TEST_MARIADB_URL", thrown);
  }
}

async function askRedis(address: string): Promise<void> {
  const client = new Redis(address, {
    ...{ lazyConnect: true, retryStrategy: null, connectTimeout: TIMEOUT_MS, commandTimeout: TIMEOUT_MS },
  });
  let heard: unknown;
  client.on("error", (error: unknown) => {
    heard = error;
  });
  try {
    await client.connect();
    await client.ping();
  } catch (thrown) {
    throw notAnswering("KEEPSAKE_TEST_REDIS_URL", heard ?? thrown);
  } finally {
    client.disconnect();
  }
}

async function askS3(address: string): Promise<void> {
  try {
    // without a signature it refuses: it answers
    await fetch(new URL("/", address.replace(/\/\/[^@/]*@/, "//")), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (thrown) {
    throw notAnswering("KEEPSAKE_TEST_S3_URL", thrown);
  }
}

/** Before any test: every service is there, or the run fails and says what to do. */
export async function setup(): Promise<void> {
  await askPostgres(addressOf("KEEPSAKE_TEST_POSTGRES_URL"));
  await askMariadb(addressOf("KEEPSAKE_TEST_MARIADB_URL"));
  await askRedis(addressOf("KEEPSAKE_TEST_REDIS_URL"));
  await askS3(addressOf("KEEPSAKE_TEST_S3_URL"));
}
