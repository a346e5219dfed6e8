import { describe, expect, it } from "vitest";
import { forgetsLast } from "./silence.js";

describe("a wish that the last thing said be forgotten", () => {
  it.each(["Scratch that, please.", "Scratch that, it was private.", "Forget that, I shouldn't have told you."])(
    "%s",
    (text) => expect(forgetsLast(text)).toBe(true),
  );

  it.each([
    "Scratch that, our rent is 950 euros.",
    "Forget that, the standup starts at ten.",
    "Scratch that — my dentist is Rosa Lind.",
  ])("is none with a value in its breath, which corrects: %s", (text) => expect(forgetsLast(text)).toBe(false));
});
