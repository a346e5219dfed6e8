import type { EngineParts, StoreFault } from "../../ports/index.js";
import { type MendReport as IndexReport, mendIndexes } from "./mend-indexes.js";

export interface MendReport extends IndexReport {
  /** What the store made right by itself, or would: links, figures, and index rows that stood for nothing. */
  readonly mended: readonly StoreFault[];
}

/** Whether a repair makes it right: it follows from the truth. A file that is damaged, or a row of an owner who is not there, does not. */
export function isMendable({ kind, place }: Pick<StoreFault, "kind" | "place">): boolean {
  return kind === "damaged" ? place === "vectors" : place !== "foreign keys";
}

/** First what the store can tell by its own rows, then what its indexes lack: what is put there anew is counted upon right figures. */
export async function mendStore(parts: EngineParts, options: { readonly dryRun: boolean }): Promise<MendReport> {
  const { health } = parts.storage;
  const ailing = async () => (await health?.inspect()) ?? [];
  const mended = options.dryRun
    ? (await ailing()).filter((fault) => fault.kind !== "unindexed" && isMendable(fault))
    : ((await health?.mend()) ?? []);
  return { ...(await mendIndexes(parts, options)), mended };
}
