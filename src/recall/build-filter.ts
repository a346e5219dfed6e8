import { ALL, and, type EpochMs, type Filter, type RecallRequest } from "../domain/index.js";

/** Everything of the request that narrows the search but its validity. Goes into the index searches, never after them (P04, P12). */
export function buildSelection(request: RecallRequest): Filter {
  const filters: Filter[] = [];
  if (request.types !== undefined) filters.push({ op: "in", field: "type", values: request.types });
  if (request.kinds !== undefined) filters.push({ op: "in", field: "kind", values: request.kinds });
  if (request.tags !== undefined) filters.push({ op: "hasAny", field: "tags", values: request.tags });
  if (request.sessionId !== undefined) filters.push({ op: "in", field: "sessionId", values: [request.sessionId] });
  if (request.agentId !== undefined) filters.push({ op: "in", field: "agentId", values: [request.agentId] });
  if (request.saidBetween !== undefined) filters.push({ op: "between", field: "saidAt", ...request.saidBetween });
  return filters.length === 0 ? ALL : and(...filters);
}

/** True now, or at the past instant that was asked for. */
export function buildValidity(request: RecallRequest, now: EpochMs): Filter {
  return request.asOf === undefined ? { op: "current", at: now } : { op: "validAt", at: request.asOf };
}
