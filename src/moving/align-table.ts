import type { ContentRow, ContentTable } from "../domain/index.js";
import type { ContentsView, Storage } from "../ports/index.js";
import { compareKeys, keyOf } from "./row-order.js";
import { pagesOf, ROWS_PER_PAGE, rowText, type TableFigures, TableSum } from "./table-sum.js";
import { contentsOf, putRows, removeRows } from "./write-rows.js";

async function* rowsOf(read: ContentsView["page"], { name }: ContentTable): AsyncGenerator<ContentRow> {
  for await (const rows of pagesOf(read, name)) yield* rows;
}

/** Of a store that is written to meanwhile: each page is a look of its own. */
function rowsNow(storage: Storage, table: ContentTable): AsyncGenerator<ContentRow> {
  return rowsOf((...asked) => contentsOf(storage).read((view) => view.page(...asked)), table);
}

interface Pair {
  readonly wanted?: ContentRow;
  readonly found?: ContentRow;
}

/** What is on either side, key by key. */
async function* sideBySide(
  wanted: AsyncGenerator<ContentRow>,
  found: AsyncGenerator<ContentRow>,
  table: ContentTable,
): AsyncGenerator<Pair> {
  const next = async (rows: AsyncGenerator<ContentRow>): Promise<ContentRow | undefined> => {
    const { value, done } = await rows.next();
    return done === true ? undefined : (value as ContentRow);
  };
  let [left, right] = [await next(wanted), await next(found)];
  while (left !== undefined || right !== undefined) {
    const order = left === undefined ? 1 : right === undefined ? -1 : compareKeys(left, right, table);
    if (order < 0 && left !== undefined) {
      yield { wanted: left };
      left = await next(wanted);
    } else if (order > 0 && right !== undefined) {
      yield { found: right };
      right = await next(found);
    } else if (left !== undefined && right !== undefined) {
      yield { wanted: left, found: right };
      [left, right] = [await next(wanted), await next(found)];
    }
  }
}

const isSame = (a: ContentRow, b: ContentRow): boolean => rowText(a) === rowText(b);

/** Owners are named by other rows: they are changed where they stand, and only go when the source has them no more. */
const staysInPlace = ({ name }: ContentTable): boolean => name === "tenants" || name === "users";

/**
 * Takes out of the target what the source does not have, or has otherwise. Returns how many rows went. What is left is part of the
 * source's snapshot, so that no row that is added afterwards finds its place taken, in whatever order they come.
 */
export async function removeForeign(view: ContentsView, target: Storage, table: ContentTable): Promise<number> {
  const isEmpty = (await contentsOf(target).read((now) => now.page(table.name, undefined, 1))).length === 0;
  if (isEmpty) return 0;
  let removed = 0;
  let batch: ContentRow[] = [];
  const flush = async (): Promise<void> => {
    await removeRows(target, table.name, batch);
    removed += batch.length;
    batch = [];
  };
  const source = rowsOf((...asked) => view.page(...asked), table);
  for await (const { wanted, found } of sideBySide(source, rowsNow(target, table), table)) {
    if (found === undefined) continue;
    if (wanted !== undefined && (staysInPlace(table) || isSame(wanted, found))) continue;
    batch.push(keyOf(found, table));
    if (batch.length >= ROWS_PER_PAGE) await flush();
  }
  await flush();
  return removed;
}

/** Adds what the target lacks. Returns the figures of the source, and how many rows were written. */
export async function addMissing(
  view: ContentsView,
  target: Storage,
  table: ContentTable,
  passed: (rows: number) => void,
): Promise<{ readonly figures: TableFigures; readonly written: number }> {
  const sum = new TableSum(table.name);
  let written = 0;
  let batch: ContentRow[] = [];
  let seen = 0;
  const flush = async (): Promise<void> => {
    await putRows(target, table.name, batch);
    written += batch.length;
    batch = [];
    passed(seen);
    seen = 0;
  };
  const source = rowsOf((...asked) => view.page(...asked), table);
  for await (const { wanted, found } of sideBySide(source, rowsNow(target, table), table)) {
    if (wanted === undefined) continue;
    sum.add([wanted]);
    seen += 1;
    if (found === undefined || !isSame(wanted, found)) batch.push(wanted);
    if (batch.length >= ROWS_PER_PAGE || seen >= ROWS_PER_PAGE) await flush();
  }
  await flush();
  return { figures: sum.figures(), written };
}
