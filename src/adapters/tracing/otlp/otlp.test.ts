import { describe, expect, it } from "vitest";
import { readTraceparent } from "./trace-parent.js";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

describe("traceparent (10.1)", () => {
  it("is read as W3C Trace Context writes it", () => {
    expect(readTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({
      ...{ traceId: TRACE, spanId: SPAN, traceFlags: 1, isRemote: true },
    });
    expect(readTraceparent(` 00-${TRACE}-${SPAN}-00 `)).toMatchObject({ traceFlags: 0 });
    expect(readTraceparent(`01-${TRACE}-${SPAN}-03-more`)).toMatchObject({ traceFlags: 1 });
  });

  it.each([
    "",
    "00",
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${"0".repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}x-${SPAN}-01`,
  ])("is passed over where it is none: %j", (header) => {
    expect(readTraceparent(header)).toBeUndefined();
  });
});
