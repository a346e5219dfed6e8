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

/** Bytes on disk of a schema's tables, with their indexes and what is kept outside of the rows. */
export async function sizeOfSchema(url: string, schema: string): Promise<number> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ readonly bytes: string }>(
    `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bytes
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relkind IN ('r', 'm')`,
    [schema],
  );
  await client.end();
  return Number(rows[0]?.bytes);
}
