import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { ImportSource } from "../../importing/index.js";

/** So much of what is piped in is held, to be named by its content before any of it is recorded. */
const MOST_HELD_BYTES = 256 * 1_024 * 1_024;

export interface PipedSource {
  readonly source: ImportSource;
  /** SHA-256 of the whole, hexadecimal: what the file would have. Absent: it was too long to be held. */
  readonly digest?: string;
}

async function* from(held: readonly Buffer[], rest: AsyncIterator<unknown>): AsyncGenerator<Buffer> {
  yield* held;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield toBuffer(next.value);
}

function toBuffer(chunk: unknown): Buffer {
  return typeof chunk === "string" ? Buffer.from(chunk, "utf8") : Buffer.from(chunk as Uint8Array);
}

/** What comes by stdin, with the name that the same file has by its path. */
export async function readPiped(stdin: Readable, mostBytes: number = MOST_HELD_BYTES): Promise<PipedSource> {
  const chunks: AsyncIterator<unknown> = stdin[Symbol.asyncIterator]();
  const held: Buffer[] = [];
  const digest = createHash("sha256");
  let bytes = 0;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    const chunk = toBuffer(next.value);
    held.push(chunk);
    digest.update(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) return { source: from(held, chunks) };
  }
  return { source: Buffer.concat(held), digest: digest.digest("hex") };
}
