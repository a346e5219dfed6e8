export interface BatchSize {
  readonly maxItems: number;
  /** In the unit of what the items are measured by. */
  readonly maxLength: number;
}

/** Items in their order, in batches within both bounds; one that is too long by itself comes alone. */
export function* inSizedBatches<Item>(
  items: Iterable<Item>,
  { maxItems, maxLength }: BatchSize,
  lengthOf: (item: Item) => number,
): Generator<readonly Item[], void> {
  let batch: Item[] = [];
  let length = 0;
  for (const item of items) {
    const more = lengthOf(item);
    if (batch.length > 0 && (batch.length === maxItems || length + more > maxLength)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(item);
    length += more;
  }
  if (batch.length > 0) yield batch;
}
