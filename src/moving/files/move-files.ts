import { KeepsakeError } from "../../domain/index.js";
import type { BlobStore, ContentsView } from "../../ports/index.js";
import { pagesOf } from "../table-sum.js";
import { type AlignedFiles, alignFiles, type KnownFiles } from "./align-files.js";
import { type FileFigures, type FilePlace, FileSum, type FilesPassed } from "./file-sum.js";
import { type CountedFiles, countFiles, DAMAGED, heldIn, isOwned, readFile } from "./owned-files.js";
import { requirePlace } from "./require-place.js";

/** Where files lie on either side. Absent: that side has no place for any. `left`: nothing of them moves. */
export type FilesToMove = { readonly source?: BlobStore; readonly target?: BlobStore } | "left";

/**
 * `copied`: the target's place has what the source's has. `shared`: both sides are one place, and nothing has to move. `none`: the source
 * keeps no files. `left`: they were not to move.
 */
export type MovedFilesState = "copied" | "shared" | "none" | "left";

export interface MovedFiles {
  readonly state: MovedFilesState;
  /** Of the source; the checksum where they were read. */
  readonly figures: Omit<FileFigures, "sha256"> & { readonly sha256?: string };
  readonly written: number;
  readonly removed: number;
  /** Files of the source that cannot be read. */
  readonly damaged: readonly FilePlace[];
}

const NOTHING = { figures: { files: 0, bytes: 0 }, written: 0, removed: 0, damaged: [] } as const;

interface TwoPlaces {
  readonly source: BlobStore;
  readonly target: BlobStore;
}

function twoPlaces(files: FilesToMove): TwoPlaces | undefined {
  if (files === "left" || files.source === undefined || files.target === undefined) return undefined;
  const { source, target } = files;
  return source.place === target.place ? undefined : { source, target };
}

/**
 * Before anything is written into a target that no earlier run has begun to fill.
 * @throws CONFLICT where its place holds files of the same tenants: whose they are cannot be told; CONFIG_INVALID where it has no place
 */
export async function requireRoom(view: ContentsView, files: FilesToMove, isBegun: boolean): Promise<void> {
  if (files === "left" || files.source === undefined) return;
  if (files.target === undefined) return requirePlace(undefined, await countFiles(view, files.source));
  const places = twoPlaces(files);
  if (places === undefined || isBegun) return;
  for await (const rows of pagesOf((...asked) => view.page(...asked), "tenants")) {
    for (const [tenant] of rows) {
      if ((await places.target.occupants(String(tenant))).size === 0) continue;
      throw new KeepsakeError("CONFLICT", "the target's place for files holds some already", {
        field: "--to-files",
        remedy: {
          en: "Nothing was changed. Name another folder, or another prefix (KEEPSAKE_BLOBS_PREFIX) of the bucket.",
          zh: "未作任何改动。请指定另一个文件夹，或存储桶的另一个前缀（KEEPSAKE_BLOBS_PREFIX）。",
        },
      });
    }
  }
}

/** One look: what the target's place lacks is copied, what it has too much goes. */
export async function moveFiles(
  view: ContentsView,
  files: FilesToMove,
  passed: FilesPassed,
  known?: KnownFiles,
): Promise<MovedFiles & { readonly known?: KnownFiles }> {
  if (files === "left") return { state: "left", ...NOTHING };
  const { source, target } = files;
  if (source === undefined) return { state: "none", ...NOTHING };
  const places = twoPlaces(files);
  if (places !== undefined) {
    const aligned: AlignedFiles = await alignFiles(view, places, passed, known);
    return { state: "copied", ...aligned };
  }
  const counted = await countFiles(view, source);
  // what came since it was asked beforehand
  if (target === undefined) requirePlace(undefined, counted);
  const { files: count, bytes } = counted;
  return { ...NOTHING, state: target === undefined ? "none" : "shared", figures: { files: count, bytes } };
}

/** The damaged cannot be carried over: they are not left behind without a word, and a move is not complete without them. */
export function requireUndamaged({ damaged }: Pick<MovedFiles, "damaged">): void {
  if (damaged.length === 0) return;
  throw new KeepsakeError("STORE_CORRUPT", `${damaged.length} files of the source cannot be read`, {
    files: damaged,
    remedy: {
      en: "The run without --final names them. Bring them back from a backup of the folder or bucket, or remove them (`keepsake attachment remove`), and run the command again.",
      zh: "不带 --final 运行会列出它们。请从文件夹或存储桶的备份中恢复，或将其删除（`keepsake attachment remove`），然后再次运行该命令。",
    },
  });
}

/** Whether the places hold the same for the users of a look; reads all of both. */
export async function haveSame(view: ContentsView, files: FilesToMove): Promise<boolean> {
  const places = twoPlaces(files);
  if (places === undefined) return true;
  const [left, right] = [await sumOf(view, places.source), await sumOf(view, places.target)];
  return left.files === right.files && left.sha256 === right.sha256;
}

async function sumOf(view: ContentsView, store: BlobStore): Promise<FileFigures> {
  const sum = new FileSum();
  for await (const { keys, ...owner } of heldIn(view, store)) {
    for (const key of keys.filter((each) => isOwned(each, owner))) {
      const found = await readFile(store, { tenant: owner.scope.tenant, user: owner.scope.user, key });
      if (found !== undefined && found !== DAMAGED) sum.add(found.entry);
    }
  }
  return sum.figures();
}

/** What a dry run tells of files. */
export interface CountedPlaces {
  readonly state: MovedFilesState;
  readonly source: CountedFiles;
  readonly target: CountedFiles;
}

const NO_FILES: CountedFiles = { files: 0, bytes: 0, damaged: 0 };

export async function countPlaces(view: ContentsView, files: FilesToMove): Promise<CountedPlaces> {
  if (files === "left") return { state: "left", source: NO_FILES, target: NO_FILES };
  const { source, target } = files;
  const state = source === undefined ? "none" : twoPlaces(files) === undefined && target ? "shared" : "copied";
  return {
    state,
    source: source === undefined ? NO_FILES : await countFiles(view, source),
    target: target === undefined ? NO_FILES : await countFiles(view, target),
  };
}
