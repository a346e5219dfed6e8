import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { boundsOf } from "./expiry.js";

const AT = Date.parse("2026-05-13T03:00:00Z");

function endOf(text: string): number | undefined {
  const said = { text, at: AT, timeZone: "Asia/Shanghai", values: [], changesState: false };
  return boundsOf(said, DEFAULT_POLICY.expiry).expiresAt;
}

describe("what names a time and ends with none", () => {
  it.each([
    "客服回复要控制在24小时以内，而且不能承诺退货运费",
    "I help at the library 4-6pm",
    "I celebrate on June 1st most years",
    "My rent is 650 all in, due on the 5th",
    "房租每次20号交",
  ])("%s", (text) => expect(endOf(text)).toBeUndefined());

  it.each(["三天内要把报告交给老板", "we meet on June 20 at noon"])("but this does: %s", (text) =>
    expect(endOf(text)).toBeGreaterThan(AT),
  );
});
