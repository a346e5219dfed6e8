import { existsSync } from "node:fs";
import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import { KeepsakeError, type LoadResult } from "../../../domain/index.js";
import type { LoadingReport } from "../../../importing/index.js";
import { operationNamed, parseInput, runOperation } from "../../../operations/index.js";
import { EXIT_INTERRUPTED } from "../io.js";
import { readPiped } from "../piped-source.js";
import { Progress } from "../progress.js";
import { type CliParts, type CommonOptions, type Session, withSession } from "../session.js";
import { type Texts, textsOf } from "../texts.js";
import { withCommonOptions, withExample } from "./shared-options.js";
import { sourceName } from "./source-name.js";

interface LoadCommandOptions extends CommonOptions {
  readonly importId?: string;
}

async function loadAll(
  file: string,
  options: LoadCommandOptions,
  session: Session,
  parts: CliParts,
  progress: Progress,
): Promise<LoadingReport> {
  const { loadMemories } = await import("../../../importing/index.js");
  const operation = operationNamed("load");
  const piped = file === "-" ? await readPiped(parts.io.stdin) : undefined;
  return loadMemories(piped?.source ?? file, {
    importId: () => sourceName(file, piped, options, session),
    load: async (piece) => {
      const call = { parts: session.engine.parts, caller: session.caller };
      return parseInput(operation.output, await runOperation(operation, call, piece)) as LoadResult;
    },
    onProgress: (memories) => progress.count(session.texts.loading, memories),
    signal: parts.signal,
  });
}

function show(report: LoadingReport, { screen, texts }: Session): void {
  if (screen.json) {
    screen.data(report);
    return;
  }
  const outcomes = Object.entries(report.outcomes).map(([name, count]) => `${screen.label(name)} × ${count}`);
  screen.say(texts.loaded(report.memories, outcomes.join(", ")));
  if (report.pendingVectors > 0) screen.note(texts.vectorsPending(report.pendingVectors));
  if (report.importId !== undefined) screen.note(texts.toUndoImport(report.importId));
}

async function loadFile(file: string, options: LoadCommandOptions, parts: CliParts, texts: Texts): Promise<void> {
  if (file !== "-" && !existsSync(file)) {
    throw new KeepsakeError("INVALID_INPUT", texts.noFile(file), { field: "file" });
  }
  await withSession(parts, options, { worker: false }, async (session) => {
    const progress = new Progress(parts.io, { quiet: session.screen.json });
    const report = await loadAll(file, options, session, parts, progress);
    progress.clear();
    show(report, session);
    if (!report.interrupted) return;
    session.screen.note(session.texts.interrupted);
    parts.setExitCode(EXIT_INTERRUPTED);
  });
}

/** `load`: every memory of a file, once, however often it is run. */
export function loadCommand(make: (name: string) => Command, parts: CliParts, language: Language): Command {
  const texts = textsOf(language);
  const command = make("load")
    .summary(texts.loadTitle)
    .description(texts.loadAbout)
    .argument("<file>", texts.loadFile)
    .option("--import-id <id>", texts.importId);
  withCommonOptions(command, texts, { user: true });
  withExample(command, "keepsake load memories.jsonl --user ada", texts);
  return command.action(async (file: string) => loadFile(file, command.opts<LoadCommandOptions>(), parts, texts));
}
