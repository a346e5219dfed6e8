import type { Command } from "commander";
import { describeConfig, type Language } from "../../../config/index.js";
import { LIMITS } from "../../../operations/index.js";
import { Screen } from "../screen.js";
import { type CliParts, type CommonOptions, configOf } from "../session.js";
import { textsOf } from "../texts.js";
import { withCommonOptions, withExample } from "./shared-options.js";

function show(options: CommonOptions, parts: CliParts): void {
  const config = configOf(parts.io, options);
  const texts = textsOf(config.language);
  const screen = new Screen(parts.io, {
    json: options.json === true,
    timeZone: config.defaultTimeZone,
    language: config.language,
  });
  const settings = describeConfig(config);
  if (screen.json) {
    screen.data({
      settings: settings.map(({ path, variable, value }) => ({
        path,
        variable,
        ...(value === undefined ? {} : { value }),
      })),
      limits: LIMITS,
    });
    return;
  }
  screen.table(
    [
      { title: texts.setting },
      { title: texts.value },
      { title: texts.variable },
      { title: texts.meaning, flexible: true },
    ],
    settings.map(({ path, variable, value, about }) => [
      path,
      value === undefined ? "–" : String(value),
      variable,
      about[config.language],
    ]),
  );
  screen.say("");
  screen.table(
    [{ title: texts.limit }, { title: texts.value, right: true }],
    Object.entries(LIMITS).map(([name, value]) => [name, String(value)]),
  );
}

/** `config`: what is in force, secrets hidden; opens nothing. */
export function configCommand(make: (name: string) => Command, parts: CliParts, language: Language): Command {
  const texts = textsOf(language);
  const command = make("config").summary(texts.configTitle).description(texts.configAbout);
  withCommonOptions(command, texts, { user: true });
  withExample(command, "keepsake config --json", texts);
  return command.action(() => show(command.opts<CommonOptions>(), parts));
}
