import { inChinese } from "../../operations/index.js";
import type { Progress } from "./progress.js";
import type { Session } from "./session.js";

const POLL_MS = 200;
/** A day: long imports are digested for hours, and Ctrl-C is always there. */
const MAX_WAIT_MS = 86_400_000;
/** Entries that are looked at to tell whether all wait for a service. */
const LOOKED_AT = 100;
/** So often in a row nothing but failed entries must be seen: one that is being tried again may go through. */
const SEEN_STALLED = 5;

/** How the waiting ended. `stalled`: what is left has failed and waits to be tried again, for this reason. */
export type Digestion =
  | { readonly end: "done" | "interrupted" }
  | { readonly end: "stalled"; readonly left: number; readonly reason: string };

async function pendingOf({ engine, caller }: Session): Promise<number> {
  return engine.parts.storage.truth.read(caller.scope, (transaction) => transaction.journal.pending());
}

/** Why everything that is left waits, where nothing is left that was not tried. */
async function stallOf({ engine, caller }: Session): Promise<Extract<Digestion, { end: "stalled" }> | undefined> {
  return engine.parts.storage.truth.read(caller.scope, async ({ journal }) => {
    const { items } = await journal.list({ limit: LOOKED_AT });
    const waiting = items.filter(
      ({ state, task }) => state !== "dead" && task.type !== "refine" && task.type !== "upload",
    );
    const [first] = waiting;
    if (first === undefined || waiting.some(({ lastError, state }) => lastError === undefined || state === "leased"))
      return undefined;
    return { end: "stalled", left: await journal.pending(), reason: first.lastError ?? "" };
  });
}

/**
 * Waits until nothing of the user waits to be digested, with a bar on a terminal; no longer than it takes to see that a service which is
 * needed does not answer: what was recorded is safe, and is digested when it does.
 */
export async function waitForDigestion(session: Session, progress: Progress, signal: AbortSignal): Promise<Digestion> {
  const { engine, caller, texts } = session;
  const total = await pendingOf(session);
  if (total === 0) return { end: "done" };
  if (signal.aborted) return { end: "interrupted" };
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const interrupted = new Promise<Digestion>((resolve) => {
    stop = () => resolve({ end: "interrupted" });
    signal.addEventListener("abort", stop, { once: true });
  });
  let seen = 0;
  const stalled = new Promise<Digestion>((resolve) => {
    const look = async (): Promise<void> => {
      progress.bar(texts.digesting, Math.max(0, total - (await pendingOf(session))), total);
      const stall = await stallOf(session);
      seen = stall === undefined ? 0 : seen + 1;
      if (stall !== undefined && seen >= SEEN_STALLED) resolve(stall);
    };
    timer = setInterval(() => {
      // The bar is a courtesy: when it cannot be drawn, the drain below reports what is wrong.
      look().catch(() => progress.clear());
    }, POLL_MS);
  });
  try {
    const drained = engine.drain(caller.scope, MAX_WAIT_MS).then((): Digestion => ({ end: "done" }));
    return await Promise.race([drained, interrupted, stalled]);
  } finally {
    clearInterval(timer);
    if (stop !== undefined) signal.removeEventListener("abort", stop);
    progress.clear();
  }
}

/** Says on stderr what waits, why, and how it goes on. */
export function tellStall({ screen, texts }: Session, digestion: Digestion): void {
  if (digestion.end !== "stalled") return;
  const reason = digestion.reason.replace(/^outage: /u, "");
  const [, code = "", message = reason] = /^([A-Z_]+): (.*)$/su.exec(reason) ?? [];
  const said = screen.language === "zh" ? (inChinese(message) ?? message) : message;
  screen.note(texts.stalled(digestion.left, `${code === "" ? "" : `${code} `}${said}`));
}
