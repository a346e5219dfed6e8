import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { HeldPlace } from "./held-place.js";
import { TenantLimits } from "./tenant-limits.js";

function scene({ closed = false } = {}) {
  const limits = new TenantLimits({ requestsPerSecond: 1_000, burst: 1_000, concurrent: 1 }, () => 0);
  const answer = Object.assign(new EventEmitter(), { closed });
  const isFree = (): boolean => {
    try {
      limits.enter("acme").release();
      return true;
    } catch {
      return false;
    }
  };
  const place = HeldPlace.forAnswer(limits.enter("acme"), answer as unknown as ServerResponse);
  return { answer, isFree, place };
}

function pending() {
  let resolve: () => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((onEnd, onFailure) => {
    resolve = onEnd;
    reject = onFailure;
  });
  return { promise, resolve, reject };
}

describe("a place among the running calls (7.4)", () => {
  it("is given back when the answer is out", async () => {
    const { answer, isFree, place } = scene();
    const work = Promise.resolve("done");
    place.until(work);
    await work;
    expect(isFree()).toBe(false);
    answer.emit("close");
    expect(isFree()).toBe(true);
  });

  it("is held while any of its work goes on, also for a caller who hung up, and given back when it fails", async () => {
    const { answer, isFree, place } = scene();
    const first = pending();
    const second = pending();
    place.until(first.promise);
    place.until(second.promise);
    answer.emit("close");
    expect(isFree()).toBe(false);
    first.reject(new Error("too late"));
    await expect(first.promise).rejects.toThrow("too late");
    expect(isFree()).toBe(false);
    second.resolve();
    await expect.poll(isFree).toBe(true);
  });

  it("is not held by who hung up before there was any work, or before it was let in", () => {
    const gone = scene();
    expect(gone.place.isOver).toBe(false);
    gone.answer.emit("close");
    expect(gone.isFree()).toBe(true);
    const late = scene({ closed: true });
    expect(late.isFree()).toBe(true);
    expect(late.place.isOver).toBe(true);
  });
});
