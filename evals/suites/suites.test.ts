import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Memory, MemoryId, TurnId } from "keepsake";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SYSTEMS } from "../baselines/index.js";
import { recordBatches } from "../engine/recorder.js";
import type { DataConversation } from "../readers/conversation.js";
import { findSuite } from "./index.js";
import { syntheticTurns } from "./latency.js";
import { questionsByStop } from "./retrieval-run.js";
import { claimsOf, madeEdges } from "./state-updates.js";
import type { RunContext } from "./suite.js";

const system = (name: string) => {
  const found = SYSTEMS.find((known) => known.name === name);
  if (found === undefined) throw new Error(`no system ${name}`);
  return found;
};

const context = (part: Partial<RunContext>): RunContext => ({
  system: system("bm25"),
  storage: "memory",
  embedder: "fake",
  dataPath: undefined,
  limit: undefined,
  questionLimit: undefined,
  floor: undefined,
  sizes: [20],
  onProgress: () => undefined,
  onFailure: () => undefined,
  ...part,
});

async function run(suite: string, part: Partial<RunContext>) {
  const found = findSuite(suite);
  if (found === undefined) throw new Error(`no suite ${suite}`);
  return await found.execute(context(part));
}

describe("suites on a baseline", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "keepsake-eval-test-"));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it("conversations: finds the turn that shares words, maps ids back, honours beforeTurnId", async () => {
    const path = join(folder, "conversations.jsonl");
    const turns = ["the heron nests by the weir", "a kettle was bought", "the heron moved to the marsh"].map(
      (text, index) => ({
        id: `t${index}`,
        session: `s${index}`,
        at: `2026-01-0${index + 1}`,
        speaker: "user",
        text,
      }),
    );
    const question = (id: string, gold: string, rest: object) => ({
      id,
      q: "where is the heron",
      goldTurnIds: [gold],
      category: "x",
      ...rest,
    });
    const questions = [
      question("early", "t0", { beforeTurnId: "t2" }),
      question("late", "t2", { staleTurnIds: ["t0"] }),
      { id: "none", q: "zeppelin", goldTurnIds: [], category: "y", unanswerable: true },
    ];
    await writeFile(path, JSON.stringify({ id: "c", lang: "en", turns, questions }));
    const { metrics, byCategory, rows } = await run("conversations", { dataPath: path });
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ id: "c/early", goldRanks: [1] });
    expect(metrics["any@5"]).toMatchObject({ value: 1, n: 2 });
    expect(metrics["abstain.recall"]).toMatchObject({ value: 1, n: 3 });
    expect(metrics["abstain.auc"]?.value).toBe(1);
    expect(metrics["fresh>stale"]?.n).toBe(1);
    expect(Object.keys(byCategory)).toEqual(["x", "y"]);
  });

  it("locomo: totals with and without what the audit beside the file excludes or repairs", async () => {
    const path = join(folder, "locomo.json");
    const qa = ["weir", "kettle"].map((word, index) => ({
      question: `the ${word}?`,
      evidence: [`D1:${index + 1}`],
      category: 4,
    }));
    const session = ["We met at the weir", "The kettle is blue"].map((text, index) => ({
      speaker: "Ines",
      dia_id: `D1:${index + 1}`,
      text,
    }));
    const conversation = { session_1: session, session_1_date_time: "9:00 am on 1 May, 2023" };
    await writeFile(path, JSON.stringify([{ sample_id: "conv-1", conversation, qa }]));
    await writeFile(join(folder, "bad_questions.json"), JSON.stringify({ "conv-1": [1] }));
    await writeFile(join(folder, "evidence_overrides.json"), JSON.stringify({ "conv-1": { "1": ["D1:1"] } }));
    const { metrics, byCategory, rows } = await run("locomo", { dataPath: path });
    expect(metrics["any@1"]).toMatchObject({ value: 1, n: 2 });
    expect(rows).toHaveLength(2);
    expect(byCategory["audit-excluded"]?.["any@1"]?.n).toBe(1);
    // The second question, judged by the audit's evidence: the kettle is not at the weir.
    expect(byCategory["audit-repaired"]?.["any@1"]).toMatchObject({ value: 0.5, n: 2 });
    expect(byCategory["single-hop"]?.["any@1"]?.n).toBe(2);
  });

  it("golden: runs from its own folder, and a store that only copies fails where it must", async () => {
    const { metrics } = await run("golden", { system: system("verbatim") });
    expect(metrics["scenarios.nowhere"]?.value).toBe(0);
    expect(metrics["scenarios.expired"]?.value).toBe(0);
    expect(metrics["scenarios.recall"]?.value).toBeGreaterThan(0.5);
  });

  it("state-updates: a store that replaces nothing finds no edge and touches nothing", async () => {
    const path = join(folder, "state.jsonl");
    const claim = (index: number) => ({
      id: `c${index}`,
      subject: "pump",
      slot: "v",
      value: `v${index}`,
      turns: [index],
    });
    const turn = (index: number) => ({
      at: `2026-06-0${index + 1}T00:00:00Z`,
      role: "user",
      text: `pump runs v${index}`,
    });
    const bundle = { category: "version", subtype: "upgrade", turns: [turn(0), turn(1)], claims: [claim(0), claim(1)] };
    const lines = [
      { id: "b1", ...bundle, superseded: [["c0", "c1"]] },
      { id: "b2", ...bundle, superseded: [] },
    ];
    await writeFile(path, lines.map((line) => JSON.stringify(line)).join("\n"));
    const { metrics } = await run("state-updates", { system: system("verbatim"), dataPath: path });
    expect(metrics["supersede.recall"]?.value).toBe(0);
    expect(metrics["supersede.wrong"]?.value).toBe(0);
    expect(metrics.untouched?.value).toBe(1);
    expect(metrics["extract.f1"]?.value).toBe(1);
  });

  it("latency: times every operation", async () => {
    const { metrics } = await run("latency", {});
    expect(Object.keys(metrics)).toEqual(
      ["recall", "context", "record"].flatMap((name) => ["min", "p50", "p95"].map((part) => `latency.${name}.${part}`)),
    );
    expect(syntheticTurns(5)).toEqual(syntheticTurns(5));
  });
});

