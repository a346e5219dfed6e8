import { expect } from "vitest";
import { answer, type Door, refusal } from "./door.js";

export interface World {
  readonly door: Door;
  /** Waits until the user's turns are digested. */
  settled(user: string): Promise<void>;
  /** A user id that no other behaviour uses. */
  user(suffix?: string): string;
}

/** One thing that Keepsake must do, the same through every door. */
export interface Behaviour {
  /** What it is, with the requirement or pitfall that it answers. */
  readonly name: string;
  /** Doors that cannot express it, each with the reason. */
  readonly notThrough?: Partial<Record<Door["name"], string>>;
  readonly check: (world: World) => Promise<void>;
}

interface MemoryLike {
  readonly id: string;
  readonly content: string;
  readonly status: string;
  readonly version: number;
  readonly revision: number;
}

interface Written {
  readonly outcome: string;
  readonly memory: MemoryLike;
  readonly supersededIds: readonly string[];
}

interface Recalled {
  readonly items: readonly {
    readonly id: string;
    readonly type: string;
    readonly content: string;
    readonly score: number;
    readonly why: string;
  }[];
}

const AT = "2026-05-01T09:30:00+08:00";
const HOSTILE = ["a%b", "a_b", "a/b", "a%2Fb", "a' OR '1'='1", "用户 🙂", "a:b", "A_B", " a ", "a?b#c", "-x"];
const NOT_A_TOOL = "the operation is not offered as a tool";

function turns(...texts: readonly string[]): Record<string, unknown>[] {
  return texts.map((text, index) => ({ id: `t-${index}-${text.length}`, role: "user", text, at: AT }));
}

async function remember(
  door: Door,
  user: string,
  content: string,
  more: Record<string, unknown> = {},
): Promise<Written> {
  return answer<Written>(door, "remember", user, { content, ...more });
}

