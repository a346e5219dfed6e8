/** Those of `ids` that were found, in the order of `ids` and as often. */
export function inOrderOf<Id extends string, Item extends { readonly id: Id }>(
  ids: readonly Id[],
  items: readonly Item[],
): readonly Item[] {
  const found = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
