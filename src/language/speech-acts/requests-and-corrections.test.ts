import { describe, expect, it } from "vitest";
import { classifySpeech } from "./classify.js";
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

describe("standing wishes put as questions", () => {
  it.each([
    "Could you keep your answers under ten lines from now on?",
    "Would you mind using metric units with me?",
    "能不能以后先说结论再说原因",
    "不必每次都问我还有什么需要",
    "我希望你每次都先确认我有没有听懂",
  ])("are requests: %s", (text) => {
    expect(classifySpeech(text, { isLast: true }).act).toBe("request");
  });
  it.each([
    "Can you tell me when I usually wake up?",
    "Could you check whether they deliver on Sundays?",
    "能不能告诉我我平时几点睡",
    "我们以后能不能一起吃饭",
  ])("unlike what asks to know something: %s", (text) => {
    expect(classifySpeech(text, { isLast: true }).act).toBe("question");
  });
});
