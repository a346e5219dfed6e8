import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { KeepsakeConfig } from "./config/index.js";
import type { Embedder, PairReader, Telemetry } from "./ports/index.js";
import { createServiceTurns } from "./remember/index.js";

/** The weights lie beside the code in a clone and two folders up from the compiled file in a package. */
function bundledModelFolder(): string {
  const up = import.meta.url.endsWith(".ts") ? ".." : "../..";
  return fileURLToPath(new URL(`${up}/model`, import.meta.url));
}

export async function makeEmbedder(
  embedder: KeepsakeConfig["embedder"],
  service: "embedder" | "nextEmbedder",
  telemetry: Telemetry,
): Promise<Embedder> {
  switch (embedder.kind) {
    case "fake": {
      const { createFakeEmbedder } = await import("./adapters/models/fake/index.js");
      return createFakeEmbedder(embedder.dimension === undefined ? {} : { dimension: embedder.dimension });
    }
    case "openai-compatible": {
      const { createOpenAiCompatibleEmbedder } = await import("./adapters/models/openai-compatible/index.js");
      return createOpenAiCompatibleEmbedder({
        ...embedder,
        turns: createServiceTurns(embedder, { service, telemetry }),
      });
    }
    case "bundled":
    case "folder": {
      const { createBundledEmbedder } = await import("./adapters/models/bundled/index.js");
      const modelFolder = embedder.kind === "folder" ? embedder.path : bundledModelFolder();
      return createBundledEmbedder({ modelFolder, runtime: embedder.runtime, threads: embedder.threads });
    }
  }
}

/** Its files are looked at, and its weights are loaded by what it is first asked. @throws CONFIG_INVALID */
export async function makeReader(
  { reader }: KeepsakeConfig,
  telemetry: Telemetry,
): Promise<{ readonly reader?: PairReader }> {
  if (reader.kind === "none") return {};
  const { createBundledReader, readReaderFolder } = await import("./adapters/models/bundled/index.js");
  const { runtime, threads } = reader;
  const models = bundledModelFolder();
  const folder = readReaderFolder(join(models, "reader"), models);
  return { reader: createBundledReader({ folder, runtime, threads, telemetry }) };
}
