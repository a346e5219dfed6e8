import type { z } from "zod";
import { KeepsakeError } from "../domain/index.js";
import type { Language } from "./schema.js";
import { FILE_NAME, FILE_VARIABLE, kindPathOf, type Setting } from "./setting.js";
import { SETTINGS } from "./settings.js";

/** One thing wrong with the configuration, with all that a reader needs to mend it. */
export interface ConfigProblem {
  /** Dotted path in the configuration file, or the variable's name when it is unknown. */
  readonly path: string;
  readonly variable?: string;
  /** Where the bad value was found. */
  readonly source: "environment" | "file" | "call";
  readonly expected: { readonly en: string; readonly zh: string };
  readonly remedy: { readonly en: string; readonly zh: string };
}

export function problemOf(
  path: string,
  source: ConfigProblem["source"],
  expected: ConfigProblem["expected"],
  remedy: ConfigProblem["remedy"],
  variable?: string,
): ConfigProblem {
  return { path, source, expected, remedy, ...(variable === undefined ? {} : { variable }) };
}

/** Edit distance (Levenshtein), small words only: for "did you mean". */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The nearest of `known`, when near enough to be a slip of the finger. */
function nearest(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  let best: { name: string; cost: number } | undefined;
  for (const name of known) {
    const cost = distance(lower, name.toLowerCase());
    if (best === undefined || cost < best.cost) best = { name, cost };
  }
  return best !== undefined && best.cost <= Math.max(2, Math.floor(word.length / 4)) ? best.name : undefined;
}

const PREFIX = "KEEPSAKE_";

/** A name that has every word of this one and few others: KEEPSAKE_PORT is more likely a port than a role. */
function withSameWords(variable: string, known: readonly string[]): string | undefined {
  const words = variable.slice(PREFIX.length).split("_");
  const wordsOf = (name: string): readonly string[] => name.slice(PREFIX.length).split("_");
  const fitting = known.filter((name) => words.every((word) => wordsOf(name).includes(word)));
  return fitting.sort((a, b) => wordsOf(a).length - wordsOf(b).length)[0];
}

/** A slip of the finger within the part that tells names apart; else the name that has the same words. */
function guessVariable(variable: string): string | undefined {
  const known = [FILE_VARIABLE, ...SETTINGS.map((setting) => setting.variable)];
  const ends = known.map((name) => name.slice(PREFIX.length));
  const same = withSameWords(variable, known);
  if (same !== undefined) return same;
  const slip = nearest(variable.slice(PREFIX.length), ends);
  return slip === undefined ? undefined : `${PREFIX}${slip}`;
}

export function unknownVariable(variable: string): ConfigProblem {
  const guess = guessVariable(variable);
  return problemOf(
    variable,
    "environment",
    { en: "a variable that Keepsake knows", zh: "Keepsake 认识的环境变量" },
    guess === undefined
      ? {
          en: "Unset it; `keepsake config` lists the known ones.",
          zh: "请取消该变量；`keepsake config` 会列出全部变量。",
        }
      : { en: `Did you mean ${guess}? Otherwise unset it.`, zh: `是否想写 ${guess}？否则请取消该变量。` },
    variable,
  );
}

/** The kind of an owner that was chosen, by the kind's path. */
export type ChosenKind = (path: string) => unknown;

function settingAt(path: string, chosen: ChosenKind): Setting | undefined {
  const found = SETTINGS.filter(
    (setting) =>
      setting.path === path ||
      path.startsWith(`${setting.path}[`) ||
      (setting.form === "amounts" && path.startsWith(`${setting.path}.`)),
  );
  return found.find(({ kind }) => kind === chosen(kindPathOf(path))) ?? found[0];
}

/** A setting that the chosen kind does not have. */
export function ofAnotherKind(path: string, source: ConfigProblem["source"], variable: string): ConfigProblem {
  const owner = path.split(".")[0] ?? path;
  return problemOf(
    path,
    source,
    { en: `no such setting with the chosen ${owner}.kind`, zh: `所选 ${owner}.kind 没有此项设置` },
    {
      en: `Remove it, or choose the ${owner}.kind that has it.`,
      zh: `请删除它，或改用具有此项的 ${owner}.kind。`,
    },
    variable,
  );
}

function dotted(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${String(part)}`,
    "",
  );
}

function unknownKey(path: string, source: ConfigProblem["source"], chosen: ChosenKind): ConfigProblem {
  const setting = settingAt(path, chosen);
  if (setting !== undefined) return ofAnotherKind(path, source, setting.variable);
  const guess = nearest(
    path,
    SETTINGS.map((known) => known.path),
  );
  return problemOf(
    path,
    source,
    { en: "a setting that Keepsake knows", zh: "Keepsake 认识的设置" },
    guess === undefined
      ? { en: "Remove it.", zh: "请删除它。" }
      : { en: `Did you mean ${guess}? Otherwise remove it.`, zh: `是否想写 ${guess}？否则请删除它。` },
  );
}

/** Every issue of the schema as problems; secrets are never quoted. */
export function problemsOf(
  error: z.ZodError,
  sourceOf: (path: string) => ConfigProblem["source"],
  chosen: ChosenKind,
): ConfigProblem[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => {
        const path = dotted([...issue.path, key]);
        return unknownKey(path, sourceOf(path), chosen);
      });
    }
    const at = dotted(issue.path);
    const path = issue.code === "invalid_union" && !at.includes(".") ? `${at}.kind` : at;
    const setting = settingAt(path, chosen);
    const source = sourceOf(path);
    const missing = issue.code === "invalid_type" && issue.input === undefined;
    const how = setting === undefined ? path : `${setting.variable} or ${path} in ${FILE_NAME}`;
    const howZh = setting === undefined ? path : `${setting.variable} 或 ${FILE_NAME} 中的 ${path}`;
    return [
      problemOf(
        path,
        source,
        setting?.expected ?? { en: issue.message, zh: issue.message },
        missing
          ? { en: `Set ${how}.`, zh: `请设置 ${howZh}。` }
          : source === "call"
            ? { en: `Mend ${path} in the call or on the line.`, zh: `请更正调用或命令行中的 ${path}。` }
            : { en: `Mend ${how}.`, zh: `请更正 ${howZh}。` },
        setting?.variable,
      ),
    ];
  });
}

/** One line per problem: path, variable, what was expected, what to do. */
export function renderProblems(problems: readonly ConfigProblem[], language: Language): string {
  return problems
    .map((problem) => {
      const name =
        problem.variable === undefined || problem.variable === problem.path
          ? problem.path
          : `${problem.path} (${problem.variable})`;
      const gap = /^[\w`"]/u.test(problem.expected.zh) ? " " : "";
      return language === "zh"
        ? `- ${name}：应为${gap}${problem.expected.zh}。${problem.remedy.zh}`
        : `- ${name}: expected ${problem.expected.en}. ${problem.remedy.en}`;
    })
    .join("\n");
}

export function configError(problems: readonly ConfigProblem[]): KeepsakeError {
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return new KeepsakeError("CONFIG_INVALID", `The configuration has ${count}:\n${renderProblems(problems, "en")}`, {
    ...(problems[0] === undefined ? {} : { field: problems[0].path }),
    problems,
  });
}
