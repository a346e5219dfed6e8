import type { EpochMs, TimeZone } from "../domain/index.js";

/** A reading of a wall clock; month 1–12. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const FORMATTERS = new Map<TimeZone, Intl.DateTimeFormat>();

function formatterOf(zone: TimeZone): Intl.DateTimeFormat {
  let formatter = FORMATTERS.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "iso8601",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    FORMATTERS.set(zone, formatter);
  }
  return formatter;
}

/** Clocks change at whole quarters of an hour, so one look-up serves a quarter. */
const QUARTER_MS = 900_000;
/** Years of quarters of one zone; past it the oldest knowledge is dropped. */
const MAX_KNOWN_OFFSETS = 50_000;
const KNOWN_OFFSETS = new Map<TimeZone, Map<number, number>>();

/** What the zone's clocks show at an instant, written as if it were UTC. */
function shownAt(at: EpochMs, zone: TimeZone): EpochMs {
  let offsets = KNOWN_OFFSETS.get(zone);
  if (offsets === undefined || offsets.size >= MAX_KNOWN_OFFSETS) {
    offsets = new Map();
    KNOWN_OFFSETS.set(zone, offsets);
  }
  const quarter = Math.floor(at / QUARTER_MS);
  let offset = offsets.get(quarter);
  if (offset === undefined) {
    const start = quarter * QUARTER_MS;
    offset = lookUp(start, zone) - start;
    offsets.set(quarter, offset);
  }
  return at + offset;
}

function lookUp(at: EpochMs, zone: TimeZone): EpochMs {
  const shown: Record<string, number> = {};
  for (const part of formatterOf(zone).formatToParts(at)) shown[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Whether the calendar has such a day and the clock such a time. */
export function isRealWallTime(time: WallTime): boolean {
  const date = new Date(Date.UTC(time.year, time.month - 1, time.day));
  return (
    date.getUTCMonth() === time.month - 1 &&
    date.getUTCDate() === time.day &&
    time.hour <= 23 &&
    time.minute <= 59 &&
    time.second <= 60
  );
}

/**
 * The instant at which the zone's clocks show this time. Where clocks were put forward and no such time exists, the instant
 * as far after the change as the reading is after the gap's start; where it exists twice, the first.
 */
export function instantOf(time: WallTime, zone: TimeZone): EpochMs {
  const wanted = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
  const offsetAround = (at: EpochMs): number => shownAt(at, zone) - at;
  const before = wanted - offsetAround(wanted - 86_400_000);
  if (shownAt(before, zone) === wanted) return before;
  const after = wanted - offsetAround(wanted + 86_400_000);
  return shownAt(after, zone) === wanted ? after : before;
}
