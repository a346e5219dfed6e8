import type { Scope } from "../../domain/index.js";
import type { Language } from "../../language/index.js";
import type { EngineParts } from "../../ports/index.js";

/**
 * Says so where a scope has more vectors of another model than of the one in use: it was changed, and what is not indexed anew yet is
 * found by its words alone. Undefined where all is well.
 */
export async function findForeignVectors(
  parts: EngineParts,
  scope: Scope,
  language: Language,
): Promise<string | undefined> {
  const { modelId } = parts.embedder.profile;
  const counts = await parts.storage.vectors.countByModel(scope);
  const own = counts.get(modelId) ?? 0;
  let most: readonly [string, number] = ["", own];
  for (const [name, count] of counts) if (name !== modelId && count > most[1]) most = [name, count];
  const [other, count] = most;
  if (count <= own) return undefined;
  return language === "zh"
    ? `index: 有 ${count - own} 条的向量出自另一模型（${other}），重建索引之前只能按关键词找到`
    : `index: ${count - own} items have vectors of another model (${other}) and are found by keywords alone until they are indexed anew`;
}
