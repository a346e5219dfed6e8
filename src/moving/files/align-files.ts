import type { BlobStore, ContentsView } from "../../ports/index.js";
import { ATTACHMENTS, findReadable, UNREADABLE } from "../../sessions/index.js";
import {
  type FileEntry,
  type FileFigures,
  type FilePlace,
  FileSum,
  type FilesPassed,
  factsText,
  placeKey,
} from "./file-sum.js";
import {
  allKeys,
  DAMAGED,
  isOwned,
  Occupied,
  type Owner,
  ownersIn,
  readFile,
  withoutConversation,
} from "./owned-files.js";
import { putFile } from "./put-file.js";

/** Files by their places, as an earlier look of the same run read them on both sides. */
export type KnownFiles = ReadonlyMap<string, FileEntry>;

export interface AlignedFiles {
  /** Of the source, as it was read; the target has the same. */
  readonly figures: FileFigures;
  readonly written: number;
  readonly removed: number;
  /** Files of the source that are not what was put there: they cannot be copied. */
  readonly damaged: readonly FilePlace[];
  readonly known: KnownFiles;
}

interface Sides {
  readonly source: BlobStore;
  readonly target: BlobStore;
}

/** An attachment's key holds a digest of its content: what was compared once, and is told of alike on both sides, is the same still. */
async function isStill({ source, target }: Sides, { scope }: Owner, entry: FileEntry | undefined): Promise<boolean> {
  if (entry === undefined || !entry.key.startsWith(`${ATTACHMENTS}/`)) return false;
  const told = await Promise.all([source, target].map((store) => findReadable(store, scope, entry.key)));
  return told.every(
    (found) =>
      found !== undefined &&
      found !== UNREADABLE &&
      found.bytes === entry.bytes &&
      factsText(found.facts) === factsText(entry.facts),
  );
}

/**
 * Makes what lies in the target's place what lies in the source's, of the users that the look shows: every file is read on both sides and
 * compared by its digest. What the source does not have goes from the target, the erased first of all.
 * @param known what a look of this run has read before: it is not read again where nothing says that it changed
 */
export async function alignFiles(
  view: ContentsView,
  sides: Sides,
  passed: FilesPassed,
  known: KnownFiles = new Map(),
): Promise<AlignedFiles> {
  const { source, target } = sides;
  const sum = new FileSum();
  const damaged: FilePlace[] = [];
  const read = new Map<string, FileEntry>();
  let [written, removed] = [0, 0];
  const [inSource, inTarget] = [new Occupied(source), new Occupied(target)];
  const pass = (entry: FileEntry): void => {
    sum.add(entry);
    read.set(placeKey(entry), entry);
    passed(1, entry.bytes);
  };
  for await (const owner of ownersIn(view)) {
    const { scope } = owner;
    const held = (await inSource.holds(scope)) ? await allKeys(source, scope) : [];
    const wanted = held.filter((key) => isOwned(key, owner));
    const kept = new Set(wanted);
    const foreign = (await inTarget.holds(scope)) ? (await allKeys(target, scope)).filter((key) => !kept.has(key)) : [];
    if (foreign.length > 0) await target.remove(scope, foreign);
    removed += foreign.length;
    for (const key of wanted) {
      const place: FilePlace = { tenant: scope.tenant, user: scope.user, key };
      const before = known.get(placeKey(place));
      if (before !== undefined && (await isStill(sides, owner, before))) {
        pass(before);
        continue;
      }
      const found = await readFile(source, place);
      if (found === DAMAGED) damaged.push(place);
      // taken away while this look lasts: neither side is to have it
      if (found === undefined) await target.remove(scope, [key]);
      if (found === undefined || found === DAMAGED) continue;
      if (await putFile(target, found.entry, found.blob)) written += 1;
      pass(found.entry);
    }
  }
  // of whom an earlier run copied files, and who was forgotten since
  const leftInTarget = new Occupied(target);
  for await (const scope of withoutConversation(view))
    if (await leftInTarget.holds(scope)) removed += await target.clear(scope, "");
  return { figures: sum.figures(), written, removed, damaged, known: read };
}
