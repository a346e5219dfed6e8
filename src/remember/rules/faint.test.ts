import { describe, expect, it } from "vitest";
import type { SessionId, Turn, TurnId } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { extractByRules } from "../extract-rules.js";
import { faintCandidates } from "./faint.js";
import { readTurn } from "./read-turn.js";

function faintOf(text: string): readonly string[] {
  const turn: Turn = {
    ...{ id: "t1" as TurnId, sessionId: "s1" as SessionId, position: 0, role: "user", text },
    ...{ at: Date.UTC(2026, 2, 2, 9), recordedAt: Date.UTC(2026, 2, 2, 9), timeZone: "UTC" },
  };
  const context = { before: [], policy: DEFAULT_POLICY };
  const { candidates } = extractByRules(turn, context);
  return faintCandidates(turn, context, readTurn(turn, DEFAULT_POLICY), candidates).map(({ evidence }) => evidence);
}

describe("what is worth keeping only where it changes something", () => {
  it.each([
    ["First week done! Kit started at the harbour office.", "Kit started at the harbour office."],
    ["好消息！小柯从港务局回来了。", "小柯从港务局回来了。"],
  ])("%s", (text, evidence) => {
    expect(faintOf(text).join("\n")).toContain(evidence.slice(0, -1));
  });

  it.each(["Should Kit start at the harbour office?", "小柯要不要去港务局？"])("is no question: %s", (text) => {
    expect(faintOf(text)).toEqual([]);
  });

  it("is not what is kept anyway, nor a story", () => {
    expect(faintOf("I'm allergic to peanuts.")).toEqual([]);
    expect(faintOf("We went on and on about the weather that day. ".repeat(20))).toEqual([]);
  });
});
