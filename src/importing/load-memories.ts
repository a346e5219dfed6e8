import { KeepsakeError, type LoadResult, MOST_LOADED } from "../domain/index.js";
import { importFault, quoteForMessage } from "./import-fault.js";
import type { ImportSource } from "./imported-session.js";
import { REMEDIES } from "./remedies.js";
import { SourceText } from "./source-text.js";
import { WarningTally } from "./warning-tally.js";

/** Texts of one call together: a request has its limit too. UTF-16 units. */
const MOST_CHARACTERS = 512 * 1_024;

export interface LoadingOptions {
  readonly importId: () => string | Promise<string>;
  /** Writes one piece, all of it or nothing. */
  readonly load: (piece: { readonly importId: string; readonly memories: readonly unknown[] }) => Promise<LoadResult>;
  readonly onProgress?: (memories: number) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface LoadingReport {
  readonly importId?: string;
  readonly memories: number;
  /** How many of them came out in which way. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly pendingVectors: number;
  /** Stopped by the signal: what is counted was written, the rest was not. */
  readonly interrupted: boolean;
}

interface Piece {
  readonly lines: readonly number[];
  readonly memories: readonly unknown[];
}

function parseLine(text: string, line: number): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw importFault("INVALID_INPUT", { line }, `${quoteForMessage(text)} is no JSON`, REMEDIES.memoryLine, cause);
  }
  const isMemory = typeof value === "object" && value !== null && "content" in value;
  if (!isMemory) throw importFault("INVALID_INPUT", { line }, "there is no memory in it", REMEDIES.memoryLine);
  return value;
}

async function* inPieces(source: SourceText): AsyncGenerator<Piece> {
  let [lines, memories, characters]: [number[], unknown[], number] = [[], [], 0];
  for await (const { number, text } of source.lines()) {
    if (text.trim() === "") continue;
    if (memories.length > 0 && (memories.length >= MOST_LOADED || characters + text.length > MOST_CHARACTERS)) {
      yield { lines, memories };
      [lines, memories, characters] = [[], [], 0];
    }
    lines.push(number);
    memories.push(parseLine(text, number));
    characters += text.length;
  }
  if (memories.length > 0) yield { lines, memories };
}

/** What is wrong with a memory is told by its line. */
function atItsLine(thrown: unknown, { lines }: Piece): unknown {
  if (!(thrown instanceof KeepsakeError) || typeof thrown.details.field !== "string") return thrown;
  const [, index, field] = /^memories[.[](\d+)\]?\.?(.*)$/u.exec(thrown.details.field) ?? [];
  const line = lines[Number(index)];
  if (line === undefined) return thrown;
  const told = thrown.message.replace(/^memories\[\d+\]\.?[\w.]*: /u, "");
  const message = `line ${line}${field === "" ? "" : `, ${field}`}: ${told}`;
  return new KeepsakeError(thrown.code, message, { ...thrown.details, line, ...(field === "" ? {} : { field }) });
}

/**
 * Loads a file of finished memories, a JSON object a line, piece by piece; each piece is written whole or not at all, and none twice,
 * however often the file is loaded.
 * @throws INVALID_INPUT, TOO_LARGE with the line; what `load` throws
 */
export async function loadMemories(source: ImportSource, options: LoadingOptions): Promise<LoadingReport> {
  const text = new SourceText(source, new WarningTally());
  const outcomes = new Map<string, number>();
  let [memories, pendingVectors, interrupted] = [0, 0, false];
  let importId: string | undefined;
  try {
    for await (const piece of inPieces(text)) {
      if (options.signal?.aborted === true) {
        interrupted = true;
        break;
      }
      importId ??= await options.importId();
      const result = await options.load({ importId, memories: piece.memories }).catch((thrown: unknown) => {
        throw atItsLine(thrown, piece);
      });
      for (const { outcome } of result.results) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      memories += result.results.length;
      pendingVectors += result.pendingVectors;
      options.onProgress?.(memories);
    }
  } finally {
    await text.close();
  }
  const named = importId === undefined ? {} : { importId };
  return { ...named, memories, outcomes: Object.fromEntries(outcomes), pendingVectors, interrupted };
}
