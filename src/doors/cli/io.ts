import type { Readable, Writable } from "node:stream";
import { ERROR_CATALOGUE } from "../../domain/index.js";

/** What a command may touch of the outside; tests bring their own. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Calls back on Ctrl-C and on a request to terminate; returns the function that unsubscribes. Absent: this process's signals. */
  readonly onInterrupt?: (listener: () => void) => () => void;
}

/** All that is piped in, as text. */
export async function readPipedText(io: CliIo): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}

export const EXIT_INTERRUPTED = 130;

/** Signals of this process. A second Ctrl-C ends it at once. */
export function onProcessInterrupt(listener: () => void): () => void {
  let seen = 0;
  const onSignal = (): void => {
    seen += 1;
    if (seen > 1) process.exit(EXIT_INTERRUPTED);
    listener();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return () => {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  };
}

/** A reader that has seen enough (`| head`) closes the pipe: the command stops, and that is no error of ours. */
export function endOnBrokenPipe(io: CliIo): void {
  for (const stream of [io.stdout, io.stderr]) {
    if (stream !== process.stdout && stream !== process.stderr) continue;
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(0);
      // The answer could not be written (a full disk behind `>`): said in a line, where there is still a place to say it.
      if (stream === process.stdout) process.stderr.write(`stdout: ${error.code ?? error.message}\n`);
      process.exit(ERROR_CATALOGUE.INTERNAL.exit);
    });
  }
}
