import { type EpochMs, type JournalEntry, KeepsakeError, type Policy, SECOND_MS } from "../domain/index.js";
import { sha256 } from "./content-hash.js";

const MAX_ERROR_CHARACTERS = 300;
const MAX_BACKOFF_SECONDS = 3_600;
/** An embedder that is back is soon asked again. */
const MAX_OUTAGE_BACKOFF_SECONDS = 300;
const OUTAGE = "outage: ";
const HASH_RANGE = 0xffff_ffff;

/** Between ½ and 1, spread over entries and attempts, and the same each time for one of them: no random source is needed. */
function jitter(entryId: string, attempts: number): number {
  const hash = Number.parseInt(sha256(`${entryId}:${attempts}`).slice(0, 8), 16);
  return 0.5 + hash / HASH_RANGE / 2;
}

/** Code and message of what was thrown: a catalogued message names fields and figures, never the text of a memory. */
function describeError(thrown: unknown): string {
  if (thrown instanceof KeepsakeError) return `${thrown.code}: ${thrown.message}`.slice(0, MAX_ERROR_CHARACTERS);
  return thrown instanceof Error ? `INTERNAL: ${thrown.name}` : "INTERNAL";
}

/**
 * What to tell the journal of a failed try: exponential backoff with jitter, and no due time (dead) after the last attempt.
 * @param isOutage nothing about the entry failed: it waits for as long as the outage lasts, and the tries that this took do not make
 *   its first own failure its last
 */
export function failure(
  entry: Pick<JournalEntry, "id" | "attempts" | "lastError">,
  thrown: unknown,
  now: EpochMs,
  policy: Policy["journal"],
  isOutage = false,
): { readonly error: string; readonly dueAt?: EpochMs } {
  const attempts = entry.attempts + 1;
  const error = isOutage ? `${OUTAGE}${describeError(thrown)}` : describeError(thrown);
  const isSpared = isOutage || entry.lastError?.startsWith(OUTAGE) === true;
  if (attempts >= policy.maxAttempts && !isSpared) return { error };
  const longest = isOutage ? MAX_OUTAGE_BACKOFF_SECONDS : MAX_BACKOFF_SECONDS;
  const seconds = Math.min(longest, policy.backoffSeconds * 2 ** entry.attempts);
  return { error, dueAt: now + Math.ceil(seconds * SECOND_MS * jitter(entry.id, attempts)) };
}
