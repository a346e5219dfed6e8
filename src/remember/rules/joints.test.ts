import { describe, expect, it } from "vitest";
import { isTail } from "./joints.js";
import { readPieces } from "./units.js";

/** Whether the last clause of the sentence goes with the one before it, though it asks for nothing itself. */
function goesWith(sentence: string, isKept: boolean): boolean {
  const pieces = readPieces({ text: sentence, start: 0, end: sentence.length });
  const [before, last] = pieces.slice(-2);
  if (before === undefined || last === undefined) throw new Error("two clauses are needed");
  return isTail(last, before, isKept);
}

describe("a weak clause and the statement on its left", () => {
  it("what a reason waits for goes with it, whatever is felt of it", () => {
    expect(goesWith("阿勉去爬山，由于没有跟紧大家，感到非常焦虑", false)).toBe(true);
    expect(goesWith("阿勉去爬山，跟大家走散了，感到非常焦虑", false)).toBe(false);
  });

  it("what was felt goes with what happened where the whole is kept", () => {
    expect(goesWith("阿勉参加了象棋赛，感到非常紧张", true)).toBe(true);
    expect(goesWith("阿勉参加了象棋赛，我觉得很无聊", true)).toBe(false);
  });
});
