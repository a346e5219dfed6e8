import type { EpochMs, Memory, MemoryId } from "../domain/index.js";
import type { TruthTransaction } from "../ports/index.js";
import { SAID_AS, type Statement } from "./statement.js";

/** Which closed rows must give way to a new value of their slot, and which end the value before it would end by itself. */
export interface SlotTime {
  /** Rows whose time reaches into the new value's, with the instant at which they are to end instead. */
  readonly trims: readonly { readonly row: Memory; readonly validTo: EpochMs }[];
  /** The row that began next after the new value and stands: the new value ends where it begins. */
  readonly next?: Memory;
}

/**
 * A single-valued slot holds one value at any instant (P02): what room there is for a new value, and who makes it. A row that began
 * earlier ends where the new value begins. One that began later stands where it was said later, or where the statement tells of the past
 * or is filed there; else the statement knows better and takes its time.
 * @param lineageId of the row that the statement replaces or precedes, if any
 * @param replaced rows that the caller closes itself
 */
export async function fitIntoSlot(
  transaction: TruthTransaction,
  statement: Statement,
  lineageId: MemoryId | undefined,
  { replaced = [], isPast = false }: { readonly replaced?: readonly Memory[]; readonly isPast?: boolean } = {},
): Promise<SlotTime> {
  if (statement.cardinality !== "single" || statement.slotKey === undefined) return { trims: [] };
  const standsAside = isPast || statement.tags.includes(SAID_AS.historical);
  const { reaching, next } = await transaction.memories.neighbours({
    slotKey: statement.slotKey,
    from: statement.validFrom,
    except: replaced.map((row) => row.id),
    ...(lineageId === undefined ? {} : { lineageId }),
    ...(statement.validTo === undefined ? {} : { to: statement.validTo }),
    ...(standsAside ? {} : { saidAt: statement.saidAt }),
  });
  const trims = reaching.map((row) => ({ row, validTo: Math.max(row.validFrom, statement.validFrom) }));
  return { trims, ...(next === undefined ? {} : { next }) };
}
