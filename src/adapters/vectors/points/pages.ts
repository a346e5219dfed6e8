import {
  BY_ID,
  checkPageLimit,
  decodeCursor,
  encodeCursor,
  type ItemId,
  type Page,
  type PageRequest,
  type Scope,
  scopeKey,
} from "../../../domain/index.js";

const orderOf = (engine: string, modelId: string): string => `${engine}:${modelId}`;

/** After which key a page of a listing begins; undefined: at the first. @throws INVALID_INPUT */
export function startOf(engine: string, scope: Scope, modelId: string, page: PageRequest): string | undefined {
  checkPageLimit(page.limit);
  if (page.cursor === undefined) return undefined;
  const [key] = decodeCursor(orderOf(engine, modelId), scopeKey(scope), page.cursor, BY_ID);
  return `${key}`;
}

/** A page of what was found after its start: one more than its limit was asked for, which tells whether another follows. */
export function pageOf(
  engine: string,
  scope: Scope,
  modelId: string,
  { limit }: PageRequest,
  found: readonly { readonly key: string; readonly itemId: ItemId }[],
): Page<ItemId> {
  const items = found.slice(0, limit).map(({ itemId }) => itemId);
  const last = found[limit - 1];
  if (found.length <= limit || last === undefined) return { items };
  return { items, nextCursor: encodeCursor(orderOf(engine, modelId), scopeKey(scope), [last.key]) };
}
