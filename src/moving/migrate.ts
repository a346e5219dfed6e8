import { CONTENT_TABLES, type ContentTableName } from "../domain/index.js";
import type { ContentsView, Storage } from "../ports/index.js";
import { addMissing, removeForeign } from "./align-table.js";
import { countRows, type Progressed, requireSame } from "./backup.js";
import {
  type CountedPlaces,
  countPlaces,
  type FilesToMove,
  haveSame,
  type MovedFiles,
  moveFiles,
  requireRoom,
  requireUndamaged,
} from "./files/move-files.js";
import { differing, figuresOf, type TableFigures } from "./table-sum.js";
import { beginFilling, findFilling, hasContent, requireWhole } from "./unfinished.js";
import { contentsOf } from "./write-rows.js";

/** After so many rounds what is left to catch up with is as much as is written while it is looked for. */
const MOST_ROUNDS = 4;

export interface Migration {
  readonly source: Storage;
  readonly target: Storage;
  /** Names the source in the target, so that a repeat is known again; holds no password. */
  readonly sourceName: string;
  readonly now: number;
  /** What lies beside either store. */
  readonly files: FilesToMove;
  /** Holds writers off the source and ends the move. */
  readonly isFinal: boolean;
}

export interface MigrationReport {
  /** The move is complete: the source is held, and the target may be used. */
  readonly final: boolean;
  /** It went on with one that was begun before. */
  readonly resumed: boolean;
  /** Looks at the whole source, the first one included. */
  readonly rounds: number;
  readonly written: number;
  readonly removed: number;
  /** The same on both sides, as of the last look. */
  readonly figures: readonly TableFigures[];
  readonly files: MovedFiles;
}

interface Round {
  readonly figures: readonly TableFigures[];
  readonly written: number;
  readonly removed: number;
}

/** Makes the target what the view shows. */
async function align(view: ContentsView, target: Storage, tell: Progressed): Promise<Round> {
  const total = await countRows(view);
  let removed = 0;
  for (const table of [...CONTENT_TABLES].reverse()) removed += await removeForeign(view, target, table);
  const figures: TableFigures[] = [];
  let [written, done] = [0, 0];
  for (const table of CONTENT_TABLES) {
    const added = await addMissing(view, target, table, (rows) => {
      done += rows;
      tell("writing", done, total);
    });
    written += added.written;
    figures.push(added.figures);
  }
  return { figures, written, removed };
}

/** Aligns with one snapshot of the source after the other until one brings nothing new; compares with the last of them. */
async function catchUp({ source, target }: Migration, mostRounds: number, tell: Progressed) {
  let [rounds, written, removed] = [0, 0, 0];
  for (;;) {
    const round = await contentsOf(source).read((view) => align(view, target, tell));
    rounds += 1;
    written += round.written;
    removed += round.removed;
    const isLast = rounds >= mostRounds || round.written + round.removed === 0;
    if (isLast) return { figures: round.figures, rounds, written, removed };
  }
}

async function compare({ target }: Migration, wanted: readonly TableFigures[], tell: Progressed): Promise<void> {
  await contentsOf(target).settle();
  const total = wanted.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const found = await contentsOf(target).read((view) =>
    figuresOf(view, (rows) => {
      done += rows;
      tell("comparing", done, total);
    }),
  );
  requireSame(wanted, found);
}

type Known = Awaited<ReturnType<typeof moveFiles>>["known"];

/** Behind the rows: a file that was put before its conversation's rows were read is seen. */
async function carryFiles({ source, files }: Migration, tell: Progressed, known?: Known) {
  let done = 0;
  const passed = (count: number): void => {
    done += count;
    tell("files", done);
  };
  return contentsOf(source).read((view) => moveFiles(view, files, passed, known));
}

/** Both looks of a run in one: what the held look found, and all that was done. */
function together(first: MovedFiles, last: MovedFiles): MovedFiles {
  const { state, figures, damaged } = last;
  return { state, figures, damaged, written: first.written + last.written, removed: first.removed + last.removed };
}

/** The source is opened again when anything goes wrong before the move is complete. */
async function finish(
  migration: Migration,
  tell: Progressed,
  known: Known,
): Promise<Round & { readonly files: MovedFiles }> {
  const source = contentsOf(migration.source);
  await source.hold();
  try {
    const round = await catchUp(migration, 1, tell);
    const files = await carryFiles(migration, tell, known);
    requireUndamaged(files);
    await compare(migration, round.figures, tell);
    await contentsOf(migration.target).mark(undefined);
    return { ...round, files };
  } catch (error) {
    await source.release();
    throw error;
  }
}

