/**
 * Malformed input from the OpenAPI document: Schemathesis with all its checks against a served engine on loopback.
 * Arguments: --requests N (default 10000, at least), --seed N (default 1); after `--`, what Schemathesis is told besides, e.g.
 * `-- --include-operation-id recall`. SCHEMATHESIS names the command where it is not on the path.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { REMOTE_OPERATIONS } from "../../src/operations/index.js";
import { startServed } from "./served-process.js";

const KEY = "fuzzed-by-a-stranger";
const FOLDER = fileURLToPath(new URL("./schemathesis/", import.meta.url));
/** Of each operation, before chance has its turn: boundaries of every field. */
const BOUNDARY_CASES = 2_500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { requests: { type: "string", default: "10000" }, seed: { type: "string", default: "1" } },
});
const command = process.env.SCHEMATHESIS ?? "schemathesis";
if (spawnSync(command, ["--version"]).status !== 0) {
  process.stderr.write(
    "Schemathesis is not there. Install it in an environment of its own and name its command:\n" +
      "  python3 -m venv /path/of/its/own && /path/of/its/own/bin/pip install 'schemathesis>=4.32,<5'\n" +
      "  SCHEMATHESIS=/path/of/its/own/bin/schemathesis npm run test:fuzz\n",
  );
  process.exit(2);
}
const requests = Number(values.requests);
const perOperation = Math.max(1, Math.ceil((requests - BOUNDARY_CASES) / REMOTE_OPERATIONS.length));

const server = await startServed(
  {
    http: {
      port: 0,
      apiKeys: [{ name: "fuzz", key: KEY }],
      limits: { requestsPerSecond: 1_000_000, burst: 1_000_000, concurrent: 100_000 },
    },
  },
  ["--model"],
);
const scratch = mkdtempSync(join(tmpdir(), "keepsake-fuzz-"));
try {
  const run = spawn(
    command,
    [
      ...["--config-file", join(FOLDER, "schemathesis.toml"), "run", `${server.url}/openapi.json`],
      ...["--checks", "all", "--max-examples", String(perOperation), "--seed", values.seed],
      ...["--continue-on-failure", "--no-color", "--header", `Authorization: Bearer ${KEY}`],
      ...positionals,
    ],
    {
      cwd: scratch,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, SCHEMATHESIS_HOOKS: join(FOLDER, "hooks.py") },
    },
  );
  const [code] = (await once(run, "exit")) as [number | null];
  const isAlive = (await fetch(`${server.url}/health/ready`)).ok;
  process.stdout.write(`server: ${isAlive ? "ready" : "NOT READY"}\n`);
  const faults = server.errors();
  if (faults !== "") process.stderr.write(`${faults}\n`);
  process.exitCode = code === 0 && isAlive && faults === "" ? 0 : 1;
} finally {
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}
