import { describe, expect, it } from "vitest";
import { january, openScene } from "../../testing/scene.js";
import { recall } from "../index.js";

/** Of the gear only one statement is found by the words of the question; the others are tied to it by a name that it brings up. */
async function scene(association: number) {
  const opened = await openScene();
  await opened.say("s1", "Wilma lent me the big rucksack for the glacier tour", { at: january(3) });
  await opened.say("s2", "Wilma wants her stove back by spring", { at: january(5) });
  await opened.say("s3", "The bakery on the corner has closed", { at: january(6) });
  await opened.say("s4", "Tax papers are in the blue folder", { at: january(7) });
  const { policy } = opened.parts;
  const weights = { ...policy.recall.weights, association };
  return { ...opened, parts: { ...opened.parts, policy: { ...policy, recall: { ...policy.recall, weights } } } };
}

async function placeOf(association: number, words: string): Promise<number> {
  const { parts, scope } = await scene(association);
  const { items } = await recall(parts, scope, { query: "glacier tour rucksack", floor: 0 });
  return items.findIndex(({ content }) => content.includes(words));
}

describe("3.1 association", () => {
  it("brings up what is tied to the first hit by a name that the question does not hold", async () => {
    expect(await placeOf(4, "stove")).toBe(1);
  });

  it("is told in the explanation, and only where the policy gives it a weight", async () => {
    for (const weight of [0, 4]) {
      const { parts, scope } = await scene(weight);
      const { explanation } = await recall(parts, scope, { query: "glacier tour rucksack", floor: 0, explain: true });
      const told = explanation?.candidates.flatMap(({ channels }) =>
        channels.filter(({ channel }) => channel === "association"),
      );
      expect((told?.length ?? 0) > 0).toBe(weight > 0);
    }
  });

  it("reaches a statement that no index found, through the subject of one that was", async () => {
    const opened = await openScene();
    const { policy } = opened.parts;
    const recallPolicy = { ...policy.recall, candidatesPerChannel: 1 };
    const withWeight = (association: number) => ({
      ...opened.parts,
      policy: { ...policy, recall: { ...recallPolicy, weights: { ...recallPolicy.weights, association } } },
    });
    await opened.keep("Birch runs on four machines in Oslo", { subject: "Birch", saidAt: january(2) });
    await opened.keep("Its owner since winter is Dana", { subject: "Birch", saidAt: january(3) });
    const contents = async (association: number) =>
      (await recall(withWeight(association), opened.scope, { query: "machines in Oslo", floor: 0 })).items.map(
        ({ content }) => content,
      );
    expect(await contents(0)).toHaveLength(1);
    expect(await contents(1)).toContain("Its owner since winter is Dana");
  });
});
