/**
 * Work under a limit, and under the signals of those who may end it sooner. The timer and the listeners go with the answer: those of
 * `AbortSignal.timeout` and `AbortSignal.any` would outlive each call by the whole limit, and a busy door would carry thousands of them.
 */
export async function inTime<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
  ends: readonly AbortSignal[] = [],
): Promise<Result> {
  const limit = new AbortController();
  const end = (): void => limit.abort();
  const timer = setTimeout(end, ms);
  for (const signal of ends) {
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  }
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    for (const signal of ends) signal.removeEventListener("abort", end);
  }
}
