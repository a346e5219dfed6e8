import type { Difference, Figure, Measure } from "../metrics/index.js";

type Unit = Measure<never>["unit"];

const WIDE = /[\p{Script=Han}\u3000-\u303f\uff01-\uff60]/u;

/** Columns a terminal needs for a text: Chinese characters take two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : 1;
  return width;
}

/** Aligns columns; the first is flush left, the others flush right. */
export function alignColumns(lines: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const cells of lines) {
    cells.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
    });
  }
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => {
          const padding = " ".repeat((widths[column] ?? 0) - displayWidth(cell));
          return column === 0 ? cell + padding : padding + cell;
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A figure as a reader expects it: 71.7 %, .536, 12.3 ms. */
export function formatValue(value: number, unit: Unit): string {
  switch (unit) {
    case "share":
      return `${(value * 100).toFixed(1)} %`;
    case "score":
      return value.toFixed(3);
    case "milliseconds":
      return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
  }
}

/** Lines of a table of figures: name, value, 95 % bounds, n. */
export function figureTable(figures: Readonly<Record<string, Figure>>, unitOf: (name: string) => Unit): string {
  const rows = Object.entries(figures).map(([name, figure]) => {
    const unit = unitOf(name);
    return [
      name,
      formatValue(figure.value, unit),
      formatValue(figure.low, unit),
      formatValue(figure.high, unit),
      String(figure.n),
    ];
  });
  return alignColumns([["", "value", "low", "high", "n"], ...rows]);
}

/** One line a category with a few headline figures. */
export function categoryTable(
  byCategory: Readonly<Record<string, Readonly<Record<string, Figure>>>>,
  columns: readonly string[],
  unitOf: (name: string) => Unit,
): string {
  const rows = Object.entries(byCategory).map(([category, figures]) => {
    const n = Math.max(0, ...Object.values(figures).map((figure) => figure.n));
    const cells = columns.map((column) => {
      const figure = figures[column];
      return figure === undefined ? "–" : formatValue(figure.value, unitOf(column));
    });
    return [category, ...cells, String(n)];
  });
  return alignColumns([["", ...columns, "n"], ...rows]);
}

function signed(value: number, unit: Unit): string {
  const text = formatValue(Math.abs(value), unit);
  if (value === 0) return text;
  return `${value > 0 ? "+" : "−"}${text}`;
}

/** Lines of a comparison: both values, the change with its bounds, and what it amounts to. */
export function differenceTable(differences: readonly Difference[], unitOf: (name: string) => Unit): string {
  const rows = differences.map((difference) => {
    const unit = unitOf(difference.name);
    return [
      difference.name,
      formatValue(difference.first, unit),
      formatValue(difference.second, unit),
      signed(difference.change, unit),
      signed(difference.low, unit),
      signed(difference.high, unit),
      String(difference.n),
      difference.verdict,
    ];
  });
  return alignColumns([["", "first", "second", "change", "low", "high", "n", ""], ...rows]);
}
