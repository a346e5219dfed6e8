import { describe, expect, it } from "vitest";
import { isCorrectionFrame, opensCorrection } from "./correction-frame.js";
import { isPieceOfWork } from "./piece-of-work.js";

describe("isCorrectionFrame", () => {
  it.each(["等等我说错了", "哎不对，刚才说反了", "更正一下", "wait, I got that wrong", "scratch that", "my mistake"])(
    "takes back: %s",
    (clause) => expect(isCorrectionFrame(clause)).toBe(true),
  );
  it.each(["他做错了三道题", "the wrong size was sent", "我说过了"])("says something of its own: %s", (clause) =>
    expect(isCorrectionFrame(clause)).toBe(false),
  );
  it.each(["不对，是周三，不是周二", "sorry, the 5th, not the 4th"])("opens with it: %s", (sentence) =>
    expect(opensCorrection(sentence)).toBe(true),
  );
  it("does not take a plain apology for it", () => expect(opensCorrection("sorry, I was asleep")).toBe(false));
});

describe("isPieceOfWork", () => {
  it.each(["帮我写个请假条", "翻译这段", "book me a taxi for eight", "summarise this article", "读一下第二段"])(
    "for now: %s",
    (clause) => expect(isPieceOfWork(clause, "request")).toBe(true),
  );
  it.each(["show prices with tax", "use short lines", "提醒语气轻松点"])("could hold for good: %s", (clause) =>
    expect(isPieceOfWork(clause, "request")).toBe(false),
  );
  it("knows what the work is for by its place in front", () =>
    expect(isPieceOfWork("下午茶帮我点", "statement")).toBe(true));
});
