import type { Policy, SummaryState, Turn } from "../../domain/index.js";
import type { TokenCounter } from "../../ports/index.js";

/** Texts are counted by their head: a pasted book must not hold up the writers behind it. */
const COUNTED_CHARACTERS = 2_000;
/** What one fold takes at most, in budgets: the rest is another fold's. */
const LARGEST_FOLD = 2;

type Bounds = Pick<Policy["summary"], "sessionTurns" | "sessionTokens" | "keepTurns">;

/** Tokens of a text; of a long one, those of its head times its length. */
export function estimateTokens(tokens: TokenCounter, text: string): number {
  if (text.length <= COUNTED_CHARACTERS) return tokens.count(text);
  const head = tokens.count(text.slice(0, COUNTED_CHARACTERS).toWellFormed());
  return Math.ceil((head * text.length) / COUNTED_CHARACTERS);
}

/** Whether the turns outside the summary outgrow the session's budget. One turn alone never does: it is the present. */
export function isOverBudget(state: Pick<SummaryState, "openTurns" | "openTokens">, bounds: Bounds): boolean {
  return state.openTurns > 1 && (state.openTurns > bounds.sessionTurns || state.openTokens > bounds.sessionTokens);
}

export interface FoldPlan {
  /** Oldest first; empty where there is nothing new to fold in. */
  readonly take: readonly Turn[];
  /** The summary then covers the session to its end. */
  readonly final: boolean;
  /** Another fold follows. */
  readonly again: boolean;
}

/** How many of the newest turns stay verbatim: at most `keepTurns`, within half of the token budget, and at least one. */
function countKept(turns: readonly Turn[], sizes: readonly number[], bounds: Bounds): number {
  let kept = 0;
  let spent = 0;
  while (kept < Math.min(bounds.keepTurns, turns.length)) {
    spent += sizes.at(-1 - kept) ?? 0;
    if (kept > 0 && spent > bounds.sessionTokens / 2) break;
    kept += 1;
  }
  return Math.max(1, kept);
}

/**
 * What is to be folded into a session's summary now.
 * @param open the turns outside the summary, oldest first
 * @param more there are further ones behind them
 * @returns undefined where the summary is as far as it should be
 */
export function planFold(
  state: SummaryState,
  open: readonly Turn[],
  more: boolean,
  parts: { readonly tokens: TokenCounter; readonly bounds: Bounds },
): FoldPlan | undefined {
  const { tokens, bounds } = parts;
  const ended = state.endedAt !== undefined;
  const sizes = open.map((turn) => estimateTokens(tokens, turn.text));
  const openTokens = sizes.reduce((sum, size) => sum + size, 0);
  if (ended && open.length === 0) {
    return state.summary === undefined || state.summary.final ? undefined : { take: [], final: true, again: false };
  }
  if (!ended && !more && !isOverBudget({ openTurns: open.length, openTokens }, bounds)) return undefined;
  const wanted = ended || more ? open.length : open.length - countKept(open, sizes, bounds);
  if (wanted <= 0) return undefined;
  let taken = 0;
  let spent = 0;
  while (taken < Math.min(wanted, bounds.sessionTurns * LARGEST_FOLD)) {
    spent += sizes[taken] ?? 0;
    if (taken > 0 && spent > bounds.sessionTokens * LARGEST_FOLD) break;
    taken += 1;
  }
  const again = taken < wanted || more;
  return { take: open.slice(0, taken), final: ended && !again, again };
}
