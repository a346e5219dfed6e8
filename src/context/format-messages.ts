import type { ContextMessage, FormattedMessages, MessageFormat } from "../domain/index.js";
import type { TokenCounter } from "../ports/index.js";
import { MESSAGE_FRAMING } from "./framing.js";

/**
 * Anthropic's Messages API wants a conversation that begins with the user; where the last turns begin with the assistant, a line of ours
 * stands before them.
 */
const CONTINUES = "…";

/** What a format can cost beside the messages themselves: set aside before anything is fitted. */
export function formatTokens(format: MessageFormat | undefined, tokens: TokenCounter): number {
  return format === "anthropic" ? tokens.count(CONTINUES) + MESSAGE_FRAMING : 0;
}

/** Messages of one role in a row as one, as Anthropic reads them; the words are the same. */
function merged(messages: readonly ContextMessage[]): readonly ContextMessage[] {
  const result: ContextMessage[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last?.role === message.role) {
      result[result.length - 1] = { ...last, content: `${last.content}\n\n${message.content}` };
    } else result.push(message);
  }
  return result;
}

/**
 * The messages as a protocol's request body has them: OpenAI's `messages`; Anthropic's and the AI SDK's `system` and `messages`.
 * @example const { system, messages } = formatMessages("anthropic", context.messages);
 */
export function formatMessages(format: MessageFormat, messages: readonly ContextMessage[]): FormattedMessages {
  if (format === "openai") return { format, messages };
  const [first] = messages;
  const isApart = first?.role === "system";
  const system = isApart ? { system: first.content } : {};
  const rest = isApart ? messages.slice(1) : messages;
  if (format === "ai-sdk") return { format, ...system, messages: rest };
  const opened: readonly ContextMessage[] =
    rest[0]?.role === "assistant" ? [{ role: "user", content: CONTINUES }, ...rest] : rest;
  return { format, ...system, messages: merged(opened) };
}
