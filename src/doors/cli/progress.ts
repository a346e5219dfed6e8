import type { CliIo } from "./io.js";

const WIDTH = 24;
const CLEAR_LINE = "\r\u001b[2K";

/** A line on stderr that redraws itself; on anything but a terminal it stays silent. */
export class Progress {
  readonly #io: CliIo;
  readonly #shown: boolean;

  constructor(io: CliIo, options: { readonly quiet: boolean }) {
    this.#io = io;
    this.#shown = io.stderr.isTTY === true && !options.quiet;
  }

  /** A count without a known end. */
  count(label: string, done: number): void {
    this.#draw(`${label} ${done}`);
  }

  bar(label: string, done: number, total: number): void {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const filled = Math.round(share * WIDTH);
    this.#draw(
      `${label} ${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${done}/${total} ${Math.floor(share * 100)} %`,
    );
  }

  clear(): void {
    if (this.#shown) this.#io.stderr.write(CLEAR_LINE);
  }

  #draw(text: string): void {
    if (this.#shown) this.#io.stderr.write(CLEAR_LINE + text);
  }
}
