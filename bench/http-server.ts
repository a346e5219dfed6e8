import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { withoutOwnVariables } from "./child.js";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
export const KEY = "measured-by-the-bench";

/** The server from the same source as the library beside it, with a key and with limits that count and never refuse. */
export function startServer(
  dataFolder: string,
  port: number,
  embedder: "bundled" | "fake",
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const loader = import.meta.resolve("tsx");
  return spawn(process.execPath, ["--import", loader, MAIN, "serve"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...withoutOwnVariables(),
      KEEPSAKE_DATA: dataFolder,
      KEEPSAKE_EMBEDDER: embedder,
      KEEPSAKE_HTTP_PORT: String(port),
      KEEPSAKE_API_KEYS: `bench:${KEY}`,
      KEEPSAKE_HTTP_REQUESTS_PER_SECOND: "100000",
      KEEPSAKE_HTTP_BURST: "100000",
      KEEPSAKE_LOG_LEVEL: "error",
      ...environment,
    },
  });
}
