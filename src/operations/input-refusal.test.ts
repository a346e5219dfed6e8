import { describe, expect, it } from "vitest";
import { operationNamed } from "./index.js";
import { parseInput } from "./input-refusal.js";

function refusal(operation: string, input: unknown, language: "en" | "zh" = "en"): string {
  try {
    parseInput(operationNamed(operation).input, input, language);
    return "taken";
  } catch (thrown) {
    return String((thrown as Error).message);
  }
}

describe("what is wrong with an input, in words", () => {
  it.each<readonly [string, unknown, string, string]>([
    ["recall", {}, "query: is required", "query: 必须给出"],
    ["recall", { query: 5 }, "query: must be text, not a number", "query: 须为文本，收到的是数"],
    ["recall", { query: null }, "query: must be text, not null", "query: 须为文本，收到的是空值"],
    ["recall", [], "input: must be an object, not a list", "input: 须为对象，收到的是列表"],
    [
      "audit-verify",
      { expectHash: "x" },
      "expectHash: must be the 64 hexadecimal digits of a head that was kept",
      "expectHash: 须为此前保存的链头散列：64 位十六进制数字",
    ],
  ])("%s %j", (operation, input, en, zh) => {
    expect(refusal(operation, input)).toBe(en);
    expect(refusal(operation, input, "zh")).toBe(zh);
  });

  it("points from the words of other interfaces to text", () => {
    const turns = [{ role: "user", content: "Tea." }];
    expect(refusal("record", { sessionId: "s", turns })).toContain("the words of a turn stand in `text`");
    expect(refusal("record", { sessionId: "s", turns }, "zh")).toContain("发言的文字写在 `text` 中");
  });
});
