import { closingsSuite } from "./closings.js";
import { conversationsSuite } from "./conversations.js";
import { duplicatesSuite } from "./duplicates.js";
import { extractionSuite } from "./extraction.js";
import { factsSuite } from "./facts.js";
import { goldenSuite } from "./golden.js";
import { latencySuite } from "./latency.js";
import { locomoSuite } from "./locomo.js";
import { redactionSuite } from "./redaction.js";
import { scenariosSuite } from "./scenarios.js";
import { stateUpdatesSuite } from "./state-updates.js";
import type { Suite } from "./suite.js";
import { updatesSuite } from "./updates.js";

/** Every suite, in the order in which they are listed. */
export const SUITES: readonly Suite[] = [
  goldenSuite,
  scenariosSuite,
  locomoSuite,
  conversationsSuite,
  stateUpdatesSuite,
  extractionSuite,
  factsSuite,
  updatesSuite,
  duplicatesSuite,
  closingsSuite,
  redactionSuite,
  latencySuite,
];

export function findSuite(name: string): Suite | undefined {
  return SUITES.find((suite) => suite.name === name);
}
