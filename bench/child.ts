import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const COMMAND = fileURLToPath(new URL("../bin/keepsake.js", import.meta.url));
const BUILT = fileURLToPath(new URL("../dist/src/main.js", import.meta.url));

/** The built command, as an installed package runs it. */
export function startKeepsake(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  if (!existsSync(BUILT)) throw new Error("The command is measured as it is shipped: run `npm run build` first.");
  return spawn(process.execPath, [COMMAND, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...withoutOwnVariables(), KEEPSAKE_DATA: folder, KEEPSAKE_USER: "ada", ...environment },
  });
}

/** Without Keepsake's own variables: the command refuses those it does not know, and takes settings from those it does. */
export function withoutOwnVariables(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("KEEPSAKE_")));
}

/** Runs a command to its end; returns the milliseconds it took. Throws where it fails. */
export async function runKeepsake(folder: string, args: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = startKeepsake(folder, args);
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdout?.resume();
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`keepsake ${args.join(" ")} ended with ${code}: ${errors.slice(0, 500)}`);
  return performance.now() - began;
}

/** Polls until the server answers; returns the milliseconds since `began`. */
export async function untilAnswering(url: string, began: number, child: ChildProcess): Promise<number> {
  while (child.exitCode === null && performance.now() - began < 60_000) {
    const answer = await fetch(url).catch(() => undefined); // refused until it listens
    if (answer?.ok) return performance.now() - began;
    await sleep(5);
  }
  throw new Error(`The server did not answer at ${url}.`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resident memory of a process in MB, where the system tells it (Linux). */
export function residentMb(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_000;
}

/** A tick of /proc: 1/100 s on every Linux. */
const MS_PER_TICK = 10;

/** Milliseconds that a process has had a processor, its threads together, where the system tells it (Linux). */
export function processorMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
