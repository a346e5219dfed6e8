import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { KeepsakeError } from "../../../domain/index.js";
import type { ModelFolder } from "./model-folder.js";

/** Longest run of characters that one token stands for in practice; more of the text cannot be read and is not tokenized. */
const CHARACTERS_PER_TOKEN = 16;

/** Text to token ids, at most `maxTokens` of them: the head of the text and the closing token. */
export type TextEncoder = (text: string) => readonly number[];

/** Errors: CONFIG_INVALID when the tokenizer cannot be read. */
export function createTextEncoder(folder: ModelFolder): TextEncoder {
  const tokenizer = loadTokenizer(folder);
  const { maxTokens } = folder.manifest;
  return (text) => {
    const { ids } = tokenizer.encode(readablePart(text, maxTokens * CHARACTERS_PER_TOKEN));
    const closing = ids.at(-1);
    return ids.length <= maxTokens || closing === undefined ? ids : [...ids.slice(0, maxTokens - 1), closing];
  };
}

function loadTokenizer(folder: ModelFolder): Tokenizer {
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
function readablePart(text: string, limit: number): string {
  const whole = text.toWellFormed();
  return whole.length <= limit ? whole : whole.replace(/\s+/gu, " ").slice(0, limit).toWellFormed();
}
