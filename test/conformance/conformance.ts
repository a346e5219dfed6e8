import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { openEngine } from "../../src/compose.js";
import { loadConfig } from "../../src/config/index.js";
import { serveHttp } from "../../src/doors/http/index.js";
import { createMcpHttpHandler } from "../../src/doors/mcp/index.js";
import { expectationOf } from "./expected.js";
import { createFixtureServer } from "./fixture-server.js";

/** Which server stands behind the address. */
export const BEHIND = ["product", "fixture"] as const;
export type Behind = (typeof BEHIND)[number];

export interface ScenarioResult {
  readonly scenario: string;
  readonly passed: number;
  /** What the failed checks say. */
  readonly failures: readonly string[];
}

interface Check {
  readonly status: string;
  readonly id: string;
  readonly errorMessage?: string;
}

const LIMIT_MS = 120_000;
const run = promisify(execFile);

/** The runner that is a dependency of the tests: revision 2025-11-25. */
export function bundledRunner(): string {
  const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
  return join(dirname(manifest), "dist/index.js");
}

async function resultOf(folder: string, name: string): Promise<ScenarioResult> {
  const checks = JSON.parse(await readFile(join(folder, name, "checks.json"), "utf8")) as readonly Check[];
  const [, scenario = name] = /^server-(.+?)-\d{4}-\d{2}-\d{2}T[\dZ-]+$/.exec(name) ?? [];
  const failures = checks.filter(({ status }) => status === "FAILURE");
  return {
    scenario,
    passed: checks.filter(({ status }) => status === "SUCCESS").length,
    failures: failures.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? ""}`),
  };
}

/** Serves on a free port of this machine, in memory, and closes everything when the work is done. */
async function whileServed<Result>(behind: Behind, work: (url: string) => Promise<Result>): Promise<Result> {
  const overrides = {
    storage: { kind: "memory" },
    embedder: { kind: "fake" },
    log: { level: "silent" },
    http: { port: 0, limits: { burst: 10_000 } },
  } as const;
  const config = loadConfig({ env: {}, file: false, overrides });
  const engine = await openEngine(config);
  try {
    const fixture = behind === "fixture" ? [createFixtureServer] : [];
    const mount = { path: "/mcp" };
    const server = await serveHttp(engine, config, [
      (gate) => ({ ...mount, ...createMcpHttpHandler(engine, config, gate, ...fixture) }),
    ]);
    try {
      return await work(`${server.url}/mcp/ada`);
    } finally {
      await server.close();
    }
  } finally {
    await engine.close();
  }
}

/**
 * Lets the official runner loose on the endpoint.
 * @param options `runner`: its script; `terms`: which scenarios, in its own options
 */
export function runScenarios(
  behind: Behind,
  options: { readonly runner: string; readonly terms: readonly string[] },
): Promise<readonly ScenarioResult[]> {
  return whileServed(behind, async (url) => {
    const folder = await mkdtemp(join(tmpdir(), "keepsake-conformance-"));
    try {
      const args = [options.runner, "server", "--url", url, "--output-dir", folder, ...options.terms];
      // it ends in failure when any scenario failed, those that do not apply included: what counts is in the files
      await run(process.execPath, args, { timeout: LIMIT_MS, maxBuffer: 64_000_000 }).catch((thrown: unknown) => {
        if (!(thrown instanceof Error && "code" in thrown && thrown.code === 1)) throw thrown;
      });
      const names = await readdir(folder);
      return await Promise.all(names.sort().map((name) => resultOf(folder, name)));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** What is not as it is expected to be, a line each. */
export function faultsOf(behind: Behind, results: readonly ScenarioResult[]): readonly string[] {
  return results.flatMap(({ scenario, passed, failures }) => {
    const expected = expectationOf(scenario);
    if (expected === undefined) return [`${scenario}: is not in the list of what is expected`];
    // what the product passes, the fixture passes as well: both stand behind the same address
    if (expected !== behind) return [];
    if (failures.length > 0) return [`${scenario}: ${failures.join("; ")}`];
    return passed === 0 ? [`${scenario}: nothing was checked`] : [];
  });
}
