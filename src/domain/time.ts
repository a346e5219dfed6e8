import { KeepsakeError } from "./errors.js";

/** Milliseconds since 1970-01-01T00:00:00Z. Inside the engine every instant is one of these; doors speak ISO 8601. */
export type EpochMs = number;

/** An IANA zone such as `Asia/Shanghai`. Relative words ("yesterday") are read in the user's zone at the turn's date. */
export type TimeZone = string;

/** Half open: `from` belongs to it, `to` does not. An absent side is unbounded. */
export interface TimeRange {
  readonly from?: EpochMs;
  readonly to?: EpochMs;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export function toIso(at: EpochMs): string {
  return new Date(at).toISOString();
}

const EARLIEST_LIKELY_MS = 100_000_000;
const LATEST_LIKELY_SECONDS = 126_230_400_000;

/** When something is said, or that it is now: what one may look back to or name as a date can well lie in 1972. */
const OF_THE_PRESENT = /(?:^|\.)(?:at|now)$/u;

/**
 * Seconds that somebody forgot to multiply: as ms they lie in 1970 to 1973, and would be kept as said then.
 * @throws INVALID_INPUT
 */
export function refuseSeconds(at: number, field: string): void {
  if (!OF_THE_PRESENT.test(field) || at < EARLIEST_LIKELY_MS || at >= LATEST_LIKELY_SECONDS) return;
  const message = `${field}: ${at} lies before 1974: instants are milliseconds, and this looks like seconds`;
  throw new KeepsakeError("INVALID_INPUT", message, { field });
}

export function isValidTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false; // Intl has no other way to ask; RangeError is its "no"
  }
}
