import { eachScope, KeepsakeError, readAll, type Scope } from "../../domain/index.js";
import type { Embedder, EngineParts } from "../../ports/index.js";
import { Pace } from "../pace.js";
import { cutOver } from "./cut-over.js";
import { type Filling, fillScope } from "./fill-scope.js";
import { isBehind, type ScopeStatus, scopeStatus } from "./status.js";

/** Passes over all users: who came after the first one is met by the next. */
const MOST_PASSES = 5;
const DEFAULT_SHARE = 0.5;

export interface ReindexOptions {
  /** `next`: to the model that is to take over. `back`: to the one before. */
  readonly direction: "next" | "back";
  /** Above 0, up to 1: the share of the time that is spent working. Default 0.5. */
  readonly share?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (items: number, total: number) => void;
}

export interface ReindexReport {
  readonly modelId: string;
  readonly users: number;
  /** Users who are searched by the model since this run. */
  readonly cutOverUsers: number;
  /** Vectors made. */
  readonly embedded: number;
  /** Users who stay with the model they had: some of their texts could not be embedded. */
  readonly remainingUsers: number;
  /** Texts that the model cannot take. */
  readonly failed: number;
  /** Ended by the signal; running it again goes on where it was. */
  readonly interrupted: boolean;
}

function targetOf({ embedder, otherEmbedder }: EngineParts, direction: ReindexOptions["direction"]): Embedder {
  if (direction === "next") return otherEmbedder ?? embedder;
  if (otherEmbedder !== undefined) return embedder;
  throw new KeepsakeError(
    "CONFLICT",
    "going back needs both models: name the one to go back to as embedder, and the other as nextEmbedder",
    { field: "nextEmbedder" },
  );
}

const itemsOf = ({ counts }: ScopeStatus): number => Math.max(0, ...counts.values());

async function countItems(parts: EngineParts): Promise<number> {
  let total = 0;
  for await (const scope of eachScope(parts.storage.tenants)) total += itemsOf(await scopeStatus(parts, scope));
  return total;
}

interface Sums {
  cutOverUsers: number;
  embedded: number;
  failed: number;
  remaining: Set<string>;
}

/** One user: vectors first, then the switch. True where there was anything to do. */
async function reindexScope(filling: Filling, scope: Scope, sums: Sums): Promise<boolean> {
  const { parts, target, signal } = filling;
  const { modelId } = target.profile;
  const status = await scopeStatus(parts, scope);
  const isServed = status.serving === modelId;
  if (isServed && !isBehind(status.counts, modelId)) {
    filling.onItems(itemsOf(status));
    return false;
  }
  const { embedded, failed } = await fillScope(filling, scope);
  sums.embedded += embedded;
  sums.failed += failed;
  if (signal.aborted) return true;
  const name = JSON.stringify([scope.tenant, scope.user]);
  if (failed > 0 || !(await cutOver(filling, scope))) sums.remaining.add(name);
  else {
    sums.remaining.delete(name);
    if (!isServed) sums.cutOverUsers += 1;
  }
  return true;
}

async function tellTenants({ storage, audit }: EngineParts, modelId: string, sums: Sums): Promise<void> {
  if (sums.cutOverUsers === 0 && sums.embedded === 0) return;
  for (const { id } of await readAll((page) => storage.tenants.list(page))) {
    await audit.write(id, { actor: "cli", door: "cli", action: "reindex", targets: [modelId], outcome: "done" });
  }
}

/**
 * Embeds everything that is indexed by another model and lets each user be searched by it as soon as nothing of theirs is missing. Recall goes
 * on by the old vectors until then, and these stay: the way back is the same, with little left to embed. What is there already is not made
 * again, so that a run that was cut off, by whatever, is gone on with by the next one.
 * @throws CONFLICT (back, with one model configured), MODEL_UNAVAILABLE and its like where the model answers for nothing
 */
export async function reindex(parts: EngineParts, options: ReindexOptions): Promise<ReindexReport> {
  const target = targetOf(parts, options.direction);
  const signal = options.signal ?? new AbortController().signal;
  const sums: Sums = { cutOverUsers: 0, embedded: 0, failed: 0, remaining: new Set() };
  const total = await countItems(parts);
  let done = 0;
  const onItems = (count: number): void => {
    done += count;
    options.onProgress?.(Math.min(done, total), total);
  };
  const filling: Filling = { parts, target, signal, onItems, pace: new Pace(options.share ?? DEFAULT_SHARE, signal) };
  let users = 0;
  for (let pass = 0; pass < MOST_PASSES && !signal.aborted; pass += 1) {
    let worked = false;
    users = 0;
    sums.failed = 0;
    for await (const scope of eachScope(parts.storage.tenants)) {
      if (signal.aborted) break;
      users += 1;
      if (await reindexScope(filling, scope, sums)) worked = true;
    }
    if (!worked || sums.failed > 0) break;
  }
  await tellTenants(parts, target.profile.modelId, sums);
  return {
    modelId: target.profile.modelId,
    users,
    cutOverUsers: sums.cutOverUsers,
    embedded: sums.embedded,
    remainingUsers: sums.remaining.size,
    failed: sums.failed,
    interrupted: signal.aborted,
  };
}
