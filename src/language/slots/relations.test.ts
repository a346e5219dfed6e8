import { describe, expect, it } from "vitest";
import { readRelation } from "./relations.js";

const CASES: readonly (readonly [string, string, string, string])[] = [
  ["Ole Brandt was born in the city of Aarhus.", "Ole Brandt", "birthplace", "Aarhus"],
  ["Ole Brandt was born in Aarhus", "Ole Brandt", "birthplace", "Aarhus"],
  ["The director of Kestrel Radio is Ida Moor, OBE", "Kestrel Radio", "director", "Ida Moor, OBE"],
  ["Una Vale is married to Tom Rook.", "Una Vale", "spouse", "Tom Rook"],
  ["Per Holm plays the position of goalkeeper.", "Per Holm", "position played", "goalkeeper"],
  ["Larkfield was founded by Nora Quill.", "Larkfield", "founder", "Nora Quill"],
  ["Bluefin OS was developed by Harbour Labs.", "Bluefin OS", "developer", "Harbour Labs"],
  ["Nimbus is affiliated with the Green Guild.", "Nimbus", "affiliated with", "the Green Guild"],
  ["Ruda is located in the continent of Asia.", "Ruda", "located in", "Asia"],
  ["Ole Brandt出生于奥胡斯", "Ole Brandt", "birthplace", "奥胡斯"],
  ["陶一鸣和林溪是夫妻。", "陶一鸣", "spouse", "林溪"],
  ["《青石巷》的作者是顾言。", "青石巷", "author", "顾言"],
  ["云杉社由白洁创办。", "云杉社", "founder", "白洁"],
  ["陶一鸣司职门将", "陶一鸣", "position played", "门将"],
  ["星港大厦位于临江新区", "星港大厦", "located in", "临江新区"],
];

describe("readRelation", () => {
  it.each(CASES)("%s", (sentence, subject, attribute, value) => {
    expect(readRelation(sentence)).toMatchObject({ subject, attribute, value, cardinality: "single" });
  });

  it.each([
    "I was born in Aarhus",
    "He is married to Una",
    "Is Una married to Tom?",
    "The problem of the day is lunch",
    "我出生于奥胡斯",
    "这本书的作者是谁？",
  ])("names nothing: %s", (sentence) => {
    expect(readRelation(sentence)).toBeUndefined();
  });
});
