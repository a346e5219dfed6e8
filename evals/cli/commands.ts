import { SYSTEMS } from "../baselines/index.js";
import { describeMachine } from "../engine/identity.js";
import { keepsakeSystem } from "../engine/system.js";
import { DataError } from "../readers/data-error.js";
import { floorsOf, goldenSuite } from "../suites/golden.js";
import { findSuite, SUITES } from "../suites/index.js";
import { checkRowSchema } from "../suites/scenarios.js";
import type { Suite } from "../suites/suite.js";
import { tune } from "../tuning/tune.js";
import {
  type EvalArguments,
  parseEvalArguments,
  type RunArguments,
  type SampleArguments,
  type TuneArguments,
  USAGE,
  UsageError,
} from "./arguments.js";
import { createProgress, type ProgressStream } from "./progress.js";
import { checkReportPath, type Report, readReport, writeReport } from "./report.js";
import { drawSample } from "./sample.js";
import { alignColumns, categoryTable, differenceTable, figureTable } from "./table.js";

/** Where the command writes: figures to `stdout`, progress and errors to `stderr`. `process` is one. */
export interface EvalIo {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: ProgressStream;
}

const HEADLINES = [
  "any@5",
  "any@10",
  "frac@10",
  "mrr",
  "session.frac@10",
  "abstain.f1",
  "scenarios.all",
  "supersede.recall",
  "untouched",
  "extract.f1",
  "latency.recall.p50",
  "latency.recall.p95",
];

function requireSuite(name: string): Suite {
  const suite = findSuite(name);
  if (suite === undefined) {
    throw new UsageError(
      `There is no suite "${name}". Choose one of: ${SUITES.map((known) => known.name).join(", ")}.`,
    );
  }
  return suite;
}

function printReport(report: Report, suite: Suite, io: EvalIo): void {
  const unitOf = (name: string) => suite.unitOf(name, report.rows);
  const columns = HEADLINES.filter((name) => Object.values(report.byCategory).some((figures) => name in figures));
  const head = alignColumns(
    [
      ["suite", report.suite],
      ["system", report.system],
      ["data", report.data.path],
      ["policy", report.policy],
      ["model", report.model],
      ["seconds", report.seconds.toFixed(1)],
    ].map(([name, value]) => [`${name}  ${value}`]),
  );
  io.stdout.write(`${head}\n\n${figureTable(report.metrics, unitOf)}\n`);
  if (columns.length > 0 && Object.keys(report.byCategory).length > 1) {
    io.stdout.write(`\n${categoryTable(report.byCategory, columns, unitOf)}\n`);
  }
}

async function run(args: RunArguments, io: EvalIo): Promise<number> {
  const suite = requireSuite(args.suite);
  const system = SYSTEMS.find((known) => known.name === args.system);
  if (system === undefined) {
    throw new UsageError(
      `There is no system "${args.system}". Choose one of: ${SYSTEMS.map((known) => known.name).join(", ")}.`,
    );
  }
  if (suite.needsData && args.data === undefined) {
    throw new UsageError(`The suite ${suite.name} needs a data file: eval run ${suite.name} --data PATH`);
  }
  if (args.json !== undefined) await checkReportPath(args.json);
  const progress = createProgress(io.stderr);
  const started = performance.now();
  const measured = await suite
    .execute({
      system,
      storage: args.storage,
      embedder: args.embedder,
      dataPath: args.data,
      limit: args.limit,
      questionLimit: args.questions,
      floor: args.floor,
      sizes: args.sizes,
      onProgress: progress.show,
      onFailure: (line) => {
        if (!args.verbose) return;
        progress.clear();
        io.stdout.write(`${line.trimEnd()}\n\n`);
      },
    })
    .finally(progress.clear);
  const { storage, embedder, limit, questions, floor } = args;
  const report: Report = {
    suite: suite.name,
    system: system.name,
    data: measured.data,
    policy: measured.policy,
    model: measured.model,
    machine: describeMachine(),
    options: { storage, embedder, limit, questions, floor },
    metrics: measured.metrics,
    byCategory: measured.byCategory,
    seconds: (performance.now() - started) / 1_000,
    rows: measured.rows,
  };
  // Written first: a reader that closes the pipe early must not cost the report.
  if (args.json !== undefined) await writeReport(args.json, report);
  printReport(report, suite, io);
  return 0;
}

