import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { configOfAddress, type KeepsakeConfig, loadConfig } from "../../../config/index.js";
import { KeepsakeError } from "../../../domain/index.js";
import type { ArchiveSecret } from "../../../moving/index.js";
import type { Storage } from "../../../ports/index.js";
import { type CliParts, type CommonOptions, configOf } from "../session.js";
import { type MovingTexts, movingTextsOf } from "./moving-texts.js";

/** A store that a line names, or the configured one; not yet opened. */
export interface NamedStore {
  readonly config: KeepsakeConfig;
  /** The same whichever way it is named; without passwords. */
  readonly name: string;
}

const STORE_FILE = "keepsake.db";

function nameOf({ storage, dataFolder }: KeepsakeConfig): string {
  if (storage.kind === "memory") return "memory";
  if (storage.kind === "sqlite") return `sqlite ${existsSync(dataFolder) ? realpathSync(dataFolder) : dataFolder}`;
  const { host, pathname } = new URL(storage.url);
  const database = `${storage.kind} ${host}${pathname}`;
  return storage.kind === "postgres" ? `${database} ${storage.schema}` : database;
}

/** @param option as it is called on the line: `--from` or `--to` */
export function nameStore(
  parts: CliParts,
  options: CommonOptions,
  option: "--from" | "--to",
  address: string | undefined,
): NamedStore {
  const base = configOf(parts.io, options);
  const { fromEncryptionKey, toEncryptionKey } = base.moving;
  const encryptionKey = option === "--from" ? fromEncryptionKey : toEncryptionKey;
  if (address === undefined) return { config: base, name: nameOf(base) };
  const overrides = configOfAddress(address, option, { env: parts.io.env, encryptionKey });
  const file = options.config === undefined ? {} : { file: options.config };
  const config = loadConfig({ env: parts.io.env, ...file, overrides: { ...overrides, language: base.language } });
  return { config, name: nameOf(config) };
}

/** Opening would make what is not there. */
export function isThere({ config: { storage, dataFolder } }: NamedStore): boolean {
  return storage.kind !== "sqlite" || existsSync(join(dataFolder, STORE_FILE));
}

/** @throws NOT_FOUND rather than make an empty store */
export function requireThere(store: NamedStore): void {
  if (isThere(store)) return;
  const { language, dataFolder } = store.config;
  throw new KeepsakeError("NOT_FOUND", movingTextsOf(language).noSource(dataFolder), {
    remedy: { en: "Check the folder's path.", zh: "请检查文件夹的路径。" },
  });
}

/** Opens stores one after the other and closes them whatever happens. */
export async function withStores<Result>(
  parts: CliParts,
  stores: readonly NamedStore[],
  work: (opened: readonly Storage[]) => Promise<Result>,
): Promise<Result> {
  const { openStorage } = parts;
  if (openStorage === undefined) {
    throw new KeepsakeError("INTERNAL", movingTextsOf(stores[0]?.config.language ?? "en").noStores);
  }
  const opened: Storage[] = [];
  try {
    for (const { config } of stores) opened.push(await openStorage(config));
    return await work(opened);
  } finally {
    for (const storage of opened) await storage.close();
  }
}

/** What backups are encrypted with, where anything is given; the line's own file first. */
export function findSecret(
  { moving, language }: KeepsakeConfig,
  keyFile: string | undefined,
): ArchiveSecret | undefined {
  const file = keyFile ?? moving.backupKeyFile;
  if (file !== undefined) return { kind: "key", bytes: readKey(file, movingTextsOf(language)) };
  if (moving.backupPassphrase === undefined) return undefined;
  return { kind: "passphrase", text: moving.backupPassphrase };
}

function readKey(file: string, texts: MovingTexts): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    const why = cause instanceof Error && "code" in cause ? String(cause.code) : "?";
    throw new KeepsakeError("INVALID_INPUT", texts.cannotReadKey(file, why), { field: "--key-file" }, { cause });
  }
}

/** An option that a line must have. */
export function requireOption(value: string | undefined, option: string, texts: MovingTexts): string {
  if (value !== undefined) return value;
  throw new KeepsakeError("INVALID_INPUT", texts.missing(option), { field: option });
}
