import { EventEmitter } from "node:events";
import type { FastifyReply } from "fastify";
import { describe, expect, it } from "vitest";
import { TenantLimits } from "../tenant-limits.js";
import { HeldPlaces } from "./held-places.js";

function scene() {
  const limits = new TenantLimits({ requestsPerSecond: 1_000, burst: 1_000, concurrent: 1 }, () => 0);
  const raw = Object.assign(new EventEmitter(), { closed: false });
  const isFree = (): boolean => {
    try {
      limits.enter("acme").release();
      return true;
    } catch {
      return false;
    }
  };
  return { limits, raw, reply: { raw } as unknown as FastifyReply, isFree, places: new HeldPlaces() };
}

describe("a place among the running calls (7.4)", () => {
  it("is given back when the answer is out", async () => {
    const { limits, raw, reply, isFree, places } = scene();
    places.hold(reply, limits.enter("acme"));
    expect(await places.whileWorking(reply, async () => "done")).toBe("done");
    expect(isFree()).toBe(false);
    raw.emit("close");
    expect(isFree()).toBe(true);
  });

  it("is held while the work goes on, also for a caller who hung up, and given back when it fails", async () => {
    const { limits, raw, reply, isFree, places } = scene();
    places.hold(reply, limits.enter("acme"));
    let fail: (error: Error) => void = () => undefined;
    const working = places.whileWorking(
      reply,
      () =>
        new Promise((_resolve, reject) => {
          fail = reject;
        }),
    );
    raw.emit("close");
    expect(isFree()).toBe(false);
    fail(new Error("too late"));
    await expect(working).rejects.toThrow("too late");
    expect(isFree()).toBe(true);
  });

  it("is not held by who hung up before there was any work, or before it was let in", () => {
    const { limits, raw, reply, isFree, places } = scene();
    places.hold(reply, limits.enter("acme"));
    raw.emit("close");
    expect(isFree()).toBe(true);
    raw.closed = true;
    places.hold(reply, limits.enter("acme"));
    expect(isFree()).toBe(true);
  });
});
