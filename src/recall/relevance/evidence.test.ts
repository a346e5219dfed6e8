import { describe, expect, it } from "vitest";
import { january, openScene } from "../../testing/scene.js";
import { recall } from "../index.js";
import { weighPerson } from "./right-person.js";

interface Asked {
  readonly said: readonly string[];
  /** A statement about the user that is remembered beside. */
  readonly kept?: readonly [content: string, attribute: string];
  readonly query: string;
}

/** What a store in which this was said makes of a query. */
async function evidenceOf({ said, kept, query }: Asked) {
  const scene = await openScene();
  for (const [index, text] of said.entries()) await scene.say(`s${index}`, text, { at: january(2 + index) });
  if (kept !== undefined) await scene.keep(kept[0], { subject: "user", attribute: kept[1] });
  const { explanation } = await recall(scene.parts, scene.scope, { query, floor: 0, explain: true });
  if (explanation === undefined) throw new Error("not explained");
  const { answerable, signs } = explanation.query as { answerable: number; signs: Record<string, number> };
  return { answerable, signs };
}

describe("3.2 is there an answer at all", () => {
  it.each([
    {
      query: "what is the rent of the studio",
      given: ["The studio has north light", "The rent of the studio is 700 a month"],
      withheld: ["The studio has north light", "We painted the studio white"],
    },
    {
      query: "画室的房租是多少",
      given: ["画室朝北", "画室的房租一个月七百"],
      withheld: ["画室朝北", "我们把画室刷成了白色"],
    },
  ])("is less likely where the thing is there and what is asked of it is not: $query", async (example) => {
    const given = await evidenceOf({ said: example.given, query: example.query });
    const withheld = await evidenceOf({ said: example.withheld, query: example.query });
    expect(given.signs.attributeMissing).toBe(0);
    expect(given.signs.valueMissing).toBe(0);
    expect(withheld.signs.attributeMissing).toBe(1);
    expect(withheld.signs.valueMissing).toBe(1);
    expect(withheld.signs.nothingOfIt).toBeGreaterThan(0);
    expect(withheld.answerable).toBeLessThan(given.answerable);
  });

  it.each([
    ["The user moved to Bergen", "home", "Where do I live?", "Where does my sister live?"],
    ["The user moved to Bergen", "home", "Where do I live?", "Where does Anna live?"],
    ["用户搬到了卑尔根", "home", "我住在哪里？", "我妹妹住在哪里？"],
    ["The user started at Fjordkraft", "employer", "Who do I work for?", "Who does my brother work for?"],
  ] as const)(
    "is sure where a statement of the very attribute of the very person is there: %s",
    async (content, attribute, of, other) => {
      const kept = [content, attribute] as const;
      const asked = await evidenceOf({ said: [], kept, query: of });
      expect(asked.signs.attributeStated).toBe(1);
      expect(asked.answerable).toBeGreaterThan(0.5);
      expect((await evidenceOf({ said: [], kept, query: other })).signs.attributeStated).toBe(0);
    },
  );

  it("what is asked of someone who is named is not answered by what is so of the user", async () => {
    const scene = await openScene();
    await scene.keep("The user lives in Bergen", { subject: "user", attribute: "home" });
    expect((await recall(scene.parts, scene.scope, { query: "Where does Anna live?" })).items).toEqual([]);
    expect((await recall(scene.parts, scene.scope, { query: "Where do I live?" })).items).toHaveLength(1);
  });

  it("counts words that nothing holds against a question for a value only", async () => {
    const said = ["The kiln is fired on Sundays", "窑每周日开火"];
    expect(
      (await evidenceOf({ said, query: "who repaired the carburettor of the kiln" })).signs.unseen,
    ).toBeGreaterThan(0);
    expect((await evidenceOf({ said, query: "kiln carburettor" })).signs.unseen).toBe(0);
    expect((await evidenceOf({ said, query: "窑的化油器是谁修的" })).signs.unseen).toBeGreaterThan(0);
  });

  it("asks no single statement to answer an errand or a topic, where a word of it is there", async () => {
    const said = ["The loom needs oiled shuttles"];
    expect((await evidenceOf({ said, query: "suggest a shuttle for the loom" })).signs.openEnded).toBe(1);
    expect((await evidenceOf({ said, query: "what does the loom need?" })).signs.openEnded).toBe(0);
    expect((await evidenceOf({ said, query: "boiling point of tungsten" })).signs.openEnded).toBe(0);
  });

  it("tells every sign it was read from, each a finite number", async () => {
    const { signs, answerable } = await evidenceOf({ said: ["The harp is out of tune"], query: "竖琴走调了吗" });
    expect(Object.keys(signs).length).toBeGreaterThan(8);
    expect(Object.values(signs).every(Number.isFinite)).toBe(true);
    expect(answerable).toBeGreaterThan(0);
    expect(answerable).toBeLessThan(1);
  });
});

describe("does the one who is asked about answer", () => {
  const neutral = { best: 2, others: 0, statement: 0, words: 0, asks: 0 };

  it.each([
    ["others are ahead", { others: 1 }],
    ["others hold more of the words", { words: 0.5 }],
    ["the best of the one asked about only asks", { asks: 1 }],
  ])("less likely where %s", (_, change) => {
    expect(weighPerson({ ...neutral, ...change })).toBeLessThan(weighPerson(neutral));
  });

  it("a question that someone asked is no statement of theirs", async () => {
    const scene = await openScene();
    const say = (speaker: string, text: string, day: number) =>
      scene.say(`s${day}`, text, { at: january(day), speaker });
    await say("Orla", "Did you ever ride a camel, Piet?", 3);
    await say("Piet", "I rode a camel in Tunisia, it was wonderful", 4);
    await say("Orla", "The tram was late again", 5);
    const likely = async (query: string) =>
      (await recall(scene.parts, scene.scope, { query, floor: 0, explain: true })).explanation?.query
        .rightPerson as number;
    expect(await likely("Where did Orla ride a camel?")).toBeLessThan(await likely("Where did Piet ride a camel?"));
  });
});
