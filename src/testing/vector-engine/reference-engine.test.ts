import { createReferenceEngine, ReferenceData, vectorEngineConformance } from "./index.js";

vectorEngineConformance("reference, in memory", async () => {
  const data = new ReferenceData();
  return {
    engine: createReferenceEngine(data),
    second: async () => createReferenceEngine(data),
    cleanup: async () => undefined,
  };
});
