import type { HistoryResult, Memory, MemoryId, RecalledItem, TurnId, UserMemory } from "keepsake";
import { describe, expect, it } from "vitest";
import { createBaselineStore } from "../baselines/baseline-store.js";
import { overlapRanker } from "../baselines/rankers.js";
import type { ScenarioCheck } from "../readers/scenarios.js";
import { type CheckedStore, evaluateCheck } from "./scenario-checks.js";

const NOW = Date.UTC(2026, 5, 1);

interface Script {
  readonly memories?: readonly Partial<Memory>[];
  readonly items?: readonly { type: "memory" | "episode"; content: string }[];
  readonly context?: readonly string[];
}

function memoryOf(part: Partial<Memory>, index: number): Memory {
  const id = `mem_${index}` as MemoryId;
  return {
    id,
    lineageId: id,
    version: 1,
    revision: 1,
    turnIds: ["turn_1" as TurnId],
    content: "",
    evidence: "",
    kind: "fact",
    tier: "long-term",
    status: "active",
    subject: "user",
    qualifiers: {},
    cardinality: "multi",
    polarity: "positive",
    entities: [],
    tags: [],
    importance: 0.5,
    confidence: 1,
    source: "rule",
    supersedes: [],
    saidAt: 0,
    validFrom: 0,
    recordedAt: 0,
    accessCount: 0,
    reinforcedCount: 0,
    contentHash: "",
    policyVersion: "test",
    reason: "",
    ...part,
  };
}

/** A user's memory that answers what it is told to. Expiry is honoured by list; statuses too. */
function scripted(script: Script): CheckedStore {
  const memories = (script.memories ?? []).map(memoryOf);
  const items = (script.items ?? []).map(
    (item) => ({ ...item, score: 0.9, channels: {}, why: "", saidAt: 0, turnIds: [] }) as unknown as RecalledItem,
  );
  const base = createBaselineStore({ ranker: overlapRanker, remembers: true }).keepsake.user("u");
  const history = async (id: MemoryId): Promise<HistoryResult> => {
    const lineage = memories.find((memory) => memory.id === id)?.lineageId;
    const versions = memories.filter((memory) => memory.lineageId === lineage).sort((a, b) => a.version - b.version);
    const current = versions.find((memory) => memory.status === "active");
    return { versions, turns: [], ...(current === undefined ? {} : { currentId: current.id }) };
  };
  const memory: UserMemory = {
    ...base,
    history,
    list: async (request) => ({
      items: memories.filter(
        (held) =>
          (request?.statuses ?? ["active"]).includes(held.status) &&
          (held.expiresAt === undefined || held.expiresAt > (request?.now ?? NOW)),
      ),
    }),
    recall: async (request) => ({ items: items.slice(0, request.limit ?? 10), pendingTurns: 0 }),
    context: async (request) => ({
      messages: [
        ...(script.context ?? []).map((content) => ({ role: "system" as const, content })),
        { role: "user" as const, content: request.query },
      ],
      tokens: 0,
      maxTokens: request.maxTokens ?? 0,
      encoding: "o200k_base",
      parts: [],
      included: [],
      cut: [],
    }),
  };
  return { memory, scenario: { now: NOW, timezone: "UTC", sessions: [] } };
}

const passes = async (check: ScenarioCheck, script: Script) => (await evaluateCheck(check, scripted(script))).passed;

describe("recall", () => {
  const check = (part: object): ScenarioCheck => ({
    type: "recall",
    query: "?",
    k: 2,
    expect: [],
    forbid: [],
    ...part,
  });

  it("wants each group in one of the first k items, memory or episode", async () => {
    const items = [
      { type: "memory", content: "tea" },
      { type: "episode", content: "cake" },
      { type: "memory", content: "salt" },
    ] as const;
    expect(await passes(check({ expect: [["tea"], ["cake"]] }), { items })).toBe(true);
    expect(await passes(check({ expect: [["salt"]] }), { items })).toBe(false);
    expect(await passes(check({ expect: [["tea", "cake"]] }), { items })).toBe(false);
  });

  it("forbids in memories, not in episodes", async () => {
    const forbid = check({ forbid: [["old town"]] });
    expect(await passes(forbid, { items: [{ type: "episode", content: "old town" }] })).toBe(true);
    expect(await passes(forbid, { items: [{ type: "memory", content: "old town" }] })).toBe(false);
  });
});

describe("abstain", () => {
  it("wants nothing at all", async () => {
    const check: ScenarioCheck = { type: "abstain", query: "?", hard: false };
    expect(await passes(check, {})).toBe(true);
    expect(await passes(check, { items: [{ type: "episode", content: "x" }] })).toBe(false);
  });
});

