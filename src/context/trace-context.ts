import type { Scope, TraceRequest, TraceResult } from "../domain/index.js";
import { detectLanguage } from "../language/index.js";
import type { EngineParts } from "../ports/index.js";
import { trace } from "../recall/index.js";
import { assembleContext } from "./assemble-context.js";

const WORDS = {
  en: {
    cut: (reason: string, tokens: number, most: number) =>
      `Cut by the budget: it was recalled, and left out of a context of ${most} tokens (${reason}, ${tokens} tokens).`,
    among: (most: number) => `Returned, and in a context of ${most} tokens.`,
    beyond: (most: number) =>
      `Cut by the budget: a context of ${most} tokens takes fewer memories than recall returned.`,
  },
  zh: {
    cut: (reason: string, tokens: number, most: number) =>
      `因预算舍去：已被回忆，但未进入 ${most} 词元的上下文（${reason}，${tokens} 词元）。`,
    among: (most: number) => `已返回，并在 ${most} 词元的上下文之中。`,
    beyond: (most: number) => `因预算舍去：${most} 词元的上下文容纳的记忆少于回忆所得。`,
  },
};

/** Cuts that leave nothing of an item in the context; the others only say that it stands elsewhere, or shorter. */
const LOST = new Set(["over-budget", "below-floor"]);

/**
 * `trace`, and where a budget is given, whether what was recalled also came into a context of that size: the last step at which a
 * memory can be lost (requirement 3.7). Errors: those of `trace` and `context`.
 */
export async function traceContext(parts: EngineParts, scope: Scope, request: TraceRequest): Promise<TraceResult> {
  const traced = await trace(parts, scope, request);
  const { maxTokens, query, currentSessionId, timeZone, now } = request;
  if (traced.step !== "returned" || maxTokens === undefined || traced.found === undefined) return traced;
  const { id } = traced.found;
  const context = await assembleContext(parts, scope, {
    ...{ query, maxTokens },
    ...(currentSessionId === undefined ? {} : { sessionId: currentSessionId }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(now === undefined ? {} : { now }),
  });
  const language = detectLanguage(query);
  const say = language === "zh" || language === "mixed" ? WORDS.zh : WORDS.en;
  const cut = context.cut.find(({ what, reason }) => what === id && LOST.has(reason));
  const isElsewhere = context.cut.some(({ what }) => what === id) && cut === undefined;
  const isIncluded = context.included.some((item) => item.id === id) || isElsewhere;
  if (cut === undefined && isIncluded) {
    const why = say.among(maxTokens);
    return { ...traced, why, checks: [...traced.checks, { step: "over-budget", passed: true, detail: why }] };
  }
  const why = cut === undefined ? say.beyond(maxTokens) : say.cut(cut.reason, cut.tokens, maxTokens);
  return {
    ...traced,
    step: "over-budget",
    why,
    checks: [...traced.checks, { step: "over-budget", passed: false, detail: why }],
  };
}
