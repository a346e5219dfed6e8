import { type ContentRow, type ContentTable, compareCodePoints } from "../domain/index.js";

export const keyOf = (row: ContentRow, { keyLength }: Pick<ContentTable, "keyLength">): ContentRow =>
  row.slice(0, keyLength);

/** The order in which every store gives rows out: below 0 where `a` comes first. */
export function compareKeys(a: ContentRow, b: ContentRow, { keyLength }: Pick<ContentTable, "keyLength">): number {
  for (let at = 0; at < keyLength; at++) {
    const left = a[at] ?? "";
    const right = b[at] ?? "";
    const order =
      typeof left === "number" && typeof right === "number"
        ? left - right
        : compareCodePoints(String(left), String(right));
    if (order !== 0) return order;
  }
  return 0;
}
