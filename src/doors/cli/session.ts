import {
  type ConfigProblem,
  type KeepsakeConfig,
  type KeepsakeConfigInput,
  type Language,
  languageOfEnvironment,
  loadConfig,
} from "../../config/index.js";
import { KeepsakeError, makeScope, PERMISSIONS } from "../../domain/index.js";
import { type Caller, NO_USER, type Operation } from "../../operations/index.js";
import type { DoorEngine, OpenEngine, OpenFiles, OpenStorage } from "../engine.js";
import type { CliIo } from "./io.js";
import { Screen } from "./screen.js";
import { type Texts, textsOf } from "./texts.js";

/** Options that every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly user?: string;
  readonly tenant?: string;
  readonly data?: string;
  readonly lang?: string;
  readonly config?: string;
}

/** What commands are made with. */
export interface CliParts {
  readonly io: CliIo;
  readonly openEngine: OpenEngine;
  /** Absent: nothing can be moved or kept from here. */
  readonly openStorage?: OpenStorage;
  /** Goes with `openStorage`. */
  readonly openFiles?: OpenFiles;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
  /** Called by a command that ends with something else than 0. */
  setExitCode(code: number): void;
}

/** The settings that an option gives. */
const OPTIONS: Readonly<Record<string, string>> = {
  user: "--user",
  tenant: "--tenant",
  dataFolder: "--data",
  language: "--lang",
  role: "--role",
  "http.host": "--host",
  "http.port": "--port",
  "grpc.port": "--grpc-port",
};

/** What was wrong with options alone is no fault of the configuration, which the reader may not even have. */
function blameOptions(thrown: unknown, language: Language): unknown {
  const { problems } = thrown instanceof KeepsakeError ? thrown.details : {};
  if (!Array.isArray(problems)) return thrown;
  const given = problems as readonly ConfigProblem[];
  const [first] = given;
  if (first === undefined || given.some(({ source, path }) => source !== "call" || OPTIONS[path] === undefined))
    return thrown;
  const told = given.map(({ path, expected }) => textsOf(language).expected(OPTIONS[path] ?? path, expected[language]));
  return new KeepsakeError(
    "INVALID_INPUT",
    told.join("\n"),
    { field: OPTIONS[first.path] ?? first.path },
    { cause: thrown },
  );
}

export function configOf(io: CliIo, options: CommonOptions, overrides: KeepsakeConfigInput = {}): KeepsakeConfig {
  const language = options.lang === "zh" || options.lang === "en" ? options.lang : languageOfEnvironment(io.env);
  try {
    return readConfig(io, options, overrides);
  } catch (thrown) {
    throw blameOptions(thrown, language);
  }
}

function readConfig(io: CliIo, options: CommonOptions, overrides: KeepsakeConfigInput): KeepsakeConfig {
  return loadConfig({
    env: io.env,
    ...(options.config === undefined ? {} : { file: options.config }),
    overrides: {
      ...overrides,
      ...(options.data === undefined ? {} : { dataFolder: options.data }),
      ...(options.tenant === undefined ? {} : { tenant: options.tenant }),
      ...(options.user === undefined ? {} : { user: options.user }),
      ...(options.lang === undefined ? {} : { language: options.lang as KeepsakeConfig["language"] }),
    },
  });
}

/** There is no user by default: somebody else's memory must not be opened by an omission. */
export function callerOf(config: KeepsakeConfig, door: "cli" | "mcp", reach?: Operation["reach"]): Caller {
  const who = { permissions: new Set(PERMISSIONS), actor: door, door };
  if (reach !== undefined) return { scope: makeScope(config.tenant, NO_USER), ...who };
  if (config.user === undefined) {
    const texts = { en: textsOf("en"), zh: textsOf("zh") };
    throw new KeepsakeError("INVALID_INPUT", texts[config.language].userNeeded, {
      field: "--user",
      remedy: { en: texts.en.userRemedy, zh: texts.zh.userRemedy },
    });
  }
  return { scope: makeScope(config.tenant, config.user), ...who };
}

export interface Session {
  readonly engine: DoorEngine;
  readonly config: KeepsakeConfig;
  readonly caller: Caller;
  readonly screen: Screen;
  readonly texts: Texts;
}

/** Opens the engine for one command and closes it whatever happens. Ctrl-C ends the wait; what was written stays. */
export async function withSession<Result>(
  parts: CliParts,
  options: CommonOptions,
  settings: { readonly worker: boolean; readonly reach?: Operation["reach"] },
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const base = configOf(parts.io, options);
  const config = settings.worker ? base : { ...base, worker: { ...base.worker, enabled: false } };
  const caller = callerOf(config, "cli", settings.reach);
  const screen = new Screen(parts.io, {
    json: options.json === true,
    timeZone: config.defaultTimeZone,
    language: config.language,
  });
  const engine = await parts.openEngine(config);
  try {
    return await work({ engine, config, caller, screen, texts: textsOf(config.language) });
  } finally {
    await engine.close();
  }
}
