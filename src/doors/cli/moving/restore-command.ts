import { join } from "node:path";
import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import {
  type ArchiveReport,
  type ArchiveSecret,
  type RestoreReport,
  restoreBackup,
  verifyBackup,
} from "../../../moving/index.js";
import { withExample } from "../commands/shared-options.js";
import type { CliParts, CommonOptions } from "../session.js";
import { textsOf } from "../texts.js";
import { type MovingScreen, movingScreen, sayFigures, totalOf, withMovingOptions } from "./moving-screen.js";
import { movingTextsOf } from "./moving-texts.js";
import { type FilesOptions, withFilesAt, withFilesOptions, withPlaces } from "./named-files.js";
import { findSecret, isThere, type NamedStore, nameStore, requireOption, withStores } from "./named-store.js";
import { filesData, sayDamaged, sayFiles } from "./say-files.js";
import { tellingFailure, tellTenants } from "./told.js";

interface RestoreOptions extends CommonOptions, FilesOptions {
  readonly from?: string;
  readonly to?: string;
  readonly keyFile?: string;
  readonly verify?: boolean;
  readonly force?: boolean;
}

/** What is there is never overwritten: the backup gets a folder of its own inside. */
function placeFor(store: NamedStore, isForced: boolean): NamedStore {
  const { config } = store;
  if (!isForced || config.storage.kind !== "sqlite" || !isThere(store)) return store;
  const name = `restored-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  const dataFolder = join(config.dataFolder, name);
  return { config: { ...config, dataFolder }, name: `sqlite ${dataFolder}` };
}

function say(shown: MovingScreen, parts: CliParts, report: ArchiveReport | RestoreReport, place?: string): void {
  const { screen, texts } = shown;
  const { figures, createdAt, release, files } = report;
  const rows = totalOf(figures);
  const restored = "filesWritten" in report ? { written: report.filesWritten, others: report.otherFiles } : {};
  if (screen.json) {
    const told = filesData({ ...files, ...restored });
    const named = place === undefined ? {} : { store: place };
    screen.data({ ...named, createdAt, release, rows, tables: figures, files: told });
  } else {
    sayFigures(shown, figures);
    if (files.state === "kept") sayFiles(shown, files);
    else screen.note(texts.filesWithout);
    screen.say(place === undefined ? texts.verified(rows, screen.when(createdAt)) : texts.restored(rows, place));
  }
  if ("otherFiles" in report && report.otherFiles > 0) screen.note(texts.filesOther(report.otherFiles));
  sayDamaged(shown, parts, files.damaged);
}

/** What failed before is told now that there is a log: the store was none until it was whole. */
async function tellAll(storage: Parameters<typeof tellTenants>[0], report: RestoreReport): Promise<void> {
  for (const { at, code } of report.failures) await tellTenants(storage, "restore", "failed", code, at);
  const { figures, files } = report;
  const kept = { files: files.figures.files, bytes: files.figures.bytes };
  await tellTenants(storage, "restore", "done", { tables: figures.length, rows: totalOf(figures), ...kept });
}

async function run(options: RestoreOptions, parts: CliParts): Promise<void> {
  const named = nameStore(parts, options, "--to", options.to);
  const isWithout = options.withoutFiles === true;
  const store = isWithout ? named : withFilesAt(named, "--to-files", options.toFiles);
  const shown = movingScreen(parts, options, store.config);
  const { texts, tell } = shown;
  const file = requireOption(options.from, "--from", texts);
  const secret: ArchiveSecret | undefined = findSecret(store.config, options.keyFile);
  if (options.verify === true) return say(shown, parts, await verifyBackup(file, secret, tell));
  const place = placeFor(store, options.force === true);
  const source = { file, now: Date.now(), ...(secret && { secret }) };
  const report = await withStores(parts, [place], ([storage]) =>
    withPlaces(parts, isWithout ? [] : [place], async ([kept]) => {
      if (storage === undefined) return undefined;
      const files = isWithout ? "left" : kept;
      const restored = await tellingFailure(storage, "restore", () =>
        restoreBackup(storage, { ...source, ...(files && { files }) }, tell),
      );
      await tellAll(storage, restored);
      return restored;
    }),
  );
  if (report !== undefined) say(shown, parts, report, place.name);
}

/** `restore`: a store from a backup, or only whether it could be made. */
export function restoreCommand(make: (name: string) => Command, parts: CliParts, language: Language): Command {
  const texts = movingTextsOf(language);
  const command = make("restore")
    .summary(texts.restoreTitle)
    .description(texts.restoreAbout)
    .option("--from <file>", texts.restoreFrom)
    .option("--to <store>", texts.restoreTo(texts.address))
    .option("--key-file <file>", texts.keyFile)
    .option("--verify", texts.restoreVerify)
    .option("--force", texts.restoreForce);
  withFilesOptions(command, texts, ["to"]);
  withMovingOptions(command, textsOf(language));
  withExample(command, "keepsake restore --from backups/keepsake-2026-05-01T09-30-00Z.backup", textsOf(language));
  return command.action(async () => run(command.opts<RestoreOptions>(), parts));
}
