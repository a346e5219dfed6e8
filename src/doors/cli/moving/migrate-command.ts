import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import { KeepsakeError } from "../../../domain/index.js";
import {
  type CountedSides,
  countBoth,
  type FilesToMove,
  type MigrationReport,
  migrate,
  releaseStore,
} from "../../../moving/index.js";
import type { BlobStore, Storage } from "../../../ports/index.js";
import { withExample } from "../commands/shared-options.js";
import type { CliParts, CommonOptions } from "../session.js";
import { textsOf } from "../texts.js";
import { type MovingScreen, movingScreen, sayFigures, withMovingOptions } from "./moving-screen.js";
import { movingTextsOf } from "./moving-texts.js";
import { type FilesOptions, withFilesAt, withFilesOptions, withPlaces } from "./named-files.js";
import { isThere, type NamedStore, nameStore, requireOption, requireThere, withStores } from "./named-store.js";
import { filesData, sayDamaged, sayFiles, sayPlaces } from "./say-files.js";
import { type Figures, tellingFailure, tellTenants, toldOf } from "./told.js";

interface MigrateOptions extends CommonOptions, FilesOptions {
  readonly from?: string;
  readonly to?: string;
  readonly dryRun?: boolean;
  readonly final?: boolean;
  readonly release?: boolean;
}

function sayCounts(shown: MovingScreen, { tables, files }: CountedSides): void {
  const { screen, progress, texts } = shown;
  progress.clear();
  if (screen.json) {
    screen.data({ dryRun: true, tables, files });
    return;
  }
  screen.table(
    [{ title: texts.table }, { title: texts.source, right: true }, { title: texts.target, right: true }],
    tables.map(({ table, source, target }) => [table, String(source), String(target)]),
  );
  sayPlaces(shown, files);
  screen.say(texts.wouldMove);
}

function sayReport(shown: MovingScreen, parts: CliParts, report: MigrationReport): void {
  const { screen, texts } = shown;
  const { figures, files, ...rest } = report;
  if (screen.json) {
    const { written, removed } = files;
    screen.data({ ...rest, tables: figures, files: filesData({ ...files, written, removed }) });
    sayDamaged(shown, parts, files.damaged);
    return;
  }
  sayFigures(shown, figures);
  sayFiles(shown, files);
  sayDamaged(shown, parts, files.damaged);
  screen.say(texts.copied(report.written, report.removed, report.rounds));
  screen.say(report.final ? texts.complete : texts.goesOn);
}

function movedFigures({ figures, written, removed, files }: MigrationReport): Figures {
  const { figures: held, damaged } = files;
  return { tables: figures.length, written, removed, files: held.files, bytes: held.bytes, damaged: damaged.length };
}

function requireTwo(source: NamedStore, target: NamedStore): void {
  if (source.name !== target.name) return;
  throw new KeepsakeError("INVALID_INPUT", movingTextsOf(source.config.language).sameStore, { field: "--to" });
}

/** A target that is not there is not made in order to be counted. */
function count(
  parts: CliParts,
  [source, target]: readonly [NamedStore, NamedStore],
  isWithout: boolean,
): Promise<CountedSides | undefined> {
  const stores = isThere(target) ? [source, target] : [source];
  return withStores(parts, stores, ([from, to]) =>
    withPlaces(parts, isWithout ? [] : [source, target], async (places) =>
      from === undefined ? undefined : countBoth(from, to, filesOf(places, isWithout)),
    ),
  );
}

function filesOf([source, target]: readonly (BlobStore | undefined)[], isWithout: boolean): FilesToMove {
  return isWithout ? "left" : { ...(source && { source }), ...(target && { target }) };
}

async function run(options: MigrateOptions, parts: CliParts): Promise<void> {
  const texts = movingTextsOf(nameStore(parts, options, "--from", undefined).config.language);
  const source = nameStore(parts, options, "--from", requireOption(options.from, "--from", texts));
  const shown = movingScreen(parts, options, source.config);
  requireThere(source);
  if (options.release === true) {
    await withStores(parts, [source], async ([storage]) => storage && releaseStore(storage));
    if (shown.screen.json) shown.screen.data({ released: true });
    else shown.screen.say(texts.released);
    return;
  }
  const target = nameStore(parts, options, "--to", requireOption(options.to, "--to", texts));
  requireTwo(source, target);
  const isWithout = options.withoutFiles === true;
  const sides: readonly [NamedStore, NamedStore] = isWithout
    ? [source, target]
    : [withFilesAt(source, "--from-files", options.fromFiles), withFilesAt(target, "--to-files", options.toFiles)];
  if (options.dryRun === true) {
    const counted = await count(parts, sides, isWithout);
    return counted && sayCounts(shown, counted);
  }
  const report = await withStores(parts, sides, ([from, to]) =>
    withPlaces(parts, isWithout ? [] : sides, async (places) =>
      from === undefined || to === undefined
        ? undefined
        : move(from, to, { sourceName: source.name, files: filesOf(places, isWithout) }, options.final === true, shown),
    ),
  );
  if (report !== undefined) sayReport(shown, parts, report);
}

/** Tells of it in the logs of the source; and of the move's end in those of the target. */
async function move(
  source: Storage,
  target: Storage,
  terms: { readonly sourceName: string; readonly files: FilesToMove },
  isFinal: boolean,
  { tell }: MovingScreen,
): Promise<MigrationReport> {
  const work = () => migrate({ source, target, ...terms, now: Date.now(), isFinal }, tell);
  if (!isFinal) return toldOf(source, "migrate", work, movedFigures);
  // what failed has opened the source again, and is told there
  const moved = await tellingFailure(source, "migrate", work);
  // it takes no more writes now: what is told of the end is told where the next reader looks
  await tellTenants(target, "migrate", "done", movedFigures(moved));
  return moved;
}

/** `migrate`: everything from one store into another. */
export function migrateCommand(make: (name: string) => Command, parts: CliParts, language: Language): Command {
  const texts = movingTextsOf(language);
  const command = make("migrate")
    .summary(texts.migrateTitle)
    .description(texts.migrateAbout)
    .option("--from <store>", texts.migrateFrom(texts.address))
    .option("--to <store>", texts.migrateTo(texts.address))
    .option("--dry-run", texts.migrateDryRun)
    .option("--final", texts.migrateFinal)
    .option("--release", texts.migrateRelease);
  withFilesOptions(command, texts, ["from", "to"]);
  withMovingOptions(command, textsOf(language));
  withExample(command, "keepsake migrate --from ~/.keepsake --to env:NEW_STORE --final", textsOf(language));
  return command.action(async () => run(command.opts<MigrateOptions>(), parts));
}
