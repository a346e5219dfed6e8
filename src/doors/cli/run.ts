import { CommanderError } from "commander";
import { type Language, languageOfEnvironment } from "../../config/index.js";
import { ERROR_CATALOGUE, KeepsakeError } from "../../domain/index.js";
import type { OpenEngine, OpenFiles, OpenStorage } from "../engine.js";
import { type ErrorReport, reportError } from "../error-report.js";
import { errorTitle } from "../messages/error-texts.js";
import { type CliIo, EXIT_INTERRUPTED, endOnBrokenPipe, onProcessInterrupt } from "./io.js";
import { buildProgram } from "./program.js";
import { printable } from "./render/width.js";
import type { CliParts } from "./session.js";
import { textsOf } from "./texts.js";

export type { CliIo } from "./io.js";
export { buildProgram } from "./program.js";

/** Before the line is parsed: help and complaints about the line itself want a language too. */
function languageOf(argv: readonly string[], io: CliIo): Language {
  const at = argv.findIndex((word) => word === "--lang" || word.startsWith("--lang="));
  const word = argv[at] ?? "";
  const given = word.startsWith("--lang=") ? word.slice("--lang=".length) : argv[at + 1];
  return at >= 0 && (given === "zh" || given === "en") ? given : languageOfEnvironment(io.env);
}

/** How many arguments a command takes, and how many it got. */
function figuresOf(message: string): [most: number, given: number] {
  const [most = 0, given = 0] = (message.match(/\d+/gu) ?? []).map(Number);
  return [most, given];
}

/** What commander found wrong with the line, as a catalogued error in the reader's language. */
function usageError(error: CommanderError, language: Language, command: string): KeepsakeError {
  const texts = textsOf(language);
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? "";
  const what = quoted.startsWith("--") ? (quoted.split("=")[0] ?? quoted) : quoted;
  const messages: Readonly<Record<string, string>> = {
    "commander.unknownOption": texts.unknownOption(what),
    "commander.unknownCommand": texts.unknownCommand(what),
    "commander.missingArgument": texts.missingArgument(what),
    "commander.missingMandatoryOptionValue": texts.missingOption(what),
    "commander.optionMissingArgument": texts.optionNeedsValue(what),
    "commander.excessArguments": texts.tooMany(...figuresOf(error.message)),
  };
  const message = messages[error.code] ?? error.message.replace(/^error: /, "");
  const hint = /\(Did you mean ([^?]+)\?\)/.exec(error.message)?.[1];
  const more = hint === undefined ? "" : language === "zh" ? `（是否想写 ${hint}？）` : ` (did you mean ${hint}?)`;
  return new KeepsakeError("INVALID_INPUT", message + more, {
    ...(what === "" ? {} : { field: what }),
    remedy: { en: textsOf("en").seeHelp(command), zh: textsOf("zh").seeHelp(command) },
  });
}

function writeError(
  io: CliIo,
  report: ErrorReport,
  options: { readonly json: boolean; readonly language: Language },
): void {
  if (options.json) {
    io.stderr.write(`${JSON.stringify({ error: report })}\n`);
    return;
  }
  const title = errorTitle(report.code)[options.language];
  const where = report.field === undefined || report.message.startsWith(report.field) ? "" : `${report.field}: `;
  const trace = report.traceId === undefined ? "" : `\n  trace ${report.traceId}`;
  io.stderr.write(printable(`${title} (${report.code})\n  ${where}${report.message}${trace}\n  → ${report.remedy}\n`));
}

async function runEval(argv: readonly string[], io: CliIo): Promise<number> {
  const { runEvalCli } = await import("keepsake/evals");
  return runEvalCli(argv, io);
}

/** The command that the line was about, for "see --help". */
function commandName(argv: readonly string[], names: ReadonlySet<string>): string {
  const [first = "", second = ""] = argv;
  if (!names.has(first)) return "keepsake";
  return (first === "state" || first === "journal") && /^\w+$/.test(second)
    ? `keepsake ${first} ${second}`
    : `keepsake ${first}`;
}

async function runCommand(argv: readonly string[], parts: CliParts, language: Language): Promise<void> {
  const program = buildProgram(parts, language);
  try {
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    if (error.code === "commander.help") {
      // The program or a family alone was named: there is nothing to run, so say what there is.
      const family = program.commands.find((command) => command.name() === argv[0]);
      (family === undefined ? parts.io.stdout : parts.io.stderr).write((family ?? program).helpInformation());
      if (family !== undefined) parts.setExitCode(ERROR_CATALOGUE.INVALID_INPUT.exit);
      return;
    }
    throw usageError(error, language, commandName(argv, new Set(program.commands.map((command) => command.name()))));
  }
}

/**
 * Runs one command line.
 * - stdout carries the answer only; with `--json` it is one JSON value. Everything else goes to stderr.
 * - Errors never escape: they are written to stderr with what to do, and their exit code comes from the catalogue.
 * @param argv the words after the program's name
 * @returns the exit code: 0, the catalogue's, or 130 when interrupted
 */
export async function runCli(
  argv: readonly string[],
  io: CliIo,
  openEngine: OpenEngine,
  openStorage?: OpenStorage,
  openFiles?: OpenFiles,
): Promise<number> {
  const language = languageOf(argv, io);
  endOnBrokenPipe(io);
  const interrupt = new AbortController();
  const unsubscribe = (io.onInterrupt ?? onProcessInterrupt)(() => interrupt.abort());
  let exitCode = 0;
  const parts: CliParts = {
    io,
    openEngine,
    ...(openStorage && { openStorage }),
    ...(openFiles && { openFiles }),
    signal: interrupt.signal,
    setExitCode: (code) => {
      exitCode = code;
    },
  };
  try {
    if (argv[0] === "eval") return await runEval(argv.slice(1), io);
    await runCommand(argv, parts, language);
    return exitCode;
  } catch (thrown) {
    const report = reportError(thrown, language);
    const waiting = interrupt.signal.aborted && report.code === "DEADLINE_EXCEEDED";
    if (waiting) return EXIT_INTERRUPTED;
    writeError(io, report, { json: argv.includes("--json"), language });
    return ERROR_CATALOGUE[report.code].exit;
  } finally {
    unsubscribe();
  }
}
