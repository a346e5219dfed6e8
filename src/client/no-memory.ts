import type { ContextMessage, ContextRequest, ContextResult, KeepsakeError, RecallResult } from "../domain/index.js";

/*
 * What reads answer while memory is out of reach: nothing is known, and it says so. A chat goes on with it; whoever must not take
 * "unknown" for "nothing" looks at `degraded`.
 */

export function degradation(error: KeepsakeError): readonly string[] {
  return [`memory unavailable: ${error.code}`];
}

export function noRecall(error: KeepsakeError): RecallResult {
  return { items: [], degraded: degradation(error), pendingTurns: 0 };
}

const DEFAULT_MAX_TOKENS = 2_000;
const FRAMING = 4;
const REPLY_FRAMING = 2;

/** No token of a byte-pair encoding is shorter than a byte, so this is never too low. */
function atMost(messages: readonly ContextMessage[]): number {
  const encoder = new TextEncoder();
  return messages.reduce((sum, { content }) => sum + encoder.encode(content).length + FRAMING, REPLY_FRAMING);
}

/** The caller's own words only. `tokens` is an upper bound: there is no tokenizer here. */
export function noContext(request: ContextRequest, error: KeepsakeError): ContextResult {
  const { query, systemPrompt = "", maxTokens = DEFAULT_MAX_TOKENS } = request;
  const system: readonly ContextMessage[] = systemPrompt === "" ? [] : [{ role: "system", content: systemPrompt }];
  const asked: ContextMessage = { role: "user", content: query };
  const messages = [...system, asked];
  return {
    ...{ messages, tokens: atMost(messages), maxTokens, encoding: "utf-8-bytes" },
    parts: [
      ...(system.length === 0 ? [] : [{ name: "system" as const, tokens: atMost(system), items: 1 }]),
      { name: "query", tokens: atMost([asked]), items: 1 },
    ],
    ...{ included: [], cut: [], degraded: degradation(error) },
  };
}
