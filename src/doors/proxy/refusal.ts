import type { IncomingMessage, ServerResponse } from "node:http";
import type { Language } from "../../config/index.js";
import { ERROR_CATALOGUE, type ErrorCode } from "../../domain/index.js";
import { askedLanguage } from "../asked-language.js";
import { inOneText, reportError } from "../error-report.js";

const TYPES: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: "authentication_error",
  FORBIDDEN: "permission_error",
  RATE_LIMITED: "rate_limit_error",
};

/** An error of the proxy's own, in the form that clients of the protocol read. What the upstream says passes as it is. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  thrown: unknown,
  options: { readonly language: Language; readonly traceId: string },
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const report = reportError(thrown, askedLanguage(request.headers["accept-language"], options.language));
  const status = ERROR_CATALOGUE[report.code].http;
  const type = TYPES[report.code] ?? (status < 500 ? "invalid_request_error" : "server_error");
  const error = {
    message: inOneText(report),
    ...{ type, param: report.field ?? null, code: report.code },
  };
  // an unread body must not keep the connection busy
  request.resume();
  response
    .writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "x-request-id": report.traceId ?? options.traceId,
      // the official clients repeat what is worth repeating by status; a refusal of ours that is final is told so
      ...(report.retryable ? { "retry-after": "1" } : { "x-should-retry": "false" }),
    })
    .end(JSON.stringify({ error }));
}
