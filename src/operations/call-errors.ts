import type { ErrorCode } from "../domain/index.js";

/** What any call can end in, whatever the operation. */
export const READ_ERRORS: readonly ErrorCode[] = [
  "INVALID_INPUT",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "UNKNOWN_TENANT",
  "DEADLINE_EXCEEDED",
  "STORE_BUSY",
  "STORE_CORRUPT",
  "CLOSED",
  "INTERNAL",
];

export const WRITE_ERRORS: readonly ErrorCode[] = [...READ_ERRORS, "TOO_LARGE", "STORE_READ_ONLY", "STORE_FULL"];
