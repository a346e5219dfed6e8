import { describe, expect, it } from "vitest";
import { BEHIND, bundledRunner, faultsOf, runScenarios } from "./conformance.js";
import { EXPECTED } from "./expected.js";

describe("the official MCP conformance runner, revision 2025-11-25 (7.1)", () => {
  it.each(BEHIND)("passes what applies to the %s", { timeout: 150_000 }, async (behind) => {
    const results = await runScenarios(behind, { runner: bundledRunner(), terms: ["--suite", "all"] });
    expect(faultsOf(behind, results)).toEqual([]);
    const mine = results.filter(({ scenario }) => EXPECTED[scenario] === behind);
    expect(mine.length).toBeGreaterThan(behind === "product" ? 5 : 15);
  });

  it("a scenario that fails, that checks nothing or that nobody knows is a fault", () => {
    const passed = { scenario: "ping", passed: 1, failures: [] };
    expect(faultsOf("product", [passed])).toEqual([]);
    expect(faultsOf("product", [{ ...passed, failures: ["ping: no answer"] }])).toEqual(["ping: ping: no answer"]);
    expect(faultsOf("product", [{ ...passed, passed: 0 }])).toEqual(["ping: nothing was checked"]);
    expect(faultsOf("fixture", [{ ...passed, scenario: "new-one" }])).toHaveLength(1);
  });
});
