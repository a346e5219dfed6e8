import { createHash } from "node:crypto";
import { CONTENT_TABLES, type ContentRow, type ContentTableName } from "../domain/index.js";
import type { ContentsView } from "../ports/index.js";

/** What is compared of a table: how many rows, and a checksum of all of them in the order of their keys. */
export interface TableFigures {
  readonly table: ContentTableName;
  readonly rows: number;
  readonly sha256: string;
}

export const ROWS_PER_PAGE = 1_000;

/** How a row is written, in a file and for a checksum: JSON without spaces. */
export function rowText(row: ContentRow): string {
  return `${JSON.stringify(row)}\n`;
}

/** Rows of one table as they pass, in the order of their keys. */
export class TableSum {
  readonly #table: ContentTableName;
  readonly #hash = createHash("sha256");
  #rows = 0;

  constructor(table: ContentTableName) {
    this.#table = table;
  }

  add(rows: readonly ContentRow[]): void {
    for (const row of rows) this.#hash.update(rowText(row));
    this.#rows += rows.length;
  }

  /** Ends the sum. */
  figures(): TableFigures {
    return { table: this.#table, rows: this.#rows, sha256: this.#hash.digest("hex") };
  }
}

/** All rows of a table, a page at a time. */
export async function* pagesOf(
  read: ContentsView["page"],
  table: ContentTableName,
): AsyncGenerator<readonly ContentRow[]> {
  let after: ContentRow | undefined;
  for (;;) {
    const rows = await read(table, after, ROWS_PER_PAGE);
    if (rows.length > 0) yield rows;
    after = rows.at(-1);
    if (after === undefined || rows.length < ROWS_PER_PAGE) return;
  }
}

/** The figures of every table. @param passed is told of rows as they are read */
export async function figuresOf(
  view: ContentsView,
  passed: (rows: number) => void = () => undefined,
): Promise<readonly TableFigures[]> {
  const all: TableFigures[] = [];
  for (const { name } of CONTENT_TABLES) {
    const sum = new TableSum(name);
    for await (const rows of pagesOf((...asked) => view.page(...asked), name)) {
      sum.add(rows);
      passed(rows.length);
    }
    all.push(sum.figures());
  }
  return all;
}

/** The tables that are not the same on both sides. */
export function differing(a: readonly TableFigures[], b: readonly TableFigures[]): readonly ContentTableName[] {
  const other = new Map(b.map((figures) => [figures.table, figures]));
  const isSame = ({ table, rows, sha256 }: TableFigures) =>
    other.get(table)?.rows === rows && other.get(table)?.sha256 === sha256;
  return a.filter((figures) => !isSame(figures)).map(({ table }) => table);
}
