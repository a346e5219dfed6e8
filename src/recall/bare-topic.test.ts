import { describe, expect, it } from "vitest";
import { january, openScene } from "../testing/scene.js";
import { recall } from "./index.js";

/** A few statements about a few things, each of a conversation of its own. */
async function keepAll(contents: readonly string[]) {
  const scene = await openScene();
  for (const [index, content] of contents.entries()) await scene.keep(content, { saidAt: january(index + 1) });
  return scene;
}

const ENGLISH = [
  "The user keeps a ferret called Biscuit",
  "The user plays the bassoon in a wind band",
  "The user's brother repairs clocks",
  "The user is afraid of lifts",
];
const CHINESE = ["用户养了一只雪貂", "用户在管乐队吹巴松", "用户的哥哥修钟表", "用户怕坐电梯"];

describe("a bare word (requirement 3.5: what is about it, or nothing)", () => {
  it.each([
    ["bassoon", ENGLISH, ENGLISH[1]],
    ["ferret", ENGLISH, ENGLISH[0]],
    ["雪貂", CHINESE, CHINESE[0]],
    ["电梯", CHINESE, CHINESE[3]],
  ])("gives what holds it and not the rest: %s", async (query, contents, expected) => {
    const scene = await keepAll(contents);
    const { items } = await recall(scene.parts, scene.scope, { query });
    expect(items.map(({ content }) => content)).toEqual([expected]);
  });

  it.each(["bassoons", "basson"])("gives what holds it in another form: %s", async (query) => {
    const scene = await keepAll(ENGLISH);
    const { items } = await recall(scene.parts, scene.scope, { query });
    expect(items[0]?.content).toBe(ENGLISH[1]);
  });

  it.each([
    ["birthday", "The user was born on the fourth of May", "birthday"],
    ["生日", "用户五月四日出生", "birthday"],
    ["name", "The user is Teodora", "name"],
    ["名字", "用户是陶德", "name"],
  ])("that names an attribute asks for the user's own: %s", async (query, content, attribute) => {
    const scene = await openScene();
    await scene.keep("The user mends nets", { saidAt: january(2) });
    const stated = await scene.keep(content, { attribute, saidAt: january(3) });
    const { items } = await recall(scene.parts, scene.scope, { query });
    expect(items[0]?.id).toBe(stated.id);
  });

  it("leaves a question of several words as it was", async () => {
    const scene = await keepAll(ENGLISH);
    const { items, explanation } = await recall(scene.parts, scene.scope, {
      ...{ query: "what is the bassoon for", explain: true },
    });
    expect(items[0]?.content).toBe(ENGLISH[1]);
    const rest = explanation?.candidates.filter(({ place }) => place !== 1) ?? [];
    const bare = await recall(scene.parts, scene.scope, { query: "bassoon", explain: true });
    for (const one of rest) {
      const same = bare.explanation?.candidates.find(({ id }) => id === one.id);
      expect(same?.score ?? 0).toBeLessThan(one.score);
    }
  });
});
