import { describe, expect, it } from "vitest";
import type { EpisodeId, SessionId, TurnId } from "../domain/index.js";
import { DEFAULT_POLICY } from "../policy/index.js";
import { analyseQuery } from "./analyse-query.js";
import type { EpisodeCandidate } from "./candidate.js";
import { rank } from "./rank.js";
import { rateRelevance, weighEvidence } from "./relevance/index.js";
import { RunTexts } from "./run-texts.js";

const CALIBRATION = { unrelatedMean: 0.27, unrelatedDeviation: 0.1, relatedMean: 0.52, offTopicCeiling: 0.25 };
const NOW = Date.UTC(2026, 0, 31);

function episode(name: string, given: Partial<EpisodeCandidate> = {}): EpisodeCandidate {
  const base = { id: `ep_${name}` as EpisodeId, sessionId: name as SessionId, role: "user" as const };
  const centreTurnId = `turn_${name}` as TurnId;
  return {
    ...{ ...base, type: "episode", saidAt: NOW - 1_000 },
    episode: { ...base, centreTurnId, turnIds: [centreTurnId], at: NOW - 1_000, recordedAt: NOW },
    ...given,
  };
}

const query = analyseQuery({
  text: "blue kettle",
  now: NOW,
  timeZone: "UTC",
  speakers: { people: [], assistants: [] },
  recentTurns: [],
});

function order(candidates: readonly EpisodeCandidate[], calibration = CALIBRATION): string[] {
  const embedder = { profile: { calibration } } as Parameters<typeof rank>[2]["embedder"];
  return rank(candidates, query, { embedder, policy: DEFAULT_POLICY }, NOW).broad.map(({ candidate }) => candidate.id);
}

describe("rank", () => {
  it("prefers the nearer vector, the better keyword match and the user's own turns", () => {
    expect(order([episode("far", { cosine: 0.3 }), episode("near", { cosine: 0.6 })])[0]).toBe("ep_near");
    expect(order([episode("none"), episode("word", { bm25: 3, coverage: 0.5 })])[0]).toBe("ep_word");
    expect(order([episode("bot", { cosine: 0.5, role: "assistant" }), episode("user", { cosine: 0.5 })])[0]).toBe(
      "ep_user",
    );
  });

  it("counts the vector of the segment that follows", () => {
    const plain = episode("plain", { cosine: 0.5, nextCosine: 0.2 });
    expect(order([plain, episode("followed", { cosine: 0.5, nextCosine: 0.6 })])[0]).toBe("ep_followed");
  });

  it("lifts a turn whose session holds a good match", () => {
    const good = episode("good", { cosine: 0.7, sessionId: "shared" as SessionId });
    const beside = episode("beside", { cosine: 0.4, sessionId: "shared" as SessionId });
    expect(order([good, episode("alone", { cosine: 0.4 }), beside])).toEqual(["ep_good", "ep_beside", "ep_alone"]);
  });

  it("takes a session for no sign where all candidates come from one", () => {
    const shared = { sessionId: "only" as SessionId };
    const embedder = { profile: { calibration: CALIBRATION } } as Parameters<typeof rank>[2]["embedder"];
    const ranked = rank(
      [episode("a", { cosine: 0.6, ...shared }), episode("b", { cosine: 0.3, ...shared })],
      ...([query, { embedder, policy: DEFAULT_POLICY }, NOW] as const),
    );
    expect(ranked.broad.map(({ channels }) => channels.session)).toEqual([undefined, undefined]);
  });

  it("does not depend on the range of a model's cosines, only on its calibration", () => {
    const candidates = (shift: number) => [
      episode("a", { cosine: 0.3 + shift }),
      episode("b", { cosine: 0.5 + shift, bm25: 1, coverage: 0.2 }),
      episode("c", { cosine: 0.65 + shift }),
    ];
    const shifted = { ...CALIBRATION, unrelatedMean: CALIBRATION.unrelatedMean + 0.3 };
    expect(order(candidates(0.3), shifted)).toEqual(order(candidates(0)));
  });

  it("is the same in whatever order the candidates come", () => {
    const candidates = ["a", "b", "c", "d"].map((name) => episode(name, { cosine: 0.5 }));
    expect(order([...candidates].reverse())).toEqual(order(candidates));
  });
});

