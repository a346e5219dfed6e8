import { type BatchSize, inSizedBatches } from "../remote/index.js";
import { refusalIn } from "./answers.js";
import type { Refusal } from "./engine-errors.js";
import type { Server } from "./server.js";

/** Far below what servers take of one request (100 MB), so that none holds up their other work for long. */
const BATCH: BatchSize = { maxItems: 1_000, maxLength: 4_000_000 };

/** What is done to one document: the line of the action, and the document's own where it has one. */
export type Entry = readonly string[];

const lengthOf = (entry: Entry): number => entry.reduce((sum, line) => sum + line.length, 0);

/**
 * Writes to one shard, batch after batch, and ends when searches see all of it: the last batch waits for the refresh, which shows those
 * before it as well. @returns the first refusal, after which nothing more was sent
 */
export async function writeInBatches(
  server: Server,
  entries: Iterable<Entry>,
  query: Readonly<Record<string, string>>,
): Promise<Refusal | undefined> {
  const batches = inSizedBatches(entries, BATCH, lengthOf);
  let next = batches.next();
  while (next.done !== true) {
    const lines = next.value.flat();
    next = batches.next();
    const visible = next.done === true ? { refresh: "wait_for" } : {};
    const refusal = refusalIn(
      await server.ask({
        method: "POST",
        path: "/_bulk",
        query: { ...query, ...visible, filter_path: "errors,items.*.status,items.*.error.type" },
        lines,
      }),
    );
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
