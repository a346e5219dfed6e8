import { KeepsakeError, type RecallRequest, type RecallResult, type Scope, toKeepsakeError } from "../domain/index.js";
import { isBlank } from "../language/index.js";
import type { EngineParts } from "../ports/index.js";
import { type RecallRun, runRecall } from "./answering/run.js";
import { type Made, throughCache } from "./caching/index.js";
import { boundParts } from "./deadline/bounded-parts.js";
import { tellSubstitutes } from "./deadline/tell-substitutes.js";
import { startBudget, type TimeBudget } from "./deadline/time-budget.js";
import { explain } from "./explain.js";

const MAX_LIMIT = 100;
const MAX_DEADLINE_MS = 600_000;

export function checkRequest(parts: EngineParts, request: RecallRequest): number {
  const { query, limit = parts.policy.recall.defaultLimit, deadlineMs } = request;
  if (isBlank(query)) throw new KeepsakeError("INVALID_INPUT", "query is empty", { field: "query" });
  const longest = parts.policy.limits.maxQueryCharacters;
  if (query.length > longest)
    throw new KeepsakeError("TOO_LARGE", `query is longer than ${longest} characters`, { field: "query" });
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new KeepsakeError("INVALID_INPUT", `limit must be a whole number from 1 to ${MAX_LIMIT}`, { field: "limit" });
  }
  if (deadlineMs !== undefined && !(deadlineMs >= 1 && deadlineMs <= MAX_DEADLINE_MS)) {
    const message = `deadlineMs must be from 1 to ${MAX_DEADLINE_MS}`;
    throw new KeepsakeError("INVALID_INPUT", message, { field: "deadlineMs" });
  }
  return limit;
}

function observe(parts: EngineParts, run: RecallRun): void {
  const { telemetry } = parts;
  const total = Object.values(run.timings).reduce((sum, each) => sum + each, 0);
  const { embedMs = 0, readMs = 0, rerankMs = 0 } = run.timings;
  const own = total - embedMs - readMs - rerankMs;
  telemetry.observe("keepsake_recall_ms", total);
  telemetry.observe("keepsake_recall_own_ms", own);
  telemetry.count("keepsake_recalls", 1, { empty: run.items.length === 0 });
  // the steps between the waits, which have no span of their own
  const steps = Object.entries(run.timings).map(([name, ms]) => [`keepsake.recall.${name}`, ms] as const);
  parts.tracer?.note({ ...Object.fromEntries(steps), "keepsake.items": run.items.length });
}

/** What is answered where not even the rows could be read in time: nothing, and that it is so. */
function nothingInTime(parts: EngineParts, recalledAt: number, late: ReadonlySet<string>): RecallResult {
  parts.telemetry.count("keepsake_recalls_out_of_time", 1);
  return { items: [], degraded: [...late, "store: DEADLINE_EXCEEDED"], pendingTurns: 0, recalledAt };
}

async function answer(
  parts: EngineParts,
  scope: Scope,
  request: RecallRequest,
  settings: { readonly limit: number; readonly recalledAt: number; readonly budget: TimeBudget | undefined },
): Promise<Made> {
  const { limit, recalledAt, budget } = settings;
  const late = new Set<string>();
  const bounded = boundParts(parts, budget, (channel, { code }) => {
    late.add(`${channel}: ${code}`);
    parts.telemetry.count("keepsake_recall_degraded", 1, { reason: `${channel} ${code}` });
  });
  const told = tellSubstitutes(bounded, (reason) => late.add(`vectors: ${reason}`));
  let run: RecallRun;
  try {
    run = await runRecall(told, scope, request, { limit, late, ...(budget === undefined ? {} : { budget }) });
  } catch (thrown) {
    if (budget === undefined || toKeepsakeError(thrown).code !== "DEADLINE_EXCEEDED") throw thrown;
    return { result: nothingInTime(parts, recalledAt, late) };
  }
  observe(parts, run);
  const result = {
    items: run.items,
    ...(run.degraded.length === 0 ? {} : { degraded: run.degraded }),
    pendingTurns: run.pendingTurns,
    recalledAt,
    ...(request.explain === true ? { explanation: await explain(parts, scope, run) } : {}),
  };
  return { result, ...(run.stamp === undefined ? {} : { stamp: run.stamp }) };
}

/**
 * What the scope remembers about a query, best first; empty where nothing is relevant enough.
 * An equal request is answered from the cache while nothing of the user's was written. With a deadline the answer is what was there in
 * time. Errors: INVALID_INPUT (empty query, limit outside 1–100), TOO_LARGE. A model that does not answer, a channel that is late and
 * vectors of another model are no errors: the result is then `degraded` and says by what.
 */
export async function recall(parts: EngineParts, scope: Scope, request: RecallRequest): Promise<RecallResult> {
  const limit = checkRequest(parts, request);
  const budget = startBudget(request.deadlineMs);
  const make = (): Promise<Made> => answer(parts, scope, request, { limit, recalledAt: parts.clock.now(), budget });
  return throughCache(parts, scope, request, () => parts.tracer?.span("recall.answer", make) ?? make());
}
