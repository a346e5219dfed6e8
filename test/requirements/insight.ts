import { expect } from "vitest";
import type { Behaviour } from "./behaviours.js";
import { answer, refusal } from "./door.js";

interface Traced {
  readonly step: string;
  readonly why: string;
  readonly found?: { readonly id: string };
  readonly checks: readonly unknown[];
}

interface Recalled {
  readonly items: readonly { readonly id: string; readonly content: string }[];
  readonly recalledAt?: string;
  readonly cached?: boolean;
  readonly degraded?: readonly string[];
  readonly explanation?: { readonly candidates: readonly { readonly steps: readonly string[] }[] };
}

/** What the engine says of itself: why, where from, where lost, and what it was worth. */
export const INSIGHT: readonly Behaviour[] = [
  {
    name: "3.7: a trace says where a memory was lost, and tells nothing of another user's (P11)",
    check: async ({ door, user }) => {
      const [ada, bob] = [user("a"), user("b")];
      const { memory } = await answer<{ memory: { id: string } }>(door, "remember", ada, {
        content: "Prefers window seats on trains",
      });
      const query = "window seats on trains";
      const found = await answer<Traced>(door, "trace", ada, { query, expect: memory.id, floor: 0 });
      expect(found).toMatchObject({ step: "returned", found: { id: memory.id } });
      const lost = await answer<Traced>(door, "trace", ada, { query, expect: "Keeps eleven parrots" });
      expect(lost.step).toBe("never-recorded");
      const others = await answer<Traced>(door, "trace", bob, { query, expect: memory.id });
      const nobodys = await answer<Traced>(door, "trace", bob, { query, expect: "mem_00000000000000000000000000" });
      expect(others).toEqual(nobodys);
      expect(others.step).toBe("not-in-scope");
      expect((await refusal(door, "trace", ada, { query })).field).toBe("expect");
    },
  },
  {
    name: "3.7 3.8: recall explains each candidate step by step, says when it looked, and what is new since",
    check: async ({ door, user }) => {
      const ada = user();
      await answer(door, "remember", ada, { content: "喜欢靠窗的座位" });
      const asked = { query: "喜欢什么座位", floor: 0, explain: true };
      const first = await answer<Recalled>(door, "recall", ada, asked, { language: "zh" });
      expect(first.explanation?.candidates[0]?.steps.at(-1)).toContain("第 1 位");
      const since = first.recalledAt ?? "";
      const again = await answer<Recalled>(door, "recall", ada, { query: "喜欢什么座位", floor: 0, since });
      expect(again.items.length).toBeLessThanOrEqual(first.items.length);
      const error = await refusal(door, "recall", ada, { query: "座位", since: "yesterday" });
      expect(error.field).toBe("since");
    },
  },
  {
    name: "3.8: an unchanged answer comes from the cache, which a write of the user's empties",
    check: async ({ door, user }) => {
      const ada = user();
      await answer(door, "remember", ada, { content: "Speaks Portuguese" });
      const ask = async () => answer<Recalled>(door, "recall", ada, { query: "speaks Portuguese", floor: 0 });
      await ask();
      expect((await ask()).cached).toBe(true);
      await answer(door, "remember", ada, { content: "Speaks a little Portuguese slang" });
      expect((await ask()).cached).toBeUndefined();
    },
  },
  {
    name: "7.4: recall keeps to a deadline that is ample, and refuses one that is none",
    check: async ({ door, user }) => {
      const ada = user();
      await answer(door, "remember", ada, { content: "Plays the cello" });
      const { items, degraded } = await answer<Recalled>(door, "recall", ada, {
        ...{ query: "plays the cello", floor: 0, deadlineMs: 60_000 },
      });
      expect(items.length).toBeGreaterThan(0);
      expect(degraded).toBeUndefined();
      expect((await refusal(door, "recall", ada, { query: "cello", deadlineMs: 0 })).field).toBe("deadlineMs");
    },
  },
  {
    name: "6.1: feedback: use counts, and what is wrong waits for a person while it holds",
    check: async ({ door, user }) => {
      const ada = user();
      const { memory } = await answer<{ memory: { id: string; importance: number } }>(door, "remember", ada, {
        content: "Keeps bees on the roof",
      });
      const useful = await answer<{ importance: number; accessCount: number }>(door, "feedback-give", ada, {
        ...{ id: memory.id, verdict: "useful", place: 1, score: 0.9 },
      });
      expect(useful.accessCount).toBe(1);
      expect(useful.importance).toBeGreaterThan(memory.importance);
      const wrong = await answer<{ reviewId: string }>(door, "feedback-give", ada, { id: memory.id, verdict: "wrong" });
      expect(wrong.reviewId).toMatch(/^mem_/u);
      expect((await answer<{ items: unknown[] }>(door, "list", ada)).items).toHaveLength(1);
      expect((await refusal(door, "feedback-give", ada, { id: "mem_none", verdict: "useful" })).code).toBe("NOT_FOUND");
      expect((await refusal(door, "feedback-give", ada, { id: memory.id, verdict: "meh" })).field).toBe("verdict");
    },
  },
  {
    name: "10.3: feedback: tuning reads verdicts with their places, and no words",
    notThrough: { mcp: "the operation is not offered as a tool" },
    check: async ({ door, user }) => {
      const ada = user();
      const { memory } = await answer<{ memory: { id: string } }>(door, "remember", ada, { content: "Keeps bees" });
      await answer(door, "feedback-give", ada, { id: memory.id, verdict: "useless", place: 3, score: 0.6 });
      const page = await answer<{ items: readonly Record<string, unknown>[] }>(door, "feedback-list", ada);
      expect(page.items).toEqual([
        expect.objectContaining({ id: memory.id, verdict: "useless", place: 3, score: 0.6 }),
      ]);
      expect(JSON.stringify(page)).not.toContain("bees");
    },
  },
  {
    name: "5.1: a message is routed by rules with a reason, in both languages, and the caller may decide",
    check: async ({ door, user }) => {
      const ada = user();
      const routed = async (query: string, more = {}) =>
        answer<{ route: string; by: string; reason: string }>(door, "route", ada, { query, ...more });
      expect(await routed("What did I say about my sister?")).toMatchObject({ route: "memory", by: "rules" });
      expect(await routed("报销流程是什么？")).toMatchObject({ route: "knowledge", reason: "问的是资料里的内容" });
      expect(await routed("谢谢！")).toMatchObject({ route: "neither" });
      expect(await routed("Thanks!", { override: "both" })).toMatchObject({ route: "both", by: "override" });
      expect((await refusal(door, "route", ada, { query: "x", override: "nowhere" })).field).toBe("override");
    },
  },
];
