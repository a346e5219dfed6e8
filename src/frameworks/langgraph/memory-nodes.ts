import { type BaseMessage, RemoveMessage, SystemMessage } from "@langchain/core/messages";
import { type LangGraphRunnableConfig, REMOVE_ALL_MESSAGES } from "@langchain/langgraph";
import { KeepsakeError } from "../../domain/index.js";
import type { UserMemory } from "../../keepsake.js";
import { type ChatMessage, type ChatTerms, findBlock, sinceLastAnswer, takeIn } from "../beside-chat.js";

/** A graph is compiled once and serves everyone: then whose memory it is comes from the run's config. */
export type MemoryOf = UserMemory | ((config: LangGraphRunnableConfig) => UserMemory);

interface MessagesState {
  readonly messages: readonly BaseMessage[];
}

type MessagesNode<Update> = (state: MessagesState, config: LangGraphRunnableConfig) => Promise<Update>;

export interface RecallNodeOptions extends ChatTerms {
  /** The channel that takes the block as text. Absent: a system message among the messages, behind those that lead them. */
  readonly channel?: string;
}

export interface RecordNodeOptions extends ChatTerms {
  /** The conversation that the turns belong to. Absent: the run's `configurable.thread_id`. */
  readonly sessionId?: string;
}

/** The one message that holds memories: the next run replaces it. */
const BLOCK_ID = "keepsake-memory";

function memoryOf(memory: MemoryOf, config: LangGraphRunnableConfig): UserMemory {
  return typeof memory === "function" ? memory(config) : memory;
}

function roleOf(message: BaseMessage): ChatMessage["role"] {
  if (message.type === "human") return "user";
  if (message.type === "ai") return "assistant";
  return message.type === "tool" ? "tool" : "system";
}

function asChat(messages: readonly BaseMessage[]): ChatMessage[] {
  return messages.map((message) => {
    const chat = { role: roleOf(message), text: message.text };
    return message.id === undefined ? chat : { ...chat, id: message.id };
  });
}

function withBlock(messages: readonly BaseMessage[], block: string | undefined): BaseMessage[] {
  const own = messages.filter(({ id }) => id !== BLOCK_ID);
  if (block === undefined && own.length === messages.length) return [];
  const leading = own.findIndex(({ type }) => type !== "system");
  const at = leading < 0 ? own.length : leading;
  const put = block === undefined ? [] : [new SystemMessage({ id: BLOCK_ID, content: block })];
  return [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...own.slice(0, at), ...put, ...own.slice(at)];
}

/**
 * A node for a graph over `messages`: looks up what is remembered about the last words of the user, before the model is called. Memory
 * that is out of reach changes nothing; `onError` is told.
 * @example graph.addNode("recall", recallNode((config) => keepsake.user(config.configurable?.user_id)))
 */
export function recallNode<Channel extends string>(
  memory: MemoryOf,
  options: RecallNodeOptions & { readonly channel: Channel },
): MessagesNode<Record<Channel, string>>;
export function recallNode(
  memory: MemoryOf,
  options?: RecallNodeOptions & { readonly channel?: never },
): MessagesNode<{ messages: BaseMessage[] }>;
export function recallNode(
  memory: MemoryOf,
  options: RecallNodeOptions = {},
): MessagesNode<Record<string, string | BaseMessage[]>> {
  return async ({ messages }, config) => {
    const query = asChat(messages).findLast(({ role }) => role === "user")?.text ?? "";
    const block = await findBlock(memoryOf(memory, config), query, options);
    return options.channel === undefined
      ? { messages: withBlock(messages, block) }
      : { [options.channel]: block ?? "" };
  };
}

/**
 * A node for the end of a run: takes in what user and assistant said since the answer before. A message that was taken in already (its
 * id says so) stays one turn.
 * @throws INVALID_INPUT when neither `sessionId` nor a `thread_id` says which conversation it is; nothing else stops the run
 */
export function recordNode(
  memory: MemoryOf,
  options: RecordNodeOptions = {},
): MessagesNode<{ messages: BaseMessage[] }> {
  return async ({ messages }, config) => {
    const thread: unknown = config.configurable?.thread_id;
    const sessionId = options.sessionId ?? (thread === undefined ? "" : String(thread));
    if (sessionId === "") {
      throw new KeepsakeError("INVALID_INPUT", "which conversation is it? Run the graph with configurable.thread_id", {
        field: "thread_id",
      });
    }
    const own = asChat(messages.filter(({ id }) => id !== BLOCK_ID));
    const block = messages.find(({ id }) => id === BLOCK_ID)?.text;
    await takeIn(
      memoryOf(memory, config),
      { sessionId, messages: own, from: sinceLastAnswer(own) },
      { ...options, block },
    );
    return { messages: [] };
  };
}
