/**
 * Breaks a running stack again and again while eight clients write to it, and checks what they saw and what is left.
 * Arguments: --rounds N of each kind (default 50), --together N of them between two checks (default 5), --kinds a,b,c (default: all but those of ten minutes), --seed N
 * (default 1), --minutes N per kind (default 30), after which no round begins, --json for the figures on stdout instead of a table, --log FILE for
 * what the processes logged where there were violations, --source to run the code as it stands instead of what was built of it.
 */
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type CampaignReport, runCampaign } from "./campaign.js";
import { groupBy } from "./group-by.js";
import { FAULT_KINDS } from "./kinds.js";

/** Those of ten minutes a round must be asked for. */
const USUAL = Object.keys(FAULT_KINDS).filter((kind) => FAULT_KINDS[kind]?.load === undefined);
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "50" },
    together: { type: "string", default: "5" },
    kinds: { type: "string", default: USUAL.join(",") },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "30" },
    json: { type: "boolean", default: false },
    log: { type: "string" },
    source: { type: "boolean", default: false },
  },
});
const [rounds = 0, together = 0, seed = 0, minutes = 0] = [
  ...[values.rounds, values.together, values.seed, values.minutes].map(Number),
];
const kinds = values.kinds.split(",");
if (![rounds, together, seed, minutes].every((number) => Number.isInteger(number) && number >= 1)) {
  process.stderr.write("--rounds, --together, --seed and --minutes must be whole numbers from 1.\n");
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

const isShown = process.stderr.isTTY === true;
const CLEARED = "\r\u001b[K";
const BAR = 30;
const tell = (line: string): void => void process.stderr.write(`${isShown ? CLEARED : ""}${line}\n`);
/** A bar that moves where somebody looks on; a file gets the lines of the checks only. */
const tellProgress = (kind: string, done: number, all: number): void => {
  const full = Math.round((BAR * done) / all);
  if (isShown) process.stderr.write(`${CLEARED}${kind} [${"#".repeat(full)}${".".repeat(BAR - full)}] ${done}/${all}`);
};
const tellErrors = (log: string): void => {
  if (values.log !== undefined) appendFileSync(values.log, `${log}\n`);
};
/** Kinds that may share a stack take turns on it. */
const groups = groupBy(kinds, (kind) => {
  const needs = FAULT_KINDS[kind]?.needs;
  return `${needs?.store} ${needs?.movedClocks === true} ${needs?.leaseSeconds}`;
});
const reports: CampaignReport[] = [];
const broken: string[] = [];
for (const group of groups.values()) {
  if (stopping.signal.aborted) break;
  const withinMs = minutes * 60_000 * group.length;
  const shared = { rounds, together, seed, program, signal: stopping.signal, tell, tellProgress, tellErrors } as const;
  const tellFigures = (told: readonly CampaignReport[]): void => void reports.push(...told);
  try {
    await runCampaign({ ...shared, kinds: group, withinMs, tellFigures });
  } catch (thrown) {
    // what was found before is told all the same
    broken.push(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
    tell(`broken off: ${broken.at(-1)}`);
  }
}

/** Violations by what was broken. */
const LOST = ["an acknowledged write is lost", "an acknowledged turn is lost", "a lost write"];
const DOUBLED = ["a duplicated memory", "a duplicated turn"];
const countOf = ({ violations }: CampaignReport, rules: readonly string[]): number =>
  violations.filter(({ rule }) => rules.includes(rule)).length;

const TITLES = "fault rounds checks acknowledged refused unknown reads lost doubled violations s".split(" ");
function tellTable(): void {
  process.stdout.write(`| ${TITLES.join(" | ")} | failed requests |\n|${"---|".repeat(TITLES.length + 1)}\n`);
  for (const report of reports) {
    const { kind, violations, seconds, acknowledged, refused, unknown, reads, failures, checks } = report;
    const broken = [countOf(report, LOST), countOf(report, DOUBLED), violations.length];
    const figures = [report.rounds, checks, acknowledged, refused, unknown, reads, ...broken, Math.round(seconds)];
    const failed = Object.entries(failures).map(([what, count]) => `${what} ${count}`);
    process.stdout.write(`| ${kind} | ${figures.join(" | ")} | ${failed.join(", ")} |\n`);
  }
}
if (values.json) process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
else tellTable();
const isClean = reports.every(({ violations, rounds: done }) => violations.length === 0 && done === rounds);
process.exitCode = isClean && broken.length === 0 ? 0 : 1;
