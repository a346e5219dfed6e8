import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { KeepsakeConfigInput } from "../../src/config/index.js";

const SCRIPT = fileURLToPath(new URL("./served.ts", import.meta.url));
const LOADER = import.meta.resolve("tsx");

/** A server in a process of its own. */
export interface ServedProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it wrote to stderr so far. */
  errors(): string;
  /** Ends it, frozen or not, and waits for that. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Starts `served.ts`. @throws when it ends before it listens */
export async function startServed(
  config: KeepsakeConfigInput = {},
  args: readonly string[] = [],
): Promise<ServedProcess> {
  const child = spawn(process.execPath, ["--import", LOADER, SCRIPT, JSON.stringify(config), ...args], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url = /^listening (\S+)$/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error(`the server ended before it listened: ${errors}`);
  child.stdout.resume();
  return {
    ...{ url, child },
    errors: () => errors,
    async stop(signal = "SIGTERM") {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGCONT");
      child.kill(signal);
      await ended;
    },
  };
}
