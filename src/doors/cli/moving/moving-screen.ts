import type { Command } from "commander";
import type { KeepsakeConfig } from "../../../config/index.js";
import type { Progressed, TableFigures } from "../../../moving/index.js";
import { Progress } from "../progress.js";
import { Screen } from "../screen.js";
import type { CliParts, CommonOptions } from "../session.js";
import type { Texts } from "../texts.js";
import { type MovingTexts, movingTextsOf } from "./moving-texts.js";

/** Of a checksum so much is shown that two can be told apart; `--json` has all of it. */
const SHOWN_DIGITS = 16;

export interface MovingScreen {
  readonly screen: Screen;
  readonly progress: Progress;
  readonly tell: Progressed;
  readonly texts: MovingTexts;
}

export function movingScreen(parts: CliParts, options: CommonOptions, config: KeepsakeConfig): MovingScreen {
  const json = options.json === true;
  const { language, defaultTimeZone: timeZone } = config;
  const texts = movingTextsOf(language);
  const progress = new Progress(parts.io, { quiet: json });
  const tell: Progressed = (step, rows, total) => {
    if (total === undefined) progress.count(texts.steps[step], rows);
    else progress.bar(texts.steps[step], rows, total);
  };
  return { screen: new Screen(parts.io, { json, timeZone, language }), progress, tell, texts };
}

export const totalOf = (figures: readonly TableFigures[]): number => figures.reduce((sum, { rows }) => sum + rows, 0);

export function sayFigures({ screen, progress, texts }: MovingScreen, figures: readonly TableFigures[]): void {
  progress.clear();
  screen.table(
    [{ title: texts.table }, { title: texts.rows, right: true }, { title: texts.checksum }],
    figures.map(({ table, rows, sha256 }) => [table, String(rows), sha256.slice(0, SHOWN_DIGITS)]),
  );
}

/** The options that no command of these shares with those about one user. */
export function withMovingOptions(command: Command, texts: Texts): Command {
  return command
    .option("--data <folder>", texts.data)
    .option("--config <file>", texts.config)
    .option("--lang <language>", texts.lang)
    .option("--json", texts.json);
}
