import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { KeepsakeError } from "../../../domain/index.js";

/** Longest run of characters that one token stands for in practice; more of the text cannot be read and is not tokenized. */
const CHARACTERS_PER_TOKEN = 16;

/** Where a tokenizer lies. */
export interface TokenizerFiles {
  readonly path: string;
  readonly tokenizerFile: string;
  /** Absent: the tokenizer describes itself. */
  readonly tokenizerConfigFile?: string;
}

/** Text to token ids, at most `maxTokens` of them: the head of the text and the closing token. */
export type TextEncoder = (text: string) => readonly number[];

/** Errors: CONFIG_INVALID when the tokenizer cannot be read. */
export function createTextEncoder(files: TokenizerFiles, maxTokens: number): TextEncoder {
  const tokenizer = loadTokenizer(files);
  return (text) => {
    const { ids } = tokenizer.encode(readablePart(text, maxTokens * CHARACTERS_PER_TOKEN));
    const closing = ids.at(-1);
    return ids.length <= maxTokens || closing === undefined ? ids : [...ids.slice(0, maxTokens - 1), closing];
  };
}

/** Text to token ids, none before or after them: the first `maxTokens`, or the last. */
export type PartEncoder = (text: string, part: "head" | "tail", maxTokens: number) => readonly number[];

/**
 * Errors: CONFIG_INVALID when the tokenizer cannot be read.
 * @param reserved ids that only the caller sets: a text in which they are written out must not look like two
 */
export function createPartEncoder(files: TokenizerFiles, reserved: ReadonlySet<number>): PartEncoder {
  const tokenizer = loadTokenizer(files);
  return (text, part, maxTokens) => {
    // Where a text was cut before it is tokenized, its tokens may differ: twice as much as can be read keeps that out of sight.
    const readable = readablePart(text, 2 * maxTokens * CHARACTERS_PER_TOKEN, part);
    const ids = tokenizer.encode(readable, { add_special_tokens: false }).ids.filter((id: number) => !reserved.has(id));
    return part === "head" ? ids.slice(0, maxTokens) : ids.slice(-maxTokens);
  };
}

function loadTokenizer(folder: TokenizerFiles): Tokenizer {
  try {
    const definition: object = JSON.parse(readFileSync(folder.tokenizerFile, "utf8"));
    const config: object =
      folder.tokenizerConfigFile === undefined ? {} : JSON.parse(readFileSync(folder.tokenizerConfigFile, "utf8"));
    return new Tokenizer(definition, config);
  } catch (cause) {
    const message = `The tokenizer in ${folder.path} cannot be read (${cause instanceof Error ? cause.message : String(cause)}). Restore tokenizer.json, or install the package again.`;
    throw new KeepsakeError("CONFIG_INVALID", message, { field: "embedder" }, { cause });
  }
}

/** Broken Unicode is replaced; runs of space, which no model reads, do not use up the length. */
function readablePart(text: string, limit: number, part: "head" | "tail" = "head"): string {
  const whole = text.toWellFormed();
  if (whole.length <= limit) return whole;
  const dense = whole.replace(/\s+/gu, " ");
  return (part === "head" ? dense.slice(0, limit) : dense.slice(-limit)).toWellFormed();
}
