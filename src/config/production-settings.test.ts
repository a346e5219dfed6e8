import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../domain/index.js";
import { type ConfigProblem, describeConfig, type KeepsakeConfig, loadConfig, renderProblems } from "./index.js";

const load = (env: Readonly<Record<string, string>>): KeepsakeConfig => loadConfig({ env, file: false });

function problemsOf(env: Readonly<Record<string, string>>): readonly ConfigProblem[] {
  try {
    load(env);
  } catch (error) {
    if (error instanceof KeepsakeError) return error.details.problems as readonly ConfigProblem[];
    throw error;
  }
  return [];
}

const POSTGRES = { KEEPSAKE_STORAGE: "postgres", KEEPSAKE_POSTGRES_URL: "postgres://ada:secret-one@db:5432/memories" };

const MARIADB = { KEEPSAKE_STORAGE: "mariadb", KEEPSAKE_MARIADB_URL: "mysql://ada:secret-four@db:3306/memories" };

describe("8.2 settings of a production deployment", () => {
  it("takes a database, a Redis and a role from the environment", () => {
    const config = load({
      ...POSTGRES,
      KEEPSAKE_POSTGRES_MAX_CONNECTIONS: "8",
      KEEPSAKE_REDIS_URL: "rediss://:secret-two@cache/2",
      KEEPSAKE_SESSIONS: "redis",
      KEEPSAKE_ROLE: "worker",
      KEEPSAKE_JOURNAL_MAX_WAITING: "5000",
    });
    expect(config.storage).toEqual({
      ...{ kind: "postgres", url: "postgres://ada:secret-one@db:5432/memories", schema: "keepsake", partitions: 16 },
      ...{ maxConnections: 8, busyTimeoutMs: 10_000, statementTimeoutMs: 30_000 },
    });
    expect(config.redis).toEqual({
      url: "rediss://:secret-two@cache/2",
      keyPrefix: "keepsake",
      cluster: false,
      timeoutMs: 500,
    });
    expect(config).toMatchObject({
      ...{ sessions: { kind: "redis" }, role: "worker", journal: { maxWaiting: 5_000, leaseSeconds: 60 } },
    });
  });

  it("8.3 takes a MariaDB, whose settings have variables of their own", () => {
    const config = load({ ...MARIADB, KEEPSAKE_MARIADB_MAX_CONNECTIONS: "8", KEEPSAKE_BUSY_TIMEOUT_MS: "900" });
    expect(config.storage).toEqual({
      ...{ kind: "mariadb", url: "mysql://ada:secret-four@db:3306/memories" },
      ...{ maxConnections: 8, busyTimeoutMs: 900, statementTimeoutMs: 30_000 },
    });
    const shown = describeConfig(config).filter(({ path }) => path === "storage.url");
    expect(shown.map(({ variable, value }) => [variable, value])).toEqual([
      ["KEEPSAKE_POSTGRES_URL", undefined],
      ["KEEPSAKE_MARIADB_URL", "mysql://db:3306/memories"],
    ]);
  });

  it("without any of them everything is as it is for one process", () => {
    const config = load({});
    expect(config).toMatchObject({ storage: { kind: "sqlite" }, sessions: { kind: "storage" }, role: "all" });
    expect(config.redis).toBeUndefined();
  });

  it.each([
    [{ KEEPSAKE_STORAGE: "postgres" }, "storage.url", "KEEPSAKE_POSTGRES_URL"],
    [{ ...POSTGRES, KEEPSAKE_POSTGRES_URL: "mysql://h/db" }, "storage.url", "KEEPSAKE_POSTGRES_URL"],
    [{ ...POSTGRES, KEEPSAKE_POSTGRES_SCHEMA: "Robert'); --" }, "storage.schema", "KEEPSAKE_POSTGRES_SCHEMA"],
    [
      { ...POSTGRES, KEEPSAKE_POSTGRES_MAX_CONNECTIONS: "1" },
      "storage.maxConnections",
      "KEEPSAKE_POSTGRES_MAX_CONNECTIONS",
    ],
    [{ ...POSTGRES, KEEPSAKE_ENCRYPTION_KEY: "12345678" }, "storage.encryptionKey", "KEEPSAKE_ENCRYPTION_KEY"],
    [{ KEEPSAKE_POSTGRES_URL: "postgres://h/db" }, "storage.url", "KEEPSAKE_POSTGRES_URL"],
    [{ KEEPSAKE_STORAGE: "mariadb" }, "storage.url", "KEEPSAKE_MARIADB_URL"],
    [{ ...MARIADB, KEEPSAKE_MARIADB_URL: "postgres://h/db" }, "storage.url", "KEEPSAKE_MARIADB_URL"],
    [{ ...MARIADB, KEEPSAKE_POSTGRES_URL: "postgres://h/db" }, "storage.url", "KEEPSAKE_POSTGRES_URL"],
    [{ ...POSTGRES, KEEPSAKE_MARIADB_URL: "mysql://h/db" }, "storage.url", "KEEPSAKE_MARIADB_URL"],
    [
      { ...MARIADB, KEEPSAKE_MARIADB_MAX_CONNECTIONS: "1" },
      "storage.maxConnections",
      "KEEPSAKE_MARIADB_MAX_CONNECTIONS",
    ],
    [{ ...MARIADB, KEEPSAKE_POSTGRES_SCHEMA: "keepsake" }, "storage.schema", "KEEPSAKE_POSTGRES_SCHEMA"],
    [{ KEEPSAKE_STORAGE: "oracle" }, "storage.kind", "KEEPSAKE_STORAGE"],
    [{ KEEPSAKE_SESSIONS: "redis" }, "redis.url", "KEEPSAKE_REDIS_URL"],
    [{ KEEPSAKE_REDIS_URL: "http://cache" }, "redis.url", "KEEPSAKE_REDIS_URL"],
    [{ KEEPSAKE_REDIS_URL: "redis://cache", KEEPSAKE_REDIS_PREFIX: "{a}" }, "redis.keyPrefix", "KEEPSAKE_REDIS_PREFIX"],
    [{ KEEPSAKE_ROLE: "boss" }, "role", "KEEPSAKE_ROLE"],
    [{ KEEPSAKE_ROLE: "api", KEEPSAKE_STORAGE: "memory" }, "role", "KEEPSAKE_ROLE"],
    [{ KEEPSAKE_ROLE: "worker", KEEPSAKE_WORKER: "off" }, "worker.enabled", "KEEPSAKE_WORKER"],
    [{ KEEPSAKE_JOURNAL_MAX_WAITING: "0" }, "journal.maxWaiting", "KEEPSAKE_JOURNAL_MAX_WAITING"],
  ])("%j: one problem, with its path, its variable and what to do, in both languages", (env, path, variable) => {
    const problems = problemsOf(env);
    expect(problems.map((problem) => problem.path)).toEqual([path]);
    expect(problems[0]?.variable).toBe(variable);
    expect(renderProblems(problems, "en")).toContain(variable);
    expect(renderProblems(problems, "zh")).toMatch(/应为.+请/u);
  });

  it("never shows a password, wherever in an address it stands", () => {
    const shown = JSON.stringify([
      describeConfig(load({ ...POSTGRES, KEEPSAKE_REDIS_URL: "redis://:secret-two@cache:6379/0" })),
      describeConfig(
        load({ ...POSTGRES, KEEPSAKE_POSTGRES_URL: "postgresql://db/memories?user=ada&password=secret-three" }),
      ),
    ]);
    expect(shown).not.toContain("secret");
    expect(shown).toContain("postgres://db:5432/memories");
    expect(shown).toContain("redis://cache:6379/0");
  });

  it("passes over variables that are the tests' own", () => {
    expect(problemsOf({ KEEPSAKE_TEST_REDIS_URL: "redis://h" })).toEqual([]);
    expect(problemsOf({ KEEPSAKE_TESTS: "x" })).toHaveLength(1);
  });
});
