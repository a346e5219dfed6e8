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

/** Bytes on disk by table, partitions together, each with its indexes and what is kept outside of the rows; the largest first. */
export async function sizesOfSchema(url: string, schema: string): Promise<ReadonlyMap<string, number>> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ readonly name: string; readonly bytes: string }>(
    `SELECT coalesce(parent.relname, c.relname) AS name, sum(pg_total_relation_size(c.oid)) AS bytes
       FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
       LEFT JOIN pg_class parent ON parent.oid = i.inhparent
      WHERE n.nspname = $1 AND c.relkind = 'r'
      GROUP BY 1
      ORDER BY 2 DESC`,
    [schema],
  );
  await client.end();
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