const writing: readonly Behaviour[] = [
  {
    name: "2.1 P18: turns are acknowledged, and the same turn ids never write twice",
    check: async ({ door, user }) => {
      const ada = user();
      const input = { sessionId: "s1", turns: turns("I moved to Hangzhou last week.", "我喜欢喝乌龙茶。") };
      const first = await answer<{ turnIds: string[]; accepted: number; duplicates: number }>(
        door,
        "record",
        ada,
        input,
      );
      const second = await answer<{ turnIds: string[]; accepted: number; duplicates: number }>(
        door,
        "record",
        ada,
        input,
      );
      expect(first).toMatchObject({ accepted: 2, duplicates: 0 });
      expect(second).toMatchObject({ accepted: 0, duplicates: 2, turnIds: first.turnIds });
    },
  },
  {
    name: "P13: what was said in either language is recalled in it, with score and reason",
    check: async ({ door, user, settled }) => {
      const ada = user();
      await answer(door, "record", ada, {
        sessionId: "s1",
        turns: turns("My favourite drink is oolong tea.", "我家的猫叫团子。"),
      });
      await settled(ada);
      for (const [query, expected] of [
        ["favourite drink oolong tea", "oolong"],
        ["猫叫什么 团子", "团子"],
      ] as const) {
        const { items } = await answer<Recalled>(door, "recall", ada, { query, floor: 0 });
        const found = items.find((item) => item.content.includes(expected));
        expect(found?.score).toBeGreaterThan(0);
        expect(found?.why).toMatch(/./);
      }
    },
  },
  {
    name: "P18: an idempotency key writes once, and refuses another body",
    check: async ({ door, user }) => {
      const ada = user();
      const first = await remember(door, ada, "Prefers window seats", { idempotencyKey: "k1" });
      const again = await remember(door, ada, "Prefers window seats", { idempotencyKey: "k1" });
      expect(again.memory.id).toBe(first.memory.id);
      const error = await refusal(door, "remember", ada, { content: "Prefers aisle seats", idempotencyKey: "k1" });
      expect(error.code).toBe("IDEMPOTENCY_MISMATCH");
    },
  },
  {
    name: "P29: an identical statement is reinforced, not stored again",
    check: async ({ door, user }) => {
      const ada = user();
      const first = await remember(door, ada, "喜欢靠窗的座位");
      const second = await remember(door, ada, "喜欢靠窗的座位");
      expect(second.outcome).toBe("reinforced");
      expect(second.memory.id).toBe(first.memory.id);
      const { items } = await answer<{ items: MemoryLike[] }>(door, "list", ada);
      expect(items).toHaveLength(1);
    },
  },
  {
    name: "1.3: a correction makes a version; the old one stays in the history",
    check: async ({ door, user }) => {
      const ada = user();
      const { memory } = await remember(door, ada, "Prefers window seats");
      const corrected = await answer<Written>(door, "correct", ada, { id: memory.id, content: "Prefers aisle seats" });
      expect(corrected.outcome).toBe("superseded");
      expect(corrected.memory.version).toBe(2);
      expect(corrected.supersededIds).toContain(memory.id);
      const { versions, currentId } = await answer<{ versions: MemoryLike[]; currentId: string }>(
        door,
        "history",
        ada,
        { id: memory.id },
      );
      expect(versions.map((version) => version.content)).toEqual(["Prefers window seats", "Prefers aisle seats"]);
      expect(currentId).toBe(corrected.memory.id);
      const { items } = await answer<{ items: MemoryLike[] }>(door, "list", ada);
      expect(items.map((item) => item.id)).toEqual([corrected.memory.id]);
    },
  },
  {
    name: "P17: a correction against a revision that has passed is a conflict",
    check: async ({ door, user }) => {
      const ada = user();
      const { memory } = await remember(door, ada, "Prefers window seats");
      const error = await refusal(door, "correct", ada, {
        id: memory.id,
        content: "Prefers aisle seats",
        expectedRevision: memory.revision + 5,
      });
      expect(error.code).toBe("CONFLICT");
    },
  },
  {
    name: "9.4: a secret in a turn is stored nowhere",
    check: async ({ door, user, settled }) => {
      const ada = user();
      const secret = "sk-proj-Zx81kQpLmN0vTtY7uWbE3rA9dGfHjC2s";
      const receipt = await answer<{ redacted: Record<string, number> }>(door, "record", ada, {
        sessionId: "s1",
        turns: turns(`My API key is ${secret}, please remember it.`),
      });
      expect(Object.values(receipt.redacted).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
      await settled(ada);
      for (const [operation, input] of [
        ["recall", { query: "API key", floor: 0 }],
        ["list", {}],
      ] as const) {
        expect(JSON.stringify(await answer(door, operation, ada, input))).not.toContain(secret);
      }
    },
  },
];

const reading: readonly Behaviour[] = [
  {
    name: "3.2: nothing known gives an empty answer, not an error",
    check: async ({ door, user }) => {
      const nobody = user();
      expect((await answer<Recalled>(door, "recall", nobody, { query: "anything" })).items).toEqual([]);
      expect((await answer<{ items: unknown[] }>(door, "list", nobody)).items).toEqual([]);
      expect((await answer<{ sections: unknown[] }>(door, "profile", nobody)).sections).toEqual([]);
    },
  },
  {
    name: "P27: pages hold every memory once",
    check: async ({ door, user }) => {
      const ada = user();
      const contents = ["Likes jazz", "Likes chess", "Speaks French", "Plays the cello", "Keeps bees"];
      for (const content of contents) await remember(door, ada, content);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await answer<{ items: MemoryLike[]; nextCursor?: string }>(door, "list", ada, {
          limit: 2,
          ...(cursor === undefined ? {} : { cursor }),
        });
        expect(page.items.length).toBeLessThanOrEqual(2);
        seen.push(...page.items.map((item) => item.content));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect([...seen].sort()).toEqual([...contents].sort());
    },
  },
  {
    name: "3.5: filters narrow the list",
    check: async ({ door, user }) => {
      const ada = user();
      await remember(door, ada, "Likes jazz", { tags: ["music"], kind: "preference" });
      await remember(door, ada, "Lives in Hangzhou", { tags: ["home", "city"], kind: "fact" });
      const byTag = await answer<{ items: MemoryLike[] }>(door, "list", ada, { tags: ["music"] });
      expect(byTag.items.map((item) => item.content)).toEqual(["Likes jazz"]);
      const byKind = await answer<{ items: MemoryLike[] }>(door, "list", ada, { kinds: ["fact", "goal"] });
      expect(byKind.items.map((item) => item.content)).toEqual(["Lives in Hangzhou"]);
    },
  },
  {
    name: "4.1 P24: a context ends with the query and keeps its budget",
    check: async ({ door, user, settled }) => {
      const ada = user();
      await answer(door, "record", ada, {
        sessionId: "s1",
        turns: turns("I am allergic to peanuts.", "我下周去上海出差。"),
      });
      await settled(ada);
      const context = await answer<{
        messages: { role: string; content: string }[];
        tokens: number;
        maxTokens: number;
      }>(door, "context", ada, {
        query: "What should I avoid eating?",
        maxTokens: 600,
        sessionId: "s1",
      });
      expect(context.messages.at(-1)).toEqual({ role: "user", content: "What should I avoid eating?" });
      expect(context.maxTokens).toBe(600);
      expect(context.tokens).toBeLessThanOrEqual(600);
    },
  },
  {
    name: "10.1: the figures of a user add up",
    notThrough: { mcp: NOT_A_TOOL },
    check: async ({ door, user, settled }) => {
      const ada = user();
      await remember(door, ada, "Likes jazz");
      await answer(door, "record", ada, { sessionId: "s1", turns: turns("Good morning!") });
      await settled(ada);
      const stats = await answer<{
        memories: Record<string, number>;
        episodes: number;
        pendingTurns: number;
        deadEntries: number;
      }>(door, "stats", ada);
      expect(stats.memories.active).toBe(1);
      expect(stats).toMatchObject({ episodes: 1, pendingTurns: 0, turnsAwaitingModel: 0, deadEntries: 0 });
    },
  },
  {
    name: "P06: work that failed for good can be listed and retried",
    notThrough: { mcp: NOT_A_TOOL },
    check: async ({ door, user }) => {
      const ada = user();
      expect(await answer(door, "journal-list", ada)).toEqual({ items: [] });
      expect(await answer(door, "journal-retry", ada)).toEqual({ retried: 0 });
    },
  },
  {
    name: "P23: what the language model cost is told, and without one nothing is asked of it",
    notThrough: { mcp: NOT_A_TOOL },
    check: async ({ door, user }) => {
      const ada = user();
      const usage = await answer<{ today: { calls: number }; earlier: unknown[] }>(door, "usage", ada);
      expect(usage).toMatchObject({ today: { calls: 0 }, earlier: [] });
      expect(await refusal(door, "reextract", ada, {})).toMatchObject({ code: "MODEL_UNAVAILABLE" });
    },
  },
];

const forgetting: readonly Behaviour[] = [
  {
    name: "9.2 P21: forgetting one memory erases it and proves it",
    check: async ({ door, user }) => {
      const ada = user();
      const { memory } = await remember(door, ada, "Takes blood thinners");
      const report = await answer<{ memoryIds: string[]; residue: string[] }>(door, "forget", ada, { id: memory.id });
      expect(report.memoryIds).toContain(memory.id);
      expect(report.residue).toEqual([]);
      expect((await refusal(door, "get", ada, { id: memory.id })).code).toBe("NOT_FOUND");
    },
  },
  {
    name: "9.2: forgetting everything leaves nothing, of this user only",
    check: async ({ door, user, settled }) => {
      const [ada, eve] = [user("ada"), user("eve")];
      for (const one of [ada, eve]) {
        await remember(door, one, "Likes jazz");
        await answer(door, "record", one, { sessionId: "s1", turns: turns("I live in Lyon.") });
        await answer(door, "state-put", one, { space: "task", key: "step", value: 1 });
        await settled(one);
      }
      const report = await answer<{ erased: Record<string, number>; residue: string[] }>(door, "forget", ada, {
        everything: true,
      });
      expect(report.residue).toEqual([]);
      expect(report.erased).toMatchObject({ turns: 1, stateEntries: 1 });
      expect((await answer<{ items: unknown[] }>(door, "list", ada)).items).toEqual([]);
      expect((await answer<Recalled>(door, "recall", ada, { query: "Lyon jazz", floor: 0 })).items).toEqual([]);
      expect((await answer<{ items: unknown[] }>(door, "list", eve)).items).not.toEqual([]);
    },
  },
  {
    name: "9.2: a filter erases what meets it and nothing else; a dry run says so beforehand and changes nothing",
    check: async ({ door, user }) => {
      const ada = user();
      const keep = (content: string, tags: readonly string[]) =>
        answer<{ memory: { id: string } }>(door, "remember", ada, { content, tags });
      const { memory: gone } = await keep("Rents a locker at the old gym", ["gym"]);
      const { memory: stays } = await keep("Plays the oboe", ["music"]);
      type Report = { memoryIds: string[]; dryRun?: boolean };
      const trial = await answer<Report>(door, "forget", ada, { tags: ["gym"], dryRun: true });
      expect(trial).toMatchObject({ memoryIds: [gone.id], dryRun: true });
      expect((await door.call("get", ada, { id: gone.id })).ok).toBe(true);
      const report = await answer<Report>(door, "forget", ada, { tags: ["gym"] });
      expect(report.memoryIds).toEqual([gone.id]);
      expect(report.dryRun).toBeUndefined();
      expect((await door.call("get", ada, { id: gone.id })).ok).toBe(false);
      expect((await door.call("get", ada, { id: stays.id })).ok).toBe(true);
    },
  },
  {
    name: "9.2: forget wants exactly one way to say what",
    check: async ({ door, user }) => {
      const ada = user();
      expect((await refusal(door, "forget", ada, {})).code).toBe("INVALID_INPUT");
      expect((await refusal(door, "forget", ada, { id: "mem_1", text: "x" })).code).toBe("INVALID_INPUT");
    },
  },
];

const boundaries: readonly Behaviour[] = [
  {
    name: "P11: another user's memory does not exist, for any operation on ids",
    check: async ({ door, user }) => {
      const [ada, eve] = [user("ada"), user("eve")];
      const { memory } = await remember(door, ada, "Likes jazz");
      for (const [operation, input] of [
        ["get", { id: memory.id }],
        ["history", { id: memory.id }],
        ["correct", { id: memory.id, content: "Hates jazz" }],
      ] as const) {
        expect((await refusal(door, operation, eve, input)).code).toBe("NOT_FOUND");
      }
      await door.call("forget", eve, { id: memory.id });
      expect(await answer<MemoryLike>(door, "get", ada, { id: memory.id })).toMatchObject({
        content: "Likes jazz",
        status: "active",
      });
    },
  },
  {
    name: "P09: a user or tenant in the input is refused",
    notThrough: {
      cli: "the user is an option of its own there",
      grpc: "the user is a field of the request there, and checked against the credential; the file has no tenant",
    },
    check: async ({ door, user }) => {
      const ada = user();
      for (const field of ["user", "userId", "tenant"]) {
        const error = await refusal(door, "remember", ada, { content: "Likes jazz", [field]: "eve" });
        expect(error).toMatchObject({ code: "INVALID_INPUT", field });
      }
    },
  },
  {
    name: "P10: hostile user ids are exact keys",
    check: async ({ door, user }) => {
      const users = HOSTILE.map((id) => user(id));
      for (const [index, one] of users.entries())
        await answer(door, "state-put", one, { space: "s", key: "k", value: index });
      for (const [index, one] of users.entries()) {
        expect(await answer(door, "state-get", one, { space: "s", key: "k" })).toMatchObject({ value: index });
      }
    },
  },
  {
    name: "P10: hostile spaces and keys are exact keys",
    check: async ({ door, user }) => {
      const ada = user();
      for (const id of HOSTILE) await answer(door, "state-put", ada, { space: id, key: id, value: { id } });
      for (const id of HOSTILE) {
        expect(await answer(door, "state-get", ada, { space: id, key: id })).toMatchObject({ key: id, value: { id } });
        expect((await answer<{ items: unknown[] }>(door, "state-list", ada, { space: id })).items).toHaveLength(1);
      }
    },
  },
  {
    name: "1.1: working state is kept, listed, replaced and deleted",
    check: async ({ door, user }) => {
      const ada = user();
      await answer(door, "state-put", ada, { space: "task-7", key: "step", value: "collecting", ttlSeconds: 600 });
      await answer(door, "state-put", ada, {
        space: "task-7",
        key: "step",
        value: { done: ["资料"], left: 2 },
        ttlSeconds: 600,
      });
      expect(await answer(door, "state-get", ada, { space: "task-7", key: "step" })).toMatchObject({
        value: { done: ["资料"], left: 2 },
      });
      expect(
        (await answer<{ items: { key: string }[] }>(door, "state-list", ada, { space: "task-7" })).items.map(
          (item) => item.key,
        ),
      ).toEqual(["step"]);
      expect(await answer(door, "state-delete", ada, { space: "task-7", key: "step" })).toEqual({ deleted: true });
      expect(await answer(door, "state-delete", ada, { space: "task-7", key: "step" })).toEqual({ deleted: false });
      expect((await refusal(door, "state-get", ada, { space: "task-7", key: "step" })).code).toBe("NOT_FOUND");
    },
  },
  {
    name: "7.1: an unknown field is refused by name",
    notThrough: { grpc: "a client of the file cannot say one; of a newer file it is refused by its number" },
    check: async ({ door, user }) => {
      const error = await refusal(door, "recall", user(), { query: "q", topK: 5 });
      expect(error).toMatchObject({ code: "INVALID_INPUT", field: door.name === "cli" ? "--top-k" : "topK" });
    },
  },
  {
    name: "P22: an instant without an offset is refused by name, in either language",
    check: async ({ door, user }) => {
      const input = { query: "q", asOf: "2026-05-01T00:00:00" };
      const en = await refusal(door, "recall", user(), input);
      expect(en).toMatchObject({ code: "INVALID_INPUT", field: "asOf" });
      expect(en.message).toContain("offset");
      expect(en.remedy).toMatch(/^[ -~]+$/);
      const zh = await refusal(door, "recall", user(), input, { language: "zh" });
      expect(zh.message).toContain("时差");
      expect(zh.remedy).toMatch(/[\u4e00-\u9fff]/u);
    },
  },
  {
    name: "7.1: deep fields are named by their path",
    check: async ({ door, user }) => {
      const error = await refusal(door, "record", user(), {
        sessionId: "s",
        turns: [
          { role: "user", text: "hi" },
          { role: "robot", text: "hi" },
        ],
      });
      expect(error).toMatchObject({ code: "INVALID_INPUT", field: "turns[1].role" });
    },
  },
  {
    name: "7.4: a statement over the limit is refused, not cut",
    check: async ({ door, user }) => {
      const error = await refusal(door, "remember", user(), { content: "茶".repeat(2_001) });
      expect(error.code).toBe("TOO_LARGE");
    },
  },
];

export const BEHAVIOURS: readonly Behaviour[] = [...writing, ...reading, ...forgetting, ...boundaries];
