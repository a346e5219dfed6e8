import type { z } from "zod";
import { type AuditEvent, type ErrorCode, KeepsakeError, toKeepsakeError } from "../domain/index.js";
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

/** Names a write in the audit log; durable when it resolves. */
export async function writeAudit(action: string, context: Told, targets: readonly string[]): Promise<void> {
  const { parts, caller } = context;
  await parts.audit.write(caller.scope.tenant, { ...originOf(caller, undefined), action, targets, outcome: "done" });
}

/** As one piece, so that a write whose caller stopped waiting is still in the log. */
async function handleAndAudit(operation: Operation, context: OperationContext, input: unknown): Promise<unknown> {
  const output = await operation.handle(context, input);
  const { audit } = context.parts;
  const { tenant } = context.caller.scope;
  const targets = operation.audit?.(input, output) ?? [];
  const event = {
    ...originOf(context.caller, operation.reach),
    action: operation.name,
    targets,
    outcome: "done",
  } as const;
  // what is only read need not wait for the disk
  if (operation.hints.readOnly) audit.note(tenant, event);
  else await audit.write(tenant, event);
  return output;
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

async function run(
  operation: Operation,
  context: OperationContext,
  input: unknown,
  language: MessageLanguage,
): Promise<unknown> {
  const { telemetry, ids, tracer } = context.parts;
  const startedAt = performance.now();
  let outcome = "done";
  try {
    checkPermission(operation, context);
    const parsed: z.output<z.ZodType> = parseInput(operation.input, input, language);
    return await withDeadline(handleAndAudit(operation, context, parsed), context.signal);
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
  const { caller, parts, traceparent } = context;
  const work = (): Promise<unknown> => run(operation, context, input, language);
  const attributes = { "keepsake.door": caller.door, "keepsake.operation": operation.name };
  const within = traceparent === undefined ? {} : { traceparent };
  return parts.tracer?.span(operation.name, work, { kind: "server", attributes, ...within }) ?? work();
}
