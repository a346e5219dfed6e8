export interface ProgressStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const BAR_WIDTH = 24;
const CLEAR_LINE = "\r\u001b[2K";

/** A progress line on a terminal; nothing where the stream is none. */
export interface Progress {
  show(done: number, total: number, label: string): void;
  clear(): void;
}

export function createProgress(stream: ProgressStream): Progress {
  if (stream.isTTY !== true) return { show: () => undefined, clear: () => undefined };
  return {
    show: (done, total, label) => {
      const share = total === 0 ? 1 : done / total;
      const filled = Math.round(share * BAR_WIDTH);
      stream.write(`${CLEAR_LINE}[${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}] ${done}/${total} ${label}`);
    },
    clear: () => {
      stream.write(CLEAR_LINE);
    },
  };
}
