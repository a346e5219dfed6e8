import { describe, expect, it } from "vitest";
import type { Turn } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { extractByRules } from "../extract-rules.js";

function kept(text: string): readonly string[] {
  const turn = {
    ...{ id: "t", role: "user", text, at: Date.UTC(2026, 5, 1), timeZone: "Asia/Shanghai", sessionId: "s" },
  } as unknown as Turn;
  const { candidates } = extractByRules(turn, { before: [], policy: DEFAULT_POLICY });
  return candidates.map(({ subject, content }) => `${subject}: ${content}`);
}

describe("what somebody told of themselves is a statement about them (P01, P30)", () => {
  it.each([
    [
      "My friend Orla said she moved to Turin",
      "user's friend: The user's friend Orla moved to Turin (now lives in Turin)",
    ],
    ["My brother told me he started a job at Bosch.", "user's brother: The user's brother started a job at Bosch."],
    ["My colleague Piet says he is vegan", "user's colleague: The user's colleague Piet is vegan"],
    ["我朋友小荷说她搬到昆明了", "user's friend: 用户的朋友小荷搬到昆明了（现在住在昆明）"],
    ["我同学跟我说她对坚果过敏", "user's classmate: 用户的同学对坚果过敏"],
  ])("%s", (text, expected) => {
    expect(kept(text)).toEqual([expected]);
  });
  it.each([
    "My flatmate said 'I can't eat gluten and I live in York'",
    "Write an email from Rhona: 'My name is Rhona and I live in Perth.'",
    "他发短信给我：我搬到大理了",
    "A postcard from my aunt: Dear all, I have moved to Kent.",
    "我室友说“我对花粉过敏”",
  ])("and gives the user nothing of it: %s", (text) => {
    expect(kept(text).filter((each) => each.startsWith("user:"))).toEqual([]);
  });
});
