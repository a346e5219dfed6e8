/**
 * A server in a process of its own, so that it can be fuzzed, killed, frozen and measured from outside. Prints `listening URL`, then lives
 * until SIGTERM, or until whoever started it closes its input.
 * Arguments: overrides for `loadConfig` as JSON, beside a store in memory and a fake embedder; `--model`: with a chat model that answers.
 */
import { parseArgs } from "node:util";
import { startModelServer } from "keepsake/testing";
import { openEngine } from "../../src/compose.js";
import { type KeepsakeConfigInput, loadConfig } from "../../src/config/index.js";
import { openHttpDoor } from "../../src/doors/serving.js";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { model: { type: "boolean" } } });
const models = values.model === true ? await startModelServer() : undefined;
const overrides = {
  storage: { kind: "memory" },
  embedder: { kind: "fake" },
  log: { level: "error" },
  ...(models === undefined ? {} : { chatModel: { url: models.url, model: "fake" } }),
  ...(JSON.parse(positionals[0] ?? "{}") as KeepsakeConfigInput),
} satisfies KeepsakeConfigInput;
const config = loadConfig({ env: {}, file: false, overrides });
const engine = await openEngine(config);
const server = await openHttpDoor(engine, config);

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await server.close();
  await engine.close();
  await models?.close();
  process.exit(0);
}
process.on("SIGTERM", () => void stop());
process.stdin.on("end", () => void stop()).resume();
process.stdout.write(`listening ${server.url}\n`);
