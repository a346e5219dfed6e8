import { describe } from "vitest";
import type { MakeEngine } from "./harness.js";
import { isolationConformance } from "./isolation.js";
import { modelConformance } from "./model.js";
import { outagesConformance } from "./outages.js";
import { searchingConformance } from "./searching.js";
import { writingConformance } from "./writing.js";

export type { EngineService, EngineUnderTest, MakeEngine } from "./harness.js";
export { createReferenceEngine, ReferenceData } from "./reference-engine.js";

/**
 * The behaviour of a vector engine, a test for each clause of its port. Call it at the top of a vitest file.
 * @example vectorEngineConformance("mine", async () => ({ engine: await openMine(), second: openMine, cleanup: () => undefined }))
 */
export function vectorEngineConformance(name: string, make: MakeEngine): void {
  describe(`8.3 vector engine conformance: ${name}`, () => {
    searchingConformance(make);
    writingConformance(make);
    isolationConformance(make);
    outagesConformance(make);
    modelConformance(make);
  });
}
