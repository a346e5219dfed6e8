import type { EngineParts } from "../../ports/index.js";

/** The same parts; where something else than the engine that was set up answers a search by vector, it is told of. */
export function tellSubstitutes(parts: EngineParts, tell: (reason: string) => void): EngineParts {
  const { storage, telemetry } = parts;
  if (storage.feed === undefined) return parts;
  const onSubstitute = (reason: string): void => {
    tell(reason);
    telemetry.count("keepsake_recall_degraded", 1, { reason: `vectors ${reason}` });
  };
  const { vectors } = storage;
  return {
    ...parts,
    storage: {
      ...storage,
      open: () => storage.open(),
      close: () => storage.close(),
      vectors: { ...vectors, search: (scope, query) => vectors.search(scope, { ...query, onSubstitute }) },
    },
  };
}
