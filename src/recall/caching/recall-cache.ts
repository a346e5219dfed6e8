import { deserialize, serialize } from "node:v8";
import type { EpochMs, RecalledItem, RecallRequest, RecallResult, Scope } from "../../domain/index.js";
import { MINUTE_MS, scopeKey } from "../../domain/index.js";
import type { EngineParts, Storage } from "../../ports/index.js";

/** An answer is given again for so long at most: time passes without a write, and validity and recency go with it. */
const LONGEST_MS = MINUTE_MS;
const MOST_SCOPES = 200;
const MOST_PER_SCOPE = 50;

interface Entry {
  /** Serialized: as objects, a thousand small ones of each would be moved and marked at every collection of garbage. */
  readonly result: Buffer;
  readonly madeAt: EpochMs;
  /** The first instant at which something in the answer ends. */
  readonly endsAt: EpochMs;
}

/** An answer, and the stamp of the snapshot that it was read in; absent where there was none such. */
export interface Made {
  readonly result: RecallResult;
  readonly stamp?: string;
}

interface ScopeEntries {
  /** Of the scope when its entries were made: with another all of them go. */
  readonly stamp: string;
  readonly entries: Map<string, Entry>;
}

/** Of each storage its own: two engines in one process share nothing. In order of use, least recently used first. */
const caches = new WeakMap<Storage, Map<string, ScopeEntries>>();

function cacheOf(storage: Storage): Map<string, ScopeEntries> {
  const known = caches.get(storage);
  if (known !== undefined) return known;
  const made = new Map<string, ScopeEntries>();
  caches.set(storage, made);
  return made;
}

/** Everything that an answer depends on beside what is stored. */
function keyOf(parts: EngineParts, request: RecallRequest): string {
  const { policy, embedder, reader, reranker, rerankTerms, defaultTimeZone } = parts;
  const { deadlineMs: _, ...asked } = request;
  const sorted = Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    sorted,
    policy.version,
    policy.recall,
    embedder.profile.modelId,
    reader !== undefined,
    reranker?.modelId,
    rerankTerms,
    defaultTimeZone,
  ]);
}

function endOf(items: readonly RecalledItem[], now: EpochMs): EpochMs {
  const ends = items.flatMap((item) =>
    item.type === "memory" ? [item.memory.validTo ?? now, item.memory.expiresAt ?? now].filter((at) => at > now) : [],
  );
  return Math.min(Number.POSITIVE_INFINITY, ...ends);
}

/** What is too old goes wherever it is: no erased word outlives its time here because nobody asked again. */
function sweep(cache: Map<string, ScopeEntries>, now: EpochMs): void {
  for (const [key, { entries }] of cache) {
    for (const [name, entry] of entries) if (now - entry.madeAt >= LONGEST_MS) entries.delete(name);
    if (entries.size === 0) cache.delete(key);
  }
}

function trim<Value>(map: Map<string, Value>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

function find(entries: Map<string, Entry>, name: string, now: EpochMs): RecallResult | undefined {
  const entry = entries.get(name);
  if (entry === undefined) return undefined;
  const isFresh = now >= entry.madeAt && now - entry.madeAt < LONGEST_MS && now < entry.endsAt;
  entries.delete(name);
  if (!isFresh) return undefined;
  entries.set(name, entry); // again the most recently used
  return { ...(deserialize(entry.result) as RecallResult), cached: true };
}

function isCacheable(request: RecallRequest): boolean {
  return request.explain !== true;
}

/**
 * An equal request gets an equal answer while nothing of the user's was written, by whatever process on the same store (requirement 3.8).
 * - The stamp is read before the answer is made: a write that comes between makes the entry worthless, never wrong.
 * - An answer that is incomplete, and a call that fails, leave nothing behind.
 * - A store that gives no stamps is asked every time.
 */
export async function throughCache(
  parts: EngineParts,
  scope: Scope,
  request: RecallRequest,
  make: () => Promise<Made>,
): Promise<RecallResult> {
  const { changes } = parts.storage;
  if (changes === undefined || !isCacheable(request)) return (await make()).result;
  const cache = cacheOf(parts.storage);
  const now = parts.clock.now();
  sweep(cache, now);
  const stamp = await changes.stampOf(scope);
  const owner = scopeKey(scope);
  const held = cache.get(owner);
  if (held !== undefined && held.stamp !== stamp) cache.delete(owner);
  const name = keyOf(parts, request);
  const known = held?.stamp === stamp ? find(held.entries, name, now) : undefined;
  parts.telemetry.count("keepsake_recall_cache", 1, { hit: known !== undefined });
  if (known !== undefined) return known;
  const { result, stamp: after } = await make();
  // what was written, or erased, meanwhile may be in the answer or not: it is given once and kept nowhere. Asked again at the end: a model
  // may have ordered the answer after its snapshot
  if (result.degraded !== undefined || (after ?? stamp) !== stamp) return result;
  if ((await changes.stampOf(scope)) !== stamp) return result;
  const current = cache.get(owner);
  if (current !== undefined && current.stamp !== stamp) return result;
  const entries = current?.entries ?? new Map<string, Entry>();
  entries.set(name, { result: serialize(result), madeAt: now, endsAt: endOf(result.items, request.now ?? now) });
  trim(entries, MOST_PER_SCOPE);
  cache.delete(owner);
  cache.set(owner, { stamp, entries });
  trim(cache, MOST_SCOPES);
  return result;
}

/** Takes away all that is held of a scope: called after an erasure, which must not wait for the next question. */
export function dropCached(parts: Pick<EngineParts, "storage">, scope: Scope): void {
  caches.get(parts.storage)?.delete(scopeKey(scope));
}
