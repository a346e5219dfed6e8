import { failureOf, unavailable } from "./failure.js";

/** How far a long piece of work of the server's is. */
export interface Progress {
  /** What is being done: `recording`, `digesting`. */
  readonly step: string;
  readonly done: number;
  /** Absent where the end is not known. */
  readonly total?: number;
}

/** More without an end of an event is no stream of ours. */
const MOST_CHARACTERS = 64 * 1_048_576;

interface Event {
  readonly name: string;
  readonly data: unknown;
}

/** Fields of one block (HTML Living Standard, 9.2.6), as far as the server uses them. Nothing for comments. */
function eventOf(block: string): Event | undefined {
  const lines = block.split("\n");
  const named = lines.find((line) => line.startsWith("event:"));
  const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart());
  if (named === undefined || data.length === 0) return undefined;
  return { name: named.slice(6).trim(), data: JSON.parse(data.join("\n")) as unknown };
}

async function* eventsOf(body: ReadableStream<Uint8Array>, onChunk: () => void): AsyncGenerator<Event> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onChunk();
      text += decoder.decode(part.value, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      if (text.length > MOST_CHARACTERS) throw unavailable("What answers sends no end of an event.");
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    // whoever leaves early lets go of the connection, which stops the work
    await reader.cancel().catch(() => undefined);
  }
}

/** A listener's fault is not the call's. */
function told(onProgress: ((progress: Progress) => void) | undefined, progress: Progress): void {
  try {
    onProgress?.(progress);
  } catch {
    // nobody to tell: the one who listens is the one who failed
  }
}

/**
 * Reads a stream of events to its end.
 * @param onChunk told of every sign of life
 * @returns the result, in the wire form
 * @throws the problem that the server told; UNAVAILABLE where the stream broke off without an end
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void,
  onProgress?: (progress: Progress) => void,
): Promise<unknown> {
  for await (const { name, data } of eventsOf(body, onChunk)) {
    if (name === "progress") told(onProgress, data as Progress);
    else if (name === "result") return data;
    else if (name === "problem") {
      const { status } = data as { readonly status?: unknown };
      throw failureOf(typeof status === "number" ? status : 500, data, undefined);
    }
  }
  throw unavailable("The server's stream of events broke off.");
}
