import { type EpochMs, type JournalEntry, KeepsakeError, type Policy, SECOND_MS } from "../domain/index.js";
import { sha256 } from "./content-hash.js";

const MAX_ERROR_CHARACTERS = 300;
const MAX_BACKOFF_SECONDS = 3_600;
const HASH_RANGE = 0xffff_ffff;

/** Between ½ and 1, spread over entries and attempts, and the same each time for one of them: no random source is needed. */
function jitter(entryId: string, attempts: number): number {
  const hash = Number.parseInt(sha256(`${entryId}:${attempts}`).slice(0, 8), 16);
  return 0.5 + hash / HASH_RANGE / 2;
}

/** Code and message of what was thrown: a catalogued message names fields and figures, never the text of a memory. */
export function describeError(thrown: unknown): string {
  if (thrown instanceof KeepsakeError) return `${thrown.code}: ${thrown.message}`.slice(0, MAX_ERROR_CHARACTERS);
  return thrown instanceof Error ? `INTERNAL: ${thrown.name}` : "INTERNAL";
}

/** What to tell the journal of a failed try: exponential backoff with jitter, and no due time (dead) after the last attempt. */
export function failure(
  entry: Pick<JournalEntry, "id" | "attempts">,
  thrown: unknown,
  now: EpochMs,
  policy: Policy["journal"],
): { readonly error: string; readonly dueAt?: EpochMs } {
  const attempts = entry.attempts + 1;
  const error = describeError(thrown);
  if (attempts >= policy.maxAttempts) return { error };
  const seconds = Math.min(MAX_BACKOFF_SECONDS, policy.backoffSeconds * 2 ** entry.attempts);
  return { error, dueAt: now + Math.ceil(seconds * SECOND_MS * jitter(entry.id, attempts)) };
}
