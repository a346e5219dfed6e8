import { displayWidth, padTo, printable, wrap } from "./width.js";

export interface Column {
  readonly title: string;
  /** Takes the room that is left and wraps; the others are as wide as their widest cell. */
  readonly flexible?: true;
  readonly right?: true;
}

const GAP = "  ";
const MIN_FLEXIBLE = 20;

function widthsOf(columns: readonly Column[], rows: readonly (readonly string[])[], total: number): number[] {
  const widest = columns.map((column, index) =>
    Math.max(displayWidth(column.title), ...rows.map((row) => displayWidth(row[index] ?? ""))),
  );
  const fixed = widest.reduce((sum, width, index) => sum + (columns[index]?.flexible === true ? 0 : width), 0);
  const flexible = columns.filter((column) => column.flexible === true).length;
  const room = total - fixed - GAP.length * (columns.length - 1);
  const share = flexible === 0 ? 0 : Math.max(MIN_FLEXIBLE, Math.floor(room / flexible));
  return widest.map((width, index) => (columns[index]?.flexible === true ? Math.min(width, share) : width));
}

/**
 * Aligned columns, header first.
 * @param total columns of the terminal; `Infinity` where the output is not one, so that nothing wraps
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  total: number,
  head: (text: string) => string = (text) => text,
): string {
  const clean = rows.map((row) => row.map((cell) => printable(cell).replace(/\s*\n\s*/g, " ")));
  const widths = widthsOf(columns, clean, total);
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return columns[index]?.right === true
          ? " ".repeat(Math.max(0, width - displayWidth(cell))) + cell
          : padTo(cell, width);
      })
      .join(GAP)
      .trimEnd();
  const body = clean.flatMap((row) => {
    const wrapped = row.map((cell, index) =>
      columns[index]?.flexible === true ? wrap(cell, widths[index] ?? MIN_FLEXIBLE) : [cell],
    );
    const height = Math.max(1, ...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, at) => line(wrapped.map((lines) => lines[at] ?? "")));
  });
  return [head(line(columns.map((column) => column.title))), ...body].join("\n");
}
