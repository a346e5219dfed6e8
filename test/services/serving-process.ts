import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
const LOADER = import.meta.resolve("tsx");
const BUILT = fileURLToPath(new URL("../../bin/keepsake.js", import.meta.url));
const START_MS = 60_000;
/** Characters of what it said last that are kept. */
const MOST_KEPT = 20_000;

export interface ServingProcess {
  readonly url: string;
  readonly pid: number;
  /** What it wrote to stderr, the last of it. */
  errors(): string;
  /** Whether it has ended, by itself or otherwise. */
  hasEnded(): boolean;
  /** Ends it without a chance to say goodbye, and resolves when it is gone. */
  kill(): Promise<void>;
}

async function firstLine(child: ChildProcess, errors: () => string): Promise<string> {
  let out = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`it did not start within ${START_MS} ms: ${errors()}`));
    }, START_MS);
    child.stdout?.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
      if (!out.includes("\n")) return;
      clearTimeout(timer);
      resolve(out);
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      reject(new Error(`it ended with ${code}: ${errors()}`));
    });
  });
}

/** The code as it stands, or what was built of it, which starts in half the time. */
export type Program = "source" | "built";

/** `keepsake serve` in a process of its own, on a free port of loopback, with no environment but the given one. @throws when it ends before it listens */
export async function startServing(
  role: "api" | "worker" | "all",
  env: Readonly<Record<string, string>>,
  program: Program = "source",
): Promise<ServingProcess> {
  const code = program === "built" ? [BUILT] : ["--import", LOADER, MAIN];
  const line = ["serve", "--role", role, "--port", "0", "--json"];
  const child = spawn(process.execPath, [...code, ...line], { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => {
    err = (err + chunk.toString("utf8")).slice(-MOST_KEPT);
  });
  const { url } = JSON.parse(await firstLine(child, () => err)) as { readonly url: string };
  return {
    url,
    pid: child.pid ?? 0,
    errors: () => err,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
