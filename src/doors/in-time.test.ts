import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { inTime } from "./in-time.js";

afterEach(() => {
  vi.useRealTimers();
});

const untilAborted = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve("aborted");
    else signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  });

describe("work under a limit", () => {
  it("is told when the limit is over, and when somebody ends it sooner", async () => {
    vi.useFakeTimers();
    const late = inTime(1_000, untilAborted);
    vi.advanceTimersByTime(1_000);
    expect(await late).toBe("aborted");
    const caller = new AbortController();
    const given = inTime(60_000, untilAborted, [caller.signal]);
    caller.abort();
    expect(await given).toBe("aborted");
    expect(await inTime(60_000, untilAborted, [AbortSignal.abort()])).toBe("aborted");
  });

  it("leaves neither a timer nor a listener behind, however the work ends", async () => {
    vi.useFakeTimers();
    const caller = new AbortController();
    await inTime(60_000, async () => "done", [caller.signal]);
    await inTime(60_000, () => Promise.reject(new Error("failed")), [caller.signal]).catch(() => undefined);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  });
});
