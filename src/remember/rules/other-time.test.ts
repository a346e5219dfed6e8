import { describe, expect, it } from "vitest";
import type { Turn } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { extractByRules } from "../extract-rules.js";

/** Where every clause counts as worth keeping. Noon of a Monday. */
function kept(text: string): readonly { readonly content: string; readonly ends: boolean }[] {
  const turn = {
    ...{ id: "t", role: "user", text, at: Date.UTC(2026, 4, 11, 12), timeZone: "UTC", sessionId: "s" },
  } as unknown as Turn;
  const { candidates } = extractByRules(turn, { before: [], policy: DEFAULT_POLICY, worth: () => 0.9 });
  return candidates.map(({ content, expiresAt }) => ({ content, ends: expiresAt !== undefined }));
}

describe("what holds for a while ends nothing beside it (P22)", () => {
  it.each([
    ["我下周去厦门出差，上个月养了一只乌龟。", "乌龟"],
    ["I'm in Malmö next week, and last month I got a rabbit.", "rabbit"],
    ["I'm travelling to Turin tomorrow; I have a son called Piet.", "Piet"],
    ["下周我妈来看我，她有高血压。", "高血压"],
  ])("%s", (text, lasting) => {
    const found = kept(text);
    expect(found.filter(({ content }) => content.includes(lasting)).map(({ ends }) => ends)).toEqual([false]);
    expect(found.filter(({ ends }) => ends).length).toBeLessThanOrEqual(1);
  });
  it.each([
    "My pottery class is on Tuesday evenings.",
    "Choir practice has moved to Thursday.",
    "我的瑜伽课在周二晚上。",
    "合唱训练换到周四晚上。",
  ])("what takes place week by week has no date: %s", (text) => {
    const [found] = kept(text);
    expect(found?.content).not.toMatch(/2026/u);
    expect(found?.ends).toBe(false);
  });
});
