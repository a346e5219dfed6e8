import { eachScope, type Scope } from "../../domain/index.js";
import { servedParts } from "../../embedding/index.js";
import type { EngineParts } from "../../ports/index.js";

/** One embedding model, over all users. */
export interface ModelStatus {
  readonly modelId: string;
  /** The setting that names it; absent where none does: its vectors are searched by nobody. */
  readonly setting?: "embedder" | "nextEmbedder";
  readonly vectors: number;
  /** How many users are searched by it. */
  readonly servedUsers: number;
}

export interface ReindexStatus {
  readonly users: number;
  readonly models: readonly ModelStatus[];
  /** Users whose items have more vectors by another model than by the one that they are searched by. */
  readonly behindUsers: number;
}

/** What a scope has of each model, and by which it is searched. */
export interface ScopeStatus {
  readonly serving: string;
  readonly counts: ReadonlyMap<string, number>;
}

export async function scopeStatus(parts: EngineParts, scope: Scope): Promise<ScopeStatus> {
  const { embedder } = await servedParts(parts, scope);
  return { serving: embedder.profile.modelId, counts: await parts.storage.vectors.countByModel(scope) };
}

/** Whether a search by the model may miss what one by another model finds. */
export function isBehind(counts: ReadonlyMap<string, number>, modelId: string): boolean {
  const own = counts.get(modelId) ?? 0;
  return [...counts.values()].some((count) => count > own);
}

/** Where a change of the embedding model stands. Takes a look at every user. */
export async function reindexStatus(parts: EngineParts): Promise<ReindexStatus> {
  const settings = new Map<string, ModelStatus["setting"]>([[parts.embedder.profile.modelId, "embedder"]]);
  if (parts.otherEmbedder !== undefined) settings.set(parts.otherEmbedder.profile.modelId, "nextEmbedder");
  const figures = new Map([...settings.keys()].map((modelId) => [modelId, { vectors: 0, servedUsers: 0 }]));
  const figuresOf = (modelId: string) => {
    const known = figures.get(modelId) ?? { vectors: 0, servedUsers: 0 };
    figures.set(modelId, known);
    return known;
  };
  let [users, behindUsers] = [0, 0];
  for await (const scope of eachScope(parts.storage.tenants)) {
    const { serving, counts } = await scopeStatus(parts, scope);
    users += 1;
    figuresOf(serving).servedUsers += 1;
    for (const [modelId, count] of counts) figuresOf(modelId).vectors += count;
    if (isBehind(counts, serving)) behindUsers += 1;
  }
  const models = [...figures].map(([modelId, sums]) => {
    const setting = settings.get(modelId);
    return { modelId, ...(setting === undefined ? {} : { setting }), ...sums };
  });
  return { users, models, behindUsers };
}
