import { describe, expect, it } from "vitest";
import { crossValidate, fitWeights, orderFigures, type TuningQuestion } from "./fit-weights.js";

/** The keyword tells evidence, the vector misleads, nothing is ever seen of the entity. */
const question = (conversation: string): TuningQuestion => ({
  conversation,
  candidates: [
    { signals: { vector: 0.9, keyword: 0.1 }, isGold: false },
    { signals: { vector: 0.2, keyword: 0.9 }, isGold: true },
    { signals: { vector: 0.8 }, isGold: false },
  ],
});
const questions = ["a", "a", "b", "c"].map(question);
const START = { vector: 2, keyword: 0.5, entity: 0.7 };

describe("fitWeights", () => {
  it("puts evidence first where the weights it began with do not", () => {
    expect(orderFigures(questions, START).mrr).toBeLessThan(0.5);
    expect(orderFigures(questions, fitWeights(questions, START)).mrr).toBe(1);
  });

  it("leaves the weight of a signal that the data never shows, and goes under zero with none", () => {
    const weights = fitWeights(questions, START);
    expect(weights.entity).toBe(0.7);
    expect(Object.values(weights).every((weight) => weight >= 0)).toBe(true);
  });

  it("changes nothing where no question has evidence", () => {
    const blank = questions.map((one) => ({
      ...one,
      candidates: one.candidates.map((c) => ({ ...c, isGold: false })),
    }));
    expect(fitWeights(blank, START)).toEqual(START);
  });
});

describe("crossValidate", () => {
  it("counts each question once, ordered by weights that have not seen its conversation", () => {
    expect(crossValidate(questions, START)).toMatchObject({ n: 4, mrr: 1 });
    const odd: TuningQuestion = {
      conversation: "d",
      candidates: [
        { signals: { vector: 0.9 }, isGold: true },
        { signals: { keyword: 0.9 }, isGold: false },
      ],
    };
    expect(crossValidate([...questions, odd], START).mrr).toBeLessThan(1);
  });
});
