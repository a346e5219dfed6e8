import type { ContextCut, ContextMessage, Turn } from "../domain/index.js";
import type { TokenCounter } from "../ports/index.js";
import { MESSAGE_FRAMING } from "./framing.js";
import type { Wording } from "./wording.js";

export interface FittedTurns {
  /** In order of the session. */
  readonly messages: readonly ContextMessage[];
  readonly turns: readonly Turn[];
  readonly tokens: number;
  readonly cut: readonly ContextCut[];
}

/** A turn cut to fewer tokens than this says nothing and is left out. */
const LEAST_USEFUL_TOKENS = 8;

/** Turns of the caller's own chat become messages; what tools and the system said is not part of the dialogue. */
export function isDialogue(turn: Turn): boolean {
  return turn.role === "user" || turn.role === "assistant";
}

function toMessage(turn: Turn, text: string, naming: boolean): ContextMessage {
  const content = naming && turn.speaker !== undefined ? `${turn.speaker}: ${text}` : text;
  return { role: turn.role === "assistant" ? "assistant" : "user", content };
}

/** Names are worth their tokens only where several people speak. */
function needsNames(turns: readonly Turn[]): boolean {
  return new Set(turns.filter((turn) => turn.role === "user").map((turn) => turn.speaker)).size > 1;
}

/**
 * Takes turns from the newest back until `budget` tokens are spent, framing included. The one that does not fit whole is cut to what
 * is left, with a mark that can be seen (`cutLast`), or left out; all older ones are left out.
 */
export function fitTurns(
  turns: readonly Turn[],
  budget: number,
  tokens: TokenCounter,
  options: { readonly wording: Wording; readonly cutLast: boolean; readonly naming?: boolean },
): FittedTurns {
  const naming = options.naming ?? needsNames(turns);
  const kept: { turn: Turn; message: ContextMessage }[] = [];
  const cut: ContextCut[] = [];
  let spent = 0;
  let full = false;
  for (const turn of [...turns].reverse()) {
    const message = toMessage(turn, turn.text, naming);
    const cost = tokens.count(message.content) + MESSAGE_FRAMING;
    if (!full && spent + cost <= budget) {
      kept.push({ turn, message });
      spent += cost;
      continue;
    }
    const shortened =
      full || !options.cutLast
        ? undefined
        : shorten(message, budget - spent - MESSAGE_FRAMING, tokens, options.wording);
    full = true;
    if (shortened === undefined) {
      cut.push({ part: "turns", what: turn.id, tokens: cost, reason: "over-budget" });
      continue;
    }
    const shortCost = tokens.count(shortened.content) + MESSAGE_FRAMING;
    kept.push({ turn, message: shortened });
    spent += shortCost;
    cut.push({ part: "turns", what: turn.id, tokens: cost - shortCost, reason: "too-long" });
  }
  kept.reverse();
  return { messages: kept.map(({ message }) => message), turns: kept.map(({ turn }) => turn), tokens: spent, cut };
}

/** Cuts a text to at most `budget` tokens with a visible mark at its end; undefined when nothing useful would be left. */
export function shortenText(text: string, budget: number, tokens: TokenCounter, wording: Wording): string | undefined {
  const room = budget - tokens.count(wording.cutMark);
  if (room < LEAST_USEFUL_TOKENS) return undefined;
  // The count of a whole may exceed the sum of its parts by a token where they join, so room is given back until it fits.
  for (let give = 0; room - give >= LEAST_USEFUL_TOKENS; give += 1) {
    const shortened = tokens.truncate(text, room - give).trimEnd() + wording.cutMark;
    if (tokens.count(shortened) <= budget) return shortened;
  }
  return undefined;
}

function shorten(
  message: ContextMessage,
  budget: number,
  tokens: TokenCounter,
  wording: Wording,
): ContextMessage | undefined {
  const content = shortenText(message.content, budget, tokens, wording);
  return content === undefined ? undefined : { ...message, content };
}
