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
  ["The type of music that Una Vale plays is zydeco.", "Una Vale", "play music", "zydeco"],
  ["Una Vale speaks the language of Faroese.", "Una Vale", "language spoken", "Faroese"],
  ["The language that Una Vale speaks is Faroese.", "Una Vale", "language spoken", "Faroese"],
  ["Per Holm works in the field of botany.", "Per Holm", "field of work", "botany"],
  ["The firm that produced Bluefin OS is Harbour Labs.", "Bluefin OS", "produced by", "Harbour Labs"],
  ["Bluefin OS was produced by Harbour Labs.", "Bluefin OS", "produced by", "Harbour Labs"],
  ["The academy where Per Holm was educated is Lund College.", "Per Holm", "educated in", "Lund College"],
  ["Per Holm was educated at Lund College.", "Per Holm", "educated in", "Lund College"],
  ["Larkfield was founded in 1932", "Larkfield", "founded in when", "1932"],
  ["The headquarters of Larkfield is located in the city of Ruda.", "Larkfield", "headquarters", "Ruda"],
  ["Ida Moor is the director of Kestrel Radio", "Kestrel Radio", "director", "Ida Moor"],
  ["Per Holm works for Harbour Labs", "Per Holm", "employer", "Harbour Labs"],
  ["The director of Kestrel Radio was born in Aarhus", "director of Kestrel Radio", "birthplace", "Aarhus"],
  ["Ole Brandt出生于奥胡斯", "Ole Brandt", "birthplace", "奥胡斯"],
  ["陶一鸣和林溪是夫妻。", "陶一鸣", "spouse", "林溪"],
  ["《青石巷》的作者是顾言。", "青石巷", "author", "顾言"],
  ["云杉社由白洁创办。", "云杉社", "founder", "白洁"],
  ["陶一鸣司职门将", "陶一鸣", "position played", "门将"],
  ["陶一鸣毕业的学校是东湖大学", "陶一鸣", "educated in", "东湖大学"],
  ["陶一鸣毕业于东湖大学", "陶一鸣", "educated in", "东湖大学"],
  ["陶一鸣说的语言是德语", "陶一鸣", "language spoken", "德语"],
  ["陶一鸣演奏的音乐类型是爵士乐", "陶一鸣", "play music", "爵士乐"],
  ["陶一鸣从事新闻行业", "陶一鸣", "field of work", "新闻"],
  ["生产飞鱼号的公司是云杉社", "飞鱼号", "produced by", "云杉社"],
  ["飞鱼号由云杉社生产", "飞鱼号", "produced by", "云杉社"],
  ["顾言是《青石巷》的作者", "青石巷", "author", "顾言"],
  ["云杉社成立于1998年", "云杉社", "成立于 when", "1998年"],
  ["云杉社的总部位于临江", "云杉社", "headquarters", "临江"],
  ["星港大厦位于临江新区", "星港大厦", "located in", "临江新区"],
];

describe("readRelation", () => {
  it.each(CASES)("%s", (sentence, subject, attribute, value) => {
    expect(readRelation(sentence)).toMatchObject({ subject, attribute, value, cardinality: "single" });
  });

  it.each([
    ["Una's hobby is pottery", "hobby"],
    ["Una's best friend is Ida", "best friend"],
    ["陶一鸣的爱好是画画", "爱好"],
  ])("one may have several: %s", (sentence, attribute) => {
    expect(readRelation(sentence)).toMatchObject({ attribute, cardinality: "multi" });
  });

  it.each([
    "Per Holm is interested in bees",
    "Per Holm was invited to Oslo",
    "陶一鸣是一名老师",
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
