import { existsSync } from "node:fs";
import { join } from "node:path";
import { KeepsakeError } from "../../../domain/index.js";
import type { EmbedderCalibration } from "../../../ports/index.js";
import { ManifestFields, readJson, refuseLargeFilePointer } from "./folder-files.js";
import type { TokenizerFiles } from "./text-encoder.js";

/** `graph`: the graph pools and gives one vector a text; the others pool the vectors of its tokens. */
const POOLINGS = ["graph", "mean", "cls", "last"] as const;
export type Pooling = (typeof POOLINGS)[number];

/** How to use a model: `keepsake-model.json` in its folder, every field optional. */
interface ModelManifest {
  readonly name: string;
  /** The graph's output to read. Absent: `sentence_embedding`, else `last_hidden_state`, else the first. */
  readonly output?: string;
  /** Absent: `graph` for an output of one vector a text, else `mean`. */
  readonly pooling?: Pooling;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** Absent: as the graph says. */
  readonly dimension?: number;
  readonly maxTokens: number;
  readonly calibration: EmbedderCalibration;
}

/** A model folder as it was read, ready to be sent to a worker thread. */
export interface ModelFolder extends TokenizerFiles {
  readonly modelFile: string;
  readonly manifest: ModelManifest;
}

const MANIFEST_FILE = "keepsake-model.json";
/** What most sentence encoders read; a model's own `config.json` or the manifest overrides it. */
const DEFAULT_MAX_TOKENS = 512;
/** Plain sentence encoders crowd their cosines between 0.2 and 0.9; a manifest with measured figures does better. */
const DEFAULT_CALIBRATION: EmbedderCalibration = {
  unrelatedMean: 0.3,
  unrelatedDeviation: 0.12,
  relatedMean: 0.65,
  offTopicCeiling: 0.4,
};

/** Errors: CONFIG_INVALID when a file is missing, cut short, or says something that cannot be. */
export function readModelFolder(path: string): ModelFolder {
  const modelFile = requireFile(path, "model.onnx");
  const tokenizer = findTokenizer(path);
  refuseLargeFilePointer(modelFile, refuse);
  return { ...tokenizer, modelFile, manifest: readManifest(path) };
}

/** Errors: CONFIG_INVALID when there is none. */
export function findTokenizer(path: string): TokenizerFiles {
  const tokenizerFile = requireFile(path, "tokenizer.json");
  const tokenizerConfigFile = join(path, "tokenizer_config.json");
  return { path, tokenizerFile, ...(existsSync(tokenizerConfigFile) ? { tokenizerConfigFile } : {}) };
}

function requireFile(folder: string, name: string): string {
  const file = join(folder, name);
  if (existsSync(file)) return file;
  throw invalid(
    `No ${name} in the model folder ${folder}. Install the package again, or name a folder that holds model.onnx and tokenizer.json.`,
  );
}

function readManifest(path: string): ModelManifest {
  const file = join(path, MANIFEST_FILE);
  const modelConfig = readJson(join(path, "config.json"), refuse);
  const fields = new ManifestFields(file, readJson(file, refuse), refuse);
  const output = fields.text("output");
  const pooling = fields.text("pooling");
  const dimension = fields.size("dimension");
  if (pooling !== undefined && !isPooling(pooling)) throw fields.refuse("pooling", `one of ${POOLINGS.join(", ")}`);
  const positions = modelConfig.max_position_embeddings;
  return {
    name: fields.text("name") ?? "folder",
    ...(output === undefined ? {} : { output }),
    ...(pooling === undefined ? {} : { pooling }),
    queryPrefix: fields.text("queryPrefix") ?? "",
    passagePrefix: fields.text("passagePrefix") ?? "",
    ...(dimension === undefined ? {} : { dimension }),
    maxTokens:
      fields.size("maxTokens") ??
      Math.min(DEFAULT_MAX_TOKENS, typeof positions === "number" ? positions : DEFAULT_MAX_TOKENS),
    calibration: calibrationOf(fields) ?? DEFAULT_CALIBRATION,
  };
}

function isPooling(value: string): value is Pooling {
  return (POOLINGS as readonly string[]).includes(value);
}

const CALIBRATION_FIELDS = ["unrelatedMean", "unrelatedDeviation", "relatedMean", "offTopicCeiling"] as const;

function calibrationOf(fields: ManifestFields): EmbedderCalibration | undefined {
  const value = fields.value("calibration");
  if (value === undefined) return undefined;
  const given = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  for (const name of CALIBRATION_FIELDS) {
    if (typeof given[name] !== "number") throw fields.refuse(`calibration.${name}`, "a number");
  }
  return given as unknown as EmbedderCalibration;
}

const refuse = (reason: string, cause?: unknown): KeepsakeError => invalid(`${reason}.`, cause);

function invalid(message: string, cause?: unknown): KeepsakeError {
  return new KeepsakeError(
    "CONFIG_INVALID",
    message,
    { field: "embedder" },
    cause === undefined ? undefined : { cause },
  );
}
