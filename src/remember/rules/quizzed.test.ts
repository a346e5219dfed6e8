import { describe, expect, it } from "vitest";
import type { SessionId, Turn, TurnId } from "../../domain/index.js";
import { answersQuiz } from "./quizzed.js";

function asked(text: string, role: "user" | "assistant" = "assistant"): readonly Turn[] {
  const times = { at: 1, recordedAt: 1, timeZone: "UTC" };
  return [{ id: "t" as TurnId, sessionId: "s" as SessionId, position: 0, role, text, ...times }];
}

describe("an answer to what the agent asks to test its user (P01)", () => {
  it.each([
    ["Right! What does reluctant mean?", "unwilling, hesitant"],
    ["Next one. How do you say window in Spanish?", "la ventana"],
    ["What's the plural of ox?", "oxen, always oxen"],
    ["reluctant 是什么意思？", "不情愿的，勉强的"],
    ["“窗户”用西班牙语怎么说？", "la ventana，阴性的"],
  ])("%s %s", (question, answer) => {
    expect(answersQuiz(answer, asked(question))).toBe(true);
  });

  it.each([
    ["What does reluctant mean?", "unwilling. I live in Leeds by the way"],
    ["What do you mean?", "the red one with the broken lid"],
    ["Which city?", "Leeds, near the canal"],
    ["What does your name mean?", "little river"],
    ["你说的是什么意思？", "红色的那个，盖子坏了"],
    ["对什么过敏？", "青霉素"],
  ])("is no quiz: %s %s", (question, answer) => {
    expect(answersQuiz(answer, asked(question))).toBe(false);
  });

  it("is asked by the agent, not by the user", () => {
    expect(answersQuiz("unwilling, hesitant", asked("What does reluctant mean?", "user"))).toBe(false);
    expect(answersQuiz("unwilling, hesitant", [])).toBe(false);
  });
});
