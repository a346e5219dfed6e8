import { describe, expect, it } from "vitest";
import { january, openScene } from "../testing/scene.js";
import { recall } from "./index.js";

async function explained(query: string, more: { readonly limit?: number; readonly floor?: number } = {}) {
  const scene = await openScene();
  await scene.say("s1", "The greenhouse heater broke in the frost", { at: january(6) });
  await scene.say("s2", "The greenhouse heater was bought in spring", { at: january(7) });
  await scene.say("s3", "温室的加热器在霜冻时坏了", { at: january(8) });
  await scene.say("s4", "温室的加热器是春天买的", { at: january(9) });
  await scene.keep("The user likes  greenhouse heaters", { saidAt: january(4) });
  await scene.keep("The user likes greenhouse heaters", { saidAt: january(3) });
  await scene.say("s5", "Lunch was noodles with pickles", { at: january(9) });
  const result = await recall(scene.parts, scene.scope, { query, explain: true, ...more });
  if (result.explanation === undefined) throw new Error("not explained");
  return { ...result, explanation: result.explanation };
}

describe("3.7 the explanation", () => {
  it("adds up: the channels' points are the sum, and cosines are told in deviations", async () => {
    const { explanation } = await explained("greenhouse heater frost");
    expect(explanation.candidates.length).toBeGreaterThan(3);
    for (const candidate of explanation.candidates) {
      const sum = candidate.channels.reduce((total, { points }) => total + points, 0);
      expect(sum).toBeCloseTo(candidate.fused, 6);
      for (const { points, weight, score, neutral } of candidate.channels) {
        expect(points).toBeCloseTo(weight * (score - neutral), 6);
      }
      if (candidate.cosine === undefined) continue;
      const { unrelatedMean, unrelatedDeviation } = explanation.calibration;
      expect(candidate.deviations).toBeCloseTo((candidate.cosine - unrelatedMean) / unrelatedDeviation, 6);
    }
  });

  it("tells the answer's candidates first, in its order, with their places", async () => {
    const { items, explanation } = await explained("greenhouse heater frost", { limit: 2 });
    const returned = explanation.candidates.filter(({ outcome }) => outcome === "returned");
    expect(returned.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(returned.map(({ place }) => place)).toEqual([1, 2]);
    expect(explanation.candidates.slice(0, 2)).toEqual(returned);
  });

  it("tells of every fate in words: beyond the limit, under the floor, a duplicate", async () => {
    const { explanation } = await explained("greenhouse heaters that the user likes", { limit: 1 });
    const wordsOf = (outcome: string) =>
      explanation.candidates.find((candidate) => candidate.outcome === outcome)?.steps.join(" ");
    expect(wordsOf("returned")).toMatch(/Channels: sum .*Calibration: .*Floor: .*Answer: place 1\./u);
    expect(wordsOf("beyond-k")).toContain("the answer was full");
    expect(wordsOf("duplicate")).toContain("Diversity: says what a better one says");
    expect(wordsOf("below-floor")).toMatch(/Floor: relevance 0\.\d\d is under 0\.\d\d: dropped\./u);
  });

  it("speaks Chinese to a Chinese query", async () => {
    const { explanation } = await explained("温室的加热器", { limit: 1 });
    const all = explanation.candidates.flatMap(({ steps }) => steps).join("\n");
    for (const word of ["各通道：合计", "校准：", "门槛：相关度", "结果：第 1 位。"]) expect(all).toContain(word);
    expect(all).not.toMatch(/Channels|Floor|Answer/u);
  });

  it("7.1 is told in the language that was asked for, else in that of the query", async () => {
    const scene = await openScene();
    await scene.keep("The user likes greenhouse heaters");
    await scene.keep("用户喜欢温室加热器");
    const HAN = /\p{Script=Han}/u;
    for (const [query, own] of [
      ["greenhouse heaters", "en"],
      ["温室加热器", "zh"],
    ] as const) {
      for (const language of [undefined, "en", "zh"] as const) {
        const asked = language === undefined ? {} : { language };
        const { items, explanation } = await recall(scene.parts, scene.scope, { query, explain: true, ...asked });
        const told = [items[0]?.why ?? "", ...(explanation?.candidates[0]?.steps ?? [])];
        expect(told.length).toBeGreaterThan(1);
        const words = told.map((text) => text.replaceAll(/“[^”]*”|（[^）]*）/gu, ""));
        for (const text of words) expect(HAN.test(text)).toBe((language ?? own) === "zh");
      }
    }
  });
});
