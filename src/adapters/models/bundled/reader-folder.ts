import { existsSync } from "node:fs";
import { join } from "node:path";
import { KeepsakeError } from "../../../domain/index.js";
import { ManifestFields, type Refuse, readJson, refuseLargeFilePointer } from "./folder-files.js";
import { findTokenizer } from "./model-folder.js";
import type { TokenizerFiles } from "./text-encoder.js";

/** What the graph says of a pair, in the order of its output. The first three are a choice between them. */
export const READINGS = ["beside", "update", "same", "worth", "answers"] as const;

/** How to use a reader: `keepsake-reader.json` in its folder, every field required. */
interface ReaderManifest {
  readonly name: string;
  /** The graph's output to read. */
  readonly output: string;
  /** So many tokens of the end of the first text, and of the beginning of the second. */
  readonly firstTokens: number;
  readonly secondTokens: number;
  /** Token ids before the first text, between the two, and after the second. */
  readonly openingIds: readonly number[];
  readonly betweenIds: readonly number[];
  readonly closingIds: readonly number[];
}

/** A reader's folder as it was read, ready to be sent to a worker thread. */
export interface ReaderFolder {
  readonly path: string;
  readonly modelFile: string;
  /** That of the embedder, from which the reader was made. */
  readonly tokenizer: TokenizerFiles;
  readonly manifest: ReaderManifest;
}

const MANIFEST_FILE = "keepsake-reader.json";

/** Errors: CONFIG_INVALID when a file is missing, cut short, or says something that cannot be. Weights are not read. */
export function readReaderFolder(path: string, tokenizerFolder: string): ReaderFolder {
  const refuse = refuseReader(path);
  const modelFile = join(path, "model.onnx");
  if (!existsSync(modelFile)) throw refuse("it has no model.onnx");
  refuseLargeFilePointer(modelFile, refuse);
  return { path, modelFile, tokenizer: findTokenizer(tokenizerFolder), manifest: readManifest(path, refuse) };
}

function readManifest(path: string, refuse: Refuse): ReaderManifest {
  const file = join(path, MANIFEST_FILE);
  const fields = new ManifestFields(file, readJson(file, refuse), refuse);
  const required = <Value>(name: string, value: Value | undefined): Value => {
    if (value === undefined) throw fields.refuse(name, "given");
    return value;
  };
  const text = (name: string): string => required(name, fields.text(name));
  const size = (name: string): number => required(name, fields.size(name));
  const ids = (name: string): readonly number[] => required(name, fields.ids(name));
  const readings = fields.value("readings");
  if (!Array.isArray(readings) || readings.join() !== READINGS.join())
    throw fields.refuse("readings", `the list ${READINGS.join(", ")}`);
  return {
    name: text("name"),
    output: text("output"),
    firstTokens: size("firstTokens"),
    secondTokens: size("secondTokens"),
    openingIds: ids("openingIds"),
    betweenIds: ids("betweenIds"),
    closingIds: ids("closingIds"),
  };
}

/** Makes the errors of a reader's folder. */
export function refuseReader(path: string): Refuse {
  return (reason, cause) => {
    const message = `The reader in ${path} cannot be used: ${reason}. Restore its files, install the package again, or do without it (KEEPSAKE_READER=none).`;
    return new KeepsakeError(
      "CONFIG_INVALID",
      message,
      { field: "reader" },
      cause === undefined ? undefined : { cause },
    );
  };
}