describe("questions by stop", () => {
  it("come in the order in which the conversation is recorded", () => {
    const question = (id: string, beforeTurnId?: string) => ({
      id,
      query: "?",
      category: "x",
      goldTurnIds: [],
      staleTurnIds: [],
      unanswerable: false,
      ...(beforeTurnId === undefined ? {} : { beforeTurnId }),
    });
    const turn = (id: string) => ({ id, sessionId: "s", role: "user" as const, text: id, at: 0 });
    const conversation: DataConversation = {
      id: "c",
      timeZone: "UTC",
      turns: ["a", "b", "c"].map(turn),
      questions: [question("last"), question("second", "c"), question("first", "b"), question("second too", "c")],
    };
    expect(
      questionsByStop(conversation).map(({ upTo, questions }) => [upTo, questions.map((asked) => asked.id)]),
    ).toEqual([
      [1, ["first"]],
      [2, ["second", "second too"]],
      [3, ["last"]],
    ]);
  });
});

describe("record batches", () => {
  it("end with a session, an agent, or 200 turns", () => {
    const turn = (sessionId: string, agentId?: string) => ({
      id: "x",
      sessionId,
      role: "user" as const,
      text: "x",
      at: 0,
      ...(agentId === undefined ? {} : { agentId }),
    });
    const many = Array.from({ length: 201 }, () => turn("c"));
    const batches = recordBatches([turn("a"), turn("a"), turn("b"), turn("b", "agent"), ...many]);
    expect(batches.map((batch) => batch.length)).toEqual([2, 1, 1, 200, 1]);
  });
});

describe("claims behind memories", () => {
  const map = new Map([
    ["T0" as TurnId, "t0"],
    ["T1" as TurnId, "t1"],
  ]);
  const claims = [
    { id: "a", subject: "x", value: "v1", turnIds: ["t0"] },
    { id: "b", subject: "x", value: "queued", turnIds: ["t0"] },
    { id: "c", subject: "x", value: "v2", turnIds: ["t1"] },
  ];
  const memory = (id: string, turnId: string, content: string, supersededBy?: string) =>
    ({
      id: id as MemoryId,
      turnIds: [turnId as TurnId],
      content,
      ...(supersededBy === undefined ? {} : { supersededBy: supersededBy as MemoryId }),
    }) as unknown as Memory;

  it("are told apart by their value where a turn makes several", () => {
    expect(claimsOf(memory("m", "T0", "x job is queued"), { claims }, map)).toEqual(["b"]);
    expect(claimsOf(memory("m", "T0", "x"), { claims }, map)).toEqual([]);
    expect(claimsOf(memory("m", "T1", "anything"), { claims }, map)).toEqual(["c"]);
  });

  it("give one edge for each memory that was replaced", () => {
    const memories = [memory("m1", "T0", "x v1", "m2"), memory("m2", "T1", "x v2"), memory("m3", "T0", "queued")];
    expect(madeEdges(memories, { claims }, map)).toEqual([{ old: ["a"], next: ["c"] }]);
  });
});
