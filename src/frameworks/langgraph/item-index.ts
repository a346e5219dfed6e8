import { MEMORY_STATUSES, readAll, toKeepsakeError } from "../../domain/index.js";
import type { UserMemory } from "../../keepsake.js";
import { prefixTag } from "./stored-item.js";

/** Deeper prefixes are told apart when the items are read. */
const TAGGED_DEPTH = 40;
/** What one recall gives at most. */
const RECALL_LIMIT = 100;
const ATTRIBUTE = "stored item";

export interface Found {
  readonly id: string;
  /** 0–1 */
  readonly score: number;
}

/** One slot per item: other words take the place of those before. */
export async function indexItem(
  memory: UserMemory,
  item: { readonly id: string; readonly space: string; readonly namespace: readonly string[]; readonly text: string },
): Promise<void> {
  const { id, space, namespace, text } = item;
  const depths = Array.from({ length: Math.min(namespace.length, TAGGED_DEPTH) + 1 }, (_, depth) => depth);
  const tags = await Promise.all(depths.map((depth) => prefixTag(space, namespace.slice(0, depth))));
  // in quotes an item's words are data: nothing is read from them, and “no longer …” retracts nothing
  const content = `“${text}”`;
  await memory.remember({ content, kind: "fact", subject: id, attribute: ATTRIBUTE, value: text, tags });
}

/** Erases every memory of the item, whatever became of it. */
export async function unindexItem(memory: UserMemory, id: string): Promise<void> {
  const statuses = MEMORY_STATUSES.filter((status) => status !== "erased");
  const rows = await readAll((page) => memory.list({ ...page, subject: id, statuses }));
  const lineages = new Map(rows.map((row) => [row.lineageId, row.id]));
  for (const memoryId of lineages.values()) {
    try {
      await memory.forget({ by: "id", id: memoryId });
    } catch (thrown) {
      // somebody else erased it meanwhile, which is what was wanted
      if (toKeepsakeError(thrown).code !== "NOT_FOUND") throw thrown;
    }
  }
}

/** The items at or below the prefix that bear on the query, best first, at most 100. */
export async function findItems(
  memory: UserMemory,
  search: { readonly space: string; readonly prefix: readonly string[]; readonly query: string },
): Promise<readonly Found[]> {
  const tag = await prefixTag(search.space, search.prefix.slice(0, TAGGED_DEPTH));
  const { items } = await memory.recall({
    query: search.query,
    types: ["memory"],
    tags: [tag],
    limit: RECALL_LIMIT,
    // a store ranks what it has; whether that is good enough is the caller's to say, by the score
    floor: 0,
  });
  const best = new Map<string, Found>();
  for (const item of items) {
    if (item.type === "memory" && !best.has(item.subject))
      best.set(item.subject, { id: item.subject, score: item.score });
  }
  return [...best.values()];
}
