import { describe, expect, it } from "vitest";
import { queryTerms } from "../../language/index.js";
import { passagesFor } from "./passages.js";

const TALK_EN = "We went through the list again and the coffee was cold. Nobody had slept much. ".repeat(8);
const TALK_ZH = "大家又把清单过了一遍，咖啡也凉了。昨晚谁都没睡好。".repeat(8);

const read = (text: string, query: string) => passagesFor(text, new Set(queryTerms(query)));

describe("passages that are read beside a question", () => {
  it("are the whole of a short text, whatever it shares", () => {
    expect(read("The kiln is fired on Sundays", "rent of the studio")).toEqual(["The kiln is fired on Sundays"]);
    expect(read("窑每周日开火", "画室的房租")).toEqual(["窑每周日开火"]);
  });

  it.each([
    [`${TALK_EN}The approval limit was raised to 40 thousand. ${TALK_EN}`, "what is the approval limit", "40 thousand"],
    [`${TALK_ZH}审批额度提高到了四万。${TALK_ZH}`, "审批额度是多少", "四万"],
  ])("of a long one stand around what shares words with the question", (text, query, answer) => {
    const [first = ""] = read(text, query);
    expect(first).toContain(answer);
    expect(first.length).toBeLessThan(text.length / 3);
  });

  it("are two at most, and none that overlap", () => {
    const text = `The limit is new. ${TALK_EN}The limit is old. ${TALK_EN}The limit is gone. The limit stays.`;
    const passages = read(text, "the limit");
    expect(passages).toHaveLength(2);
    expect(passages[0]).toContain("The limit is new");
    expect(passages[1]).toContain("The limit is old");
  });

  it("are none of a long text that shares nothing: what was not read is no evidence", () => {
    expect(read(TALK_EN, "rent of the studio")).toEqual([]);
    expect(read(TALK_ZH, "画室的房租")).toEqual([]);
  });

  it("come of one endless sentence too, and of a text that is a book", () => {
    expect(read("kiln ".repeat(50_000), "kiln")).toHaveLength(1);
    expect(read("", "kiln")).toEqual([""]);
  });
});
