import type { z } from "zod";
import { type AuditEvent, type ChangeLine, type ErrorCode, KeepsakeError, toKeepsakeError } from "../domain/index.js";
import { servedParts } from "../embedding/index.js";
import type { AuditLine, Clock, EngineParts, TruthTransaction } from "../ports/index.js";
import { describeCause } from "./describe-cause.js";
import { type MessageLanguage, parseInput } from "./input-refusal.js";
import type { Caller, Operation, OperationContext } from "./operation.js";

function checkPermission(operation: Operation, context: OperationContext): void {
  if (operation.reach !== undefined && context.caller.boundToUser === true) {
    throw new KeepsakeError("FORBIDDEN", `${operation.name} is not for a credential that is bound to a user`);
  }
  if (context.caller.permissions.has(operation.permission)) return;
  throw new KeepsakeError("FORBIDDEN", `${operation.name} needs the permission ${operation.permission}`, {
    permission: operation.permission,
  });
}

/** Rejects when the signal aborts; the work itself goes on and stays harmless to repeat. */
async function withDeadline<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void =>
      reject(new KeepsakeError("DEADLINE_EXCEEDED", "The call took longer than it was allowed to."));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    stop = () => signal.removeEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop?.();
  }
}

type Told = Pick<OperationContext, "parts" | "caller">;

/** Of whom and through which door; the user is named only where one user's memory is concerned. */
export function originOf(
  { actor, door, keyId, scope }: Caller,
  reach: Operation["reach"],
): Pick<AuditEvent, "actor" | "door" | "keyId" | "user"> {
  return {
    ...{ actor, door },
    ...(keyId === undefined ? {} : { keyId }),
    ...(reach === undefined ? { user: scope.user } : {}),
  };
}

/** Appended by what writes, in its own transaction. */
class CallLine implements AuditLine {
  appended = false;

  constructor(
    private readonly tenant: string,
    private readonly event: Omit<AuditEvent, "at" | "targets">,
    private readonly clock: Clock,
  ) {}

  async append(transaction: TruthTransaction, targets: readonly string[]): Promise<void> {
    await transaction.audit.append(this.take(targets).event);
  }

  take(targets: readonly string[]): ChangeLine {
    this.appended = true;
    return { tenant: this.tenant, event: { ...this.event, targets, at: this.clock.now() } };
  }
}

/** As one piece, so that a write whose caller stopped waiting is still in the log. */
async function audited<Result>(
  { name, reach, hints, undated }: Operation,
  { parts, caller }: Told,
  work: (parts: EngineParts) => Promise<Result>,
  targetsOf: (result: Result) => readonly string[],
): Promise<Result> {
  const event = { ...originOf(caller, reach), action: name, outcome: "done" } as const;
  const line = hints.readOnly ? undefined : new CallLine(caller.scope.tenant, event, parts.clock);
  const served = reach === undefined && undated !== true ? await servedParts(parts, caller.scope) : parts;
  const result = await work(line === undefined ? served : { ...served, auditLine: line });
  if (line?.appended === true) return result;
  const told = { ...event, targets: targetsOf(result) };
  // what is only read need not wait for the disk
  if (hints.readOnly) parts.audit.note(caller.scope.tenant, told);
  else await parts.audit.write(caller.scope.tenant, told);
  return result;
}

const DENIALS = new Set(["FORBIDDEN", "RATE_LIMITED", "UNAUTHENTICATED"]);

/** Malformed: no deed, only counted. Over time: the deed goes on, and has a line of its own. */
const NOT_TOLD = new Set(["INVALID_INPUT", "DEADLINE_EXCEEDED"]);

/** How a call that came to nothing stands in the audit log. */
export function failureOf(
  action: string,
  code: ErrorCode,
): Pick<AuditEvent, "action" | "targets" | "detail" | "outcome"> {
  return { action, targets: [], detail: code, outcome: DENIALS.has(code) ? "refused" : "failed" };
}

function noteFailure({ name, reach }: Operation, { parts, caller }: OperationContext, { code }: KeepsakeError): void {
  if (NOT_TOLD.has(code)) return;
  parts.audit.note(caller.scope.tenant, { ...originOf(caller, reach), ...failureOf(name, code) });
}

/** INTERNAL always leaves with the trace id that is logged, also where the engine threw it by that name. */
function traced(thrown: unknown, traceId: string): KeepsakeError {
  const error = toKeepsakeError(thrown, traceId);
  if (error.code !== "INTERNAL" || error.details.traceId !== undefined) return error;
  return new KeepsakeError("INTERNAL", error.message, { ...error.details, traceId }, { cause: error.cause ?? error });
}

/** Span, measurements, and the line of a call that came to nothing. */
async function measured<Result>(
  operation: Operation,
  context: OperationContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const { telemetry, ids, tracer } = context.parts;
  const startedAt = performance.now();
  let outcome = "done";
  try {
    return await work();
  } catch (thrown) {
    const traceId = tracer?.traceId() ?? ids.trace();
    const error = traced(thrown, traceId);
    outcome = error.code;
    noteFailure(operation, context, error);
    if (error.code === "INTERNAL") {
      telemetry.log("error", "operation-failed", { operation: operation.name, traceId, ...describeCause(error.cause) });
    }
    throw error;
  } finally {
    telemetry.count("keepsake_operations", 1, { operation: operation.name, outcome });
    telemetry.observe("keepsake_operation_ms", performance.now() - startedAt, { operation: operation.name });
  }
}

function spanned<Result>(
  operation: Operation,
  context: OperationContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const { caller, parts, traceparent } = context;
  const attributes = { "keepsake.door": caller.door, "keepsake.operation": operation.name };
  const within = traceparent === undefined ? {} : { traceparent };
  const call = (): Promise<Result> => measured(operation, context, work);
  return parts.tracer?.span(operation.name, call, { kind: "server", attributes, ...within }) ?? call();
}

/**
 * A call that does the work of an operation in its own form: the library's, whose callers have types instead of wire forms. Told to the
 * audit log, the measurements and the traces like every other.
 * @param targetsOf the ids (never text) that the audit log names, where the work itself did not tell it
 * @throws KeepsakeError only, as `runOperation`
 */
export function runInOwnForm<Result>(
  operation: Operation,
  context: OperationContext,
  work: (parts: EngineParts) => Promise<Result>,
  targetsOf: (result: Result) => readonly string[],
): Promise<Result> {
  return spanned(operation, context, () => audited(operation, context, work, targetsOf));
}

/**
 * The one way from a door to a handler: permission, strict input, handler, audit.
 * @param input the wire form, untrusted
 * @returns the wire form of the answer
 * @throws KeepsakeError only; what is unknown becomes INTERNAL with a trace id that is logged with the cause, and is the span's where the
 *   call is traced
 */
export async function runOperation(
  operation: Operation,
  context: OperationContext,
  input: unknown,
  language: MessageLanguage = "en",
): Promise<unknown> {
  return spanned(operation, context, async () => {
    checkPermission(operation, context);
    const parsed: z.output<z.ZodType> = parseInput(operation.input, input, language);
    const handled = audited(
      operation,
      context,
      (parts) => operation.handle({ ...context, parts }, parsed),
      (output) => operation.audit?.(parsed, output) ?? [],
    );
    context.onWork?.(handled);
    return withDeadline(handled, context.signal);
  });
}
