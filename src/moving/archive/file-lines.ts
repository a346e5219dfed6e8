import type { BlobFacts, BlobStore, ContentsView, StoredBlob } from "../../ports/index.js";
import {
  entryOf,
  type FileEntry,
  type FileFigures,
  type FilePlace,
  FileSum,
  type FilesPassed,
  isSameFile,
} from "../files/file-sum.js";
import { DAMAGED, heldIn, isOwned, readFile } from "../files/owned-files.js";
import { damaged as damagedArchive } from "./archive-frames.js";

/*
 * The part of a backup behind its tables: what lay beside the store. A line says whether there is any; then comes each file, a line about
 * it and its bytes as base64 in lines of text; then how many they were.
 */

/** `kept`: they follow. `none`: the store had no place for any. `left`: they were to stay where they are. */
export type FilesState = "kept" | "none" | "left";

export interface ArchivedFiles {
  readonly state: FilesState;
  readonly figures: FileFigures;
  /** What could not be read when the backup was made: it is not in it. */
  readonly damaged: readonly FilePlace[];
  /** Erased while the backup was made. */
  readonly gone: number;
}

export const NO_FILES: FileFigures = new FileSum().figures();

/** A multiple of 3, so that the pieces of base64 are those of the whole. */
const PIECE_BYTES = 48 * 1_024;

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

function* linesOf({ tenant, user, key, facts, bytes, sha256 }: FileEntry, content: Uint8Array): Generator<string> {
  yield lineOf({ file: [tenant, user, key], facts, bytes, sha256 });
  const whole = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  for (let at = 0; at < whole.length; at += PIECE_BYTES)
    yield lineOf(whole.subarray(at, at + PIECE_BYTES).toString("base64"));
}

/** @param store absent: the store keeps none; `left`: they are not to be in the backup */
export async function* fileLines(
  view: ContentsView,
  store: BlobStore | "left" | undefined,
  passed: FilesPassed,
  done: (files: ArchivedFiles) => void,
): AsyncGenerator<string> {
  const state: FilesState = store === undefined ? "none" : store === "left" ? "left" : "kept";
  yield lineOf({ files: state });
  const sum = new FileSum();
  const damaged: FilePlace[] = [];
  let gone = 0;
  if (store !== undefined && store !== "left") {
    for await (const { keys, ...owner } of heldIn(view, store)) {
      for (const key of keys.filter((each) => isOwned(each, owner))) {
        const place: FilePlace = { tenant: owner.scope.tenant, user: owner.scope.user, key };
        const found = await readFile(store, place);
        if (found === undefined) gone += 1;
        else if (found === DAMAGED) {
          damaged.push(place);
          yield lineOf({ damaged: [place.tenant, place.user, place.key] });
        } else {
          sum.add(found.entry);
          passed(1, found.entry.bytes);
          yield* linesOf(found.entry, found.blob.bytes);
        }
      }
    }
  }
  const figures = sum.figures();
  yield lineOf({ end: "files", ...figures, damaged: damaged.length, gone });
  done({ state, figures, damaged, gone });
}

/** Reads a line as what it holds; throws where it is none. */
export type NextLine = () => Promise<unknown>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function placeOf(value: unknown): FilePlace {
  const [tenant, user, key] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (typeof tenant === "string" && typeof user === "string" && typeof key === "string") return { tenant, user, key };
  throw damagedArchive("a file in it is not named as it was written");
}

async function contentOf(next: NextLine, bytes: number): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for (let read = 0; read < bytes; ) {
    const piece = await next();
    if (typeof piece !== "string") throw damagedArchive("a file in it is cut off");
    const decoded = Buffer.from(piece, "base64");
    if (decoded.length === 0) throw damagedArchive("a file in it is cut off");
    pieces.push(decoded);
    read += decoded.length;
  }
  return Uint8Array.from(Buffer.concat(pieces));
}

async function fileOf(next: NextLine, line: Record<string, unknown>): Promise<{ entry: FileEntry; blob: StoredBlob }> {
  const { facts, bytes, sha256 } = line;
  if (!isRecord(facts) || typeof bytes !== "number" || typeof sha256 !== "string")
    throw damagedArchive("a file in it is not told of as it was written");
  const blob: StoredBlob = { bytes: await contentOf(next, bytes), facts: facts as BlobFacts };
  const entry: FileEntry = { ...placeOf(line.file), facts: blob.facts, bytes, sha256 };
  if (!isSameFile(entry, entryOf(entry, blob))) throw damagedArchive("a file in it is not the one that was written");
  return { entry, blob };
}

const isState = (value: unknown): value is FilesState => value === "kept" || value === "none" || value === "left";

/** Every file has been compared with its digest when `take` gets it. @throws STORE_CORRUPT */
export async function readFiles(
  next: NextLine,
  take: (file: { readonly entry: FileEntry; readonly blob: StoredBlob }) => Promise<void> | void,
): Promise<ArchivedFiles> {
  const begin = await next();
  if (!isRecord(begin) || !isState(begin.files)) throw damagedArchive("its files are missing");
  const sum = new FileSum();
  const damaged: FilePlace[] = [];
  for (;;) {
    const line = await next();
    if (!isRecord(line)) throw damagedArchive("a line among its files is not what was written");
    if ("file" in line) {
      const file = await fileOf(next, line);
      sum.add(file.entry);
      await take(file);
    } else if (Array.isArray(line.damaged)) damaged.push(placeOf(line.damaged));
    else {
      const figures = sum.figures();
      const isWhole = line.end === "files" && line.files === figures.files && line.sha256 === figures.sha256;
      if (!isWhole || line.damaged !== damaged.length)
        throw damagedArchive("its files are not those that were written");
      return { state: begin.files, figures, damaged, gone: Number(line.gone) };
    }
  }
}
