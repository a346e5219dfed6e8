/** Plain terminal output: colour where it is wanted, columns that line up in Chinese and English. */

const useColour =
  process.env.FORCE_COLOR !== undefined && process.env.FORCE_COLOR !== "0"
    ? true
    : process.stdout.isTTY === true && (process.env.NO_COLOR ?? "") === "" && process.env.TERM !== "dumb";

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
export type Style = keyof typeof CODES;

export function paint(style: Style, text: string): string {
  return useColour ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text;
}

/** Columns to draw in: the terminal's, within what is pleasant to read. */
export const WIDTH = Math.max(72, Math.min(process.stdout.columns ?? 110, 124));

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Cells that a text takes: two for a Chinese character, one for a Latin letter. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : 1;
  return width;
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Breaks a text into lines of at most `width` cells: at spaces, and between Chinese characters. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const [piece] of paragraph.matchAll(/\s+|[^\s\u2e80-\u9fff\uff00-\uffef]+|[\u2e80-\u9fff\uff00-\uffef]/gu)) {
      if (widthOf(line + piece) > width && line !== "") {
        lines.push(line.trimEnd());
        line = piece.trimStart();
      } else line += piece;
      while (widthOf(line) > width) {
        let cut = width;
        while (widthOf(line.slice(0, cut)) > width) cut -= 1;
        lines.push(line.slice(0, cut));
        line = line.slice(cut);
      }
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

export interface Column {
  /** Cells; the one column without a width takes what is left. */
  readonly width?: number;
  readonly style?: Style;
}

/** Prints rows in columns; long cells go on in the next line of their column. */
export function printTable(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  const taken = columns.reduce((sum, column) => sum + (column.width ?? 0) + 2, 2);
  const widths = columns.map((column) => column.width ?? Math.max(20, WIDTH - taken));
  for (const row of rows) {
    const cells = row.map((cell, index) => wrap(cell, widths[index] ?? 20));
    const height = Math.max(...cells.map((lines) => lines.length));
    for (let line = 0; line < height; line += 1) {
      const parts = cells.map((lines, index) => {
        const text = pad(lines[line] ?? "", widths[index] ?? 20);
        const style = columns[index]?.style;
        return style === undefined ? text : paint(style, text);
      });
      console.log(`  ${parts.join("  ").trimEnd()}`);
    }
  }
}

export function printHeading(english: string, chinese: string): void {
  console.log(`\n${paint("bold", paint("cyan", `■ ${english} · ${chinese}`))}`);
}

export function printNote(text: string): void {
  for (const line of wrap(text, WIDTH - 2)) console.log(`  ${paint("dim", line)}`);
}

/** A bar that redraws itself on a terminal, and a single closing line elsewhere. */
export function createProgress(label: string, total: number): { step(): void; done(note: string): void } {
  let current = 0;
  const draw = (): void => {
    const filled = Math.round((current / total) * 30);
    process.stdout.write(
      `\r  ${label} ${paint("green", "█".repeat(filled))}${"░".repeat(30 - filled)} ${current}/${total}`,
    );
  };
  return {
    step() {
      current += 1;
      if (process.stdout.isTTY === true) draw();
    },
    done(note) {
      const start = process.stdout.isTTY === true ? "\r\u001b[2K" : "";
      console.log(`${start}  ${label} ${current}/${total}  ${paint("dim", note)}`);
    },
  };
}
