import { type EpochMs, type KeepsakeError, SECOND_MS } from "../../domain/index.js";
import type { ChatModel, ModelTerms } from "../../ports/index.js";

/** After an outage nobody asks for so long: a hundred waiting turns must not wait for a hundred time-outs (P23). */
export const PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 300;

/** Until when each model is left alone. Of this process only: another finds out by itself. */
const pauses = new WeakMap<ChatModel, EpochMs>();

/** Leaves the model alone for a while; longer where its server asked for it. */
export function pauseModel(
  model: ChatModel,
  failure: KeepsakeError,
  now: EpochMs,
  terms: Pick<ModelTerms, "pauseSeconds"> | undefined,
): void {
  const asked = failure.details.retryAfterSeconds;
  const usual = terms?.pauseSeconds ?? PAUSE_SECONDS;
  const seconds = typeof asked === "number" && asked > 0 ? Math.min(asked, LONGEST_PAUSE_SECONDS) : usual;
  pauses.set(model, now + seconds * SECOND_MS);
}

export function isPaused(model: ChatModel, now: EpochMs): boolean {
  const left = (pauses.get(model) ?? 0) - now;
  // where the clock was set back meanwhile, no pause becomes an hour
  return left > 0 && left <= LONGEST_PAUSE_SECONDS * SECOND_MS;
}

/** Somebody says that it is mended, or wants to know. */
export function resumeModel(model: ChatModel): void {
  pauses.delete(model);
}
