/*
 * `npm run test:conformance`: the official MCP conformance runner against the Streamable HTTP endpoint, a line a scenario.
 * `-- --runner FILE --revision 2026-07-28` takes a later runner (its script) and the scenarios that it knows of that revision.
 */
import { parseArgs } from "node:util";
import { BEHIND, bundledRunner, faultsOf, runScenarios, type ScenarioResult } from "./conformance.js";
import { expectationOf } from "./expected.js";

const { values } = parseArgs({ options: { runner: { type: "string" }, revision: { type: "string" } } });
const runner = values.runner ?? bundledRunner();
const terms = values.revision === undefined ? ["--suite", "all"] : ["--requirements", values.revision];

function lineOf({ scenario, passed, failures }: ScenarioResult, behind: string): string {
  const expected = expectationOf(scenario);
  if (expected === behind) return `${failures.length === 0 ? "passed" : "FAILED"}  ${scenario} (${passed} checks)`;
  return typeof expected === "object" ? `n/a     ${scenario}: ${expected.because}` : "";
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

let faults = 0;
const notApplicable = new Set<string>();
for (const behind of BEHIND) {
  const results = await runScenarios(behind, { runner, terms });
  const lines = results.map((result) => lineOf(result, behind)).filter((line) => line !== "");
  say(`\n${behind}`);
  for (const line of lines) {
    if (line.startsWith("n/a")) notApplicable.add(line);
    else say(line);
  }
  const found = faultsOf(behind, results);
  for (const fault of found) say(`FAULT   ${fault}`);
  faults += found.length;
}
say("\ndoes not apply");
for (const line of notApplicable) say(line);
say(`\n${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
