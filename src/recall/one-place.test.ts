import { describe, expect, it } from "vitest";
import { january, openScene } from "../testing/scene.js";
import { recall } from "./index.js";

/** Fakes are near by the words they share; what is tested is who takes a place, not how near anything is. */
const FLOOR = 0;

describe("what was said takes one place in the answer", () => {
  it("a turn of which several statements were kept stands itself", async () => {
    const scene = await openScene();
    const turn = await scene.say(
      "s",
      "The sailmaker Ottoline lives in Hydra, and the sailmaker Ottoline is left-handed",
      {
        at: january(2),
      },
    );
    const kept = [
      await scene.keep("Ottoline lives in Hydra", {
        ...{ subject: "Ottoline", turnIds: [turn.id], evidence: "The sailmaker Ottoline lives in Hydra" },
      }),
      await scene.keep("Ottoline is left-handed", {
        ...{ subject: "Ottoline", turnIds: [turn.id], evidence: "the sailmaker Ottoline is left-handed" },
      }),
    ];
    const { items, explanation } = await recall(scene.parts, scene.scope, {
      ...{ query: "what do I know about the sailmaker Ottoline", floor: FLOOR, explain: true },
    });
    expect(items.map(({ type, turnIds }) => [type, turnIds[0]])).toEqual([["episode", turn.id]]);
    expect(explanation?.dropped.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id as string).sort());
  });

  it("a memory whose turn is shown whole beside another adds nothing", async () => {
    const scene = await openScene();
    const before = await scene.say("s", "谁会修手风琴？", { at: january(2) });
    const turn = await scene.say("s", "修手风琴的师傅姓乌，就在码头边", { at: january(2) + 1000 });
    const memory = await scene.keep("有人问起过手风琴", { turnIds: [before.id], evidence: "谁会修手风琴？" });
    const { items, explanation } = await recall(scene.parts, scene.scope, {
      ...{ query: "修手风琴的师傅在码头边吗", floor: FLOOR, explain: true },
    });
    expect(items[0]?.turnIds).toEqual([turn.id, before.id]);
    expect(items.some(({ id }) => id === memory.id)).toBe(false);
    expect(explanation?.dropped.find(({ id }) => id === memory.id)?.reason).toBe("overlaps");
  });

  it("but stays where that turn is cut", async () => {
    const scene = await openScene();
    const long = `Who mends accordions? ${"There was so much else to see at the harbour. ".repeat(8)}`;
    const before = await scene.say("s", long, { at: january(2) });
    await scene.say("s", "The man who mends accordions is called Uhl, down by the pier", { at: january(2) + 1000 });
    const memory = await scene.keep("Somebody asked about accordions", {
      ...{ turnIds: [before.id], evidence: "Who mends accordions?" },
    });
    const { items } = await recall(scene.parts, scene.scope, {
      ...{ query: "who mends accordions down by the pier", floor: FLOOR },
    });
    expect(items.some(({ id }) => id === memory.id)).toBe(true);
  });

  it("a summary stands behind the words that it sums up, and first where nothing of it is shown", async () => {
    const scene = await openScene();
    const turn = await scene.say("s", "The beehives stand behind the chapel", { at: january(2) });
    const other = await scene.say("t", "The tax office closes at four", { at: january(3) });
    const summary = await scene.keep("Talk about beehives, the chapel and beehives again", {
      ...{ kind: "summary", turnIds: [turn.id], evidence: "" },
    });
    const { items } = await recall(scene.parts, scene.scope, { query: "beehives behind the chapel", floor: FLOOR });
    const order = items.map(({ id, turnIds }) => (id === summary.id ? "summary" : turnIds[0]));
    expect(order).toEqual([turn.id, other.id, "summary"]);
    const scores = items.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });
});
