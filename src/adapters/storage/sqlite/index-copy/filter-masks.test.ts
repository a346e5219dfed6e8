import { describe, expect, it } from "vitest";
import { and, type Filter, type ItemAttributes, type ItemId, matchesFilter } from "../../../../domain/index.js";
import { ScopeCopy } from "./scope-copy.js";

const current = (at: number): Filter => ({ op: "current", at });
const MEMORIES: Filter = { op: "in", field: "type", values: ["memory"] };

function item(name: string, fields: Partial<ItemAttributes> = {}): ItemAttributes {
  const id = `mem_${name}` as ItemId;
  return {
    id,
    type: "memory",
    status: "active",
    tags: [],
    entities: [],
    saidAt: 0,
    recordedAt: 0,
    validFrom: 0,
    importance: 0.5,
    ...fields,
  };
}

function copyOf(items: readonly ItemAttributes[]): ScopeCopy {
  const copy = new ScopeCopy(1, 1);
  for (const [index, attributes] of items.entries())
    copy.add({ doc: index + 1, item_id: attributes.id, attributes: JSON.stringify(attributes), length: null });
  return copy;
}

describe("masks that are kept", () => {
  const items = [
    item("always"),
    item("begins", { validFrom: 100 }),
    item("ends", { validTo: 200 }),
    item("expires", { expiresAt: 300 }),
    item("archived", { status: "archived", validTo: 400 }),
  ];

  it("serve every instant up to the next at which an item begins, ends or expires, and none beyond", () => {
    const copy = copyOf(items);
    for (const boundary of [100, 200, 300]) {
      const before = copy.matching(current(boundary - 50));
      expect(copy.matching(current(boundary - 1))).toBe(before);
      const after = copy.matching(current(boundary));
      expect(after).not.toEqual(before);
      expect(copy.matching(current(boundary + 1))).toBe(after);
    }
    expect(copy.matching(current(350))).not.toBe(copy.matching(current(50)));
  });

  it("serve no instant before their window either", () => {
    const copy = copyOf(items);
    copy.matching(current(150));
    expect([...copy.matching(current(99))]).toEqual([1, 0, 1, 1, 0]);
    expect([...copy.matching(current(100))]).toEqual([1, 1, 1, 1, 0]);
  });

  it("are told apart by everything in the filter but its instant", () => {
    const copy = copyOf(items);
    const memories = copy.matching(and(current(50), MEMORIES));
    expect(copy.matching(and(current(60), MEMORIES))).toBe(memories);
    expect([...copy.matching(and(current(60), { op: "not", filter: MEMORIES }))]).toEqual([0, 0, 0, 0, 0]);
    expect([...copy.matching({ op: "validAt", at: 60 })]).toEqual([1, 0, 1, 1, 1]);
    expect([...copy.matching(current(60))]).toEqual([1, 0, 1, 1, 0]);
    const two: Filter = { op: "and", filters: [current(350), { op: "not", filter: current(150) }] };
    expect([...copy.matching(two)]).toEqual([0, 0, 0, 0, 0]);
    expect([...copy.matching({ op: "and", filters: [current(150), { op: "not", filter: current(350) }] })]).toEqual([
      0, 0, 1, 1, 0,
    ]);
  });

  it("are dropped with every new item", () => {
    const copy = copyOf(items);
    expect(copy.matching(current(50))).toHaveLength(5);
    const late = item("late", { validFrom: 60 });
    copy.add({ doc: 9, item_id: late.id, attributes: JSON.stringify(late), length: null });
    expect([...copy.matching(current(50))]).toEqual([1, 0, 1, 1, 0, 0]);
    expect([...copy.matching(current(60))]).toEqual([1, 0, 1, 1, 0, 1]);
  });

  it("agree with the filter at any sequence of instants, and do not pile up", () => {
    const copy = copyOf(items);
    const bytes = copy.bytes;
    for (let round = 0; round < 400; round++) {
      const at = (round * 7919) % 450;
      const filter = and(current(at), { op: "between", field: "saidAt", from: -(round % 20) });
      expect([...copy.matching(filter)]).toEqual(items.map((each) => (matchesFilter(filter, each) ? 1 : 0)));
    }
    expect(copy.bytes - bytes).toBeLessThanOrEqual(8 * items.length);
  });
});
