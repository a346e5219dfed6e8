import { CONTENT_TABLES, type ErrorCode, KeepsakeError, toKeepsakeError } from "../domain/index.js";
import type { Storage } from "../ports/index.js";
import { contentsOf } from "./write-rows.js";

/** What a store is being filled from; it rests in the store until it is whole. */
export interface FillingMark {
  readonly from: "backup" | "store";
  /** Which one: a repeat of the same is let in, anything else is not. */
  readonly source: string;
  readonly begunAt: number;
  /** Tries that failed: there is no log to tell of them in before the store is whole. */
  readonly failures?: readonly FailedTry[];
}

export interface FailedTry {
  readonly at: number;
  readonly code: ErrorCode;
}

/** So many are remembered, the latest. */
const MOST_FAILURES = 20;

export async function findFilling(storage: Storage): Promise<FillingMark | undefined> {
  const text = await storage.contents?.findMark();
  return text === undefined ? undefined : (JSON.parse(text) as FillingMark);
}

/** Whether a move or a restoration has filled it in part only. */
export async function isFilling(storage: Pick<Storage, "contents">): Promise<boolean> {
  return (await storage.contents?.findMark()) !== undefined;
}

/** @throws STORE_READ_ONLY for a store that a move or a restoration has filled in part only */
export async function requireWhole(storage: Storage): Promise<void> {
  const filling = await findFilling(storage);
  if (filling === undefined) return;
  const command = filling.from === "backup" ? "restore" : "migrate";
  throw new KeepsakeError("STORE_READ_ONLY", "the store is not whole: it is still being filled", {
    remedy: {
      en: `Run the same \`keepsake ${command}\` command again: it goes on where it was (a move ends with --final).`,
      zh: `请再次运行同样的 \`keepsake ${command}\` 命令，它会从中断处继续（迁移以 --final 结束）。`,
    },
  });
}

const TENANTS_AT_ONCE = 1_000;

/** A tenant alone is no content: opening a store makes the configured one. */
export async function hasContent(storage: Storage): Promise<boolean> {
  return contentsOf(storage).read(async (view) => {
    for (const { name } of CONTENT_TABLES)
      if (name !== "tenants" && (await view.page(name, undefined, 1)).length > 0) return true;
    return false;
  });
}

/**
 * Marks an empty store as being filled, or finds the mark of the same filling that was interrupted: true then.
 * @throws CONFLICT for a store that holds anything else
 */
export async function beginFilling(storage: Storage, mark: FillingMark): Promise<boolean> {
  const before = await findFilling(storage);
  if (before !== undefined) {
    if (before.from === mark.from && before.source === mark.source) return true;
    throw occupied("the target is being filled from somewhere else");
  }
  if (await hasContent(storage)) throw occupied("the target holds data");
  const contents = contentsOf(storage);
  for (;;) {
    const idle = await contents.read((view) => view.page("tenants", undefined, TENANTS_AT_ONCE));
    if (idle.length === 0) break;
    await contents.remove("tenants", idle);
  }
  await contents.mark(JSON.stringify(mark));
  return false;
}

/**
 * Remembers in the mark that a try failed, where there is one.
 * @throws what went wrong before, with what stands in the way of telling it as a second cause
 */
export async function noteFailure(storage: Storage, thrown: unknown, at: number): Promise<void> {
  const told = toKeepsakeError(thrown);
  try {
    const mark = await findFilling(storage);
    if (mark === undefined) return;
    const failures = [...(mark.failures ?? []), { at, code: told.code }].slice(-MOST_FAILURES);
    await contentsOf(storage).mark(JSON.stringify({ ...mark, failures } satisfies FillingMark));
  } catch (unwritten) {
    const cause = new AggregateError([thrown, unwritten], "the failure could not be noted");
    throw new KeepsakeError(told.code, told.message, told.details, { cause });
  }
}

/** The store is whole: takes the mark away. Returns the tries that failed before. */
export async function endFilling(storage: Storage): Promise<readonly FailedTry[]> {
  const mark = await findFilling(storage);
  await contentsOf(storage).mark(undefined);
  return mark?.failures ?? [];
}

function occupied(message: string): KeepsakeError {
  return new KeepsakeError("CONFLICT", message, {
    remedy: {
      en: "Nothing was changed. Name an empty target: a new folder, another schema (`?schema=NAME`), or another database.",
      zh: "未作任何改动。请指定空的目标：新的文件夹，另一个 schema（`?schema=名称`），或另一个数据库。",
    },
  });
}
