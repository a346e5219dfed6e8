import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../../../domain/index.js";
import { compose } from "./literals.js";

const PLAIN = /^'([^'\\]*)'$/;
const SPELLED = /^_utf8mb4 X'([0-9a-f]*)'$/;

/** What a server reads, whatever its modes. */
function read(literal: string): string {
  const plain = PLAIN.exec(literal)?.[1];
  if (plain !== undefined) return plain;
  return Buffer.from(SPELLED.exec(literal)?.[1] ?? "?", "hex").toString("utf8");
}

describe("values of a statement for MariaDB", () => {
  it("9.1 no text can end its literal, and each is read as it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(read(compose("$1", [text]))).toBe(text.toWellFormed());
      }),
    );
  });

  it.each([
    ["it's", "_utf8mb4 X'69742773'"],
    ["a\\", "_utf8mb4 X'615c'"],
    ["' OR 1=1 -- ", "_utf8mb4 X'27204f5220313d31202d2d20'"],
    ["$1 $2", "'$1 $2'"],
    ["\u0000", "_utf8mb4 X'00'"],
    ["猫", "_utf8mb4 X'e78cab'"],
    ["end ", "'end '"],
  ])("%j is written %s", (text, literal) => {
    expect(compose("$1", [text])).toBe(literal);
  });

  it("fractions are doubles, not decimals; what is negative never meets a minus sign", () => {
    expect(compose("$1 -$2 -$3", [0.1, -1, -2.5])).toBe("0.1e0 -(-1) -(-2.5e0)");
    expect(compose("$1 $2 $3", [1e21, 5e-324, 2 ** 53])).toBe("1e+21 5e-324 9007199254740992");
    expect(compose("$1 $2", [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])).toBe(
      "1.7976931348623157e308 (-1.7976931348623157e308)",
    );
    expect(() => compose("$1", [Number.NaN])).toThrow(KeepsakeError);
  });

  it("lists, rows, bytes and nothing", () => {
    expect(compose("IN ($1)", [["a", "b"]])).toBe("IN ('a', 'b')");
    expect(compose("IN ($1)", [[]])).toBe("IN (SELECT NULL FROM DUAL WHERE FALSE)");
    const rows = [[1, null, new Uint8Array([0, 255])] as const, [2, true, "x"] as const];
    expect(compose("VALUES $1", [rows])).toBe("VALUES (1, NULL, X'00ff'), (2, 1, 'x')");
  });

  it("a value stands wherever it is named, and a missing one is an error", () => {
    expect(compose("$2 $1 $2", ["a", "b"])).toBe("'b' 'a' 'b'");
    expect(() => compose("$2", ["a"])).toThrow(KeepsakeError);
  });
});
