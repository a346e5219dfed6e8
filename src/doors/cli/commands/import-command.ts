import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import { KeepsakeError, type RecordReceipt, type RecordRequest, toIso } from "../../../domain/index.js";
import type { FormatName, ImportOptions, ImportReport } from "../../../importing/index.js";
import { operationNamed, parseInput, runOperation } from "../../../operations/index.js";
import { tellStall, waitForDigestion } from "../digestion.js";
import { EXIT_INTERRUPTED } from "../io.js";
import { readPiped } from "../piped-source.js";
import { Progress } from "../progress.js";
import { type CliParts, type CommonOptions, type Session, withSession } from "../session.js";
import { type Texts, textsOf } from "../texts.js";
import { collect, withCommonOptions, withExample } from "./shared-options.js";
import { sourceName } from "./source-name.js";

const FULL_PAUSE_MS = 1_000;

interface ImportCommandOptions extends CommonOptions {
  readonly format?: string;
  readonly timeZone?: string;
  readonly speakerIsUser?: readonly string[];
  readonly undatedAt?: string;
  readonly importId?: string;
  readonly wait: boolean;
}

function instantOf(text: string, texts: Texts): number {
  const at = Date.parse(text);
  if (Number.isNaN(at) || !/(Z|[+-]\d\d:\d\d)$/.test(text)) {
    throw new KeepsakeError("INVALID_INPUT", texts.instantWanted, {
      field: "--undated-at",
    });
  }
  return at;
}

function readOptions(options: ImportCommandOptions, session: Session): ImportOptions {
  return {
    timeZone: options.timeZone ?? session.config.defaultTimeZone,
    ...(options.format === undefined ? {} : { format: options.format as FormatName }),
    ...(options.speakerIsUser === undefined ? {} : { speakerIsUser: options.speakerIsUser }),
    ...(options.undatedAt === undefined ? {} : { undatedAt: instantOf(options.undatedAt, session.texts) }),
  };
}

function toInput(piece: RecordRequest): Record<string, unknown> {
  return {
    ...piece,
    turns: piece.turns.map(({ at, ...turn }) => ({ ...turn, ...(at === undefined ? {} : { at: toIso(at) }) })),
  };
}

/** Where this process digests too, a piece that is refused because too much waits is offered again until there is room. */
async function recordPiece(
  input: Record<string, unknown>,
  options: ImportCommandOptions,
  session: Session,
  signal: AbortSignal,
): Promise<unknown> {
  for (;;) {
    try {
      const call = { parts: session.engine.parts, caller: session.caller };
      return await runOperation(operationNamed("record"), call, input);
    } catch (thrown) {
      const isFull = thrown instanceof KeepsakeError && thrown.code === "RATE_LIMITED";
      if (!isFull || !options.wait || signal.aborted) throw thrown;
      await sleep(FULL_PAUSE_MS);
    }
  }
}

async function recordAll(
  file: string,
  options: ImportCommandOptions,
  session: Session,
  parts: CliParts,
  progress: Progress,
): Promise<ImportReport> {
  const { recordConversations } = await import("../../../importing/index.js");
  const operation = operationNamed("record");
  const piped = file === "-" ? await readPiped(parts.io.stdin) : undefined;
  return recordConversations(piped?.source ?? file, {
    options: readOptions(options, session),
    importId: () => sourceName(file, piped, options, session),
    record: async (piece) =>
      parseInput(operation.output, await recordPiece(toInput(piece), options, session, parts.signal)) as RecordReceipt,
    onProgress: (turns) => progress.count(session.texts.recording, turns),
    signal: parts.signal,
  });
}

function show(report: ImportReport, session: Session): void {
  const { screen, texts } = session;
  if (screen.json) {
    screen.data(report);
    return;
  }
  screen.say(texts.imported(report.turns, report.duplicates, report.sessions));
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} × ${count}`)
      .join(", ");
  if (Object.keys(report.redacted).length > 0) screen.say(texts.redacted(list(report.redacted)));
  if (Object.keys(report.warnings).length > 0) screen.note(list(report.warnings));
  if (report.importId !== undefined) screen.note(texts.toUndoImport(report.importId));
}

async function importFile(file: string, options: ImportCommandOptions, parts: CliParts, texts: Texts): Promise<void> {
  if (file !== "-" && !existsSync(file)) {
    throw new KeepsakeError("INVALID_INPUT", texts.noFile(file), { field: "file" });
  }
  await withSession(parts, options, { worker: options.wait }, async (session) => {
    const progress = new Progress(parts.io, { quiet: session.screen.json });
    const recorded = await recordAll(file, options, session, parts, progress);
    progress.clear();
    const isWaited = options.wait && !recorded.interrupted;
    const digestion = isWaited ? await waitForDigestion(session, progress, parts.signal) : undefined;
    const report = { ...recorded, interrupted: recorded.interrupted || digestion?.end === "interrupted" };
    show(report, session);
    if (digestion !== undefined) tellStall(session, digestion);
    if (report.interrupted) {
      session.screen.note(session.texts.interrupted);
      parts.setExitCode(EXIT_INTERRUPTED);
    }
  });
}

/** `import`: every turn of a file, once, however often it is run. */
export function importCommand(make: (name: string) => Command, parts: CliParts, language: Language): Command {
  const texts = textsOf(language);
  const command = make("import")
    .summary(texts.importTitle)
    .description(texts.importAbout)
    .argument("<file>", texts.importFile)
    .option("--format <name>", texts.format)
    .option("--time-zone <zone>", texts.timeZone)
    .option("--speaker-is-user <name>", texts.speakerIsUser, collect)
    .option("--undated-at <instant>", texts.undatedAt)
    .option("--import-id <id>", texts.importId)
    .option("--no-wait", texts.noWait);
  withCommonOptions(command, texts, { user: true });
  withExample(command, "keepsake import chats.json --user ada", texts);
  return command.action(async (file: string) => importFile(file, command.opts<ImportCommandOptions>(), parts, texts));
}
