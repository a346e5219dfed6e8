import { join } from "node:path";
import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import { type ArchiveReport, type ArchiveSecret, restoreBackup, verifyBackup } from "../../../moving/index.js";
import { withExample } from "../commands/shared-options.js";
import type { CliParts, CommonOptions } from "../session.js";
import { textsOf } from "../texts.js";
import { type MovingScreen, movingScreen, sayFigures, totalOf, withMovingOptions } from "./moving-screen.js";
import { movingTextsOf } from "./moving-texts.js";
import { findSecret, isThere, type NamedStore, nameStore, requireOption, withStores } from "./named-store.js";
import { tellTenants } from "./told.js";

interface RestoreOptions extends CommonOptions {
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

function say(shown: MovingScreen, report: ArchiveReport, place: string | undefined): void {
  const { screen, texts } = shown;
  const { figures, createdAt, release } = report;
  const rows = totalOf(figures);
  if (screen.json) {
    screen.data({ ...(place === undefined ? {} : { store: place }), createdAt, release, rows, tables: figures });
    return;
  }
  sayFigures(shown, figures);
  screen.say(place === undefined ? texts.verified(rows, screen.when(createdAt)) : texts.restored(rows, place));
}

async function run(options: RestoreOptions, parts: CliParts): Promise<void> {
  const store = nameStore(parts, options, "--to", options.to);
  const shown = movingScreen(parts, options, store.config);
  const { texts, tell } = shown;
  const file = requireOption(options.from, "--from", texts);
  const secret: ArchiveSecret | undefined = findSecret(store.config, options.keyFile);
  if (options.verify === true) return say(shown, await verifyBackup(file, secret, tell), undefined);
  const place = placeFor(store, options.force === true);
  const source = { file, now: Date.now(), ...(secret && { secret }) };
  const report = await withStores(parts, [place], async ([storage]) => {
    if (storage === undefined) return undefined;
    const restored = await restoreBackup(storage, source, tell);
    // a store that was filled in part only has no log to tell it in
    await tellTenants(storage, "restore", "done", { tables: restored.figures.length, rows: totalOf(restored.figures) });
    return restored;
  });
  if (report !== undefined) say(shown, report, place.name);
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
  withMovingOptions(command, textsOf(language));
  withExample(command, "keepsake restore --from backups/keepsake-2026-05-01T09-30-00Z.backup", textsOf(language));
  return command.action(async () => run(command.opts<RestoreOptions>(), parts));
}