describe("3.1 recency", () => {
  const DAY = 86_400_000;
  function recencyAfter(days: number, half: { recent: number; month: number }): number {
    const recall = { ...DEFAULT_POLICY.recall, recentHalfLifeDays: half.recent, recencyHalfLifeDays: half.month };
    const embedder = { profile: { calibration: CALIBRATION } } as Parameters<typeof rank>[2]["embedder"];
    const said = episode("one", { saidAt: NOW - days * DAY });
    return rank([said], query, { embedder, policy: { recall } }, NOW).broad[0]?.channels.recency ?? -1;
  }

  it("is the mean of a curve of the week and one of the month", () => {
    const shipped = {
      recent: DEFAULT_POLICY.recall.recentHalfLifeDays,
      month: DEFAULT_POLICY.recall.recencyHalfLifeDays,
    };
    expect(shipped).toEqual({ recent: 7, month: 30 });
    expect(recencyAfter(0, shipped)).toBe(1);
    expect(recencyAfter(7, shipped)).toBeCloseTo((0.5 + 0.5 ** (7 / 30)) / 2);
    expect(recencyAfter(30, shipped)).toBeCloseTo((0.5 ** (30 / 7) + 0.5) / 2);
  });

  it("follows the half-lives of the policy", () => {
    expect(recencyAfter(90, { recent: 90, month: 90 })).toBeCloseTo(0.5);
    expect(recencyAfter(10, { recent: 1, month: 10 })).toBeLessThan(recencyAfter(10, { recent: 10, month: 10 }));
  });
});

describe("relevance", () => {
  function best(candidates: readonly EpisodeCandidate[]): number {
    const embedder = { profile: { calibration: CALIBRATION } } as Parameters<typeof rank>[2]["embedder"];
    const { broad } = rank(candidates, query, { embedder, policy: DEFAULT_POLICY }, NOW);
    const [first] = broad;
    if (first === undefined) throw new Error("no candidate");
    const texts = new RunTexts();
    const judged = { refined: broad, turns: new Map(), texts, weights: DEFAULT_POLICY.recall.weights };
    return rateRelevance(first, weighEvidence({ candidates, unread: 0 }, judged, query, CALIBRATION), {
      ...{ query, calibration: CALIBRATION, told: new Set(), turns: new Map(), texts },
    });
  }
  const crowd = (cosine: number) => Array.from({ length: 150 }, (_, index) => episode(`x${index}`, { cosine }));

  it("is high for a sound answer, low where nothing is near or shares a word", () => {
    expect(best([episode("hit", { cosine: 0.6, bm25: 4, coverage: 1 }), ...crowd(0.2)])).toBeGreaterThan(0.9);
    expect(best(crowd(0.3))).toBeLessThan(DEFAULT_POLICY.recall.floor);
  });

  it("judges by words alone while there are no vectors", () => {
    expect(
      best([episode("hit", { bm25: 4, coverage: 0.8 }), ...crowd(0.2).map(({ cosine: _, ...rest }) => rest)]),
    ).toBeGreaterThan(0.5);
    expect(
      best([episode("weak", { bm25: 1, coverage: 0.1 }), ...crowd(0.2).map(({ cosine: _, ...rest }) => rest)]),
    ).toBeLessThan(0.5);
  });

  it("stays between 0 and 1 whatever the numbers", () => {
    for (const cosine of [-1, 1]) {
      const score = best([episode("one", { cosine, bm25: 1e9, coverage: 1 })]);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });
});
