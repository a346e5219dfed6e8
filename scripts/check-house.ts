/**
 * House rules that no linter rule covers: length of files, names that say nothing, skipped tests, foreign paths.
 * Prints every breach with its rule and exits 1 when there is one.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const MAX_LINES = 500;
const VAGUE_NAME = /(^|\/)(utils?|helpers?|common|misc|manager|base)(\.[a-z]+$|\/)/i;
const SKIPPED_TEST = /\b(it|test|describe)\.(skip|todo|only)\b/;
const UNFINISHED = /\b(TODO|FIXME|XXX|HACK)\b/;
/** A folder of somebody's machine. */
const FOREIGN_PATH = /(?<![\w.~:/-])\/(?:work|home|root|Users)\/\w/;
const SILENCED = /@ts-ignore|@ts-nocheck|\bas any\b/;

function breachesOf(file: string): string[] {
  const found: string[] = [];
  if (VAGUE_NAME.test(file)) found.push("rule 11: the name says nothing");
  if (!/\.(ts|tsx|mjs|js|md|json|ya?ml|sh)$/.test(file) || file === "package-lock.json") return found;
  const lines = readFileSync(file, "utf8").split("\n");
  lines.forEach((line, index) => {
    if (FOREIGN_PATH.test(line)) found.push(`line ${index + 1}: a path of somebody's machine`);
  });
  if (!/\.(ts|tsx|mjs|js)$/.test(file) || file === "scripts/check-house.ts") return found;
  if (lines.length > MAX_LINES + 1) found.push(`rule 11: ${lines.length} lines; the limit is ${MAX_LINES}`);
  lines.forEach((line, index) => {
    const at = `line ${index + 1}`;
    if (SKIPPED_TEST.test(line)) found.push(`${at}: a skipped, todo or only test`);
    if (UNFINISHED.test(line)) found.push(`${at}: an unfinished word`);
    if (SILENCED.test(line)) found.push(`${at}: a silenced type error`);
  });
  return found;
}

/** Two decisions under one number: whoever cites it names neither. */
function sharedNumbers(files: readonly string[]): string[] {
  const seen = new Map<string, string>();
  return files.flatMap((file) => {
    const number = /^docs\/adr\/(\d{4})-/.exec(file)?.[1];
    if (number === undefined) return [];
    const first = seen.get(number);
    seen.set(number, first ?? file);
    return first === undefined ? [] : [`${file}: rule 20: ${first} has its number`];
  });
}

const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n").filter(Boolean);
const breaches = [
  ...files.flatMap((file) => breachesOf(file).map((breach) => `${file}: ${breach}`)),
  ...sharedNumbers(files),
];
for (const breach of breaches) process.stderr.write(`${breach}\n`);
process.stdout.write(`house rules: ${files.length} files, ${breaches.length} breaches\n`);
process.exitCode = breaches.length === 0 ? 0 : 1;
