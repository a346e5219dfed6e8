import type { Progress } from "./progress.js";
import type { Session } from "./session.js";

const POLL_MS = 200;
/** A day: long imports are digested for hours, and Ctrl-C is always there. */
const MAX_WAIT_MS = 86_400_000;

async function pendingOf({ engine, caller }: Session): Promise<number> {
  return engine.parts.storage.truth.read(caller.scope, (transaction) => transaction.journal.pending());
}

/**
 * Waits until nothing of the user waits to be digested, with a bar on a terminal.
 * @returns false when it was interrupted
 */
export async function waitForDigestion(session: Session, progress: Progress, signal: AbortSignal): Promise<boolean> {
  const { engine, caller, texts } = session;
  const total = await pendingOf(session);
  if (total === 0) return true;
  if (signal.aborted) return false;
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const interrupted = new Promise<false>((resolve) => {
    stop = () => resolve(false);
    signal.addEventListener("abort", stop, { once: true });
  });
  const draw = async (): Promise<void> => {
    progress.bar(texts.digesting, Math.max(0, total - (await pendingOf(session))), total);
  };
  try {
    timer = setInterval(() => {
      // The bar is a courtesy: when it cannot be drawn, the drain below reports what is wrong.
      draw().catch(() => progress.clear());
    }, POLL_MS);
    const drained = engine.drain(caller.scope, MAX_WAIT_MS).then(() => true as const);
    return await Promise.race([drained, interrupted]);
  } finally {
    clearInterval(timer);
    if (stop !== undefined) signal.removeEventListener("abort", stop);
    progress.clear();
  }
}
