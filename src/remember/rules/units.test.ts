import { describe, expect, it } from "vitest";
import type { Turn } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { extractByRules } from "../extract-rules.js";

/** What the rules keep of one turn, by their wording; every clause counts as worth keeping. */
function kept(text: string, speaker?: string): readonly string[] {
  const turn = {
    id: "t",
    role: "user",
    text,
    at: Date.UTC(2026, 5, 1),
    timeZone: "Asia/Shanghai",
    sessionId: "s",
    ...(speaker === undefined ? {} : { speaker }),
  } as unknown as Turn;
  return extractByRules(turn, { before: [], policy: DEFAULT_POLICY, worth: () => 0.9 }).candidates.map(
    ({ content }) => content,
  );
}

describe("requirement 2.1: one memory is one statement that can be read alone", () => {
  it("keeps clauses about the same people together", () => {
    expect(kept("林舟和苏禾是大学同学，两人共同加入了北斗工坊。")).toEqual([
      "林舟和苏禾是大学同学，两人共同加入了北斗工坊。",
    ]);
    expect(kept("周岚是周启的导师，周启负责苍穹项目的测试。")).toHaveLength(1);
    expect(kept("I play the violin on Sundays, and I volunteer at the shelter on Fridays.")).toHaveLength(1);
  });
  it("parts what fills a slot from what does not: one may be replaced without the other", () => {
    expect(kept("I live in Oslo and I have two cats.")).toEqual(["The user lives in Oslo", "The user has two cats."]);
  });
  it("parts clauses about different people", () => {
    expect(kept("My brother works at the port and my sister teaches chemistry.")).toHaveLength(2);
  });
  it("takes along the subject that a clause lacks", () => {
    expect(kept("平时骑车上班，周末去爬山。")).toEqual(["用户平时骑车上班，周末去爬山。"]);
  });
  it("says by name who speaks, and the name that a turn gives", () => {
    expect(kept("我建议周野投资星港债券。", "程岚")).toEqual(["程岚建议周野投资星港债券。"]);
    expect(kept("My name is Elena Park. I maintain the Comet Index at Northwind Lab.")).toContain(
      "The user (Elena Park) maintains the Comet Index at Northwind Lab.",
    );
  });
  it("drops captions and forms of address", () => {
    expect(kept("I adopted a greyhound [shares a photo: a dog that never sleeps]")).toEqual([
      "The user adopted a greyhound",
    ]);
    expect(kept("朋友，我在港口上夜班")).toEqual(["用户在港口上夜班"]);
  });
  it("keeps no bare announcement beside the value that it announces", () => {
    expect(kept("component-09 已升级，当前版本是 v1.1")).toEqual(["component-09的当前版本是 v1.1"]);
  });
  it("remembers what stands before the asking", () => {
    expect(kept("大棚那个水泵，型号是KP-40，功率三千瓦，你可给我记牢喽")[0]).toContain("KP-40");
  });
});
