import { describe, expect, it } from "vitest";
import { findTimeExpressions } from "./find.js";

describe("tenseAround", () => {
  it.each(["I'm training for the marathon in November", "我在备战十一月的马拉松"])(
    "%s: the month that is to come",
    (text) => {
      expect(findTimeExpressions(text, { at: Date.parse("2026-05-20T10:00:00Z"), timeZone: "UTC" })).toMatchObject([
        { from: Date.parse("2026-11-01T00:00:00Z") },
      ]);
    },
  );
});
