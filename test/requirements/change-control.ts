import { expect } from "vitest";
import type { Behaviour } from "./behaviours.js";
import { answer, type Door, refusal } from "./door.js";

interface ReviewItem {
  readonly memory: { readonly id: string; readonly status: string };
  readonly causes: readonly string[];
  readonly effect: string;
  readonly targets: readonly { readonly id: string; readonly content: string }[];
  readonly after?: string;
}

interface Decisions {
  readonly items: readonly { readonly id: string; readonly outcome: string; readonly memoryId?: string }[];
}

interface Rollback {
  readonly dryRun: boolean;
  readonly writes: number;
  readonly closed: readonly string[];
  readonly restored: readonly string[];
}

interface Found {
  readonly items: readonly { readonly id: string; readonly content: string }[];
}

/** A suffix of `user()` that the tests' configuration protects. */
export const PROTECTED = "-protected";
const NOT_A_TOOL = "a decision about the agent's own writes is not the agent's";
const AT = "2026-05-01T09:30:00+08:00";
const LATER = "2026-05-02T09:30:00+08:00";

const waiting = async (door: Door, user: string): Promise<readonly ReviewItem[]> =>
  (await answer<{ items: ReviewItem[] }>(door, "review-list", user)).items;
const current = async (door: Door, user: string): Promise<readonly string[]> =>
  (await answer<Found>(door, "list", user)).items.map((item) => item.content);
const say = (door: Door, user: string, sessionId: string, text: string, more: Record<string, unknown> = {}) =>
  answer(door, "record", user, { sessionId, turns: [{ role: "user", text, at: AT }], ...more });

const reviewing: readonly Behaviour[] = (
  [
    ["I live in Aberhaven", "I live in Basel", "Where does the user live?", "Basel"],
    ["我住在杭州", "我住在成都", "用户住在哪里？", "成都"],
  ] as const
).map(([first, second, query, value]) => ({
  name: `2.6: changes of a protected user wait, are told with what they would change, and count once accepted: ${second}`,
  notThrough: { mcp: NOT_A_TOOL },
  check: async ({ door, user }) => {
    const ada = user(PROTECTED);
    const held = await answer<{ outcome: string; memory: { id: string } }>(door, "remember", ada, {
      content: first,
      at: AT,
    });
    expect(held.outcome).toBe("pending-review");
    expect(await current(door, ada)).toEqual([]);
    const accepted = await answer<Decisions>(door, "review-accept", ada, { ids: [held.memory.id] });
    expect(accepted.items).toMatchObject([{ id: held.memory.id, outcome: "new", memoryId: held.memory.id }]);
    await answer(door, "remember", ada, { content: second, at: LATER });
    expect((await answer<Found>(door, "recall", ada, { query, floor: 0 })).items.map((item) => item.id)).toEqual([
      held.memory.id,
    ]);
    const [item] = await waiting(door, ada);
    expect(item).toMatchObject({
      causes: ["protected-user"],
      effect: "superseded",
      targets: [{ id: held.memory.id }],
      after: expect.stringContaining(value),
    });
    const byCause = await answer<Decisions>(door, "review-accept", ada, { cause: "protected-user" });
    expect(byCause.items).toMatchObject([{ id: item?.memory.id, outcome: "superseded" }]);
    expect(await current(door, ada)).toEqual([expect.stringContaining(value)]);
    expect(await waiting(door, ada)).toEqual([]);
  },
}));

