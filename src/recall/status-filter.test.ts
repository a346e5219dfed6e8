import { describe, expect, it } from "vitest";
import { type ItemAttributes, type MemoryId, matchesFilter } from "../domain/index.js";
import { statusAt } from "./status-filter.js";

const NOW = 1_000;

function row(fields: Partial<ItemAttributes>): ItemAttributes {
  return {
    ...{ id: "mem_1" as MemoryId, type: "memory", status: "active", tags: [], entities: [] },
    ...{ saidAt: 0, recordedAt: 0, validFrom: 0, importance: 0.5 },
    ...fields,
  };
}

describe("the status of a memory at an instant", () => {
  it.each([
    ["holds", row({}), "active"],
    ["has not begun", row({ validFrom: NOW + 1 }), "active"],
    ["begins now", row({ validFrom: NOW }), "active"],
    ["expires now", row({ expiresAt: NOW }), "expired"],
    ["ended", row({ validTo: NOW - 1 }), "expired"],
    ["was marked expired", row({ status: "expired" }), "expired"],
    ["was superseded", row({ status: "superseded", validTo: NOW - 1 }), "superseded"],
  ] as const)("a row that %s is shown under one status", (_, attributes, expected) => {
    for (const status of ["active", "expired", "superseded"] as const) {
      expect(matchesFilter(statusAt(status, NOW), attributes)).toBe(status === expected);
    }
  });
});
