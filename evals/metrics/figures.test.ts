import { describe, expect, it } from "vitest";
import { type CheckRow, checkMeasures } from "./checks.js";
import { type LatencyRow, latencyMeasures } from "./latency.js";

describe("scenario figures", () => {
  const row = (type: string, category: string, passed: boolean, hard = false): CheckRow => ({
    id: `${type}${category}${passed}${hard}`,
    conversation: category,
    category,
    type,
    hard,
    lang: "en",
    passed,
  });
  const rows = [
    row("recall", "preference", true),
    row("memory", "preference", false),
    row("abstain", "abstain", true),
    row("abstain", "abstain", false, true),
  ];
  const values = new Map(
    checkMeasures(rows).map((measure) => [measure.name, measure.compute(rows.filter(measure.applies))]),
  );

  it("are shares of checks passed: all, by type, by category", () => {
    expect(values.get("scenarios.all")).toBe(0.5);
    expect(values.get("scenarios.recall")).toBe(1);
    expect(values.get("scenarios.memory")).toBe(0);
    expect(values.get("scenarios.preference")).toBe(0.5);
  });

  it("print hard abstain checks apart, and count them in the type", () => {
    expect(values.get("scenarios.abstain")).toBe(0.5);
    expect(values.get("scenarios.abstain.hard")).toBe(0);
  });

  it("have no hard figure where nothing is hard", () => {
    expect(checkMeasures([row("abstain", "x", true)]).map((measure) => measure.name)).not.toContain(
      "scenarios.abstain.hard",
    );
  });
});

describe("latency figures", () => {
  it("give minimum, median and 95th percentile per operation", () => {
    const rows = Array.from(
      { length: 101 },
      (_, index): LatencyRow => ({
        id: String(index),
        conversation: String(index),
        category: "x",
        operation: index === 100 ? "context" : "recall",
        milliseconds: 100 - index,
      }),
    );
    const values = latencyMeasures(rows).map((measure) => [
      measure.name,
      measure.compute(rows.filter(measure.applies)),
    ]);
    expect(Object.fromEntries(values)).toEqual({
      "latency.recall.min": 1,
      "latency.recall.p50": 50.5,
      "latency.recall.p95": expect.closeTo(95.05, 5),
      "latency.context.min": 0,
      "latency.context.p50": 0,
      "latency.context.p95": 0,
    });
  });
});
