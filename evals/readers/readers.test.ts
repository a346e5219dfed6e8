import { describe, expect, it } from "vitest";
import { readConversationLines } from "./conversations.js";
import { DataError } from "./data-error.js";
import type { DataFile } from "./files.js";
import { parseLocomoDate, readLocomo, readLocomoAudit, repairEvidence } from "./locomo.js";
import { readScenarios } from "./scenarios.js";
import { readExtractionCases, readStateBundles } from "./state-updates.js";

const file = (content: unknown, path = "data.jsonl"): DataFile => ({
  path,
  text: typeof content === "string" ? content : JSON.stringify(content),
  sha256: "0",
});

const conversation = {
  id: "c",
  lang: "zh",
  turns: [
    { id: "1", session: "a", at: "2026-03-01", speaker: "user", text: "第一句" },
    { id: "2", session: "a", at: "2026-03-01", speaker: "assistant", text: "好" },
    { id: "3", session: "b", at: "2026-03-02T08:00:00+08:00", speaker: "谷雨", text: "第二句" },
  ],
  questions: [
    {
      id: "q1",
      q: "？",
      goldTurnIds: ["1"],
      category: "x",
      staleTurnIds: ["2"],
      beforeTurnId: "3",
      askedAt: "2026-03-05",
    },
    { id: "q2", q: "？", goldTurnIds: [], category: "x", unanswerable: true },
    { id: "q3", q: "？", goldTurnIds: ["1"], category: "x", flag: "doubtful" },
    { id: "q4", q: " ", goldTurnIds: ["1"], category: "x" },
  ],
};

describe("conversation lines", () => {
  it("keep order within a day, tell roles from speakers, read the zone from the language", () => {
    const [read] = readConversationLines(file(conversation));
    expect(read?.timeZone).toBe("Asia/Shanghai");
    expect(read?.turns.map((turn) => [turn.role, turn.speaker])).toEqual([
      ["user", undefined],
      ["assistant", undefined],
      ["user", "谷雨"],
    ]);
    const [first, second, third] = read?.turns.map((turn) => turn.at) ?? [];
    expect((second ?? 0) - (first ?? 0)).toBe(60_000);
    expect(third).toBe(Date.parse("2026-03-02T00:00:00Z"));
  });

  it("honour beforeTurnId, askedAt and unanswerable, and leave out flagged questions and those without words", () => {
    const [read] = readConversationLines(file(conversation));
    expect(read?.questions).toHaveLength(2);
    expect(read?.questions[0]).toMatchObject({
      beforeTurnId: "3",
      askedAt: Date.parse("2026-03-05"),
      staleTurnIds: ["2"],
    });
    expect(read?.questions[1]).toMatchObject({ unanswerable: true });
  });

  it("number undated turns in file order", () => {
    const undated = { ...conversation, turns: conversation.turns.map((turn) => ({ ...turn, at: null })) };
    const instants = readConversationLines(file(undated))[0]?.turns.map((turn) => turn.at) ?? [];
    expect([...instants].sort((a, b) => a - b)).toEqual(instants);
    expect(new Set(instants).size).toBe(3);
  });

  it.each([
    ["no JSON", "{", /line 1.*not JSON/],
    ["another shape", { id: "c" }, /turns/],
    ["an empty file", "", /empty/],
    [
      "a gold turn that is not there",
      { ...conversation, questions: [{ id: "q", q: "?", goldTurnIds: ["9"], category: "x" }] },
      /turn 9/,
    ],
    [
      "a date that is none",
      { ...conversation, turns: [{ ...conversation.turns[0], at: "yesterday" }] },
      /ISO 8601|turn 3/,
    ],
  ])("refuse %s and say what is expected", (_, content, message) => {
    const read = () => readConversationLines(file(content));
    expect(read).toThrow(DataError);
    expect(read).toThrow(message);
  });
});

