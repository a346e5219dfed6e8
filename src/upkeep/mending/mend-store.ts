import type { EngineParts, StoreFault } from "../../ports/index.js";
import { type MendReport as IndexReport, mendIndexes } from "./mend-indexes.js";
import { strayFiles } from "./stray-files.js";

export interface MendReport extends IndexReport {
  /** What the store made right by itself, or would: links, figures, and index rows that stood for nothing. */
  readonly mended: readonly StoreFault[];
  /** Files beside the store that nothing refers to: they went, or would. */
  readonly strayFiles: number;
}

/** Whether a repair makes it right: it follows from the truth. A file that is damaged, or a row of an owner who is not there, does not. */
export function isMendable({ kind, place }: Pick<StoreFault, "kind" | "place">): boolean {
  return kind === "damaged" ? place === "vectors" : place !== "foreign keys";
}

/**
 * First what the store can tell by its own rows, then what its indexes lack: what is put there anew is counted upon right figures. Last what
 * lies beside it and belongs to nothing.
 */
export async function mendStore(parts: EngineParts, options: { readonly dryRun: boolean }): Promise<MendReport> {
  const { health } = parts.storage;
  const ailing = async () => (await health?.inspect()) ?? [];
  const mended = options.dryRun
    ? (await ailing()).filter((fault) => fault.kind !== "unindexed" && isMendable(fault))
    : ((await health?.mend()) ?? []);
  const indexes = await mendIndexes(parts, options);
  // a store that lost rows knows no longer what its files belong to: none goes then
  const isDamaged = !options.dryRun && (await ailing()).some(({ kind }) => kind === "damaged");
  const strays = await strayFiles(parts, { removes: !options.dryRun && !isDamaged });
  return { ...indexes, mended, strayFiles: isDamaged ? 0 : strays.files };
}
