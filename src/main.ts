/** The command's entry: wires the command line to the composed engine. */
import { runCli } from "./doors/cli/run.js";

// The S3 client tells everybody on Node 20 to move on; which version this product runs on is its own matter.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
process.exitCode = await runCli(
  process.argv.slice(2),
  { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: process.env },
  // Loaded when an engine is needed: `--help` and `config` answer without it.
  async (config) => (await import("./compose.js")).openEngine(config),
  async (config) => (await import("./compose.js")).openStorage(config),
  async (config) => (await import("./compose.js")).openFiles(config),
);
