import { randomBytes } from "node:crypto";

/** The PostgreSQL that the tests use. */
export function databaseUrl(): string {
  const url = process.env.KEEPSAKE_TEST_POSTGRES_URL;
  if (url !== undefined && url !== "") return url;
  throw new Error(
    'KEEPSAKE_TEST_POSTGRES_URL is not set: run `scripts/services.sh up`, then `eval "$(scripts/services.sh env)"`',
  );
}

/** Runs `work` with the name of a schema that nobody else uses; it is dropped afterwards. */
export async function inSchema<Result>(work: (url: string, schema: string) => Promise<Result>): Promise<Result> {
  const url = databaseUrl();
  const schema = `bench_${randomBytes(6).toString("hex")}`;
  try {
    return await work(url, schema);
  } finally {
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await client.end();
  }
}
