import { createReadStream } from "node:fs";
import { importFault } from "./import-fault.js";
import type { ImportSource } from "./imported-session.js";
import { REMEDIES } from "./remedies.js";
import { decodeText } from "./text-decoding.js";
import type { WarningTally } from "./warning-tally.js";

export interface SourceLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** A longer line is refused, so that a file without line breaks cannot fill the memory. UTF-16 units. */
const MAX_LINE_CHARACTERS = 16 * 1024 * 1024;
/** JSON documents are parsed whole; JavaScript's longest string is about 536 million units. */
const MAX_DOCUMENT_CHARACTERS = 400 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

async function* fromFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) yield chunk as Uint8Array;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "unreadable";
    throw importFault(
      "INVALID_INPUT",
      { field: "source" },
      `${path} cannot be read (${code})`,
      REMEDIES.checkPath,
      cause,
    );
  }
}

function bytesOf(source: ImportSource): AsyncIterable<Uint8Array> {
  if (typeof source === "string") return fromFile(source);
  return source instanceof Uint8Array ? inChunks(source) : source;
}

/**
 * The text of a source, readable once: first its head (to recognise the format), then everything.
 * Broken bytes are counted in `tally` as they come by.
 */
export class SourceText {
  readonly #chunks: AsyncIterator<{ text: string; replaced: number }>;
  readonly #tally: WarningTally;
  #head: string[] = [];

  constructor(source: ImportSource, tally: WarningTally) {
    this.#chunks = decodeText(bytesOf(source))[Symbol.asyncIterator]();
    this.#tally = tally;
  }

  /** At least `characters` of the text, or all of it when it is shorter. */
  async head(characters: number): Promise<string> {
    let length = this.#head.reduce((sum, part) => sum + part.length, 0);
    while (length < characters) {
      const part = await this.#next();
      if (part === undefined) break;
      this.#head.push(part);
      length += part.length;
    }
    return this.#head.join("");
  }

  async *#parts(): AsyncGenerator<string> {
    for (let part = this.#head.shift(); part !== undefined; part = this.#head.shift()) yield part;
    for (let part = await this.#next(); part !== undefined; part = await this.#next()) yield part;
  }

  async #next(): Promise<string | undefined> {
    const result = await this.#chunks.next();
    if (result.done === true) return undefined;
    this.#tally.add("undecodable-bytes", {}, result.value.replaced);
    return result.value.text;
  }

  /** Lets go of the file; safe to call at any time, more than once. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** Lines without their ends (LF, CRLF, CR), blank ones included. */
  async *lines(): AsyncGenerator<SourceLine> {
    let number = 0;
    let rest = "";
    for await (const part of this.#parts()) {
      const pieces = (rest + part).split(/\r\n|\n|\r(?!$)/u);
      rest = pieces.pop() ?? "";
      for (const text of pieces) yield { number: ++number, text };
      if (rest.length > MAX_LINE_CHARACTERS) {
        throw importFault(
          "TOO_LARGE",
          { line: number + 1 },
          `the line is longer than ${MAX_LINE_CHARACTERS} characters`,
          REMEDIES.splitFile,
        );
      }
    }
    const text = rest.endsWith("\r") ? rest.slice(0, -1) : rest;
    if (text !== "") yield { number: ++number, text };
  }

  async whole(): Promise<string> {
    const parts: string[] = [];
    let length = 0;
    for await (const part of this.#parts()) {
      length += part.length;
      if (length > MAX_DOCUMENT_CHARACTERS) {
        throw importFault(
          "TOO_LARGE",
          {},
          "the JSON document is too large to be read in one piece",
          REMEDIES.splitDocument,
        );
      }
      parts.push(part);
    }
    return parts.join("");
  }
}
