/**
 * The one catalogue of errors. Every door maps from here and invents nothing (house rule 7).
 * `message` in the catalogue is the remedy for a reader; the thrown error adds the particulars.
 */
export const ERROR_CATALOGUE = {
  INVALID_INPUT: { retryable: false, http: 400, grpc: 3, exit: 2, remedy: "Correct the named field and call again." },
  UNAUTHENTICATED: {
    retryable: false,
    http: 401,
    grpc: 16,
    exit: 4,
    remedy:
      "Send a valid API key. Where none is left, make one at the store with `keepsake keys create NAME --role owner`.",
  },
  FORBIDDEN: {
    retryable: false,
    http: 403,
    grpc: 7,
    exit: 4,
    remedy: "Use a credential that has the permission named in the message.",
  },
  NOT_FOUND: {
    retryable: false,
    http: 404,
    grpc: 5,
    exit: 3,
    remedy: "Check the id; it may belong to another user or have been erased.",
  },
  UNKNOWN_TENANT: { retryable: false, http: 404, grpc: 5, exit: 3, remedy: "Create the tenant first." },
  CONFLICT: {
    retryable: true,
    http: 409,
    grpc: 10,
    exit: 5,
    remedy: "Someone else changed it: read the current version and try again.",
  },
  IDEMPOTENCY_MISMATCH: {
    retryable: false,
    http: 409,
    grpc: 6,
    exit: 5,
    remedy: "This idempotency key was used with another body: use a new key.",
  },
  TOO_LARGE: {
    retryable: false,
    http: 413,
    grpc: 3,
    exit: 2,
    remedy: "Split the input; limits are listed by `keepsake config`.",
  },
  RATE_LIMITED: {
    retryable: true,
    http: 429,
    grpc: 8,
    exit: 6,
    remedy: "Wait as long as Retry-After says and try again.",
  },
  DEADLINE_EXCEEDED: { retryable: true, http: 504, grpc: 4, exit: 6, remedy: "Try again, or allow more time." },
  STORE_BUSY: {
    retryable: true,
    http: 503,
    grpc: 14,
    exit: 6,
    remedy: "Another process holds the store: try again in a moment.",
  },
  STORE_CORRUPT: {
    retryable: false,
    http: 500,
    grpc: 15,
    exit: 7,
    remedy: "Restore from a backup; the file was left as it is.",
  },
  STORE_NEWER: {
    retryable: false,
    http: 500,
    grpc: 9,
    exit: 7,
    remedy: "The store was written by a newer Keepsake: upgrade this one.",
  },
  STORE_READ_ONLY: {
    retryable: false,
    http: 503,
    grpc: 9,
    exit: 7,
    remedy: "Give the process write access to the data folder, or name another with --data.",
  },
  STORE_FULL: {
    retryable: true,
    http: 507,
    grpc: 8,
    exit: 7,
    remedy: "Free disk space; nothing of the refused write was kept.",
  },
  MODEL_UNAVAILABLE: {
    retryable: true,
    http: 503,
    grpc: 14,
    exit: 6,
    remedy: "The model did not answer; check its URL, key and limits with `keepsake config`.",
  },
  MODEL_INVALID_OUTPUT: {
    retryable: true,
    http: 502,
    grpc: 13,
    exit: 6,
    remedy: "The model's answer did not fit the schema; try again or use another model.",
  },
  CONFIG_INVALID: { retryable: false, http: 500, grpc: 9, exit: 2, remedy: "Mend the listed settings." },
  UNSUPPORTED_FORMAT: {
    retryable: false,
    http: 415,
    grpc: 3,
    exit: 2,
    remedy: "Name the format with --format, or convert the file.",
  },
  UNAVAILABLE: {
    retryable: true,
    http: 503,
    grpc: 14,
    exit: 6,
    remedy: "The server does not answer: check its address and that it runs, then try again.",
  },
  CLOSED: { retryable: false, http: 503, grpc: 14, exit: 7, remedy: "The engine was closed: open it again." },
  INTERNAL: { retryable: false, http: 500, grpc: 13, exit: 1, remedy: "A fault of ours: report it with the trace id." },
} as const;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

export interface ErrorDetails {
  /** Path of the offending field, e.g. `turns[3].at`. */
  readonly field?: string;
  readonly traceId?: string;
  readonly [detail: string]: unknown;
}

/**
 * Every error that leaves the engine.
 * @example throw new KeepsakeError("INVALID_INPUT", "turns[0].text is empty", { field: "turns[0].text" })
 */
export class KeepsakeError extends Error {
  override readonly name = "KeepsakeError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.details = details;
  }

  get retryable(): boolean {
    return ERROR_CATALOGUE[this.code].retryable;
  }

  /** That of a server comes in the language of its message. */
  get remedy(): string {
    const { remedy } = this.details;
    return typeof remedy === "string" ? remedy : ERROR_CATALOGUE[this.code].remedy;
  }
}

/** Anything thrown becomes a catalogued error; what is unknown becomes INTERNAL and keeps its cause for the log. */
export function toKeepsakeError(thrown: unknown, traceId?: string): KeepsakeError {
  if (thrown instanceof KeepsakeError) return thrown;
  return new KeepsakeError("INTERNAL", "Something failed inside Keepsake.", traceId === undefined ? {} : { traceId }, {
    cause: thrown,
  });
}
