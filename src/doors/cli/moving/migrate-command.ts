import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import { KeepsakeError } from "../../../domain/index.js";
import { type CountedTable, countBoth, type MigrationReport, migrate, releaseStore } from "../../../moving/index.js";
import { withExample } from "../commands/shared-options.js";
import type { CliParts, CommonOptions } from "../session.js";
import { textsOf } from "../texts.js";
import { type MovingScreen, movingScreen, sayFigures, withMovingOptions } from "./moving-screen.js";
import { movingTextsOf } from "./moving-texts.js";
import { isThere, type NamedStore, nameStore, requireOption, requireThere, withStores } from "./named-store.js";
import { type Figures, tellTenants, toldOf } from "./told.js";

interface MigrateOptions extends CommonOptions {
  readonly from?: string;
  readonly to?: string;
  readonly dryRun?: boolean;
  readonly final?: boolean;
  readonly release?: boolean;
}

function sayCounts({ screen, progress, texts }: MovingScreen, counted: readonly CountedTable[]): void {
  progress.clear();
  if (screen.json) {
    screen.data({ dryRun: true, tables: counted });
    return;
  }
  screen.table(
    [{ title: texts.table }, { title: texts.source, right: true }, { title: texts.target, right: true }],
    counted.map(({ table, source, target }) => [table, String(source), String(target)]),
  );
  screen.say(texts.wouldMove);
}

function sayReport(shown: MovingScreen, report: MigrationReport): void {
  const { screen, texts } = shown;
  const { figures, ...rest } = report;
  if (screen.json) {
    screen.data({ ...rest, tables: figures });
    return;
  }
  sayFigures(shown, figures);
  screen.say(texts.copied(report.written, report.removed, report.rounds));
  screen.say(report.final ? texts.complete : texts.goesOn);
}

function movedFigures({ figures, written, removed }: MigrationReport): Figures {
  return { tables: figures.length, written, removed };
}

function requireTwo(source: NamedStore, target: NamedStore): void {
  if (source.name !== target.name) return;
  throw new KeepsakeError("INVALID_INPUT", movingTextsOf(source.config.language).sameStore, { field: "--to" });
}

/** A target that is not there is not made in order to be counted. */
function count(parts: CliParts, source: NamedStore, target: NamedStore): Promise<readonly CountedTable[]> {
  const stores = isThere(target) ? [source, target] : [source];
  return withStores(parts, stores, async ([from, to]) => (from === undefined ? [] : countBoth(from, to)));
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
  if (options.dryRun === true) return sayCounts(shown, await count(parts, source, target));
  const isFinal = options.final === true;
  const report = await withStores(parts, [source, target], async ([from, to]) => {
    if (from === undefined || to === undefined) return undefined;
    const move = () =>
      migrate({ source: from, target: to, sourceName: source.name, now: Date.now(), isFinal }, shown.tell);
    if (!isFinal) return toldOf(from, "migrate", move, movedFigures);
    // the source takes no more writes then: what is told of the move's end is told where the next reader looks
    const moved = await move();
    await tellTenants(to, "migrate", "done", movedFigures(moved));
    return moved;
  });
  if (report !== undefined) sayReport(shown, report);
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
  withMovingOptions(command, textsOf(language));
  withExample(command, "keepsake migrate --from ~/.keepsake --to env:NEW_STORE --final", textsOf(language));
  return command.action(async () => run(command.opts<MigrateOptions>(), parts));
}