async function compare(args: Extract<EvalArguments, { command: "compare" }>, io: EvalIo): Promise<number> {
  const first = await readReport(args.first);
  const second = await readReport(args.second);
  if (first.suite !== second.suite) {
    throw new DataError(
      `${args.first} is of the suite ${first.suite}, ${args.second} of ${second.suite}: only equal suites compare.`,
    );
  }
  const suite = requireSuite(first.suite);
  const { differences, paired, unpaired } = suite.compare(first.rows, second.rows);
  if (paired === 0) throw new DataError("The two reports have no row in common: they were not run on the same data.");
  if (first.data.sha256 !== second.data.sha256)
    io.stderr.write("The two reports name different data; only common rows are compared.\n");
  if (unpaired > 0) io.stderr.write(`${unpaired} rows are in one report only and are left out.\n`);
  const rows = [...first.rows, ...second.rows];
  io.stdout.write(`${differenceTable(differences, (name) => suite.unitOf(name, rows))}\n\n`);
  const named = (verdict: string) =>
    differences.filter((difference) => difference.verdict === verdict).map(({ name }) => name);
  const better = named("better");
  const worse = named("worse");
  const list = (names: readonly string[]) => (names.length === 0 ? "nothing" : names.join(", "));
  io.stdout.write(`Beyond noise (95 %, paired, n = ${paired}): better ${list(better)}; worse ${list(worse)}.\n`);
  return worse.length === 0 ? 0 : 1;
}

async function printFloors(args: Extract<EvalArguments, { command: "floors" }>, io: EvalIo): Promise<number> {
  const report = await readReport(args.report);
  if (report.suite !== goldenSuite.name) {
    throw new DataError(`${args.report} is of the suite ${report.suite}. Run: eval run golden --json ${args.report}`);
  }
  io.stdout.write(`${JSON.stringify(floorsOf(checkRowSchema.array().parse(report.rows)), null, 2)}\n`);
  return 0;
}

/** The sheet goes to its file; how much was kept of what was said goes to `stdout`. */
async function sample(args: SampleArguments, io: EvalIo): Promise<number> {
  await checkReportPath(args.out);
  const progress = createProgress(io.stderr);
  const request = { ...args, onProgress: progress.show };
  const { yields, drawn } = await drawSample(keepsakeSystem, request).finally(progress.clear);
  const rows = yields.map(({ data, conversations, userTurns, kept }) => [
    data,
    String(conversations),
    String(userTurns),
    String(kept),
    userTurns === 0 ? "–" : ((kept / userTurns) * 100).toFixed(1),
  ]);
  const head = ["", "conversations", "user turns", "kept", "per 100 user turns"];
  io.stdout.write(`${alignColumns([head, ...rows])}\n\n${drawn} memories drawn (seed ${args.seed}): ${args.out}\n`);
  return 0;
}

/** The weights go to their file; what they are worth goes to `stdout`. */
async function tuneWeights(args: TuneArguments, io: EvalIo): Promise<number> {
  await checkReportPath(args.out);
  const progress = createProgress(io.stderr);
  const { version, weights, figures } = await tune(keepsakeSystem, { ...args, onProgress: progress.show }).finally(
    progress.clear,
  );
  const share = (value: number) => (value * 100).toFixed(1);
  const rows = Object.entries(figures).map(([name, of]) => [
    name,
    share(of["any@5"]),
    share(of["any@10"]),
    of.mrr.toFixed(3),
    String(of.n),
  ]);
  io.stdout.write(`${alignColumns([["", "any@5", "any@10", "mrr", "n"], ...rows])}\n\n`);
  io.stdout.write(`${alignColumns(Object.entries(weights).map(([name, weight]) => [name, weight.toFixed(3)]))}\n\n`);
  io.stdout.write(`${version}: ${args.out}\n`);
  return 0;
}

function list(io: EvalIo): number {
  io.stdout.write(`${SUITES.map((suite) => `${suite.name.padEnd(15)}${suite.summary}`).join("\n")}\n`);
  return 0;
}

/**
 * Runs an `eval` command.
 * @param argv what follows `eval` (a leading "eval" is accepted)
 * @returns the exit code: 0 done, 1 `compare` found a figure worse beyond noise, 2 cannot be run as asked
 * @example process.exitCode = await runEvalCli(["run", "golden"], process)
 */
export async function runEvalCli(argv: readonly string[], io: EvalIo): Promise<number> {
  try {
    const args = parseEvalArguments(argv);
    switch (args.command) {
      case "help":
        io.stdout.write(USAGE);
        return 0;
      case "list":
        return list(io);
      case "run":
        return await run(args, io);
      case "compare":
        return await compare(args, io);
      case "floors":
        return await printFloors(args, io);
      case "sample":
        return await sample(args, io);
      case "tune":
        return await tuneWeights(args, io);
    }
  } catch (thrown) {
    if (thrown instanceof UsageError || thrown instanceof DataError) {
      io.stderr.write(`${thrown.message}\n`);
      if (thrown instanceof UsageError) io.stderr.write("`eval help` shows how it is called.\n");
      return 2;
    }
    throw thrown;
  }
}
