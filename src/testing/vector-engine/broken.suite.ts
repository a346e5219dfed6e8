import { BROKEN_ENGINES } from "./broken-engines.js";
import { vectorEngineConformance } from "./index.js";

// Run by broken.test.ts, which expects every one of these to fail.
for (const [fault, create] of Object.entries(BROKEN_ENGINES)) {
  vectorEngineConformance(`<${fault}>`, async () => {
    const engine = create();
    return { engine, second: async () => engine, cleanup: async () => undefined };
  });
}