const allFigures = (storage: Storage): Promise<readonly TableFigures[]> =>
  contentsOf(storage).read((view) => figuresOf(view));

/** A process that was killed after the move was complete has told nobody: the repeat finds both sides the same, and says so. */
async function findComplete({ source, target, files }: Migration): Promise<readonly TableFigures[] | undefined> {
  if ((await findFilling(target)) !== undefined || !(await hasContent(target))) return undefined;
  const found = await allFigures(target);
  if (differing(await allFigures(source), found).length > 0) return undefined;
  const isSame = () => contentsOf(source).read((view) => haveSame(view, files));
  // asked before anything is held: a place that does not answer leaves a source that is written to as it is, and one that was left held
  if (!(await isSame())) return undefined;
  await contentsOf(source).hold();
  if ((await isSame()) && differing(await allFigures(source), found).length === 0) return found;
  await contentsOf(source).release();
  return undefined;
}

/**
 * Copies everything from one store into another that is empty, or that an earlier run has filled in part. Rows are compared, not
 * remembered, so that a run that was cut off anywhere is repeated and nothing is written twice.
 * The source may be written to. With `isFinal` its writers are held off for the last look, and stay so when the move is complete.
 * @throws CONFLICT where the target holds other data; STORE_CORRUPT where the two differ afterwards
 */
export async function migrate(migration: Migration, tell: Progressed): Promise<MigrationReport> {
  const { source, target, sourceName, now, isFinal } = migration;
  await requireWhole(source);
  const complete = isFinal ? await findComplete(migration) : undefined;
  if (complete !== undefined) {
    const files = await contentsOf(source).read((view) => countedOnly(view, migration.files));
    return { final: true, resumed: true, rounds: 1, written: 0, removed: 0, figures: complete, files };
  }
  const isBegun = (await findFilling(target)) !== undefined;
  await contentsOf(source).read((view) => requireRoom(view, migration.files, isBegun));
  const resumed = await beginFilling(target, { from: "store", source: sourceName, begunAt: now });
  const copied = await catchUp(migration, MOST_ROUNDS, tell);
  const { known, ...files } = await carryFiles(migration, tell);
  if (!isFinal) {
    await compare(migration, copied.figures, tell);
    return { final: false, resumed, ...copied, files };
  }
  const last = await finish(migration, tell, known);
  return {
    ...{ final: true, resumed, figures: last.figures, rounds: copied.rounds + 1, files: together(files, last.files) },
    written: copied.written + last.written,
    removed: copied.removed + last.removed,
  };
}

/** The same on both sides, as was just compared. */
async function countedOnly(view: ContentsView, files: FilesToMove): Promise<MovedFiles> {
  const { state, source } = await countPlaces(view, files);
  const { files: count, bytes } = source;
  return { state, figures: { files: count, bytes }, written: 0, removed: 0, damaged: [] };
}

/** How many rows a table has on either side. */
export interface CountedTable {
  readonly table: ContentTableName;
  readonly source: number;
  readonly target: number;
}

export interface CountedSides {
  readonly tables: readonly CountedTable[];
  readonly files: CountedPlaces;
}

/** What a move would meet; a target that is not there yet has nothing. Writes nothing. */
export async function countBoth(
  source: Storage,
  target: Storage | undefined,
  files: FilesToMove,
): Promise<CountedSides> {
  const countAll = async (storage: Storage | undefined): Promise<readonly number[]> =>
    storage === undefined
      ? []
      : contentsOf(storage).read(async (view) => {
          const counts: number[] = [];
          for (const { name } of CONTENT_TABLES) counts.push(await view.count(name));
          return counts;
        });
  const [left, right] = [await countAll(source), await countAll(target)];
  const tables = CONTENT_TABLES.map(({ name }, place) => ({
    table: name,
    source: left[place] ?? 0,
    target: right[place] ?? 0,
  }));
  return { tables, files: await contentsOf(source).read((view) => countPlaces(view, files)) };
}

/** Lets the source be written to again. */
export async function releaseStore(storage: Storage): Promise<void> {
  await contentsOf(storage).release();
}
