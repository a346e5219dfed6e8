import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchOperation,
} from "@langchain/langgraph";
import { toKeepsakeError } from "../../domain/index.js";
import type { UserMemory } from "../../keepsake.js";
import { fitsFilter } from "./item-filter.js";
import { findItems, indexItem, unindexItem } from "./item-index.js";
import { itemText } from "./item-text.js";
import {
  asJson,
  checkNamespace,
  type Entry,
  isWithin,
  itemId,
  readStored,
  type StoredItem,
  toItem,
} from "./stored-item.js";

type SearchItem = Awaited<ReturnType<BaseStore["search"]>>[number];

export interface KeepsakeStoreOptions {
  /** The space of working memory that holds the items: stores of different spaces know nothing of each other. `langgraph` where absent. */
  readonly space?: string;
  /** How long an item is kept after it was last put, in seconds: at most 365 days, which is also what holds where absent. */
  readonly ttlSeconds?: number;
  /** Which fields an item is found by where `put` names none (`["$"]`: all). `false`: items are listed, and never searched by a query. */
  readonly fields?: readonly string[] | false;
}

const LONGEST_TTL_SECONDS = 365 * 86_400;
/** A memory is one statement of 2,000 characters, its quotation marks included. */
const MAX_INDEXED_CHARACTERS = 1_998;

function matches(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  if (path.length > namespace.length) return false;
  const from = matchType === "prefix" ? 0 : namespace.length - path.length;
  return path.every((label, index) => label === "*" || label === namespace[from + index]);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function nameOf({ namespace, key }: Item): string {
  return JSON.stringify([namespace, key]);
}

/** Newest first; items of the same instant by namespace and key. */
function byNews(a: Item, b: Item): number {
  return b.updatedAt.getTime() - a.updatedAt.getTime() || compareText(nameOf(a), nameOf(b));
}

/**
 * LangGraph's store over one user's memory: `compile({ store: new KeepsakeStore(keepsake.user("ada")) })`.
 *
 * Values rest exactly in working memory, by namespace and key; beside each a memory, by which a search with a query finds it. A put
 * replaces; a delete erases the value and every version of the memory. Within a batch reads come before writes, as in LangGraph's own
 * store, and of several writes to one key the last counts.
 *
 * Errors: INVALID_INPUT (no JSON object, no namespace), TOO_LARGE (value over `policy.state.maxValueBytes`), and those of the memory.
 */
export class KeepsakeStore extends BaseStore {
  readonly #space: string;
  readonly #ttlSeconds: number;
  readonly #fields: readonly string[] | false;

  constructor(
    private readonly memory: UserMemory,
    options: KeepsakeStoreOptions = {},
  ) {
    super();
    this.#space = options.space ?? "langgraph";
    this.#ttlSeconds = options.ttlSeconds ?? LONGEST_TTL_SECONDS;
    this.#fields = options.fields ?? ["$"];
  }

  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results: unknown[] = new Array(operations.length).fill(undefined);
    const puts = new Map<string, PutOperation>();
    for (const [index, operation] of operations.entries()) {
      if ("value" in operation) {
        checkNamespace(operation.namespace);
        puts.set(await itemId(this.#space, operation.namespace, operation.key), operation);
      } else {
        results[index] = await this.#read(operation);
      }
    }
    for (const [id, operation] of puts) await this.#write(id, operation);
    return results as OperationResults<Op>;
  }

  #read(operation: GetOperation | SearchOperation | ListNamespacesOperation): Promise<unknown> {
    if ("namespacePrefix" in operation) return this.#search(operation);
    if ("namespace" in operation) return this.#get(operation);
    return this.#namespaces(operation);
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    const entry = await this.#entryOf(await itemId(this.#space, namespace, key));
    return entry === undefined ? null : toItem(entry);
  }

  async #entryOf(id: string): Promise<Entry | undefined> {
    try {
      return await this.memory.state.get(this.#space, id);
    } catch (thrown) {
      const error = toKeepsakeError(thrown);
      // another NOT_FOUND is not about the entry: the address is not that of a Keepsake
      if (error.code === "NOT_FOUND" && error.details.field === "key") return undefined;
      throw error;
    }
  }

  async #write(id: string, { namespace, key, value, index }: PutOperation): Promise<void> {
    const { state } = this.memory;
    const before = await this.#entryOf(id);
    const stored = readStored(before);
    if (value === null) {
      if (stored === undefined) return;
      if (stored.indexed) await unindexItem(this.memory, id);
      await state.delete(this.#space, id);
      return;
    }
    const json = asJson(value);
    const paths = index ?? this.#fields;
    const text = paths === false ? "" : itemText(json, paths, MAX_INDEXED_CHARACTERS);
    const createdAt = stored?.createdAt ?? before?.updatedAt;
    const item: StoredItem = {
      namespace,
      key,
      value: json,
      ...(createdAt === undefined ? {} : { createdAt }),
      indexed: text !== "",
    };
    await state.put(this.#space, id, item, this.#ttlSeconds);
    if (text !== "") await indexItem(this.memory, { id, space: this.#space, namespace, text });
    else if (stored?.indexed === true) await unindexItem(this.memory, id);
  }

  async #search({ namespacePrefix, filter, limit = 10, offset = 0, query }: SearchOperation): Promise<SearchItem[]> {
    const fits = (item: Item): boolean =>
      isWithin(item.namespace, namespacePrefix) && (filter === undefined || fitsFilter(item.value, filter));
    const end = offset + limit;
    const ranked =
      query === undefined || query.trim() === "" ? [] : await this.#ranked(namespacePrefix, query, end, fits);
    if (ranked.length >= end) return ranked.slice(offset, end);
    // what no recall ranks (not indexed, or the same words as another) comes after what it did, without a score
    const seen = new Set(ranked.map(nameOf));
    const rest = (await this.#all()).filter((item) => fits(item) && !seen.has(nameOf(item))).sort(byNews);
    return [...ranked, ...rest].slice(offset, end);
  }

  async #ranked(prefix: readonly string[], query: string, end: number, fits: (item: Item) => boolean) {
    const found = await findItems(this.memory, { space: this.#space, prefix, query });
    const ranked: SearchItem[] = [];
    for (const { id, score } of found) {
      if (ranked.length >= end) break;
      const entry = await this.#entryOf(id);
      // its time is over, or another took its place: the value decides what there is
      if (entry === undefined) continue;
      const item = toItem(entry);
      if (fits(item)) ranked.push({ ...item, score });
    }
    return ranked;
  }

  async #namespaces({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation): Promise<string[][]> {
    const paths = new Map<string, string[]>();
    for (const { namespace } of await this.#all()) {
      if (!matchConditions.every((condition) => matches(namespace, condition))) continue;
      const path = namespace.slice(0, maxDepth ?? namespace.length);
      paths.set(JSON.stringify(path), path);
    }
    const sorted = [...paths].sort(([a], [b]) => compareText(a, b)).map(([, path]) => path);
    return sorted.slice(offset, offset + limit);
  }

  async #all(): Promise<Item[]> {
    return (await this.memory.state.list(this.#space)).map(toItem);
  }
}
