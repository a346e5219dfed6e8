import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import type { KeepsakeConfig } from "../../../config/index.js";
import { KeepsakeError } from "../../../domain/index.js";
import type { BlobStore } from "../../../ports/index.js";
import type { CliParts } from "../session.js";
import { type MovingTexts, movingTextsOf } from "./moving-texts.js";
import type { NamedStore } from "./named-store.js";

type Blobs = KeepsakeConfig["blobs"];

export interface FilesOptions {
  readonly fromFiles?: string;
  readonly toFiles?: string;
  readonly withoutFiles?: boolean;
}

const BUCKET = /^s3:\/\/([^/]+)(?:\/(.+))?$/;

function refused(message: string, field: string): KeepsakeError {
  return new KeepsakeError("INVALID_INPUT", message, {
    field,
    remedy: {
      en: "Give `own` (the folder `blobs` beside a SQLite store), a folder, `s3` as it is configured, `s3://bucket/prefix` on the same server, or `none`.",
      zh: "请给出 `own`（SQLite 存储旁的 `blobs` 文件夹）、文件夹、已配置的 `s3`、同一服务上的 `s3://存储桶/前缀`，或 `none`。",
    },
  });
}

/** A place as a line names it, with what is configured where it says nothing else. */
function blobsAt(given: string, configured: Blobs, option: string): Blobs {
  const transcripts = configured.kind !== "none" && configured.transcripts;
  const sealed =
    configured.kind === "none" || configured.encryptionKey === undefined
      ? {}
      : { encryptionKey: configured.encryptionKey };
  if (given === "none") return { kind: "none" };
  if (given === "own") return { kind: "own", transcripts, ...sealed };
  const bucket = BUCKET.exec(given);
  if (given !== "s3" && bucket === null) return { kind: "folder", path: given, transcripts, ...sealed };
  if (configured.kind !== "s3")
    throw refused("no bucket is configured: set KEEPSAKE_BLOBS=s3 and its settings", option);
  if (bucket === null) return configured;
  const [, name = "", prefix] = bucket;
  return { ...configured, bucket: name, ...(prefix === undefined ? {} : { prefix }) };
}

/** Files that the settings of today do not name would be left behind without a word. */
function requireNoneElsewhere({ config }: NamedStore, option: string): void {
  const folder = join(config.dataFolder, "blobs");
  const { blobs, storage, language } = config;
  if (storage.kind !== "sqlite" || blobs.kind === "own") return;
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  if (blobs.kind === "folder" && existsSync(blobs.path) && realpathSync(blobs.path) === realpathSync(folder)) return;
  throw new KeepsakeError("INVALID_INPUT", movingTextsOf(language).filesElsewhere(folder), {
    field: option,
    remedy: {
      en: "Say which are meant: `--from-files own` for that folder, `--from-files s3` for the configured bucket, or --without-files.",
      zh: "请说明所指为哪一处：`--from-files own` 为该文件夹，`--from-files s3` 为已配置的存储桶；或用 --without-files。",
    },
  });
}

/** The store with the place of its files, as the line names it or as it is configured. */
export function withFilesAt(store: NamedStore, option: "--from-files" | "--to-files", given: string | undefined) {
  const { config } = store;
  const { fromFilesKey, toFilesKey } = config.moving;
  const key = option === "--from-files" ? fromFilesKey : toFilesKey;
  const blobs = given === undefined ? config.blobs : blobsAt(given, config.blobs, option);
  const sealed: Blobs = blobs.kind === "none" || key === undefined ? blobs : { ...blobs, encryptionKey: key };
  if (given === undefined && option === "--from-files") requireNoneElsewhere(store, option);
  return { ...store, config: { ...config, blobs: sealed } };
}

/** Opens the places of files of the stores and closes them whatever happens. */
export async function withPlaces<Result>(
  parts: CliParts,
  stores: readonly NamedStore[],
  work: (places: readonly (BlobStore | undefined)[]) => Promise<Result>,
): Promise<Result> {
  const { openFiles } = parts;
  if (openFiles === undefined) {
    throw new KeepsakeError("INTERNAL", movingTextsOf(stores[0]?.config.language ?? "en").noStores);
  }
  const opened: (BlobStore | undefined)[] = [];
  try {
    for (const { config } of stores) opened.push(await openFiles(config));
    return await work(opened);
  } finally {
    for (const place of opened) await place?.close();
  }
}

/** The options about files that a command of these has. */
export function withFilesOptions(command: Command, texts: MovingTexts, sides: readonly ("from" | "to")[]): Command {
  if (sides.includes("from")) command.option("--from-files <place>", texts.fromFiles(texts.filesPlace));
  if (sides.includes("to")) command.option("--to-files <place>", texts.toFiles(texts.filesPlace));
  return command.option("--without-files", texts.withoutFiles);
}
