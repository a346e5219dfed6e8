import {
  eachScope,
  type ItemId,
  isEpisodeId,
  isMemoryId,
  KeepsakeError,
  MINUTE_MS,
  type Scope,
} from "../../domain/index.js";
import type { EngineParts, TruthTransaction } from "../../ports/index.js";
import { eachItem } from "./missing-vectors.js";
import { isBehind } from "./status.js";

/** The longest that a call may be given: one that began before the cut-over still reads the old vectors. */
const LONGEST_CALL_MS = 10 * MINUTE_MS;
const BATCH = 200;

export interface DropReport {
  readonly modelId: string;
  readonly users: number;
  /** Vectors removed, by model. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Users whose old vectors stay: they are not searched by the model yet, or something of theirs has no vector by it. */
  readonly notCutOver: number;
  /** Users whose old vectors stay because calls from before their cut-over may still read them. */
  readonly tooRecent: number;
}

async function noteModel(transaction: TruthTransaction, modelId: string, ids: readonly ItemId[]): Promise<void> {
  const { memories, episodes } = transaction;
  for (const { id, revision, embeddingModel } of await memories.findMany(ids.filter(isMemoryId))) {
    if (embeddingModel !== modelId) await memories.update(id, revision, { embeddingModel: modelId });
  }
  for (const { id, embeddingModel } of await episodes.findMany(ids.filter(isEpisodeId))) {
    if (embeddingModel !== modelId) await episodes.setEmbeddingModel(id, modelId);
  }
}

/** Rows name the model that their vector is of. */
async function renameModel({ storage }: EngineParts, scope: Scope, modelId: string): Promise<void> {
  for await (const page of eachItem({ storage }, scope)) {
    for (let from = 0; from < page.length; from += BATCH) {
      const ids = page.slice(from, from + BATCH);
      const held = await storage.vectors.find(scope, modelId, ids);
      await storage.truth.write(scope, (transaction) => noteModel(transaction, modelId, [...held.keys()]));
    }
  }
}

type Verdict = "drop" | "nothing" | "notCutOver" | "tooRecent";

function judge(
  counts: ReadonlyMap<string, number>,
  modelId: string,
  serving: { readonly modelId: string; readonly since: number } | undefined,
  now: number,
): Verdict {
  if (![...counts.keys()].some((name) => name !== modelId)) return "nothing";
  if (isBehind(counts, modelId) || (serving !== undefined && serving.modelId !== modelId)) return "notCutOver";
  return serving !== undefined && now - serving.since < LONGEST_CALL_MS ? "tooRecent" : "drop";
}

/**
 * Removes the vectors of every model but the configured one, user by user: after this there is no way back but embedding anew.
 * @throws CONFLICT while two models are configured: processes would go on to write what is removed
 */
export async function dropOld(parts: EngineParts): Promise<DropReport> {
  if (parts.otherEmbedder !== undefined) {
    throw new KeepsakeError("CONFLICT", "two embedding models are configured, and both are written", {
      field: "nextEmbedder",
      remedy: {
        en: "Name the model that is to stay as embedder, remove nextEmbedder, restart every process, and run this again.",
        zh: "请把要保留的模型设为 embedder，删除 nextEmbedder，重启所有进程后再执行。",
      },
    });
  }
  const { storage, clock, embedder } = parts;
  const { modelId } = embedder.profile;
  const dropped: Record<string, number> = {};
  let [users, notCutOver, tooRecent] = [0, 0, 0];
  for await (const scope of eachScope(parts.storage.tenants)) {
    users += 1;
    const counts = await storage.vectors.countByModel(scope);
    const serving = await storage.truth.read(scope, (transaction) => transaction.servingModel.find());
    const verdict = judge(counts, modelId, serving, clock.now());
    if (verdict === "notCutOver") notCutOver += 1;
    if (verdict === "tooRecent") tooRecent += 1;
    if (verdict !== "drop") continue;
    await renameModel(parts, scope, modelId);
    const old = [...counts].filter(([name]) => name !== modelId);
    await storage.truth.write(scope, (transaction) =>
      storage.projection.apply(
        transaction,
        old.map(([name]) => ({ type: "drop-model", modelId: name })),
      ),
    );
    for (const [name, count] of old) dropped[name] = (dropped[name] ?? 0) + count;
  }
  return { modelId, users, dropped, notCutOver, tooRecent };
}
