import { execFileSync, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import { findFreePort } from "../../../testing/free-port.js";

/** A server of the test's own, that may be killed. */
export interface OwnServer {
  readonly url: string;
  /** Kills the server as a loss of power would. */
  kill(): Promise<void>;
  /** Starts it again; it recovers. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const START_MS = 60_000;
const isRoot = process.getuid?.() === 0;

/** MariaDB refuses to run as root: there it runs as the user that its package made. */
function asServer(program: string, args: readonly string[]): readonly [string, string[]] {
  return isRoot
    ? ["setpriv", ["--reuid=mysql", "--regid=mysql", "--init-groups", "--", program, ...args]]
    : [program, [...args]];
}

async function answers(url: string): Promise<boolean> {
  try {
    const client = await createConnection({ uri: url });
    await client.end();
    return true;
  } catch {
    return false;
  }
}

export async function startOwnServer(): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-mariadb-"));
  const data = join(folder, "data");
  if (isRoot) {
    const id = (option: string) => Number(execFileSync("id", [option, "mysql"], { encoding: "utf8" }));
    chownSync(folder, id("-u"), id("-g"));
  }
  const port = await findFreePort();
  const url = `mysql://root@127.0.0.1:${port}/mysql`;
  const install = ["--no-defaults", `--datadir=${data}`, "--skip-test-db", "--auth-root-authentication-method=normal"];
  const made = spawnSync(...asServer("mariadb-install-db", install), { encoding: "utf8" });
  if (made.status !== 0) throw new Error(`no MariaDB could be made (run \`scripts/services.sh up\`): ${made.stderr}`);
  let running = { pid: 0, ended: Promise.resolve() };
  const start = async () => {
    const options = ["--no-defaults", `--datadir=${data}`, `--port=${port}`, "--bind-address=127.0.0.1"];
    const files = [
      `--socket=${join(data, "s.sock")}`,
      `--pid-file=${join(data, "pid")}`,
      `--log-error=${join(folder, "log")}`,
    ];
    const quiet: SpawnOptions = { stdio: "ignore" };
    const child = spawn(...asServer("mariadbd", [...options, ...files]), quiet);
    running = { pid: child.pid ?? 0, ended: new Promise((resolve) => child.once("close", () => resolve())) };
    const giveUpAt = Date.now() + START_MS;
    while (!(await answers(url))) {
      if (Date.now() > giveUpAt || child.exitCode !== null) throw new Error("MariaDB did not start");
      await new Promise((wake) => setTimeout(wake, 50));
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    if (existsSync(`/proc/${running.pid}`)) process.kill(running.pid, signal);
    await running.ended;
  };
  await start();
  return {
    url,
    start,
    kill: () => end("SIGKILL"),
    async stop() {
      await end("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