describe("LoCoMo", () => {
  it("reads its session dates as UTC, noon and midnight included", () => {
    expect(parseLocomoDate("1:56 pm on 8 May, 2023")).toBe(Date.UTC(2023, 4, 8, 13, 56));
    expect(parseLocomoDate("12:09 am on 13 September, 2023")).toBe(Date.UTC(2023, 8, 13, 0, 9));
    expect(parseLocomoDate("12:30 pm on 1 January, 2024")).toBe(Date.UTC(2024, 0, 1, 12, 30));
    expect(() => parseLocomoDate("8 May")).toThrow(DataError);
  });

  it("repairs evidence as written and drops what names no turn", () => {
    const known = new Set(["D8:6", "D9:17", "D11:26"]);
    expect(repairEvidence(["D8:6; D9:17"], known)).toEqual(["D8:6", "D9:17"]);
    expect(repairEvidence(["D:11:26"], known)).toEqual(["D11:26"]);
    expect(repairEvidence(["D", "D10:19", "D8:6", "D8:6"], known)).toEqual(["D8:6"]);
  });

  const sample = {
    sample_id: "conv-1",
    conversation: {
      speaker_a: "Ines",
      session_2_date_time: "9:00 am on 2 May, 2023",
      session_2: [{ speaker: "Bo", dia_id: "D2:1", text: "Hello again" }],
      session_1_date_time: "9:00 am on 1 May, 2023",
      session_1: [{ speaker: "Ines", dia_id: "D1:1", text: "Look!", blip_caption: "a photo of a heron" }],
    },
    qa: [
      { question: "What?", answer: "a heron", evidence: ["D1:1"], category: 4 },
      { question: "Adversarial?", evidence: ["D1:1"], category: 5 },
      { question: "No evidence?", evidence: [], category: 1 },
    ],
  };

  it("takes both speakers as people, captions into the text, sessions in number order, categories 1–4", () => {
    const [read] = readLocomo(file([sample]));
    expect(read?.turns.map((turn) => turn.id)).toEqual(["D1:1", "D2:1"]);
    expect(read?.turns[0]).toMatchObject({
      role: "user",
      speaker: "Ines",
      text: "Look! [shares a photo: a photo of a heron]",
    });
    expect(read?.questions.map((question) => question.id)).toEqual(["conv-1/0", "conv-1/1"]);
    expect(read?.questions[0]?.category).toBe("single-hop");
  });

  it("takes questions of category 5 as unanswerable, whatever evidence misleads", () => {
    const [read] = readLocomo(file([sample]));
    expect(read?.questions[1]).toMatchObject({ category: "adversarial", unanswerable: true, goldTurnIds: [] });
  });

  it("reads the audit that lies beside it, or none", () => {
    const audit = readLocomoAudit(file({ "conv-1": [0, 3] }), file({ "conv-1": { "3": ["D2:1"] } }));
    expect([...audit.bad]).toEqual(["conv-1/0", "conv-1/3"]);
    expect(audit.evidence.get("conv-1/3")).toEqual(["D2:1"]);
    expect(readLocomoAudit(undefined, undefined)).toEqual({ bad: new Set(), evidence: new Map() });
  });

  it("says what it expected of another file", () => {
    expect(() => readLocomo(file({ not: "a list" }))).toThrow(/LoCoMo/);
  });
});

describe("scenarios", () => {
  const scenario = {
    id: "s",
    lang: "en",
    category: "x",
    timezone: "UTC",
    now: "2026-01-02T00:00:00Z",
    sessions: [{ id: "s1", agent: "a", at: "2026-01-01T00:00:00+08:00", turns: [{ role: "user", text: "hi" }] }],
    checks: [{ type: "memory", inactive: [["hi"]] }],
  };

  it("are read with instants as epoch ms and defaults filled in", () => {
    const [read] = readScenarios(file(scenario));
    expect(read?.sessions[0]?.at).toBe(Date.parse("2025-12-31T16:00:00Z"));
    expect(read?.checks[0]).toMatchObject({ type: "memory", active: [], inactive: [["hi"]] });
  });

  it("with a check of an unknown type are refused, with the line", () => {
    const broken = `${JSON.stringify(scenario)}\n${JSON.stringify({ ...scenario, checks: [{ type: "guess" }] })}`;
    expect(() => readScenarios(file(broken))).toThrow(/line 2/);
  });
});

describe("state updates and extraction", () => {
  it("name turns by position", () => {
    const [bundle] = readStateBundles(
      file({
        id: "b",
        category: "version",
        subtype: "upgrade",
        turns: [{ at: "2026-06-01T00:00:00Z", role: "user", text: "x runs v1" }],
        claims: [{ id: "b:0", subject: "x", slot: "version", value: "v1", turns: [0] }],
        superseded: [["b:0", "b:1"]],
      }),
    );
    expect(bundle).toMatchObject({
      category: "version/upgrade",
      claims: [{ turnIds: ["t0"] }],
      edges: [["b:0", "b:1"]],
    });
  });

  it("keep speakers other than the user by name", () => {
    const [read] = readExtractionCases(
      file({
        cases: [
          {
            case_id: "e",
            category: "x",
            events: [
              { speaker: "user", text: "a" },
              { speaker: "谷雨", text: "b" },
            ],
            gold_units: [{ source_event_indices: [1], role_action_object: { ordered_anchors: ["b"] } }],
          },
        ],
      }),
    );
    expect(read?.turns.map((turn) => turn.speaker)).toEqual([undefined, "谷雨"]);
    expect(read?.units).toEqual([{ anchors: ["b"], turnIds: ["t1"] }]);
  });
});
