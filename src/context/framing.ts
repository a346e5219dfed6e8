import type { ContextMessage } from "../domain/index.js";
import type { TokenCounter } from "../ports/index.js";

/** What a chat format adds to each message, and to the whole for the answer's start; chat formats in use add three to four. */
export const MESSAGE_FRAMING = 4;
export const REPLY_FRAMING = 2;

/** Tokens of a message with its framing. */
export function countMessage(message: ContextMessage, tokens: TokenCounter): number {
  return tokens.count(message.content) + MESSAGE_FRAMING;
}
