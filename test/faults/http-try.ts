import type { Outcome } from "./history.js";

export interface Tried {
  readonly outcome: Outcome;
  /** 0 where nothing was answered. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const TRY_TIMEOUT_MS = 6_000;

/** Refusals that promise that nothing of the call was kept. Any other failure leaves open whether it happened. */
const PROMISES = new Set([
  ...["INVALID_INPUT", "NOT_FOUND", "CONFLICT", "IDEMPOTENCY_MISMATCH", "TOO_LARGE", "RATE_LIMITED"],
  ...["STORE_BUSY", "STORE_FULL", "STORE_READ_ONLY", "UNKNOWN_TENANT", "FORBIDDEN", "UNAUTHENTICATED"],
]);

/** One request, and what can be said of it afterwards. */
export async function tryHttp(
  api: string,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: unknown,
  withinMs = TRY_TIMEOUT_MS,
): Promise<Tried> {
  try {
    const response = await fetch(api + path, {
      method,
      signal: AbortSignal.timeout(withinMs),
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    const isRefusal = typeof answer.code === "string" && PROMISES.has(answer.code);
    return { outcome: response.ok ? "ok" : isRefusal ? "refused" : "unknown", status: response.status, body: answer };
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown; // of the connection, of the time limit, or of half an answer
    return { outcome: "unknown", status: 0, body: { cause: thrown.message } };
  }
}
