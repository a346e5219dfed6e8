import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../../testing/free-port.js";

/** A server of the test's own, that may be killed. */
export interface OwnServer {
  readonly url: string;
  /** Kills the process that serves a connection; the server then ends all others and recovers. */
  killBackend(pid: number): void;
  /** Kills the server as a loss of power would, and starts it again. */
  killServer(): Promise<void>;
  /** Starts it again where it gave up by itself, as after a full disk. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

export interface OwnServerOptions {
  /** Where its folder is made. Default: the folder for temporary files. */
  readonly parent?: string;
  /** Further settings of the server, each as `name=value`. */
  readonly settings?: readonly string[];
}

const PACKAGES = "/usr/lib/postgresql";

function findPrograms(): string {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES) : [];
  const newest = versions
    .sort((a, b) => Number(b) - Number(a))
    .find((name) => existsSync(join(PACKAGES, name, "bin/initdb")));
  if (newest === undefined) throw new Error("no PostgreSQL server is installed: run `scripts/services.sh up`");
  return join(PACKAGES, newest, "bin");
}

/** PostgreSQL refuses to run as root: there it runs as the user that its package made. */
async function asServer(program: string, args: readonly string[]): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const command = isRoot ? "setpriv" : program;
  const identity = isRoot ? ["--reuid=postgres", "--regid=postgres", "--init-groups", "--", program] : [];
  const child = spawn(command, [...identity, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  // "exit", not "close": the server that it starts may inherit its pipe
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("exit", resolve);
  });
  child.stderr.destroy();
  if (status !== 0) throw new Error(`${program} failed: ${said}`);
}

export async function startOwnServer(own: OwnServerOptions = {}): Promise<OwnServer> {
  const programs = findPrograms();
  const folder = mkdtempSync(join(own.parent ?? tmpdir(), "keepsake-postgres-"));
  if (process.getuid?.() === 0) {
    const id = (option: string) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
    chownSync(folder, id("-u"), id("-g"));
  }
  const data = join(folder, "data");
  const port = await findFreePort();
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=60"];
  const options = [`-p ${port}`, ...[...settings, ...(own.settings ?? [])].map((each) => `-c ${each}`)].join(" ");
  const start = () =>
    asServer(join(programs, "pg_ctl"), [
      "-D",
      data,
      "-w",
      "-t",
      "60",
      "-l",
      join(folder, "log"),
      "-o",
      options,
      "start",
    ]);
  const isAlive = (pid: number) => existsSync(`/proc/${pid}`);
  await asServer(join(programs, "initdb"), [
    "-D",
    data,
    "-U",
    "keepsake",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
  ]);
  await start();
  return {
    url: `postgres://keepsake@127.0.0.1:${port}/postgres`,
    killBackend: (pid) => void process.kill(pid, "SIGKILL"),
    async killServer() {
      const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
      const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
      const family = [
        pid,
        ...children
          .split("\n")
          .map(Number)
          .filter((child) => child > 0),
      ];
      for (const each of family) if (isAlive(each)) process.kill(each, "SIGKILL");
      while (family.some(isAlive)) await new Promise((wake) => setTimeout(wake, 20));
      await start();
    },
    async revive() {
      const file = join(data, "postmaster.pid");
      const pid = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
      if (pid === 0 || !isAlive(pid)) await start();
    },
    async stop() {
      await asServer(join(programs, "pg_ctl"), ["-D", data, "-w", "-m", "immediate", "stop"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
