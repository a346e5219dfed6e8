import { PassThrough, Readable, Writable } from "node:stream";
import { openEngine } from "../../compose.js";
import { type KeepsakeConfig, loadConfig } from "../../config/index.js";
import type { DoorEngine } from "../engine.js";
import { runCli } from "./run.js";

class Collector extends Writable {
  text = "";
  isTTY = false;
  columns = 100;
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  readonly tty?: boolean;
  readonly open?: (config: KeepsakeConfig) => Promise<DoorEngine>;
  readonly onInterrupt?: (listener: () => void) => () => void;
}

export interface CommandLine {
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  readonly engine: DoorEngine;
  /** The configurations that engines were asked for with. */
  readonly seen: readonly KeepsakeConfig[];
  close(): Promise<void>;
}

/** A command line over one engine in memory, which outlives its commands. */
export async function openCommandLine(): Promise<CommandLine> {
  const overrides = { storage: { kind: "memory" }, embedder: { kind: "fake" }, log: { level: "silent" } } as const;
  const engine = await openEngine(loadConfig({ env: {}, file: false, overrides }));
  const seen: KeepsakeConfig[] = [];
  const open = async (config: KeepsakeConfig): Promise<DoorEngine> => {
    seen.push(config);
    return { ...engine, close: async () => undefined };
  };
  const run = async (argv: readonly string[], options: RunOptions = {}): Promise<Ran> => {
    const [stdout, stderr] = [new Collector(), new Collector()];
    stdout.isTTY = options.tty ?? false;
    stderr.isTTY = options.tty ?? false;
    const io = {
      env: { KEEPSAKE_TIMEZONE: "Asia/Shanghai", ...options.env },
      stdin: options.stdin === undefined ? new PassThrough().end() : Readable.from([Buffer.from(options.stdin)]),
      ...{ stdout, stderr, onInterrupt: options.onInterrupt ?? (() => () => undefined) },
    };
    const code = await runCli(argv, io, options.open ?? open);
    return { code, out: stdout.text, err: stderr.text };
  };
  return { run, engine, seen, close: () => engine.close() };
}
