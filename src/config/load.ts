import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import {
  type ChosenKind,
  type ConfigProblem,
  configError,
  ofAnotherKind,
  problemOf,
  problemsOf,
  unknownVariable,
} from "./problems.js";
import { configSchema, type KeepsakeConfig, type KeepsakeConfigInput, type Language } from "./schema.js";
import { FILE_NAME, FILE_VARIABLE, kindPathOf, type Setting, TEST_VARIABLES } from "./setting.js";
import { SETTINGS } from "./settings.js";

interface LoadConfigOptions {
  /** Usually `process.env`; nothing else of Keepsake reads it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Path of the configuration file. Absent: KEEPSAKE_CONFIG, else ./keepsake.config.json if it is there. `false`: none. */
  readonly file?: string | false;
  /** Strongest: what the call or the command line said. */
  readonly overrides?: KeepsakeConfigInput;
}

type Layer = Record<string, unknown>;

function isLayer(value: unknown): value is Layer {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Messages follow the reader's locale where nothing was configured. */
export function languageOfEnvironment(env: LoadConfigOptions["env"]): Language {
  const chosen = env.KEEPSAKE_LANGUAGE;
  if (chosen === "zh" || chosen === "en") return chosen;
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || "";
  return locale.toLowerCase().startsWith("zh") ? "zh" : "en";
}

function parseKeys(text: string): unknown {
  if (text.trimStart().startsWith("[")) {
    try {
      return JSON.parse(text);
    } catch {
      return text; // refused by the schema, which names the setting and its form
    }
  }
  return text.split(",").map((pair) => {
    const at = pair.indexOf(":");
    return at < 0 ? { name: "", key: pair.trim() } : { name: pair.slice(0, at).trim(), key: pair.slice(at + 1).trim() };
  });
}

/** A comma in a name needs the JSON form. What is no JSON is left to the schema, which names the setting and its form. */
function parseJsonOr(text: string, opening: string, otherwise: (text: string) => unknown): unknown {
  if (!text.trimStart().startsWith(opening)) return otherwise(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parseList(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function parseAmounts(text: string): Readonly<Record<string, unknown>> {
  const pairs = parseList(text).map((pair): [string, unknown] => {
    const at = pair.lastIndexOf("=");
    const amount = pair.slice(at + 1).trim();
    return [pair.slice(0, Math.max(0, at)).trim(), /^-?\d+(\.\d+)?$/.test(amount) ? Number(amount) : amount];
  });
  return Object.fromEntries(pairs);
}

function parseVariable(setting: Setting, text: string): unknown {
  switch (setting.form) {
    case "text":
      return text;
    case "number":
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case "switch":
      return text === "on" ? true : text === "off" ? false : text;
    case "keys":
      return parseKeys(text);
    case "list":
      return parseJsonOr(text, "[", parseList);
    case "amounts":
      return parseJsonOr(text, "{", parseAmounts);
  }
}

function put(layer: Layer, path: string, value: unknown): void {
  const parts = path.split(".");
  const last = parts.pop() ?? path;
  let at = layer;
  for (const part of parts) {
    const next = at[part];
    if (isLayer(next)) at = next;
    else {
      const made: Layer = {};
      at[part] = made;
      at = made;
    }
  }
  at[last] = value;
}

function valueIn(layer: Layer, path: string): unknown {
  let at: unknown = layer;
  for (const part of path.split(".")) at = isLayer(at) ? at[part] : undefined;
  return at;
}

function has(layer: Layer, path: string): boolean {
  let at: unknown = layer;
  for (const part of path.replace(/\[.*$/, "").split(".")) {
    if (!isLayer(at) || !(part in at)) return false;
    at = at[part];
  }
  return true;
}

/**
 * An empty variable counts as unset: that is how compose files and shells blank one.
 * @param chosenBeside the kinds that the file and the call choose
 */
function environmentLayer(
  env: LoadConfigOptions["env"],
  chosenBeside: ChosenKind,
): { layer: Layer; problems: ConfigProblem[] } {
  const layer: Layer = {};
  const problems: ConfigProblem[] = [];
  const known = new Map(SETTINGS.map((setting) => [setting.variable, setting]));
  const variableOf = (path: string) => SETTINGS.find((setting) => setting.path === path)?.variable ?? "";
  const chosen = (path: string) => env[variableOf(path)] || chosenBeside(path);
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith("KEEPSAKE_") || name === FILE_VARIABLE || text === undefined || text === "") continue;
    if (name.startsWith(TEST_VARIABLES)) continue;
    const setting = known.get(name);
    if (setting === undefined) problems.push(unknownVariable(name));
    else if (setting.kind !== undefined && setting.kind !== chosen(kindPathOf(setting.path)))
      problems.push(ofAnotherKind(setting.path, "environment", name));
    else put(layer, setting.path, parseVariable(setting, text));
  }
  return { layer, problems };
}

function chooseFile(options: LoadConfigOptions): { path: string; mustExist: boolean } | undefined {
  if (options.file === false) return undefined;
  const named = options.file ?? (options.env[FILE_VARIABLE] || undefined);
  if (named !== undefined) return { path: resolve(named), mustExist: true };
  return { path: resolve(FILE_NAME), mustExist: false };
}

/** Copying a layer loses such a key without a word, so that it has to be looked for before. */
function holdsPrototype(layer: Layer): boolean {
  return (
    Object.hasOwn(layer, "__proto__") || Object.values(layer).some((value) => isLayer(value) && holdsPrototype(value))
  );
}

function fileLayer(options: LoadConfigOptions): { layer: Layer; problems: ConfigProblem[] } {
  const file = chooseFile(options);
  if (file === undefined || (!file.mustExist && !existsSync(file.path))) return { layer: {}, problems: [] };
  try {
    const parsed: unknown = JSON.parse(readFileSync(file.path, "utf8").replace(/^\uFEFF/, ""));
    if (!isLayer(parsed)) throw new Error("it is not a JSON object");
    if (holdsPrototype(parsed)) throw new Error("__proto__ is no setting");
    const folder = parsed.dataFolder;
    // A folder named in the file is meant beside the file, not beside whoever starts the process.
    const layer =
      typeof folder === "string" && folder !== "" && !folder.startsWith("~")
        ? { ...parsed, dataFolder: resolve(dirname(file.path), folder) }
        : parsed;
    return { layer, problems: [] };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      layer: {},
      problems: [
        problemOf(
          file.path,
          "file",
          { en: `a readable JSON object (${why})`, zh: `可读取的 JSON 对象（${why}）` },
          {
            en: `Mend the file, or name another with ${FILE_VARIABLE}.`,
            zh: `请更正该文件，或用 ${FILE_VARIABLE} 指定另一个。`,
          },
          FILE_VARIABLE,
        ),
      ],
    };
  }
}

/** Stronger over weaker, key by key. A layer that chooses another `kind` leaves nothing of the weaker kind's settings. */
function merge(weaker: Layer, stronger: Layer): Layer {
  const result: Layer = { ...weaker };
  for (const [key, value] of Object.entries(stronger)) {
    if (value === undefined) continue;
    const below = result[key];
    if (!isLayer(value)) result[key] = value;
    else if (isLayer(below) && !("kind" in value && value.kind !== (below.kind ?? value.kind)))
      result[key] = merge(below, value);
    else result[key] = merge({}, value);
  }
  return result;
}

function expandHome(path: string): string {
  return path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : resolve(path);
}

/**
 * A model of which only details are named is the bundled one. Hashed words are for tests, which are told nothing by a real
 * reader unless they ask for it.
 */
function withKind(layer: Layer): Layer {
  const named = (["embedder", "nextEmbedder", "reader"] as const).flatMap((key) => {
    const model = layer[key];
    return isLayer(model) && !("kind" in model) ? [[key, { kind: "bundled", ...model }] as const] : [];
  });
  const { embedder } = layer;
  const reader = isLayer(embedder) && embedder.kind === "fake" ? { reader: { kind: "none" } } : {};
  return { ...reader, ...layer, ...Object.fromEntries(named) };
}

/**
 * Overrides, then the environment, then the file, then the defaults. Reads at most one file; touches nothing else.
 * @throws KeepsakeError CONFIG_INVALID with every problem at once in `details.problems`
 */
export function loadConfig(options: LoadConfigOptions): KeepsakeConfig {
  const fromFile = fileLayer(options);
  const overrides = merge({}, (options.overrides ?? {}) as Layer);
  const chosenBeside = (path: string) => valueIn(overrides, path) ?? valueIn(fromFile.layer, path);
  const fromEnvironment = environmentLayer(options.env, chosenBeside);
  const defaults: Layer = { language: languageOfEnvironment(options.env) };
  const merged = withKind(merge(merge(merge(defaults, fromFile.layer), fromEnvironment.layer), overrides));

  const sourceOf = (path: string): ConfigProblem["source"] =>
    has(overrides, path)
      ? "call"
      : has(fromEnvironment.layer, path)
        ? "environment"
        : has(fromFile.layer, path)
          ? "file"
          : "call";
  const parsed = configSchema.safeParse(merged, { reportInput: true });
  const problems = [
    ...fromFile.problems,
    ...fromEnvironment.problems,
    ...(parsed.success ? [] : problemsOf(parsed.error, sourceOf, (path) => valueIn(merged, path))),
  ];
  if (!parsed.success || problems.length > 0) throw configError(problems);
  return { ...parsed.data, dataFolder: expandHome(parsed.data.dataFolder) };
}
