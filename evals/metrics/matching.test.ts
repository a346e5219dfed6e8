import { describe, expect, it } from "vitest";
import { holdsIgnoringSpace, matchesGroup, normaliseText } from "./matching.js";

describe("normalisation", () => {
  it.each([
    ["full width to half", "ＡＢＣ１２３", "abc123"],
    ["lower case", "Kestrel HARBOUR", "kestrel harbour"],
    ["runs of whitespace, line breaks and ideographic spaces", "a \n\t b\u3000c", "a b c"],
    ["no space beside a Chinese character", "用 Python 写 脚本", "用python写脚本"],
    ["no space beside a CJK punctuation mark", "好 、 b 。 c", "好、b。c"],
    ["a space between other words stays", "node 20 lts", "node 20 lts"],
    ["several spaces between Chinese characters go", "好   的  吧", "好的吧"],
    ["compatibility ligatures", "ﬁle №5", "file no5"],
  ])("%s", (_, text, expected) => {
    expect(normaliseText(text)).toBe(expected);
  });

  it("removes every space of a row of single Chinese characters", () => {
    expect(normaliseText("一 二 三 四")).toBe("一二三四");
  });

  it("keeps what no rule touches: scripts are not converted, words not stemmed", () => {
    expect(normaliseText("憂鬱")).not.toBe(normaliseText("忧郁"));
    expect(matchesGroup("she walks", ["walking"])).toBe(false);
  });
});

describe("groups", () => {
  it("needs every entry", () => {
    expect(matchesGroup("The kiln opens on Monday", ["kiln", "monday"])).toBe(true);
    expect(matchesGroup("The kiln opens on Monday", ["kiln", "tuesday"])).toBe(false);
  });

  it("needs one alternative of an entry", () => {
    const group = ["1 June|June 1|06-01|6月1日"];
    for (const text of ["due June 1", "截止6 月 1 日", "2026-06-01", "by 1 June"])
      expect(matchesGroup(text, group)).toBe(true);
    expect(matchesGroup("due June 2", group)).toBe(false);
  });

  it("matches substrings in either language, spaces beside Chinese aside", () => {
    expect(matchesGroup("他在 Lumenta 做测试", ["lumenta做测试"])).toBe(true);
    expect(matchesGroup("underground", ["ground"])).toBe(true);
  });

  it("matches an empty group always and an empty alternative never", () => {
    expect(matchesGroup("anything", [])).toBe(true);
    expect(matchesGroup("anything", [""])).toBe(false);
    expect(matchesGroup("anything", ["thing|"])).toBe(true);
  });
});

describe("numbers match whole", () => {
  it.each([
    ["9", "19.5", false],
    ["9.5", "19.5", false],
    ["9", "9.5", false],
    ["5", "9.5", false],
    ["9.5", "9.5", true],
    ["9", "9 o'clock", true],
    ["9", "at 9.", true],
    ["9", "v9", true],
    ["25号", "每月25号", true],
    ["5号", "每月25号", false],
    ["room 1", "room 12", false],
    ["room 1", "room 1, left", true],
    ["2026", "2026-06-01", true],
    ["06", "2026-06-01", true],
    ["1.5", "1.5.2", false],
    ["9", "x.9", true],
    ["9", "99 and 9", true],
    ["１２", "第12次", true],
  ])("%s in %s: %s", (alternative, text, expected) => {
    expect(matchesGroup(text, [alternative])).toBe(expected);
  });
});

describe("negation", () => {
  it("wants none of the alternatives", () => {
    expect(matchesGroup("a statement about wool", ["wool", "!Ansel|roommate"])).toBe(true);
    expect(matchesGroup("Ansel hates wool", ["wool", "!Ansel|roommate"])).toBe(false);
    expect(matchesGroup("my roommate's wool", ["wool", "!Ansel|roommate"])).toBe(false);
  });

  it("keeps the number rule: !9 is satisfied by 19", () => {
    expect(matchesGroup("room 19", ["room", "!9"])).toBe(true);
    expect(matchesGroup("room 9", ["room", "!9"])).toBe(false);
  });
});

describe("leaked strings", () => {
  it("are found whatever the spaces, width and case", () => {
    expect(holdsIgnoringSpace("card 6222 0000\n1111", "62220000 1111")).toBe(true);
    expect(holdsIgnoringSpace("KEY ｓｋ-ABC", "sk-abc")).toBe(true);
    expect(holdsIgnoringSpace("nothing here", "sk-abc")).toBe(false);
    expect(holdsIgnoringSpace("anything", " ")).toBe(false);
  });
});
