/**
 * Several processes write one single-valued slot at once, as two agents: one value is current afterwards, its versions have no gap, each
 * replaced one is closed and linked, and no acknowledged write is lost.
 * Arguments: --processes N (default 8), --writes N of all together (default 5000), --timeout SECONDS (default 600).
 */
import { parseArgs } from "node:util";
import { runRace } from "./race.js";

const { values } = parseArgs({
  options: {
    processes: { type: "string", default: "8" },
    writes: { type: "string", default: "5000" },
    timeout: { type: "string", default: "600" },
  },
});
const [processes = 0, writes = 0, timeout = 0] = [values.processes, values.writes, values.timeout].map(Number);
if (![processes, writes, timeout].every((number) => Number.isInteger(number) && number >= 1)) {
  process.stderr.write("--processes, --writes and --timeout must be whole numbers from 1.\n");
  process.exit(2);
}
const report = await runRace({ processes, writes, timeoutMs: timeout * 1_000 });
const outcomes = Object.entries(report.outcomes).map(([outcome, number]) => `${number} ${outcome}`);
process.stdout.write(
  `${processes} processes, ${report.acknowledged} writes acknowledged (${outcomes.join(", ")}), ${report.versions} versions\n` +
    `${report.seconds.toFixed(1)} s, ${(report.acknowledged / report.seconds).toFixed(0)} writes/s; ` +
    `each tenth done after ${report.tenths.map((tenth) => tenth.toFixed(1)).join(" ")} s\n` +
    `${report.violations.length === 0 ? "one current value, no gap, nothing lost" : "FAILED"}\n`,
);
for (const violation of report.violations) process.stderr.write(`${violation}\n`);
process.exitCode = report.violations.length === 0 ? 0 : 1;
