import type { Command } from "commander";
import type { Texts } from "../texts.js";

/** Options that every command takes, so that they may stand anywhere on the line. */
export function withCommonOptions(command: Command, texts: Texts, options: { readonly user: boolean }): Command {
  if (options.user) command.option("--user <id>", texts.user);
  return command
    .option("--tenant <id>", texts.tenant)
    .option("--data <folder>", texts.data)
    .option("--config <file>", texts.config)
    .option("--lang <language>", texts.lang)
    .option("--json", texts.json);
}

export function withExample(command: Command, example: string, texts: Texts): Command {
  return command.addHelpText("after", `\n${texts.example}\n  ${example}`);
}

/** Collects a repeatable option. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A named subcommand of a family such as `state`, made once. */
export function familyOf(program: Command, name: string, about: string, make: (name: string) => Command): Command {
  const known = program.commands.find((command) => command.name() === name);
  if (known !== undefined) return known;
  const family = make(name).description(about);
  program.addCommand(family);
  return family;
}