describe("memory", () => {
  const check = (part: object): ScenarioCheck => ({ type: "memory", active: [], inactive: [], ...part });

  it("looks at active memories that are no summaries", async () => {
    const memories = [
      { content: "likes tea" },
      { content: "likes fish", status: "superseded" },
      { content: "a summary of salt", kind: "summary" },
    ] as const;
    expect(await passes(check({ active: [["tea"]], inactive: [["fish"], ["salt"]] }), { memories })).toBe(true);
    expect(await passes(check({ active: [["fish"]] }), { memories })).toBe(false);
    expect(await passes(check({ inactive: [["tea"]] }), { memories })).toBe(false);
    expect(await passes(check({ maxMemories: 1 }), { memories })).toBe(true);
  });

  it("counts", async () => {
    const memories = [{ content: "likes tea" }, { content: "loves tea" }];
    expect(await passes(check({ maxCount: { match: ["tea"], count: 2 } }), { memories })).toBe(true);
    expect(await passes(check({ maxCount: { match: ["tea"], count: 1 } }), { memories })).toBe(false);
    expect(await passes(check({ maxMemories: 1 }), { memories })).toBe(false);
  });
});

describe("expired", () => {
  it("wants a memory now and none later", async () => {
    const check: ScenarioCheck = { type: "expired", match: ["trip"], at: NOW + 1_000 };
    expect(await passes(check, { memories: [{ content: "trip", expiresAt: NOW + 1_000 }] })).toBe(true);
    expect(await passes(check, { memories: [{ content: "trip", expiresAt: NOW + 1_001 }] })).toBe(false);
    expect(await passes(check, { memories: [{ content: "trip", expiresAt: NOW }] })).toBe(false);
    expect(await passes(check, { memories: [] })).toBe(false);
  });
});

describe("history", () => {
  const lineageId = "mem_0" as MemoryId;
  const chain = (...contents: readonly string[]) =>
    contents.map((content, index) => ({
      content,
      lineageId,
      version: index + 1,
      status: index === contents.length - 1 ? ("active" as const) : ("superseded" as const),
    }));
  const check: ScenarioCheck = { type: "history", match: ["lives"], order: [["Oslo"], ["Turin"]] };

  it("wants the order, others may lie between", async () => {
    expect(await passes(check, { memories: chain("lives in Oslo", "lives in Turin") })).toBe(true);
    expect(await passes(check, { memories: chain("lives in Oslo", "lives in Riga", "lives in Turin") })).toBe(true);
    expect(await passes(check, { memories: chain("lives in Turin", "lives in Oslo") })).toBe(false);
    expect(await passes(check, { memories: chain("lives in Oslo") })).toBe(false);
  });

  it("wants the current version to match the last group", async () => {
    expect(await passes(check, { memories: chain("lives in Oslo", "lives in Turin", "lives in Riga") })).toBe(false);
    const closed = chain("lives in Oslo", "lives in Turin").map((memory) => ({
      ...memory,
      status: "superseded" as const,
    }));
    expect(await passes(check, { memories: closed })).toBe(false);
  });

  it("does not mix chains", async () => {
    const apart = [{ content: "lives in Oslo" }, { content: "lives in Turin" }];
    expect(await passes(check, { memories: apart })).toBe(false);
  });
});

describe("nowhere", () => {
  const check: ScenarioCheck = { type: "nowhere", strings: ["4417 2210"] };

  it("looks through versions of every status, items and contexts, spaces aside", async () => {
    expect(await passes(check, { memories: [{ content: "the card" }] })).toBe(true);
    expect(await passes(check, { memories: [{ content: "44172210", status: "superseded" }] })).toBe(false);
    expect(await passes(check, { memories: [{ content: "card", evidence: "4 4 1 7 2210" }] })).toBe(false);
    expect(await passes(check, { items: [{ type: "episode", content: "no 44172210" }] })).toBe(false);
  });
});

describe("context", () => {
  const check = (part: object): ScenarioCheck => ({
    type: "context",
    query: "the query holds prawns",
    maxTokens: 50,
    contain: [],
    notContain: [],
    ...part,
  });

  it("looks at all messages but the query, and at the budget", async () => {
    const context = ["You know the user:", "allergic to prawns"];
    expect(await passes(check({ contain: [["allergic", "prawns"]] }), { context })).toBe(true);
    expect(await passes(check({ notContain: [["prawns"]] }), { context })).toBe(false);
    expect(await passes(check({ contain: [["prawns"]] }), { context: ["nothing"] })).toBe(false);
    expect(await passes(check({}), { context: ["word ".repeat(60)] })).toBe(false);
  });
});
