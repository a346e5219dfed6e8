import { describe, expect, it } from "vitest";
import type { Memory, RecalledItem } from "../domain/index.js";
import { sampleMemory } from "../testing/storage/samples.js";
import { describeSource } from "./quote-memory.js";
import { ENGLISH } from "./wording.js";

const NOW = Date.UTC(2026, 5, 1);

function sourceOf(fields: Partial<Memory>): string {
  const memory = sampleMemory({ saidAt: NOW, ...fields });
  const { id, content, saidAt, turnIds, kind, tier, status, subject, version } = memory;
  const item: RecalledItem = {
    ...{ type: "memory", id, content, score: 1, channels: {}, why: "", saidAt, turnIds },
    ...{ kind, tier, status, subject, version, memory },
  };
  return describeSource(item, ENGLISH, { now: NOW, timeZone: "UTC", language: "en" });
}

describe("the source of a memory", () => {
  it.each([
    [{}, "current"],
    [{ validTo: NOW + 1 }, "current"],
    [{ status: "superseded", validTo: NOW + 1 }, "current"],
    [{ status: "superseded", validTo: NOW }, "no longer true"],
    [{ status: "superseded" }, "no longer true"],
    [{ status: "expired" }, "no longer true"],
  ] as const)("says of %j: %s", (fields, expected) => {
    expect(sourceOf(fields).endsWith(`, ${expected}`)).toBe(true);
  });
});
