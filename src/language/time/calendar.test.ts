import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateOf, dayOf, epochOf, localTime, mondayOf, weekdayOf } from "./calendar.js";
import { holidayIn } from "./holidays.js";

const ZONES = [
  "UTC",
  "Asia/Shanghai",
  "America/New_York",
  "Pacific/Apia",
  "Pacific/Pago_Pago",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
];

describe("calendar", () => {
  it("P22: goes from an instant to local time and back in every zone", () => {
    const instant = fc
      .integer({ min: Date.UTC(2000, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 })
      .map((minutes) => minutes * 60_000);
    fc.assert(
      fc.property(instant, fc.constantFrom(...ZONES), (at, zone) => {
        const { day, minuteOfDay } = localTime(at, zone);
        const back = epochOf(day, minuteOfDay, zone);
        // An hour that happens twice comes back as its first.
        expect([0, 1_800_000, 3_600_000]).toContain(at - back);
      }),
    );
  });

  it.each([
    ["2026-03-08", 150, "2026-03-08T07:30:00Z"],
    ["2026-11-01", 90, "2026-11-01T05:30:00Z"],
    ["2026-11-01", 180, "2026-11-01T08:00:00Z"],
  ])("P22: reads New York's %s minute %i across the clock change", (date, minute, instant) => {
    const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
    expect(new Date(epochOf(dayOf(year, month, day), minute, "America/New_York")).toISOString()).toBe(
      new Date(instant).toISOString(),
    );
  });

  it("knows weekdays and months", () => {
    expect(weekdayOf(dayOf(2026, 6, 3))).toBe(2);
    expect(weekdayOf(dayOf(1969, 12, 29))).toBe(0);
    expect(mondayOf(dayOf(2026, 6, 7))).toBe(dayOf(2026, 6, 1));
    expect(dateOf(dayOf(2026, 14, 31))).toEqual({ year: 2027, month: 3, dayOfMonth: 3 });
  });
});

describe("holidays", () => {
  it.each([
    ["春节", 2020, "2020-01-25"],
    ["春节", 2023, "2023-01-22"],
    ["春节", 2025, "2025-01-29"],
    ["春节", 2026, "2026-02-17"],
    ["春节", 2033, "2033-01-31"],
    ["春节", 2034, "2034-02-19"],
    ["春节", 2035, "2035-02-08"],
    ["除夕", 2026, "2026-02-16"],
    ["元宵", 2026, "2026-03-03"],
    ["端午", 2025, "2025-05-31"],
    ["端午", 2026, "2026-06-19"],
    ["中秋", 2023, "2023-09-29"],
    ["中秋", 2025, "2025-10-06"],
    ["中秋", 2026, "2026-09-25"],
    ["七夕", 2025, "2025-08-29"],
    ["重阳节", 2026, "2026-10-18"],
    ["清明", 2024, "2024-04-04"],
    ["清明", 2026, "2026-04-05"],
    ["清明", 2027, "2027-04-05"],
    ["国庆", 2026, "2026-10-01"],
    ["劳动节", 2026, "2026-05-01"],
    ["easter", 2024, "2024-03-31"],
    ["easter", 2026, "2026-04-05"],
    ["thanksgiving", 2026, "2026-11-26"],
    ["memorial day", 2026, "2026-05-25"],
    ["mother's day", 2026, "2026-05-10"],
    ["christmas", 2026, "2026-12-25"],
  ])("%s %i is on %s", (name, year, date) => {
    const { year: y, month, dayOfMonth } = dateOf(holidayIn(name, year, false)?.day ?? 0);
    expect(`${y}-${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`).toBe(date);
  });
});
