import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../../domain/index.js";
import { fromStored, toStored } from "./stored-text.js";

const text = fc
  .array(fc.constantFrom("\u0000", "\u0001", "\u0002", "a", "茶", "😀"), { maxLength: 8 })
  .map((parts) => parts.join(""));

describe("stored text", () => {
  it("comes back as it was, without a NUL on the way", () => {
    fc.assert(
      fc.property(text, (original) => {
        const stored = toStored(original);
        expect(stored).not.toContain("\u0000");
        expect(fromStored(stored)).toBe(original);
      }),
    );
  });

  it("keeps the order of code points", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareCodePoints(toStored(a), toStored(b)))).toBe(Math.sign(compareCodePoints(a, b)));
      }),
    );
  });
});
