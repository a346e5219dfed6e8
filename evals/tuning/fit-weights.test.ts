import { describe, expect, it } from "vitest";
import { crossValidate, fitWeights, orderFigures, placeOf, type TuningQuestion, type Weights } from "./fit-weights.js";

/** The keyword tells evidence, the vector misleads, nothing is ever seen of the entity. */
const question = (conversation: string): TuningQuestion => ({
  conversation,
  data: "one",
  candidates: [
    { signals: { vector: 0.9, keyword: 0.1 }, isGold: false },
    { signals: { vector: 0.2, keyword: 0.9 }, isGold: true },
    { signals: { vector: 0.8 }, isGold: false },
  ],
});
const questions = ["a", "a", "b", "c"].map(question);
const mrrOf = (weights: Weights) => orderFigures(questions.map((one) => placeOf(one, weights))).mrr;
const START = { vector: 2, keyword: 0.5, entity: 0.7 };

describe("fitWeights", () => {
  it("puts evidence first where the weights it began with do not", () => {
    expect(mrrOf(START)).toBeLessThan(0.5);
    expect(mrrOf(fitWeights(questions, START))).toBe(1);
  });

  it("leaves the weight of a signal that the data never shows, and goes under zero with none", () => {
    const weights = fitWeights(questions, START);
    expect(weights.entity).toBe(0.7);
    expect(Object.values(weights).every((weight) => weight >= 0)).toBe(true);
  });

  it("leaves what such data cannot tell", () => {
    const dated = questions.map((one) => ({
      ...one,
      candidates: one.candidates.map((each) => ({
        ...each,
        signals: { ...each.signals, recency: each.isGold ? 1 : 0 },
      })),
    }));
    expect(fitWeights(dated, { ...START, recency: 0.05 }).recency).toBe(0.05);
  });

  it("changes nothing where no question has evidence", () => {
    const blank = questions.map((one) => ({
      ...one,
      candidates: one.candidates.map((c) => ({ ...c, isGold: false })),
    }));
    expect(fitWeights(blank, START)).toEqual(START);
  });
});

describe("data sets", () => {
  it("count alike, however many questions each has", () => {
    const other: TuningQuestion = {
      ...{ conversation: "z", data: "small" },
      candidates: [
        { signals: { vector: 0.9, keyword: 0.1 }, isGold: true },
        { signals: { vector: 0.2, keyword: 0.9 }, isGold: false },
      ],
    };
    const once = fitWeights([...questions, other], START);
    const often = fitWeights([...questions, ...questions, ...questions, other], START);
    expect(often).toEqual(once);
    expect(fitWeights([...questions, { ...other, data: "one" }], START)).not.toEqual(once);
  });
});

describe("crossValidate", () => {
  it("counts each question once, ordered by weights that have not seen its conversation", () => {
    expect(crossValidate(questions, START)).toEqual([1, 1, 1, 1]);
    const odd: TuningQuestion = {
      conversation: "d",
      data: "one",
      candidates: [
        { signals: { vector: 0.9 }, isGold: true },
        { signals: { keyword: 0.9 }, isGold: false },
      ],
    };
    expect(orderFigures(crossValidate([...questions, odd], START)).mrr).toBeLessThan(1);
  });
});
