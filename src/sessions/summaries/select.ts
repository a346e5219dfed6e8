import { queryTerms } from "../../language/index.js";

export interface Choosable {
  readonly text: string;
  readonly score: number;
}

/** How much a sentence is worth against how new it is beside those chosen before it (MMR). */
const WORTH_SHARE = 0.7;
/** Beyond this likeness a sentence says what another said. */
const SAME = 0.75;

/** Length in columns: a Han character carries as much as two Latin letters. */
function widthOf(text: string): number {
  let width = 0;
  for (const symbol of text) width += /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(symbol) ? 2 : 1;
  return width;
}

/** Share of common terms, 0–1 (Jaccard). */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const term of a) if (b.has(term)) shared += 1;
  return shared / (a.size + b.size - shared);
}

/**
 * Maximal marginal relevance (Carbonell and Goldstein 1998): again and again the item that is worth most and least like those chosen
 * already, until `limit` items or `maxWidth` columns are taken; one that does not fit is passed over.
 * @returns in the order of `items`
 */
export function chooseVaried<Item extends Choosable>(
  items: readonly Item[],
  bounds: { readonly limit: number; readonly maxWidth?: number },
): readonly Item[] {
  const best = Math.max(...items.map((item) => item.score), 0.001);
  const open = items.map((item) => ({ item, terms: new Set(queryTerms(item.text)), nearest: 0 }));
  const chosen = new Set<Item>();
  let left = bounds.maxWidth ?? Number.POSITIVE_INFINITY;
  while (chosen.size < bounds.limit && open.length > 0) {
    const value = ({ item, nearest }: (typeof open)[number]): number =>
      WORTH_SHARE * (item.score / best) - (1 - WORTH_SHARE) * nearest;
    const at = open.reduce((top, each, index) => (value(each) > value(open[top] ?? each) ? index : top), 0);
    const [next] = open.splice(at, 1);
    if (next === undefined) break;
    const width = widthOf(next.item.text);
    if (next.nearest >= SAME || width > left) continue;
    left -= width;
    chosen.add(next.item);
    for (const other of open) other.nearest = Math.max(other.nearest, likeness(other.terms, next.terms));
  }
  return items.filter((item) => chosen.has(item));
}
