import { ConnectError } from "@connectrpc/connect";
import type { Language } from "../../config/index.js";
import { ERROR_CATALOGUE, toKeepsakeError } from "../../domain/index.js";
import { reportError } from "../error-report.js";
import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "./standard/messages.js";

/** Of ErrorInfo: whose reasons these are. */
const DOMAIN = "keepsake";
const RETRY_DELAY_SECONDS = 1;

type Detail = Exclude<ConnectError["details"][number], { readonly type: string }>;

/** Whoever refused may know when it is worth coming again. */
function retrySeconds(thrown: unknown): bigint {
  const { retryAfterSeconds } = toKeepsakeError(thrown).details;
  return BigInt(typeof retryAfterSeconds === "number" ? Math.ceil(retryAfterSeconds) : RETRY_DELAY_SECONDS);
}

/**
 * Anything thrown, as gRPC tells it: the catalogue's status, its message in the caller's language, and details in the forms of google.rpc:
 * ErrorInfo (reason: the code of the catalogue; metadata: field, remedy, retryable, traceId), BadRequest with every field at fault, and
 * RetryInfo where trying again can help.
 */
export function toConnectError(thrown: unknown, language: Language, traceId: string): ConnectError {
  const report = reportError(thrown, language);
  const { code, message, field, remedy, retryable, problems } = report;
  const metadata = {
    ...(field === undefined ? {} : { field: field.toWellFormed() }),
    ...{ remedy, retryable: String(retryable), traceId: report.traceId ?? traceId },
  };
  const violations = (problems ?? []).map((problem) => ({
    field: problem.field.toWellFormed(),
    description: problem.message.toWellFormed(),
  }));
  const details: Detail[] = [
    { desc: ErrorInfoSchema, value: { reason: code, domain: DOMAIN, metadata } },
    ...(violations.length === 0 ? [] : [{ desc: BadRequestSchema, value: { fieldViolations: violations } }]),
    ...(retryable ? [{ desc: RetryInfoSchema, value: { retryDelay: { seconds: retrySeconds(thrown) } } }] : []),
  ] as Detail[];
  return new ConnectError(message.toWellFormed(), ERROR_CATALOGUE[code].grpc, undefined, details, thrown);
}
