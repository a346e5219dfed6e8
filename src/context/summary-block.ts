import type { ContextCut, SummaryResult, TimeZone } from "../domain/index.js";
import { describeDay } from "../language/index.js";
import type { TokenCounter } from "../ports/index.js";
import { escapeLabel, quote, withholdInstructions } from "./quote-memory.js";
import { trimSentences } from "./trim-sentences.js";
import type { Wording } from "./wording.js";

/** What joining the block to its neighbours costs in tokens. */
const JOIN_TOKENS = 2;

export interface FittedSummary {
  /** "" where there is none, or none fits. */
  readonly block: string;
  /** Turns of lower positions are told by the summary. */
  readonly coveredTo: number;
  readonly tokens: number;
  readonly cut: readonly ContextCut[];
}

export const NO_SUMMARY: FittedSummary = { block: "", coveredTo: 0, tokens: 0, cut: [] };

function linesOf({ summary }: SummaryResult, wording: Wording): readonly string[] {
  const list = (heading: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [`${heading}:`, ...items.map((item) => `- ${item}`)];
  return [
    ...(summary.summary === "" ? [] : [summary.summary]),
    ...list(wording.decisions, summary.decisions),
    ...list(wording.openQuestions, summary.openQuestions),
  ];
}

/** Where it comes from, in one line: dates, session, which of its messages. */
function sourceOf(result: SummaryResult, wording: Wording, timeZone: TimeZone): string {
  const { startedAt, endedAt, turns } = result.summary.turnRange;
  const [first, last] = [describeDay(startedAt, timeZone), describeDay(endedAt, timeZone)];
  const days = first === last ? first : `${first} – ${last}`;
  return [days, wording.session(escapeLabel(result.sessionId, wording)), wording.summaryOf(turns)].join(
    wording.separator,
  );
}

function blockOf(source: string, quoted: string, wording: Wording): string {
  return `<keepsake-memory part="summary">\n${wording.summaryHeading}:\n[${source}]\n${quoted}\n</keepsake-memory>`;
}

/**
 * The earlier part of the conversation as its rolling summary, quoted with its source, within a share of `left` tokens; cut to that with a
 * visible mark where it is longer, left out where nothing useful would be left. Everything cut is reported.
 */
export function fitSummary(
  result: SummaryResult | undefined,
  left: number,
  options: {
    readonly tokens: TokenCounter;
    readonly wording: Wording;
    readonly timeZone: TimeZone /** Earlier history as summary may take this share of `left`: memories come before it. */;
    readonly share: number;
  },
): FittedSummary {
  const { tokens, wording, timeZone, share } = options;
  const lines = result === undefined ? [] : linesOf(result, wording);
  if (result === undefined || lines.length === 0) return NO_SUMMARY;
  const source = sourceOf(result, wording, timeZone);
  const frame = tokens.count(blockOf(source, "", wording)) + JOIN_TOKENS;
  const budget = Math.floor(left * share) - frame;
  const text = withholdInstructions(lines.join("\n"), wording);
  const whole = quote(text);
  const wholeTokens = tokens.count(whole);
  const kept = wholeTokens <= budget ? text : trimSentences(text, budget - lines.length, { tokens, wording });
  const quoted = kept === undefined ? undefined : quote(kept);
  const what = result.summary.memoryId ?? result.sessionId;
  if (quoted === undefined) {
    return { ...NO_SUMMARY, cut: [{ part: "summary", what, tokens: wholeTokens + frame, reason: "over-budget" }] };
  }
  const block = blockOf(source, quoted, wording);
  const lost = wholeTokens - tokens.count(quoted);
  const cut: readonly ContextCut[] =
    quoted === whole ? [] : [{ part: "summary", what, tokens: lost, reason: "too-long" }];
  const coveredTo = result.summary.turnRange.lastPosition + 1;
  return { block, coveredTo, tokens: tokens.count(block) + JOIN_TOKENS, cut };
}
