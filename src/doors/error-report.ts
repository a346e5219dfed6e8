import { type ConfigProblem, type Language, renderProblems } from "../config/index.js";
import { type ErrorCode, type KeepsakeError, toKeepsakeError } from "../domain/index.js";
import { inChinese } from "../operations/index.js";
import { errorRemedy, errorTitle } from "./messages/error-texts.js";

/** An error as every door tells it. */
export interface ErrorReport {
  readonly code: ErrorCode;
  readonly message: string;
  readonly field?: string;
  readonly remedy: string;
  readonly retryable: boolean;
  readonly traceId?: string;
  readonly problems?: readonly { readonly field: string; readonly message: string }[];
}

interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

function fieldProblems(error: KeepsakeError): readonly FieldProblem[] | undefined {
  const { problems } = error.details;
  if (error.code !== "INVALID_INPUT" || !Array.isArray(problems)) return undefined;
  return problems as readonly FieldProblem[];
}

interface OwnRemedy {
  readonly en: string;
  readonly zh: string;
}

/** A door may know better than the catalogue what to do about its own errors (a wrong content type, a missing option). */
function ownRemedy(error: KeepsakeError): OwnRemedy | undefined {
  const { remedy } = error.details;
  const isOwn = typeof remedy === "object" && remedy !== null && "en" in remedy && "zh" in remedy;
  return isOwn ? (remedy as OwnRemedy) : undefined;
}

function messageOf(error: KeepsakeError, language: Language): string {
  const { problems } = error.details;
  if (language === "en") return error.message;
  // what exactly failed inside is for the log, which the trace id leads to
  if (error.code === "INTERNAL") return "Keepsake 内部出错。";
  // what nobody has put into Chinese so far is said by its kind, and then as it is
  const known = inChinese(error.message) ?? `${errorTitle(error.code).zh}：${error.message}`;
  if (error.code !== "CONFIG_INVALID" || !Array.isArray(problems)) return known;
  return `配置有 ${problems.length} 处问题：\n${renderProblems(problems as readonly ConfigProblem[], "zh")}`;
}

/** What is wrong and what to do about it, where there is one place for both: as two sentences. */
export function inOneText({ message, remedy }: Pick<ErrorReport, "message" | "remedy">): string {
  if (/[.!?:]$/u.test(message)) return `${message} ${remedy}`;
  if (/[。！？：]$/u.test(message)) return `${message}${remedy}`;
  // the language of both is the reader's, which the remedy shows
  return /\p{Script=Han}/u.test(remedy) ? `${message}。${remedy}` : `${message}. ${remedy}`;
}

/** Anything thrown, told in one language. Causes stay in the log. */
export function reportError(thrown: unknown, language: Language = "en"): ErrorReport {
  const error = toKeepsakeError(thrown);
  const { field, traceId } = error.details;
  const problems = fieldProblems(error);
  return {
    code: error.code,
    message: messageOf(error, language),
    ...(field === undefined ? {} : { field }),
    remedy: (ownRemedy(error) ?? errorRemedy(error.code))[language],
    retryable: error.retryable,
    ...(traceId === undefined ? {} : { traceId }),
    ...(problems === undefined ? {} : { problems }),
  };
}
