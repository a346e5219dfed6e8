import { APICallError, NoObjectGeneratedError } from "ai";
import { KeepsakeError } from "../../../domain/index.js";

/** Where a call went, for messages: never the key, never the text. */
export interface CallTarget {
  /** e.g. `chat model gpt-4o-mini at https://api.example.com/v1` */
  readonly name: string;
  readonly timeoutMs: number;
}

export function describeTarget(kind: "chat model" | "embedding model", model: string, url: string): string {
  const address = new URL(url);
  return `${kind} ${model} at ${address.origin}${address.pathname}`;
}

/** The caller's signal and the timeout, whichever comes first. */
export function deadline(timeoutMs: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
}

/**
 * Whatever the SDK throws, in the terms of the catalogue.
 * A body is never quoted: servers repeat parts of the request, and of the key, in their errors.
 */
export function toModelError(thrown: unknown, target: CallTarget, signal: AbortSignal): KeepsakeError {
  if (thrown instanceof KeepsakeError) return thrown;
  if (signal.aborted) {
    const message = isTimeout(signal.reason)
      ? `The ${target.name} did not answer within ${target.timeoutMs} ms.`
      : `The call of the ${target.name} was aborted.`;
    return new KeepsakeError("DEADLINE_EXCEEDED", message, {}, { cause: thrown });
  }
  if (NoObjectGeneratedError.isInstance(thrown)) return withoutObject(thrown, target);
  if (APICallError.isInstance(thrown)) return failedCall(thrown, target);
  return unavailable(target, "could not be reached", {}, thrown);
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "TimeoutError";
}

function withoutObject(error: NoObjectGeneratedError, target: CallTarget): KeepsakeError {
  const empty = (error.text ?? "").trim() === "";
  const reason =
    error.finishReason === "length"
      ? "was cut off at its token limit"
      : error.finishReason === "content-filter"
        ? "was a refusal, or withheld by a content filter"
        : empty
          ? "was empty"
          : "held no JSON object";
  const details = {
    finishReason: error.finishReason,
    answerCharacters: error.text?.length ?? 0,
    inputTokens: error.usage?.inputTokens ?? 0,
    outputTokens: error.usage?.outputTokens ?? 0,
  };
  return new KeepsakeError("MODEL_INVALID_OUTPUT", `The answer of the ${target.name} ${reason}.`, details);
}

function failedCall(error: APICallError, target: CallTarget): KeepsakeError {
  const status = error.statusCode;
  if (status === undefined) return unavailable(target, "could not be reached", {}, error.cause);
  if (status < 400) {
    return new KeepsakeError(
      "MODEL_INVALID_OUTPUT",
      `The ${target.name} answered with something else than the API's JSON.`,
      { status },
    );
  }
  const retryAfter = Number(error.responseHeaders?.["retry-after"]);
  const details = { status, ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}) };
  return unavailable(target, `refused the call with HTTP ${status}${HINTS[status] ?? ""}`, details);
}

const HINTS: Readonly<Record<number, string>> = {
  401: " (check the API key)",
  403: " (check what the API key may do)",
  404: " (check the URL and the model's name)",
  429: " (too many requests or no quota left)",
};

function unavailable(
  target: CallTarget,
  what: string,
  details: Readonly<Record<string, unknown>>,
  cause?: unknown,
): KeepsakeError {
  return new KeepsakeError(
    "MODEL_UNAVAILABLE",
    `The ${target.name} ${what}.`,
    details,
    cause === undefined ? undefined : { cause },
  );
}
