import { KeepsakeError } from "../../domain/index.js";

/** The time that a call may take, from its beginning. */
export interface TimeBudget {
  /** Milliseconds left of a share of the whole, 0–1; 0 where it is used up. */
  leftMs(share?: number): number;
}

/** @param deadlineMs milliseconds from now; undefined: no bound, and no budget */
export function startBudget(deadlineMs: number | undefined): TimeBudget | undefined {
  if (deadlineMs === undefined) return undefined;
  const startedAt = performance.now();
  return { leftMs: (share = 1) => Math.max(0, deadlineMs * share - (performance.now() - startedAt)) };
}

/** Thrown where the time is up; what it names was not there by then. */
function outOfTime(what: string): KeepsakeError {
  return new KeepsakeError("DEADLINE_EXCEEDED", `${what} did not answer in time.`, { what });
}

/**
 * The work's result, or DEADLINE_EXCEEDED once the time is up; then the signal tells the work to stop, and what becomes of it is ignored.
 * Work that holds the event loop is not interrupted: what is left is looked at before it begins.
 * @param ms undefined: no bound
 */
export async function within<Result>(
  what: string,
  ms: number | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  if (ms === undefined) return work(controller.signal);
  if (ms <= 0) throw outOfTime(what);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(outOfTime(what));
      controller.abort();
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
