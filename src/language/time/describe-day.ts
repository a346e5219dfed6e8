import type { EpochMs, TimeZone } from "../../domain/index.js";
import type { Language } from "../script.js";
import { dateOf, localTime } from "./calendar.js";

/** The local date of an instant as ISO 8601, `2026-06-01`: written alike in both languages and found alike by both. */
export function describeDay(at: EpochMs, timeZone: TimeZone, _language?: Language): string {
  const { year, month, dayOfMonth } = dateOf(localTime(at, timeZone).day);
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`;
}
