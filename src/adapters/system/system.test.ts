import { describe, expect, it } from "vitest";
import { ID_PREFIX } from "../../domain/index.js";
import { createIds, createTelemetry, silentTelemetry, systemClock } from "./index.js";
import { Measurements, OVERFLOW_SERIES } from "./measurements.js";

describe("ids", () => {
  it("carry the prefix of what they name", () => {
    const ids = createIds();
    expect(ids.memory()).toMatch(new RegExp(`^${ID_PREFIX.memory}[0-9a-hjkmnp-tv-z]{26}$`));
    expect(ids.episode().startsWith(ID_PREFIX.episode)).toBe(true);
    expect(ids.turn().startsWith(ID_PREFIX.turn)).toBe(true);
    expect(ids.journal().startsWith(ID_PREFIX.journal)).toBe(true);
    expect(ids.trace()).toHaveLength(26);
  });

  it("rise within a millisecond and when the clock is set back", () => {
    let now = 1_000;
    const ids = createIds({ clock: { now: () => now } });
    const made: string[] = [];
    for (let round = 0; round < 3_000; round += 1) {
      if (round === 1_000) now = 500;
      if (round === 2_000) now = 2_000;
      made.push(ids.memory());
    }
    expect(new Set(made).size).toBe(made.length);
    expect([...made].sort()).toEqual(made);
  });

  it("sort by time across makers", () => {
    const early = createIds({ clock: { now: () => 1_700_000_000_000 } }).turn();
    const late = createIds({ clock: { now: () => 1_700_000_000_001 } }).turn();
    expect(early < late).toBe(true);
  });

  it("go on when a millisecond's numbers are used up", () => {
    const ids = createIds({ clock: { now: () => 7 }, random: (size) => new Uint8Array(size).fill(31) });
    const made = [ids.trace(), ids.trace(), ids.trace()];
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(3);
  });
});

describe("telemetry", () => {
  function lines(level: "debug" | "info" | "warn" | "silent") {
    const written: string[] = [];
    return { written, telemetry: createTelemetry({ level, sink: { write: (line) => void written.push(line) } }) };
  }

  it("writes JSON lines at or above its level", () => {
    const { written, telemetry } = lines("warn");
    telemetry.log("info", "turn.accepted");
    telemetry.log("warn", "model.slow", { waitedMs: 12 });
    expect(written).toHaveLength(1);
    expect(JSON.parse(written[0] ?? "")).toMatchObject({ msg: "model.slow", waitedMs: 12, name: "keepsake" });
  });

  it("does not write long text, whatever the field", () => {
    const { written, telemetry } = lines("debug");
    const words = "my secret diary ".repeat(100);
    telemetry.log("info", "e", { field: words });
    expect(written.join("")).not.toContain("diary");
    expect(written.join("")).toContain(`[${words.length} characters]`);
  });

  it("reads counters and observations back by name and labels, label order aside", () => {
    const telemetry = silentTelemetry();
    telemetry.count("turns", 2, { a: 1, b: 2 });
    telemetry.count("turns", 3, { b: 2, a: 1 });
    telemetry.count("turns", 1);
    for (let value = 1; value <= 100; value += 1) telemetry.observe("wait_ms", value);
    const { counters, observations } = telemetry.snapshot();
    expect(counters).toEqual([
      { name: "turns", labels: { a: 1, b: 2 }, value: 5 },
      { name: "turns", labels: {}, value: 1 },
    ]);
    expect(observations).toEqual([
      { name: "wait_ms", labels: {}, count: 100, sum: 5050, min: 1, max: 100, p50: 51, p95: 96 },
    ]);
  });

  it("keeps its memory bounded when a label has no end", () => {
    const measurements = new Measurements();
    for (let id = 0; id < 5_000; id += 1) measurements.count("turns", 1, { id });
    const { counters } = measurements.snapshot();
    expect(counters).toHaveLength(1_001);
    expect(counters.at(-1)).toEqual({ name: OVERFLOW_SERIES, labels: {}, value: 4_000 });
  });
});

it("the clock tells milliseconds", () => {
  expect(systemClock.now()).toBeGreaterThan(1_700_000_000_000);
});
