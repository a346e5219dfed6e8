/**
 * Breaks a running stack again and again while eight clients write to it, and checks what they saw and what is left.
 * Arguments: --rounds N of each kind (default 50), --kinds a,b,c (default: all), --seed N (default 1), --minutes N per kind (default 30),
 * after which no round begins,
 * --json FILE for the figures, --log FILE for what the processes logged in rounds with violations, --source to run the code as it stands instead of what was built of it.
 */
import { appendFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type CampaignReport, runCampaign } from "./campaign.js";
import { groupBy } from "./group-by.js";
import { FAULT_KINDS } from "./kinds.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "50" },
    kinds: { type: "string", default: Object.keys(FAULT_KINDS).join(",") },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "30" },
    json: { type: "string" },
    log: { type: "string" },
    source: { type: "boolean", default: false },
  },
});
const [rounds = 0, seed = 0, minutes = 0] = [values.rounds, values.seed, values.minutes].map(Number);
const kinds = values.kinds.split(",");
if (![rounds, seed, minutes].every((number) => Number.isInteger(number) && number >= 1)) {
  process.stderr.write("--rounds, --seed and --minutes must be whole numbers from 1.\n");
  process.exit(2);
}
const strange = kinds.filter((kind) => !(kind in FAULT_KINDS));
if (strange.length > 0) {
  process.stderr.write(`no kind ${strange.join(", ")}: choose from ${Object.keys(FAULT_KINDS).join(", ")}\n`);
  process.exit(2);
}
const program = values.source ? "source" : "built";
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());

const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const tellErrors = (log: string): void => {
  if (values.log !== undefined) appendFileSync(values.log, `${log}\n`);
};
/** Kinds that may share a stack take turns on it. */
const groups = groupBy(kinds, (kind) => {
  const needs = FAULT_KINDS[kind]?.needs;
  return `${needs?.store} ${needs?.movedClocks === true}`;
});
const reports: CampaignReport[] = [];
for (const group of groups.values()) {
  if (stopping.signal.aborted) break;
  const withinMs = minutes * 60_000 * group.length;
  const shared = { rounds, seed, program, signal: stopping.signal, tell, tellErrors } as const;
  reports.push(...(await runCampaign({ ...shared, kinds: group, withinMs })));
}
process.stdout.write(
  "| fault | rounds | requests | acknowledged | refused | unknown | reads | violations | s | failed requests |\n",
);
process.stdout.write("|---|---|---|---|---|---|---|---|---|---|\n");
for (const { kind, violations, seconds, ...sum } of reports) {
  const { requests, acknowledged, refused, unknown, reads, failures } = sum;
  const figures = [sum.rounds, requests, acknowledged, refused, unknown, reads, violations.length, Math.round(seconds)];
  const failed = Object.entries(failures).map(([what, count]) => `${what} ${count}`);
  process.stdout.write(`| ${kind} | ${figures.join(" | ")} | ${failed.join(", ")} |\n`);
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(reports, null, 2)}\n`);
process.exitCode = reports.every(({ violations, rounds: done }) => violations.length === 0 && done === rounds) ? 0 : 1;
