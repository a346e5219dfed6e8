import type { FastifyReply } from "fastify";
import type { Language } from "../../config/index.js";
import { ERROR_CATALOGUE, KeepsakeError, toKeepsakeError } from "../../domain/index.js";
import { reportError } from "../error-report.js";
import { errorTitle } from "../messages/error-texts.js";

const DEFAULT_RETRY_AFTER_SECONDS = 1;
/** Percent-encoded, an id of 256 Han characters is nine times as long. */
export const MAX_PARAM_LENGTH = 4_096;

/** Errors of the framework that a caller can mend, in the words of the catalogue. */
export function fromFramework(thrown: unknown, maxBodyBytes: number): unknown {
  if (!(thrown instanceof Error) || !("code" in thrown)) return thrown;
  switch (thrown.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new KeepsakeError("TOO_LARGE", `the body is larger than ${maxBodyBytes} bytes`, {
        limit: maxBodyBytes,
        remedy: {
          en: "Send it in several requests, or raise http.maxBodyBytes.",
          zh: "请分几次发送，或调高 http.maxBodyBytes。",
        },
      });
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_EMPTY_TYPE":
      return new KeepsakeError("UNSUPPORTED_FORMAT", "the body must be JSON", {
        field: "Content-Type",
        remedy: { en: "Send Content-Type: application/json.", zh: "请使用 Content-Type: application/json。" },
      });
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return new KeepsakeError("INVALID_INPUT", "Content-Length is not the length of the body", {
        field: "Content-Length",
      });
    case "FST_ERR_MAX_PARAM_LENGTH":
    case "FST_ERR_PARAM_LENGTH":
      return new KeepsakeError("INVALID_INPUT", `a part of the path is longer than ${MAX_PARAM_LENGTH} characters`, {
        field: "path",
        remedy: { en: "Ids are 1 to 256 characters long.", zh: "编号为 1–256 个字符。" },
      });
    case "FST_ERR_BAD_URL":
      return new KeepsakeError("INVALID_INPUT", "the path is not well-formed percent-encoded UTF-8", { field: "path" });
    default:
      return isCallersFault(thrown)
        ? new KeepsakeError("INVALID_INPUT", thrown.message, {}, { cause: thrown })
        : thrown;
  }
}

/** What the framework itself lays at the caller's door, whichever of its errors it is. */
function isCallersFault(error: Error): boolean {
  return (
    "statusCode" in error && typeof error.statusCode === "number" && error.statusCode >= 400 && error.statusCode < 500
  );
}

export interface ProblemTerms {
  readonly language: Language;
  readonly maxBodyBytes: number;
  readonly traceId: string;
  /** Of a caller who is not known. */
  readonly challenge: string;
}

interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

/** What was thrown, as `application/problem+json` (RFC 9457) from the one catalogue. */
export function problemOf(thrown: unknown, terms: ProblemTerms): Problem {
  const report = reportError(fromFramework(thrown, terms.maxBodyBytes), terms.language);
  const { code, message, ...rest } = report;
  const { retryAfterSeconds = DEFAULT_RETRY_AFTER_SECONDS, httpStatus } = toKeepsakeError(thrown).details;
  const status = typeof httpStatus === "number" ? httpStatus : ERROR_CATALOGUE[code].http;
  const body = {
    type: `/reference#${code}`,
    title: errorTitle(code)[terms.language],
    status,
    detail: message,
    code,
    ...rest,
    traceId: report.traceId ?? terms.traceId,
  };
  return {
    status,
    headers: {
      ...(report.retryable && status >= 429 ? { "retry-after": String(retryAfterSeconds) } : {}),
      ...(code === "UNAUTHENTICATED" ? { "www-authenticate": terms.challenge } : {}),
    },
    body: JSON.stringify(body),
  };
}

export async function sendProblem(reply: FastifyReply, thrown: unknown, terms: ProblemTerms): Promise<void> {
  const { status, headers, body } = problemOf(thrown, terms);
  await reply.code(status).headers(headers).type(PROBLEM_TYPE).send(body);
}
