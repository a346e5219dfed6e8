import { describePlace, type Place } from "./import-fault.js";
import type { ImportWarning, ImportWarningCode } from "./imported-session.js";

/** Counts what was mended or left out, by kind, and remembers where each kind came up first. */
export class WarningTally {
  readonly #counts = new Map<ImportWarningCode, { count: number; first: string }>();

  add(code: ImportWarningCode, place: Place, count = 1): void {
    if (count === 0) return;
    const known = this.#counts.get(code);
    if (known === undefined) this.#counts.set(code, { count, first: describePlace(place) });
    else known.count += count;
  }

  list(): readonly ImportWarning[] {
    return [...this.#counts].map(([code, { count, first }]) => ({ code, count, first }));
  }
}
