const REMEDY =
  "run `scripts/services.sh up` and `scripts/vector-services.sh up`, then `eval` what each prints for `env`";

/** The address of a service that the tests need. Throws where it is not set: these tests fail rather than skip. */
export function addressOf(
  variable: `KEEPSAKE_TEST_${"POSTGRES" | "PGBOUNCER" | "MARIADB" | "REDIS" | "CHROMA" | "S3" | "OPENSEARCH" | "ELASTICSEARCH" | "MILVUS"}_URL`,
): string {
  const address = process.env[variable];
  if (address === undefined || address === "") throw new Error(`${variable} is not set: ${REMEDY}`);
  return address;
}

export function notAnswering(variable: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new Error(`the service of ${variable} does not answer (${why}): ${REMEDY}`, { cause });
}
