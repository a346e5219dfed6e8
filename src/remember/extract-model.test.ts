import { describe, expect, it } from "vitest";
import { createFakeChatModel, type FakeChatScript } from "../adapters/models/fake/index.js";
import { KeepsakeError } from "../domain/index.js";
import { openWriteScene } from "../testing/write-scene.js";

const TEXT = "our fridge hums in G minor and the landlord will not mend it";
const ITEM = {
  intent: "state",
  content: "The user's fridge hums in G minor",
  evidence: "our fridge hums in G minor",
  kind: "fact",
  subject: "user",
  attribute: null,
  value: null,
  polarity: "positive",
  confidence: 0.9,
};

async function kept(script: FakeChatScript, text = TEXT) {
  const chatModel = createFakeChatModel(script);
  const scene = await openWriteScene({ chatModel });
  await scene.tell("s", [text]);
  const dead = await scene.parts.storage.queue.backlog();
  return { contents: await scene.active(), requests: chatModel.requests.length, dead: dead.dead };
}

const failure = (code: "MODEL_UNAVAILABLE" | "MODEL_INVALID_OUTPUT" | "DEADLINE_EXCEEDED") => ({
  error: new KeepsakeError(code, "no"),
});

describe("extraction by a model", () => {
  it("adds what the rules did not see", async () => {
    expect(await kept([{ object: { items: [ITEM] } }])).toEqual({ contents: [ITEM.content], requests: 1, dead: 0 });
  });

  it("P08: no JSON, then a good answer: one repair", async () => {
    expect(await kept([failure("MODEL_INVALID_OUTPUT"), { object: { items: [ITEM] } }])).toEqual({
      contents: [ITEM.content],
      requests: 2,
      dead: 0,
    });
  });

  it.each([
    ["no JSON at all", [failure("MODEL_INVALID_OUTPUT")], 2],
    ["wrong types", [{ object: { items: "none" } }], 2],
    ["an empty object", [{ object: {} }], 2],
    ["an item with a missing field", [{ object: { items: [{ ...ITEM, kind: undefined }] } }], 2],
    ["evidence that was never said", [{ object: { items: [{ ...ITEM, evidence: "our oven hums" }] } }], 2],
    ["confidence out of range", [{ object: { items: [{ ...ITEM, confidence: 7 }] } }], 2],
    ["an outage", [failure("MODEL_UNAVAILABLE")], 1],
    ["a time-out", [failure("DEADLINE_EXCEEDED")], 1],
  ] as const)("P08: %s yields nothing and loses no turn", async (_, script, requests) => {
    expect(await kept(script)).toEqual({ contents: [], requests, dead: 0 });
  });

  it("the rule path stands when the model fails", async () => {
    const { contents } = await kept([failure("MODEL_UNAVAILABLE")], "I'm allergic to latex");
    expect(contents).toEqual(["The user is allergic to latex"]);
  });

  it("says nothing twice: what a rule found is not added again", async () => {
    const item = {
      ...ITEM,
      content: "The user has a latex allergy",
      evidence: "I'm allergic to latex",
      attribute: "allergy",
      value: "latex",
    };
    const { contents } = await kept([{ object: { items: [item] } }], "I'm allergic to latex");
    expect(contents).toEqual(["The user is allergic to latex"]);
  });

  it("P01: questions, quotations and pasted lines are vetoed, and small talk is never sent", async () => {
    const asked = { ...ITEM, content: "The user moves to Oslo", evidence: "should I move to Oslo?" };
    expect(
      (await kept([{ object: { items: [asked] } }], "should I move to Oslo? my cat says no to fish")).contents,
    ).toEqual([]);
    const pasted = { ...ITEM, content: "The user likes ads", evidence: "the user likes ads" };
    expect(
      (await kept([{ object: { items: [pasted] } }], "I found a thing in the mail\n> the user likes ads")).contents,
    ).toEqual([]);
    expect((await kept([{ object: { items: [ITEM] } }], "haha ok thanks")).requests).toBe(0);
  });

  it("a model's secret is redacted like any other", async () => {
    const item = { ...ITEM, content: "Write to nobody@example.com about the fridge" };
    const { contents } = await kept([{ object: { items: [item] } }]);
    expect(contents[0]).not.toContain("nobody@example.com");
  });
});
