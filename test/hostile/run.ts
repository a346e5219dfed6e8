/**
 * Hostile calls through every door, against users whose names are easily taken for one another.
 * Arguments: --calls N (default 10000), --seed N (default 1), --data FOLDER (default: in memory), --small (a smaller crowd).
 */
import { parseArgs } from "node:util";
import { runFuzz } from "./fuzz.js";
import { FULL_CROWD, SMALL_CROWD } from "./names.js";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    data: { type: "string" },
    small: { type: "boolean", default: false },
  },
});
const [calls = 0, seed = 0] = [values.calls, values.seed].map(Number);
if (![calls, seed].every((number) => Number.isInteger(number) && number >= 1)) {
  process.stderr.write("--calls and --seed must be whole numbers from 1.\n");
  process.exit(2);
}
const started = performance.now();
const report = await runFuzz({
  ...{ calls, seed, crowd: values.small ? SMALL_CROWD : FULL_CROWD },
  ...(values.data === undefined ? {} : { dataFolder: values.data }),
});
const told = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
process.stdout.write(
  `${report.calls} calls on ${report.scopes} users in ${((performance.now() - started) / 1_000).toFixed(0)} s (seed ${seed})\n` +
    `doors: ${told(report.byDoor)}\nanswers: ${told(report.byCode)}\n` +
    `${report.twins} pairs of “not yours” and “not there”; ${report.denials} denials, ${report.auditedDenials} in the audit log; ${report.auditLines} lines verified\n` +
    `${report.findings.length === 0 ? "isolation holds" : `FAILED: ${report.findings.length} findings`}\n`,
);
for (const finding of report.findings.slice(0, 40)) process.stderr.write(`${finding}\n`);
process.exitCode = report.findings.length === 0 ? 0 : 1;