const refusing: readonly Behaviour[] = [
  {
    name: "2.6: what is rejected is never recalled, stays in the history with who did it, and is decided once",
    notThrough: { mcp: NOT_A_TOOL },
    check: async ({ door, user, settled }) => {
      const ada = user(PROTECTED);
      await say(door, ada, "s1", "I like oolong tea");
      await say(door, ada, "s2", "我喜欢骑自行车");
      await settled(ada);
      const ids = (await waiting(door, ada)).map((item) => item.memory.id);
      expect(ids).toHaveLength(2);
      const rejected = await answer<Decisions>(door, "review-reject", ada, { ids });
      expect(rejected.items.map((item) => item.outcome)).toEqual(["rejected", "rejected"]);
      const again = await answer<Decisions>(door, "review-accept", ada, { ids: [...ids, "mem_none"] });
      expect(again.items.map((item) => item.outcome).sort()).toEqual(["not-found", "not-pending", "not-pending"]);
      expect(await current(door, ada)).toEqual([]);
      const { versions } = await answer<{ versions: { status: string; reason: string }[] }>(door, "history", ada, {
        id: ids[0],
      });
      expect(versions).toMatchObject([
        { status: "superseded", reason: expect.stringContaining("rejected in review by") },
      ]);
    },
  },
  {
    name: "2.6: a review that names nothing, or two ways at once, is refused",
    notThrough: { mcp: NOT_A_TOOL },
    check: async ({ door, user }) => {
      const ada = user();
      for (const operation of ["review-accept", "review-reject"]) {
        expect(await refusal(door, operation, ada, {})).toMatchObject({ code: "INVALID_INPUT", field: "ids" });
        const both = { ids: ["mem_1"], cause: "conflict" };
        expect(await refusal(door, operation, ada, both)).toMatchObject({ code: "INVALID_INPUT", field: "cause" });
        expect(await refusal(door, operation, ada, { cause: "mood" })).toMatchObject({ code: "INVALID_INPUT" });
      }
    },
  },
];

const undoing: readonly Behaviour[] = (
  [
    ["I live in Aberhaven", "I moved to Basel", "Aberhaven"],
    ["我住在杭州", "我搬到了成都", "杭州"],
  ] as const
).map(([first, second, value]) => ({
  name: `10.3: what one session wrote is listed, and rolled back once: ${second}`,
  notThrough: { mcp: NOT_A_TOOL },
  check: async ({ door, user, settled }) => {
    const ada = user();
    await say(door, ada, "s1", first);
    await settled(ada);
    await answer(door, "record", ada, { sessionId: "s2", turns: [{ role: "user", text: second, at: LATER }] });
    await settled(ada);
    const written = await answer<{ items: { kind: string }[] }>(door, "writes", ada, { sessionId: "s2" });
    expect(written.items.map((item) => item.kind)).toEqual(["version", "superseded"]);
    const look = await answer<Rollback>(door, "rollback", ada, { sessionId: "s2", dryRun: true });
    expect(look).toMatchObject({ dryRun: true, writes: 2 });
    expect(await current(door, ada)).not.toEqual([expect.stringContaining(value)]);
    const done = await answer<Rollback>(door, "rollback", ada, { sessionId: "s2" });
    expect(done).toEqual({ ...look, dryRun: false });
    expect(await current(door, ada)).toEqual([expect.stringContaining(value)]);
    const past = await answer<Found>(door, "list", ada, { asOf: "2026-05-03T00:00:00Z" });
    expect(past.items.map((item) => item.id)).toEqual(done.restored);
    expect(await answer<Rollback>(door, "rollback", ada, { sessionId: "s2" })).toMatchObject({ writes: 0, closed: [] });
  },
}));

const undoingOthers: readonly Behaviour[] = [
  {
    name: "10.3: by turn, agent, import and policy version alike; exactly one of them",
    notThrough: { mcp: NOT_A_TOOL },
    check: async ({ door, user, settled }) => {
      const ada = user();
      const turns = [{ id: "turn-a", role: "user", text: "I like oolong tea", at: AT }];
      await answer(door, "record", ada, { sessionId: "s1", agentId: "guide", importId: "imp", turns });
      await settled(ada);
      const { items } = await answer<{ items: { policyVersion: string; content: string }[] }>(door, "writes", ada, {
        importId: "imp",
      });
      const policyVersion = items[0]?.policyVersion;
      for (const origin of [{ turnId: "turn-a" }, { agentId: "guide" }, { policyVersion }]) {
        expect((await answer<{ items: unknown[] }>(door, "writes", ada, origin)).items).toEqual(items);
      }
      const two = { turnId: "turn-a", agentId: "guide" };
      expect(await refusal(door, "rollback", ada, two)).toMatchObject({ code: "INVALID_INPUT", field: "agentId" });
      expect(await refusal(door, "writes", ada, {})).toMatchObject({ code: "INVALID_INPUT", field: "turnId" });
      expect((await answer<Rollback>(door, "rollback", ada, { importId: "imp" })).closed).toHaveLength(1);
      expect(await current(door, ada)).toEqual([]);
    },
  },
];

/** Changes that a person decides on, before and after they were written. */
export const CHANGE_CONTROL: readonly Behaviour[] = [...reviewing, ...refusing, ...undoing, ...undoingOthers];
