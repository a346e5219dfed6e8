import { describePlace, type Place } from "./import-fault.js";
import type { ImportWarning, ImportWarningCode } from "./imported-session.js";

/** Counts what was mended or left out, by kind, and remembers where each kind came up first. */
export class WarningTally {
  #counts = new Map<ImportWarningCode, { count: number; first: string }>();

  add(code: ImportWarningCode, place: Place, count = 1): void {
    if (count === 0) return;
    const known = this.#counts.get(code);
    if (known === undefined) this.#counts.set(code, { count, first: describePlace(place) });
    else known.count += count;
  }

  /** What was counted since the last call. */
  take(): readonly ImportWarning[] {
    const warnings = [...this.#counts].map(([code, { count, first }]) => ({ code, count, first }));
    this.#counts = new Map();
    return warnings;
  }
}
