import { describe, expect, it } from "vitest";
import { analyze, queryTerms } from "../language/index.js";
import { differInValueOnly } from "./newer-twin.js";

const twins = (one: string, other: string, query: string) =>
  differInValueOnly(analyze(one), analyze(other), queryTerms(query));

describe("differInValueOnly", () => {
  it.each([
    [
      "The curator of the Lindqvist museum is Ada Byrne.",
      "The curator of the Lindqvist museum is Tomas Reyes.",
      "Who is the curator of the Lindqvist museum?",
    ],
    [
      "The archive of the Lindqvist family went to the museum of Ystad",
      "The archive of the Lindqvist family went to Okafor museum",
      "Which museum did the archive of the Lindqvist family go to?",
    ],
    ["仓库的钥匙放在前台", "仓库的钥匙放在门卫那里", "仓库的钥匙在哪里"],
  ])("holds for one statement with two values: %s", (one, other, query) => {
    expect(twins(one, other, query)).toBe(true);
  });

  it("does not hold where the question names one of the values", () => {
    expect(
      twins(
        "The curator of the museum is Ada Byrne.",
        "The curator of the museum is Tomas Reyes.",
        "Is Ada Byrne the curator of the museum?",
      ),
    ).toBe(false);
  });

  it("does not hold for statements about two things", () => {
    expect(
      twins(
        "The curator of the Lindqvist museum is Ada.",
        "The curator of the Okafor museum is Ada.",
        "Who is the curator of the Okafor museum?",
      ),
    ).toBe(false);
  });

  it("does not hold for the same words, nor for words that share no frame with the question", () => {
    expect(twins("I feed the tortoise at noon", "I feed the tortoise at noon", "when is the tortoise fed")).toBe(false);
    expect(twins("I feed the tortoise at noon", "I feed the tortoise at dusk", "which bus goes to the harbour")).toBe(
      false,
    );
  });
});
