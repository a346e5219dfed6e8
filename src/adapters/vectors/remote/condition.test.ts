import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Filter, type ItemAttributes, MEMORY_STATUSES, matchesFilter } from "../../../domain/index.js";
import { memoryId, NOW, sampleAttributes } from "../../../testing/storage/samples.js";
import { type Condition, toCondition } from "./condition.js";

/** What a condition says of an item, as an engine would. */
function holds(condition: Condition, item: ItemAttributes): boolean {
  switch (condition.op) {
    case "always":
      return true;
    case "never":
      return false;
    case "and":
      return condition.of.every((part) => holds(part, item));
    case "or":
      return condition.of.some((part) => holds(part, item));
    case "not":
      return !holds(condition.of, item);
    case "oneOf":
      return condition.values.includes(item[condition.field] ?? "\uffff");
    case "anyOf":
      return condition.values.some((value) => item[condition.field].includes(value));
    case "absent":
      return item[condition.field] === undefined;
    case "bounds": {
      const { atLeast, above, below, atMost } = condition;
      const value = item[condition.field];
      if (value === undefined) return false;
      const isLow = (atLeast === undefined || value >= atLeast) && (above === undefined || value > above);
      return isLow && (below === undefined || value < below) && (atMost === undefined || value <= atMost);
    }
  }
}

const pick = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const status = pick(...MEMORY_STATUSES);
const instant = fc.integer({ min: 0, max: 4 }).map((n) => NOW + n);
const word = pick("tea", "Tea", "茶");
const filters: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    fc.constant<Filter>({ op: "all" }),
    instant.map((at): Filter => ({ op: "current", at })),
    instant.map((at): Filter => ({ op: "validAt", at })),
    fc.array(status, { maxLength: 3 }).map((values): Filter => ({ op: "in", field: "status", values })),
    fc.array(word, { maxLength: 2 }).map((values): Filter => ({ op: "in", field: "speaker", values })),
    fc.array(word, { maxLength: 2 }).map((values): Filter => ({ op: "hasAny", field: "tags", values })),
    fc
      .record({ from: instant, to: instant }, { requiredKeys: [] })
      .map((bounds): Filter => ({ op: "between", field: "saidAt", ...bounds })),
    tie("filter").map((inner): Filter => ({ op: "not", filter: inner })),
    fc.array(tie("filter"), { maxLength: 3 }).map((parts): Filter => ({ op: "and", filters: parts })),
    fc.array(tie("filter"), { maxLength: 3 }).map((parts): Filter => ({ op: "or", filters: parts })),
  ),
})).filter;
const items = fc
  .record(
    {
      ...{ status, saidAt: instant, validFrom: instant, tags: fc.array(word, { maxLength: 2 }) },
      ...{ speaker: word, validTo: instant, expiresAt: instant },
    },
    { requiredKeys: ["status", "saidAt", "validFrom", "tags"] },
  )
  .map((fields) => sampleAttributes(memoryId("m"), fields));

/** A trivial part inside another would have to be said in the words of an engine, which may have none for it. */
function hasTrivialPart(condition: Condition): boolean {
  const parts = condition.op === "not" ? [condition.of] : "of" in condition ? condition.of : [];
  return parts.some((part) => part.op === "always" || part.op === "never" || hasTrivialPart(part));
}

describe("8.3 filters in the words that every engine has", () => {
  it("mean what the domain means by them, and have no trivial part", () => {
    fc.assert(
      fc.property(filters, items, (filter, item) => {
        const condition = toCondition(filter);
        expect(holds(condition, item)).toBe(matchesFilter(filter, item));
        expect(hasTrivialPart(condition)).toBe(false);
      }),
      { numRuns: 2_000, seed: 20_260_601 },
    );
  });

  it("hold texts as UTF-8 can, each once", () => {
    expect(toCondition({ op: "in", field: "subject", values: ["a\ud800", "a\ufffd", "b"] })).toEqual({
      ...{ op: "oneOf", field: "subject", values: ["a\ufffd", "b"] },
    });
  });
});
