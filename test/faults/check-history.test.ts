import { describe, expect, it } from "vitest";
import { checkHistory, STATE_SLOT } from "./check-history.js";
import type { Call, FinalState, MemoryRow, SlotRead, SlotWrite, TurnWrite } from "./history.js";

const USER = "ada";

const write = (value: string, begin: number, end: number, more: Partial<SlotWrite> = {}): SlotWrite => ({
  ...{ type: "write", door: "remember", user: USER, slot: "seat", value, begin, end, outcome: "ok", repeatedIds: [] },
  ...{ memoryId: `mem_${value}` },
  ...more,
});
const unknown = (value: string, begin: number): SlotWrite => {
  const { memoryId: _, ...rest } = write(value, begin, Number.POSITIVE_INFINITY, { outcome: "unknown" });
  return rest;
};
const read = (values: readonly string[], begin: number, end: number, door: SlotRead["door"] = "list"): SlotRead => ({
  ...{ type: "read", user: USER, slot: "seat", door, values, begin, end },
});
const turn = (id: string, outcome: TurnWrite["outcome"] = "ok"): TurnWrite => ({
  ...{ type: "turn", user: USER, turnId: id, marker: `word-${id}`, begin: 0, end: 1, outcome },
});

/** Versions of the slot in the order in which they were written, the last current. */
const chain = (...values: readonly string[]): MemoryRow[] =>
  values.map((value, index) => {
    const [before, after] = [values[index - 1], values[index + 1]];
    const at = (step: number) => new Date(step * 1_000).toISOString();
    return {
      ...{ id: `mem_${value}`, lineageId: "lin_1", version: index + 1, kind: "fact", content: `The seat is ${value}.` },
      ...{ attribute: "seat", value, supersedes: before === undefined ? [] : [`mem_${before}`], validFrom: at(index) },
      ...{ saidAt: at(index), turnIds: [] },
      ...(after === undefined
        ? { status: "active" }
        : { status: "superseded", supersededBy: `mem_${after}`, validTo: at(index + 1) }),
    };
  });
const told = (id: string): MemoryRow => ({
  ...{ id: `mem_${id}`, lineageId: `lin_${id}`, version: 1, status: "active", content: `The word is word-${id}.` },
  ...{
    kind: "fact",
    turnIds: [id],
    supersedes: [],
    saidAt: new Date(0).toISOString(),
    validFrom: new Date(0).toISOString(),
  },
});

/** At rest after the given turns were digested, with the given versions of the slot. */
function rest(
  versions: readonly MemoryRow[],
  turns: readonly string[] = [],
  more: Partial<FinalState> = {},
): FinalState {
  const memories = [...versions, ...turns.map(told)];
  return {
    ...{ user: USER, memories, waiting: 0, dead: 0, vectors: memories.length + turns.length },
    turns: turns.map((id) => ({ id, text: `Remember word-${id}.` })),
    episodes: turns.map((id) => ({ id: `epi_${id}`, centreTurnId: id })),
    ...more,
  };
}

const rulesOf = (calls: readonly Call[], state: FinalState): readonly string[] => [
  ...new Set(checkHistory(calls, [state]).map(({ rule }) => rule)),
];

describe("a history that can be explained", () => {
  const good: Readonly<Record<string, readonly [readonly Call[], FinalState]>> = {
    "nothing at all": [[], rest([])],
    "writes and reads one after another": [
      [read([], 0, 1), write("a", 2, 3), read(["a"], 4, 5), write("b", 6, 7), read(["b"], 8, 9, "final")],
      rest(chain("a", "b")),
    ],
    "two writes at once, in either order": [
      [write("a", 0, 10), write("b", 1, 9), read(["b"], 11, 12), read(["b"], 13, 14, "final")],
      rest(chain("a", "b")),
    ],
    "a value that is seen before its write was acknowledged": [
      [write("a", 0, 1), write("b", 2, 20), read(["b"], 3, 4), read(["b"], 21, 22, "final")],
      rest(chain("a", "b")),
    ],
    "a read under way while the value is replaced may give either": [
      [write("a", 0, 1), read(["a"], 2, 10), write("b", 3, 4), read(["b"], 11, 12, "final")],
      rest(chain("a", "b")),
    ],
    "an unknown write that happened late": [
      [write("a", 0, 1), unknown("b", 2), read(["a"], 8, 9), read(["b"], 10, 11, "final")],
      rest(chain("a", "b")),
    ],
    "an unknown write that never happened": [
      [write("a", 0, 1), unknown("b", 2), read(["a"], 8, 9, "final")],
      rest(chain("a")),
    ],
    "an unknown write that happened and was replaced unseen": [
      [unknown("a", 0), write("b", 2, 3), read(["b"], 8, 9, "final")],
      rest(chain("a", "b")),
    ],
    "a call sent again that is answered alike": [
      [write("a", 0, 1, { repeatedIds: ["mem_a"] }), read(["a"], 2, 3, "final")],
      rest(chain("a")),
    ],
    "a correction of what was current": [
      [write("a", 0, 1), write("b", 2, 3, { door: "correct", target: "mem_a" }), read(["b"], 4, 5, "final")],
      rest(chain("a", "b")),
    ],
    "turns that were acknowledged, refused, and left open": [
      [turn("t1"), turn("t2", "refused"), turn("t3", "unknown"), turn("t4", "unknown")],
      rest([], ["t1", "t4"]),
    ],
  };
  for (const [name, [calls, state]] of Object.entries(good)) {
    it(name, () => expect(checkHistory(calls, [state])).toEqual([]));
  }

  it("working state leaves no versions", () => {
    const calls = [write("a", 0, 1, { slot: STATE_SLOT, door: "state" }), { ...read(["a"], 2, 3), slot: STATE_SLOT }];
    expect(checkHistory(calls, [rest([])])).toEqual([]);
    expect(rulesOf([...calls, { ...read([], 4, 5), slot: STATE_SLOT }], rest([]))).toEqual([
      "a read of a replaced value",
    ]);
  });
});

