import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { KeepsakeError } from "../../../domain/index.js";
import type { EmbedderCalibration } from "../../../ports/index.js";

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
export interface ModelFolder {
  readonly path: string;
  readonly modelFile: string;
  readonly tokenizerFile: string;
  /** Absent: the tokenizer describes itself. */
  readonly tokenizerConfigFile?: string;
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
  const tokenizerFile = requireFile(path, "tokenizer.json");
  refuseLargeFilePointer(modelFile);
  const tokenizerConfigFile = join(path, "tokenizer_config.json");
  const modelConfig = readJson(join(path, "config.json"));
  return {
    path,
    modelFile,
    tokenizerFile,
    ...(existsSync(tokenizerConfigFile) ? { tokenizerConfigFile } : {}),
    manifest: readManifest(join(path, MANIFEST_FILE), modelConfig),
  };
}

function requireFile(folder: string, name: string): string {
  const file = join(folder, name);
  if (existsSync(file)) return file;
  throw invalid(
    `No ${name} in the model folder ${folder}. Install the package again, or name a folder that holds model.onnx and tokenizer.json.`,
  );
}

const POINTER_START = "version https://git-lfs";

/** A clone without the large files has a text of three lines in the model's place. */
function refuseLargeFilePointer(file: string): void {
  const start = Buffer.alloc(POINTER_START.length);
  const handle = openSync(file, "r");
  try {
    readSync(handle, start, 0, start.length, 0);
  } finally {
    closeSync(handle);
  }
  if (start.toString("latin1") === POINTER_START) {
    throw invalid(`${file} is a Git LFS pointer, not the model. Run "git lfs pull".`);
  }
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) return {};
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw invalid(`${file} is not JSON. Restore it, or install the package again.`, cause);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(`${file} must hold one JSON object.`);
  return value as Readonly<Record<string, unknown>>;
}

function readManifest(file: string, modelConfig: Readonly<Record<string, unknown>>): ModelManifest {
  const fields = new ManifestFields(file, readJson(file));
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
    calibration: fields.calibration() ?? DEFAULT_CALIBRATION,
  };
}

function isPooling(value: string): value is Pooling {
  return (POOLINGS as readonly string[]).includes(value);
}

const CALIBRATION_FIELDS = ["unrelatedMean", "unrelatedDeviation", "relatedMean", "offTopicCeiling"] as const;

class ManifestFields {
  constructor(
    private readonly file: string,
    private readonly values: Readonly<Record<string, unknown>>,
  ) {}

  text(name: string): string | undefined {
    const value = this.values[name];
    if (value === undefined || typeof value === "string") return value;
    throw this.refuse(name, "a string");
  }

  size(name: string): number | undefined {
    const value = this.values[name];
    if (value === undefined || (typeof value === "number" && Number.isInteger(value) && value > 0)) return value;
    throw this.refuse(name, "a whole number above 0");
  }

  calibration(): EmbedderCalibration | undefined {
    const value = this.values.calibration;
    if (value === undefined) return undefined;
    const given = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
    for (const name of CALIBRATION_FIELDS) {
      if (typeof given[name] !== "number") throw this.refuse(`calibration.${name}`, "a number");
    }
    return given as unknown as EmbedderCalibration;
  }

  refuse(name: string, expected: string): KeepsakeError {
    return invalid(`${this.file}: ${name} must be ${expected}.`);
  }
}

function invalid(message: string, cause?: unknown): KeepsakeError {
  return new KeepsakeError(
    "CONFIG_INVALID",
    message,
    { field: "embedder" },
    cause === undefined ? undefined : { cause },
  );
}
