import type { GateTime } from "./call-gate.js";

/** Time that passes when it is told to. */
export function handTime(): GateTime & { pass(milliseconds: number): Promise<void>; standing(): number } {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  return {
    now: () => now,
    standing: () => timers.size,
    after(milliseconds, work) {
      const timer = { at: now + milliseconds, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async pass(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.work();
        await Promise.resolve();
      }
      now = end;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