describe("every kind of violation is found", () => {
  const [a, b] = [write("a", 0, 1), write("b", 2, 3)];
  const end = read(["b"], 20, 21, "final");
  const chained = chain("a", "b");
  const changed = (at: number, more: Partial<MemoryRow>): MemoryRow[] =>
    chained.map((row, index) => (index === at ? { ...row, ...more } : row));
  const bad: readonly (readonly [string, readonly Call[], FinalState])[] = [
    ["two current values", [a, b, read(["a", "b"], 4, 5), end], rest(chained)],
    ["a value that nobody wrote", [a, b, read(["c"], 4, 5), end], rest(chained)],
    ["a read from the future", [a, read(["b"], 1.2, 1.5), b, end], rest(chained)],
    ["a read of a replaced value", [a, b, read(["b"], 4, 5), read(["a"], 6, 7), end], rest(chained)],
    ["a read of a replaced value", [a, b, read(["a"], 6, 7), end], rest(chained)],
    ["a read of a replaced value", [a, b, read([], 6, 7), end], rest(chained)],
    ["a lost write", [a, b, read(["a"], 4, 5), read(["a"], 6, 7, "final")], rest(chain("b", "a"))],
    ["an acknowledged write is lost", [a, b, write("c", 2, 30), end], rest(chained)],
    ["a refused write is there", [a, { ...b, outcome: "refused" }, end], rest(chained)],
    ["a duplicated memory", [a, b, end], rest([...chained, { ...told("x"), value: "a" }])],
    ["an acknowledgement that names another memory", [a, { ...b, memoryId: "mem_a" }, end], rest(chained)],
    ["a repeated call with another answer", [a, { ...b, repeatedIds: ["mem_a"] }, end], rest(chained)],
    ["a correction of something else", [a, { ...b, target: "mem_z" }, end], rest(chained)],
    ["a gap in the versions", [a, b, end], rest(changed(1, { version: 3 }))],
    ["a gap in the versions", [a, b, end], rest(changed(1, { version: 1 }))],
    ["a current version that has ended", [a, b, end], rest(changed(1, { validTo: new Date(9_000).toISOString() }))],
    ["a replaced version without its successor", [a, b, end], rest(changed(0, { supersededBy: "mem_z" }))],
    ["two values at one instant", [a, b, end], rest(changed(0, { validTo: new Date(9_000).toISOString() }))],
    ["not one current value", [a, b, end], rest(changed(0, { status: "active" }))],
    ["not one current value", [a, b, end], rest(changed(1, { status: "expired" }))],
    [
      "a current value that was not said last",
      [a, b, end],
      rest(changed(0, { saidAt: new Date(9_000).toISOString() })),
    ],
    ["a slot with several chains", [a, b, end], rest(changed(1, { lineageId: "lin_2" }))],
    ["an acknowledged turn is lost", [turn("t1"), turn("t2")], rest([], ["t1"])],
    ["a refused turn is there", [turn("t1", "refused")], rest([], ["t1"])],
    ["a turn that nobody wrote", [], rest([], ["t1"])],
    ["a turn with other words", [turn("t1")], rest([], ["t1"], { turns: [{ id: "t1", text: "Remember." }] })],
    ["not digested once", [turn("t1")], rest([], ["t1"], { episodes: [] })],
    ["a turn without its memory", [turn("t1")], rest([], ["t1"], { memories: [] })],
    ["a duplicated memory", [turn("t1")], rest([{ ...told("t1"), id: "mem_2", lineageId: "lin_2" }], ["t1"])],
    ["the queue is not drained", [turn("t1")], rest([], ["t1"], { waiting: 1 })],
    ["work that failed for good", [turn("t1")], rest([], ["t1"], { dead: 1 })],
    ["vectors are missing", [turn("t1")], rest([], ["t1"], { vectors: 1 })],
  ];
  for (const [index, [rule, calls, state]] of bad.entries()) {
    it(`${rule} (${index})`, () => expect(rulesOf(calls, state)).toContain(rule));
  }

  it("a replaced version that is not closed", () => {
    const open = chained.map(({ validTo: _, ...row }) => row);
    expect(rulesOf([a, b, end], rest(open))).toContain("a replaced version that is not closed");
  });
  it("a duplicated turn", () => {
    const state = rest([], ["t1"]);
    expect(rulesOf([turn("t1")], { ...state, turns: [...state.turns, ...state.turns] })).toContain("a duplicated turn");
  });
  it("a write that nothing later ever showed, though another was acknowledged before it began", () => {
    const calls = [write("a", 0, 1), read(["a"], 2, 3), write("b", 4, 5), read(["a"], 6, 7, "final")];
    expect(rulesOf(calls, rest(chain("b", "a")))).toEqual(["a lost write"]);
  });
});
