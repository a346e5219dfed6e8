import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import { KeepsakeError } from "../../../domain/index.js";
import { backUp, verifyBackup } from "../../../moving/index.js";
import { packageVersion } from "../../version.js";
import { withExample } from "../commands/shared-options.js";
import type { CliParts, CommonOptions } from "../session.js";
import { textsOf } from "../texts.js";
import { movingScreen, sayFigures, totalOf, withMovingOptions } from "./moving-screen.js";
import { type MovingTexts, movingTextsOf } from "./moving-texts.js";
import { type FilesOptions, withFilesAt, withFilesOptions, withPlaces } from "./named-files.js";
import { findSecret, nameStore, requireOption, requireThere, withStores } from "./named-store.js";
import { filesData, sayDamaged, sayFiles } from "./say-files.js";
import { toldOf } from "./told.js";

interface BackupOptions extends CommonOptions, FilesOptions {
  readonly to?: string;
  readonly from?: string;
  readonly keyFile?: string;
  readonly verify?: boolean;
}

/** Colons and dots are not for every file system. */
const stamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(":", "-");

function fileFor(to: string, at: number, texts: MovingTexts): string {
  const file = existsSync(to) && statSync(to).isDirectory() ? join(to, `keepsake-${stamp(at)}Z.backup`) : to;
  if (!existsSync(file)) return file;
  throw new KeepsakeError("INVALID_INPUT", texts.exists(file), {
    field: "--to",
    remedy: { en: "Name another file, or a folder.", zh: "请指定另一个文件，或一个文件夹。" },
  });
}

function orCannotWrite(file: string, texts: MovingTexts): (thrown: unknown) => never {
  return (thrown) => {
    const code = thrown instanceof Error && "code" in thrown && "path" in thrown ? String(thrown.code) : undefined;
    if (code === undefined) throw thrown;
    const kind = code === "ENOSPC" || code === "EDQUOT" ? "STORE_FULL" : "INVALID_INPUT";
    throw new KeepsakeError(kind, texts.cannotWrite(file, code), { field: "--to" }, { cause: thrown });
  };
}

async function run(options: BackupOptions, parts: CliParts): Promise<void> {
  const named = nameStore(parts, options, "--from", options.from);
  const isWithout = options.withoutFiles === true;
  const store = isWithout ? named : withFilesAt(named, "--from-files", options.fromFiles);
  const shown = movingScreen(parts, options, store.config);
  const { screen, texts, tell } = shown;
  const createdAt = Date.now();
  const file = fileFor(requireOption(options.to, "--to", texts), createdAt, texts);
  const secret = findSecret(store.config, options.keyFile);
  requireThere(store);
  const terms = { file, createdAt, release: packageVersion(), ...(secret && { secret }) };
  const content = await withStores(parts, [store], ([storage]) =>
    withPlaces(parts, isWithout ? [] : [store], async ([place]) => {
      if (storage === undefined) throw new KeepsakeError("INTERNAL", texts.noStores);
      const files = isWithout ? "left" : place;
      return toldOf(
        storage,
        "backup",
        () => backUp(storage, { ...terms, ...(files && { files }) }, tell).catch(orCannotWrite(file, texts)),
        (made) => ({
          ...{ tables: made.figures.length, rows: totalOf(made.figures) },
          ...{ files: made.files.figures.files, bytes: made.files.figures.bytes, damaged: made.files.damaged.length },
        }),
      );
    }),
  );
  const { figures, files } = content;
  if (options.verify === true) await verifyBackup(file, secret, tell);
  if (screen.json) {
    const encrypted = secret !== undefined;
    const verified = options.verify === true;
    screen.data({ file, encrypted, verified, rows: totalOf(figures), tables: figures, files: filesData(files) });
    sayDamaged(shown, parts, files.damaged);
    return;
  }
  sayFigures(shown, figures);
  sayFiles(shown, files);
  if (files.gone > 0) screen.note(texts.filesGone(files.gone));
  sayDamaged(shown, parts, files.damaged);
  screen.say(texts.backedUp(totalOf(figures), file));
  if (options.verify === true) screen.say(texts.readBack);
  if (secret === undefined) screen.note(texts.open);
}

/** `backup`: everything of one instant in one file. */
export function backupCommand(make: (name: string) => Command, parts: CliParts, language: Language): Command {
  const texts = movingTextsOf(language);
  const command = make("backup")
    .summary(texts.backupTitle)
    .description(texts.backupAbout)
    .option("--to <file>", texts.backupTo)
    .option("--from <store>", texts.backupFrom(texts.address))
    .option("--key-file <file>", texts.keyFile)
    .option("--verify", texts.backupVerify);
  withFilesOptions(command, texts, ["from"]);
  withMovingOptions(command, textsOf(language));
  withExample(command, "keepsake backup --to backups/ --verify", textsOf(language));
  return command.action(async () => run(command.opts<BackupOptions>(), parts));
}
