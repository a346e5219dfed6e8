import { and, type EpochMs, type Filter, type MemoryStatus } from "../domain/index.js";

/**
 * Memories that have a status at an instant. Time passes without a write: a row that is stored as active is shown as expired once its
 * time is over. One that has not begun yet is active.
 */
export function statusAt(status: MemoryStatus, at: EpochMs): Filter {
  const stored: Filter = { op: "in", field: "status", values: [status] };
  const active: Filter = { op: "in", field: "status", values: ["active"] };
  const current: Filter = { op: "current", at };
  const begun: Filter = { op: "between", field: "validFrom", to: at + 1 };
  if (status === "active") return and(active, { op: "or", filters: [current, { op: "not", filter: begun }] });
  if (status === "expired") return { op: "or", filters: [stored, and(active, begun, { op: "not", filter: current })] };
  return stored;
}
