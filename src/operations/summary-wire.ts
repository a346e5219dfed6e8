import { z } from "zod";
import { SUMMARY_METHODS, type SummaryResult, toIso } from "../domain/index.js";
import { field, id, isoField, isoText } from "./wire.js";

export const sessionField = id("The conversation's id.", "会话的编号。");

export const summaryWire = z
  .object({
    sessionId: z.string(),
    agentId: z.string().exactOptional(),
    endedAt: isoText.exactOptional(),
    /** Turns recorded since that the summary does not cover. */
    openTurns: z.int(),
    summary: z.string(),
    decisions: z.array(z.string()),
    openQuestions: z.array(z.string()),
    entities: z.array(z.string()),
    turnRange: z.object({
      from: z.string(),
      to: z.string(),
      firstPosition: z.int(),
      lastPosition: z.int(),
      turns: z.int(),
      startedAt: isoText,
      endedAt: isoText,
    }),
    method: z.enum(SUMMARY_METHODS),
    final: z.boolean(),
    madeAt: isoText,
    memoryId: z.string().exactOptional(),
  })
  .meta({ id: "SessionSummary" });

export function summaryToWire(result: SummaryResult): z.output<typeof summaryWire> {
  const { sessionId, agentId, endedAt, openTurns } = result;
  const { summary, decisions, openQuestions, entities, turnRange, method, final, madeAt, memoryId } = result.summary;
  return {
    sessionId,
    ...field("agentId", agentId),
    ...isoField("endedAt", endedAt),
    openTurns,
    ...{ summary, decisions: [...decisions], openQuestions: [...openQuestions], entities: [...entities] },
    turnRange: { ...turnRange, startedAt: toIso(turnRange.startedAt), endedAt: toIso(turnRange.endedAt) },
    ...{ method, final, madeAt: toIso(madeAt) },
    ...field("memoryId", memoryId),
  };
}
