import { ERROR_CATALOGUE, type ErrorCode, KeepsakeError } from "../domain/index.js";

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: "INVALID_INPUT",
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  408: "DEADLINE_EXCEEDED",
  409: "CONFLICT",
  413: "TOO_LARGE",
  415: "UNSUPPORTED_FORMAT",
  429: "RATE_LIMITED",
  500: "INTERNAL",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
  507: "STORE_FULL",
};

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(ERROR_CATALOGUE, value);
}

/** Seconds or a date (RFC 9110, 10.2.3), as ms from now. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The error of an answer that is not a success. Gateways answer without the catalogue's code: then the status says it. */
export function failureOf(status: number, body: unknown, retryAfterMs: number | undefined): KeepsakeError {
  const problem: Readonly<Record<string, unknown>> = typeof body === "object" && body !== null ? { ...body } : {};
  const { code, detail, field, traceId, problems, remedy } = problem;
  const known = isErrorCode(code) ? code : (BY_STATUS[status] ?? (status >= 500 ? "UNAVAILABLE" : "INVALID_INPUT"));
  const message = typeof detail === "string" ? detail : `The server answered with status ${status}.`;
  return new KeepsakeError(known, message, {
    status,
    ...(typeof field === "string" ? { field } : {}),
    ...(typeof remedy === "string" ? { remedy } : {}),
    ...(typeof traceId === "string" ? { traceId } : {}),
    ...(Array.isArray(problems) ? { problems } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

export function unavailable(message: string, cause?: unknown): KeepsakeError {
  return new KeepsakeError("UNAVAILABLE", message, {}, { cause });
}

/**
 * Whether memory is out of reach rather than the call at fault: what a chat goes on without. Refusals (a wrong field, a missing
 * permission, a thing that is not there) stay errors.
 */
export function isOutage({ code }: KeepsakeError): boolean {
  return code === "RATE_LIMITED" || ERROR_CATALOGUE[code].http >= 500;
}

/** What speaks against the server as a whole. That one caller calls too often does not. */
export function isServerFailure(error: KeepsakeError): boolean {
  return error.code !== "RATE_LIMITED" && isOutage(error);
}

/** A conflict needs a fresh look, which only the caller can take: the same call would meet it again. */
export function isWorthRetrying(error: KeepsakeError): boolean {
  return error.retryable && error.code !== "CONFLICT";
}

/** How long the server asked to be left alone. 0 where it did not. */
export function askedToWait(error: KeepsakeError): number {
  const { retryAfterMs } = error.details;
  return typeof retryAfterMs === "number" ? retryAfterMs : 0;
}
