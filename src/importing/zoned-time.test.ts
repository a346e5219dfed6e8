import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantOf, isRealWallTime, type WallTime } from "./zoned-time.js";

const ZONES = [
  "UTC",
  "Asia/Shanghai",
  "America/New_York",
  "Europe/Lisbon",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
] as const;

function clockOf(at: number, zone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }).format(at);
}

function written(time: WallTime): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${time.year}-${two(time.month)}-${two(time.day)} ${two(time.hour)}:${two(time.minute)}:${two(time.second)}`;
}

const wallTime = fc.record({
  year: fc.integer({ min: 1972, max: 2037 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 28 }),
  hour: fc.integer({ min: 4, max: 21 }),
  minute: fc.integer({ min: 0, max: 59 }),
  second: fc.integer({ min: 0, max: 59 }),
});

describe("P22: wall clocks to instants", () => {
  it.each(ZONES)("in %s the clock shows what was written, on every day", (zone) => {
    fc.assert(
      fc.property(wallTime, (time) => {
        expect(clockOf(instantOf(time, zone), zone)).toBe(written(time));
      }),
      { numRuns: 100 },
    );
  });

  it("takes the first of two equal readings when clocks go back", () => {
    const time = { year: 2026, month: 11, day: 1, hour: 1, minute: 30, second: 0 };
    expect(new Date(instantOf(time, "America/New_York")).toISOString()).toBe("2026-11-01T05:30:00.000Z");
  });

  it("reads a time that was skipped as far after the change", () => {
    const time = { year: 2026, month: 3, day: 29, hour: 1, minute: 30, second: 0 };
    expect(new Date(instantOf(time, "Europe/Lisbon")).toISOString()).toBe("2026-03-29T01:30:00.000Z");
  });

  it("knows the calendar", () => {
    const noon = { hour: 12, minute: 0, second: 0 };
    expect(isRealWallTime({ year: 2028, month: 2, day: 29, ...noon })).toBe(true);
    expect(isRealWallTime({ year: 2026, month: 2, day: 29, ...noon })).toBe(false);
    expect(isRealWallTime({ year: 2026, month: 13, day: 1, ...noon })).toBe(false);
    expect(isRealWallTime({ year: 2026, month: 1, day: 1, hour: 24, minute: 0, second: 0 })).toBe(false);
  });
});
