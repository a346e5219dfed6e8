import { Command } from "commander";
import type { Language } from "../../config/index.js";
import { OPERATIONS } from "../../operations/index.js";
import { packageVersion } from "../version.js";
import { configCommand } from "./commands/config-command.js";
import { doctorCommand } from "./commands/doctor-command.js";
import { exportCommand } from "./commands/export-command.js";
import { importCommand } from "./commands/import-command.js";
import { loadCommand } from "./commands/load-command.js";
import { operationCommand } from "./commands/operation-command.js";
import { recordCommand } from "./commands/record-command.js";
import { reindexCommand } from "./commands/reindex-command.js";
import { mcpCommand, serveCommand } from "./commands/serving-commands.js";
import { familyOf } from "./commands/shared-options.js";
import { backupCommand } from "./moving/backup-command.js";
import { migrateCommand } from "./moving/migrate-command.js";
import { restoreCommand } from "./moving/restore-command.js";
import { displayWidth } from "./render/width.js";
import type { CliParts } from "./session.js";
import { type Texts, textsOf } from "./texts.js";

const HELP_WIDTH = 100;

function headings(texts: Texts): Readonly<Record<string, string>> {
  return {
    "Usage:": texts.usage,
    "Options:": texts.options,
    "Commands:": texts.commands,
    "Arguments:": texts.arguments,
  };
}

function commandMaker(parts: CliParts, texts: Texts): (name: string) => Command {
  const titles = headings(texts);
  return (name) =>
    new Command(name)
      .helpOption("-h, --help", texts.help)
      .helpCommand("help [command]", texts.helpCommand)
      .exitOverride()
      .configureHelp({
        helpWidth: HELP_WIDTH,
        displayWidth,
        styleTitle: (title) => titles[title] ?? title,
        styleUsage: (usage) => texts.helpWords(usage),
        styleSubcommandTerm: (term) => texts.helpWords(term),
        styleOptionTerm: (term) => texts.helpWords(term),
      })
      .configureOutput({
        writeOut: (text) => {
          parts.io.stdout.write(text);
        },
        // What went wrong is told once, by the error report.
        writeErr: () => undefined,
      });
}

/** Every command: one per operation, and those that only a command line has. */
export function buildProgram(parts: CliParts, language: Language): Command {
  const texts = textsOf(language);
  const make = commandMaker(parts, texts);
  const program = make("keepsake")
    .description(texts.tagline)
    .version(packageVersion(), "-v, --version", texts.version)
    .enablePositionalOptions()
    .helpCommand("help [command]", texts.helpCommand);
  const abouts: Readonly<Record<string, string>> = {
    state: texts.state,
    journal: texts.journal,
    review: texts.review,
    session: texts.session,
    summary: texts.summary,
    attachment: texts.attachment,
    keys: texts.keys,
    audit: texts.audit,
    tenants: texts.tenants,
    feedback: texts.feedback,
  };
  for (const operation of OPERATIONS) {
    const [family, member] = operation.name.split("-");
    // the command reads files of any size, where the operation has one that fits in a request
    if (operation.name === "import") program.addCommand(importCommand(make, parts, language));
    else if (operation.name === "load") program.addCommand(loadCommand(make, parts, language));
    else if (operation.name === "record") program.addCommand(recordCommand(make, operation, parts, language));
    else if (operation.name === "export") program.addCommand(exportCommand(make, operation, parts, language));
    else if (family !== undefined && member !== undefined) {
      const about = abouts[family];
      if (about === undefined) throw new Error(`The commands of ${family} have no title of their own.`);
      const parent = familyOf(program, family, about, make);
      parent.addCommand(operationCommand(make, member, operation, parts, language));
    } else program.addCommand(operationCommand(make, operation.name, operation, parts, language));
  }
  program.addCommand(serveCommand(make, parts, language));
  program.addCommand(mcpCommand(make, parts, language));
  program.addCommand(configCommand(make, parts, language));
  program.addCommand(doctorCommand(make, parts, language));
  program.addCommand(reindexCommand(make, parts, language));
  program.addCommand(backupCommand(make, parts, language));
  program.addCommand(restoreCommand(make, parts, language));
  program.addCommand(migrateCommand(make, parts, language));
  // Listed here for the help; its own arguments are read by the evaluation harness.
  program.addCommand(make("eval").summary(texts.evalTitle).description(texts.evalTitle).argument("[args...]"));
  return program;
}
