import { describe, expect, it } from "vitest";
import type { RelationClassifier } from "../../domain/index.js";
import { judgePair } from "./judge-pair.js";

const none = new Array<number>(2).fill(0);
const sure = { bias: 3, features: {}, earlier: none, later: none, product: none };
const classifier: RelationClassifier = { version: "t", embeddingModel: "t", update: sure, same: sure };
const voiced = (text: string) => ({ text, vector: Float32Array.of(1, 0) });
const judge = (first: string, second: string) => judgePair(classifier, voiced(first), voiced(second));

describe("what no certainty of the classifier makes a change", () => {
  it.each([
    ["P30 another subject", "Marisol Vega plays the cello.", "Tobias Holm plays the oboe."],
    ["a question", "The lease ends in May.", "Does the lease end in June?"],
    ["talk", "玻璃厂归老陈管。", "都在传玻璃厂要归老李管，谣言。"],
  ])("%s", (_name, first, second) => {
    expect(judge(first, second)?.update).toBe(0);
  });

  it("is one where the words announce it", () => {
    expect(judge("The lease ends in May.", "The lease has been changed and ends in June.")?.update).toBeGreaterThan(
      0.9,
    );
  });
});

describe("what no certainty of the classifier makes the same", () => {
  it.each([
    [
      "an exception",
      "Refunds are possible within a month.",
      "Refunds are possible within a month, except on sale items.",
    ],
    ["a doubt", "I will move to Leuven.", "I might move to Leuven."],
    ["an opposite", "I adore jazz.", "I moderately like jazz."],
    ["another figure", "押金三百块。", "押金四百块。"],
  ])("%s", (_name, first, second) => {
    expect(judge(first, second)?.same).toBe(0);
  });

  it("is where figures differ in writing only", () => {
    expect(judge("Standup is at half past nine.", "The standup starts 9:30.")?.same).toBeGreaterThan(0.9);
  });
});
