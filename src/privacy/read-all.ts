import type { Page, PageRequest } from "../domain/index.js";

const PAGE = 500;

/** Every item of a paged list. Erasure must see all of them, so there is no bound but the store's. */
export async function readAll<Item>(list: (page: PageRequest) => Promise<Page<Item>>): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await list(cursor === undefined ? { limit: PAGE } : { limit: PAGE, cursor });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}
