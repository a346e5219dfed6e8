import { describe, expect, it } from "vitest";
import type { Turn } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { extractByRules } from "../extract-rules.js";

function turnOf(text: string, role: Turn["role"], position: number): Turn {
  return {
    id: `t${position}`,
    sessionId: "s",
    role,
    text,
    at: Date.parse("2026-05-13T03:00:00Z"),
    timeZone: "Asia/Shanghai",
    position,
  } as Turn;
}

function answered(question: string, answer: string): readonly string[] {
  const before = [turnOf(question, "assistant", 0)];
  const { candidates } = extractByRules(turnOf(answer, "user", 1), { before, policy: DEFAULT_POLICY });
  return candidates.map(({ content }) => content);
}

describe("a short answer is remembered with what it answers (2.3)", () => {
  it.each([
    ["Who owns the ledger repo?", "that'd be Ingrid", "Ingrid owns the ledger repo"],
    ["Where is the spare key?", "under the blue flowerpot", "The spare key is under the blue flowerpot"],
    ["What's your dog's name?", "Waffles", "The user's dog's name is Waffles"],
    [
      "Do you still work at the library?",
      "no, left in March",
      "The user no longer works at the library, left in March",
    ],
    ["Do you still take the early train?", "yep", "The user still takes the early train"],
    ["Any allergies I should know about?", "shellfish", "The user is allergic to shellfish"],
    ["What size shoes does your son wear?", "34", "The user's son wears size 34 shoes"],
    ["Who's your dentist?", "dr okafor on high street", "The user's dentist is dr okafor on high street"],
    ["有什么忌口吗？", "香菜和羊肉", "用户忌口香菜和羊肉"],
    ["您对什么过敏？", "青霉素", "用户对青霉素过敏"],
    ["备用钥匙放哪了？", "鞋柜第二格", "备用钥匙放鞋柜第二格了"],
    ["您还在健身房上班吗？", "不在了，三月就走了", "用户不在健身房上班了"],
    ["你还喝美式吗？", "早不喝了", "用户不喝美式了"],
    ["您女儿学什么乐器？", "大提琴", "用户的女儿学大提琴"],
    ["工资几号发？", "每月十号", "工资每月十号发"],
    ["这个仓库是谁在维护？", "老周", "仓库是老周在维护"],
  ])("%s – %s", (question, answer, expected) => {
    expect(answered(question, answer).join("\n")).toContain(expected);
  });

  it.each([
    ["How are you today?", "tired"],
    ["What do you want for dinner?", "pizza"],
    ["What happened?", "the printer jammed"],
    ["Where should we go next?", "the beach"],
    ["Who owns the ledger repo?", "not sure"],
    ["今天想吃什么？", "火锅"],
    ["怎么了？", "没事"],
    ["备用钥匙放哪了？", "不知道"],
    ["还有什么问题吗？", "没有"],
  ])("what is asked of the moment, or not answered, is talk: %s – %s", (question, answer) => {
    expect(answered(question, answer)).toEqual([]);
  });

  it("what one wants to talk about is never put together with what is told then", () => {
    expect(answered("今天想聊些什么呢？", "最近天气很不错，我想去郊外徒步").join()).not.toContain("聊");
  });

  it("an answer that is a clause itself stands by its own words", () => {
    expect(answered("Where is the spare key?", "I moved to Leeds in June").join("\n")).not.toContain("spare key");
    expect(answered("What are your hobbies?", "Well, I like chess, and I keep bees.").join("\n")).not.toContain(
      "hobbies",
    );
    expect(answered("你最近读了什么？", "最近我读了三本游记").join("\n")).not.toMatch(/读了.*读了/u);
  });
});
