import {
  checkId,
  KeepsakeError,
  type Page,
  type PageRequest,
  type Scope,
  type SessionId,
  type SummaryResult,
  type SummaryState,
} from "../../domain/index.js";
import type { EngineParts } from "../../ports/index.js";

function toResult(state: SummaryState): SummaryResult | undefined {
  const { sessionId, agentId, endedAt, openTurns, summary } = state;
  if (summary === undefined) return undefined;
  const agent = agentId === undefined ? {} : { agentId };
  return { sessionId, ...agent, ...(endedAt === undefined ? {} : { endedAt }), openTurns, summary };
}

/** The summary of a session so far; undefined where none was made. */
export async function findSummary(
  parts: EngineParts,
  scope: Scope,
  sessionId: string,
): Promise<SummaryResult | undefined> {
  const id = checkId(sessionId, "sessionId") as SessionId;
  const state = await parts.storage.truth.read(scope, (transaction) => transaction.summaries.find(id));
  return state === undefined ? undefined : toResult(state);
}

/** @throws NOT_FOUND when the session has no summary (yet), INVALID_INPUT */
export async function getSummary(parts: EngineParts, scope: Scope, sessionId: string): Promise<SummaryResult> {
  const summary = await findSummary(parts, scope, sessionId);
  if (summary !== undefined) return summary;
  const message = "the session has no summary: it is unknown, or has neither ended nor outgrown its budget";
  throw new KeepsakeError("NOT_FOUND", message, { field: "sessionId" });
}

/** Summaries of the user's sessions, the one with the newest turn first. */
export async function listSummaries(parts: EngineParts, scope: Scope, page: PageRequest): Promise<Page<SummaryResult>> {
  const { items, ...rest } = await parts.storage.truth.read(scope, (transaction) => transaction.summaries.list(page));
  return { items: items.flatMap((state) => toResult(state) ?? []), ...rest };
}
