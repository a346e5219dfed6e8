import { and, type EpochMs, type Memory, type MemoryId } from "../domain/index.js";
import type { TruthTransaction } from "../ports/index.js";
import { SAID_AS, type Statement } from "./statement.js";

/** How many closed rows about one subject are looked at for the slot, newest first, beside those of the lineage. */
const CLOSED_WINDOW = 200;

/** Which closed rows must give way to a new value of their slot, and which end the value before it would end by itself. */
export interface SlotTime {
  /** Rows whose time reaches into the new value's, with the instant at which they are to end instead. */
  readonly trims: readonly { readonly row: Memory; readonly validTo: EpochMs }[];
  /** The row that began next after the new value and stands: the new value ends where it begins. */
  readonly next?: Memory;
}

/** Closed at or before its own beginning: it holds at no instant and stands in nobody's way. */
function isEmpty(row: Memory): boolean {
  return row.validTo !== undefined && row.validTo <= row.validFrom;
}

async function rowsOfSlot(
  transaction: TruthTransaction,
  statement: Statement,
  lineageId: MemoryId | undefined,
): Promise<readonly Memory[]> {
  const lineage = lineageId === undefined ? [] : await transaction.memories.lineage(lineageId);
  const closed = await transaction.memories.list(
    and(
      { op: "in", field: "status", values: ["superseded"] },
      { op: "in", field: "subject", values: [statement.subject] },
    ),
    { limit: CLOSED_WINDOW },
  );
  const rows = [...lineage, ...closed.items.filter((row) => row.slotKey === statement.slotKey)];
  return [...new Map(rows.map((row) => [row.id, row])).values()];
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
  const theirs = new Set(replaced.map((row) => row.id));
  const standsAside = isPast || statement.tags.includes(SAID_AS.historical);
  const trims: { row: Memory; validTo: EpochMs }[] = [];
  let next: Memory | undefined;
  for (const row of await rowsOfSlot(transaction, statement, lineageId)) {
    if (theirs.has(row.id) || isEmpty(row)) continue;
    if (row.validFrom <= statement.validFrom) {
      if (row.validTo === undefined || row.validTo > statement.validFrom)
        trims.push({ row, validTo: statement.validFrom });
    } else if (standsAside || statement.saidAt < row.saidAt) {
      if (next === undefined || row.validFrom < next.validFrom) next = row;
    } else if (statement.validTo === undefined || row.validFrom < statement.validTo) {
      trims.push({ row, validTo: row.validFrom });
    }
  }
  return { trims, ...(next === undefined ? {} : { next }) };
}
