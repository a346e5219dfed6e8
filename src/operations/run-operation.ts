import type { z } from "zod";
import { KeepsakeError, toKeepsakeError } from "../domain/index.js";
import { describeCause } from "./describe-cause.js";
import { type MessageLanguage, parseInput } from "./input-refusal.js";
import type { Operation, OperationContext } from "./operation.js";

function checkPermission(operation: Operation, context: OperationContext): void {
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

/**
 * Names the write in the audit log, in a transaction of its own. The write itself is durable by now: a log that cannot be
 * written is reported loudly to the operator, and the caller is not told that the write failed, which would be untrue.
 */
export async function writeAudit(
  action: string,
  context: Pick<OperationContext, "parts" | "caller">,
  targets: readonly string[],
): Promise<void> {
  const { parts, caller } = context;
  try {
    await parts.storage.truth.write(caller.scope, async (transaction) => {
      await transaction.audit.append({
        at: parts.clock.now(),
        action,
        actor: caller.actor,
        targets,
        outcome: "done",
      });
    });
  } catch (error) {
    const { code } = toKeepsakeError(error);
    parts.telemetry.count("keepsake_audit_failures", 1, { operation: action });
    parts.telemetry.log("error", "audit-failed", { operation: action, code });
  }
}

/** As one piece, so that a write whose caller stopped waiting is still in the log. */
async function handleAndAudit(operation: Operation, context: OperationContext, input: unknown): Promise<unknown> {
  const output = await operation.handle(context, input);
  if (operation.audit !== undefined) await writeAudit(operation.name, context, operation.audit(input, output));
  return output;
}

/** INTERNAL always leaves with the trace id that is logged, also where the engine threw it by that name. */
function traced(thrown: unknown, traceId: string): KeepsakeError {
  const error = toKeepsakeError(thrown, traceId);
  if (error.code !== "INTERNAL" || error.details.traceId !== undefined) return error;
  return new KeepsakeError("INTERNAL", error.message, { ...error.details, traceId }, { cause: error.cause ?? error });
}

/**
 * The one way from a door to a handler: permission, strict input, handler, audit.
 * @param input the wire form, untrusted
 * @returns the wire form of the answer
 * @throws KeepsakeError only; what is unknown becomes INTERNAL with a trace id that is logged with the cause
 */
export async function runOperation(
  operation: Operation,
  context: OperationContext,
  input: unknown,
  language: MessageLanguage = "en",
): Promise<unknown> {
  const { telemetry, ids } = context.parts;
  const startedAt = performance.now();
  let outcome = "done";
  try {
    checkPermission(operation, context);
    const parsed: z.output<z.ZodType> = parseInput(operation.input, input, language);
    return await withDeadline(handleAndAudit(operation, context, parsed), context.signal);
  } catch (thrown) {
    const traceId = ids.trace();
    const error = traced(thrown, traceId);
    outcome = error.code;
    if (error.code === "INTERNAL") {
      telemetry.log("error", "operation-failed", { operation: operation.name, traceId, ...describeCause(error.cause) });
    }
    throw error;
  } finally {
    telemetry.count("keepsake_operations", 1, { operation: operation.name, outcome });
    telemetry.observe("keepsake_operation_ms", performance.now() - startedAt, { operation: operation.name });
  }
}
