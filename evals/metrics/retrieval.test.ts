import { describe, expect, it } from "vitest";
import type { Measure } from "./measure.js";
import {
  type AnswerItem,
  allAt,
  anyAt,
  compression,
  countedTurns,
  fracAt,
  freshOverStale,
  type JudgedQuestion,
  judgeAnswer,
  mrr,
  type RetrievalRow,
  sessionAnyAt,
  sessionFracAt,
  staleAtOne,
} from "./retrieval.js";

const memory = (...turnIds: string[]): AnswerItem => ({ type: "memory", turnIds });
const episode = (...turnIds: string[]): AnswerItem => ({ type: "episode", turnIds });

const SESSIONS = new Map([
  ["a1", "a"],
  ["a2", "a"],
  ["b1", "b"],
  ["b2", "b"],
  ["c1", "c"],
]);

function row(question: Partial<JudgedQuestion>, items: readonly AnswerItem[]): RetrievalRow {
  const judged = judgeAnswer({ goldTurnIds: [], staleTurnIds: [], ...question }, items, SESSIONS);
  return { id: "q", conversation: "c", category: "all", unanswerable: false, ...judged };
}

const figure = (measure: Measure<RetrievalRow>, rows: readonly RetrievalRow[]) =>
  measure.compute(rows.filter(measure.applies));

describe("what an item counts for", () => {
  it("a memory for all of its turns, an episode for three at most, centre first", () => {
    expect(countedTurns(memory("1", "2", "3", "4"))).toEqual(["1", "2", "3", "4"]);
    expect(countedTurns(episode("centre", "2", "3", "4"))).toEqual(["centre", "2", "3"]);
  });

  it("a fourth turn of an episode wins nothing", () => {
    expect(figure(anyAt(5), [row({ goldTurnIds: ["a2"] }, [episode("a1", "b1", "b2", "a2")])])).toBe(0);
  });
});

describe("hits", () => {
  const found = row({ goldTurnIds: ["a1", "b2"] }, [episode("c1"), memory("b2"), episode("a2"), episode("a1")]);

  it("any@k looks at the first k items", () => {
    expect(figure(anyAt(1), [found])).toBe(0);
    expect(figure(anyAt(2), [found])).toBe(1);
  });

  it("all@k wants every gold turn, frac@k counts them", () => {
    expect(figure(allAt(3), [found])).toBe(0);
    expect(figure(allAt(4), [found])).toBe(1);
    expect(figure(fracAt(3), [found])).toBe(0.5);
    expect(figure(fracAt(4), [found])).toBe(1);
  });

  it("mrr is one over the rank of the first gold turn, 0 beyond 50", () => {
    expect(figure(mrr, [found])).toBe(0.5);
    const far = Array.from({ length: 50 }, () => episode("c1"));
    expect(figure(mrr, [row({ goldTurnIds: ["a1"] }, [...far, episode("a1")])])).toBe(0);
    expect(figure(mrr, [row({ goldTurnIds: ["a1"] }, [...far.slice(1), episode("a1")])])).toBe(1 / 50);
  });

  it("an empty answer scores 0 and still counts", () => {
    const empty = row({ goldTurnIds: ["a1"] }, []);
    expect(figure(anyAt(10), [found, empty])).toBe(0.5);
    expect(figure(mrr, [empty])).toBe(0);
  });

  it("questions without gold or without an answer are not counted", () => {
    const unanswerable: RetrievalRow = { ...row({ goldTurnIds: ["a1"] }, []), unanswerable: true };
    expect([row({}, [episode("a1")]), unanswerable].filter(anyAt(5).applies)).toHaveLength(0);
  });
});

describe("sessions", () => {
  it("are ranked by their best item, and several turns of one are one", () => {
    const asked = row({ goldTurnIds: ["b1", "c1", "b2"] }, [
      episode("a1"),
      episode("a2"),
      episode("b2"),
      episode("c1"),
    ]);
    expect(asked.goldSessionRanks).toEqual([2, 3]);
    expect(figure(sessionAnyAt(1), [asked])).toBe(0);
    expect(figure(sessionAnyAt(2), [asked])).toBe(1);
    expect(figure(sessionFracAt(2), [asked])).toBe(0.5);
  });
});

describe("freshness", () => {
  const question = { goldTurnIds: ["b1"], staleTurnIds: ["a1", "a2"] };
  const fresh = (items: readonly AnswerItem[]) => {
    const asked = row(question, items);
    return [figure(freshOverStale, [asked]), figure(staleAtOne, [asked])];
  };

  it("wants the current turn above every stale one", () => {
    expect(fresh([episode("b1"), episode("a1")])).toEqual([1, 0]);
    expect(fresh([episode("a2"), episode("b1"), episode("a1")])).toEqual([0, 1]);
    expect(fresh([episode("c1"), episode("a1"), episode("b1")])).toEqual([0, 0]);
  });

  it("is satisfied when no stale turn is there, not when the current one is missing", () => {
    expect(fresh([episode("c1"), episode("b1")])).toEqual([1, 0]);
    expect(fresh([episode("c1")])).toEqual([0, 0]);
    expect(fresh([])).toEqual([0, 0]);
  });

  it("within one item the centre decides", () => {
    expect(fresh([episode("b1", "a1")])).toEqual([1, 0]);
    expect(fresh([episode("a1", "b1")])).toEqual([0, 1]);
  });

  it("is asked only of questions with superseded turns", () => {
    expect(freshOverStale.applies(row({ goldTurnIds: ["b1"] }, []))).toBe(false);
  });
});

describe("compression", () => {
  it("is the mean share of the history that a context needs", () => {
    const base = row({}, []);
    const rows = [
      { ...base, contextTokens: 50, historyTokens: 100 },
      { ...base, contextTokens: 10, historyTokens: 100 },
      base,
    ];
    expect(figure(compression, rows)).toBe(0.3);
  });
});
