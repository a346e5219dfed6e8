import type { AgentInputItem, CallModelInputFilter, Session } from "@openai/agents";
import type { UserMemory } from "../../keepsake.js";
import { type ChatMessage, type ChatTerms, findBlock, takeIn } from "../beside-chat.js";
import { ItemLog } from "./item-log.js";

export interface KeepsakeSessionOptions extends ChatTerms {
  /** Any exact string of 1–256 characters; also the session of the turns in long-term memory. */
  readonly sessionId: string;
  /** How long an item of the history is kept, in seconds: at most 365 days, which is also what holds where absent. */
  readonly ttlSeconds?: number;
}

const LONGEST_TTL_SECONDS = 365 * 86_400;

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((part: { readonly text?: unknown }) => (typeof part.text === "string" ? [part.text] : []))
    .join("\n");
}

function asChat(item: AgentInputItem, id?: string): ChatMessage {
  const { role, content } = item as { readonly role?: unknown; readonly content?: unknown };
  if (role !== "user" && role !== "assistant") return { role: "tool", text: "" };
  return { role, text: textOf(content), ...(id === undefined ? {} : { id }) };
}

/**
 * A session of the OpenAI Agents SDK in one user's memory: its history rests item by item in working memory, what user and assistant
 * said is also taken into long-term memory, and `recall` shows the model what is remembered from every conversation.
 *
 * Errors: those of the memory, for the history only: a history that cannot be read or written must not pass for an empty one. What
 * fails of the long-term memory is told to `onError`.
 * @example
 * const session = new KeepsakeSession(keepsake.user("ada"), { sessionId: "chat-1" });
 * await run(agent, "What should I cook?", { session, callModelInputFilter: session.recall });
 */
export class KeepsakeSession implements Session {
  readonly #log: ItemLog;
  #shown: string | undefined;

  constructor(
    private readonly memory: UserMemory,
    private readonly options: KeepsakeSessionOptions,
  ) {
    this.#log = new ItemLog(memory, options.sessionId, options.ttlSeconds ?? LONGEST_TTL_SECONDS);
  }

  async getSessionId(): Promise<string> {
    return this.options.sessionId;
  }

  /** In order; with a limit the last so many. */
  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const items = (await this.#log.read()).map(({ item }) => item);
    if (limit === undefined) return items;
    return limit <= 0 ? [] : items.slice(-limit);
  }

  async addItems(items: AgentInputItem[]): Promise<void> {
    if (items.length === 0) return;
    const names = await this.#log.append(items);
    const messages = items.map((item, index) => asChat(item, names[index]));
    const chat = { sessionId: this.options.sessionId, messages, from: 0 };
    await takeIn(this.memory, chat, { ...this.options, block: this.#shown });
  }

  /** Of the history only: what was said stays in long-term memory. */
  async popItem(): Promise<AgentInputItem | undefined> {
    return this.#log.pop();
  }

  /** Of the history only: `memory.forget({ by: "session", sessionId })` erases what was remembered of it too. */
  async clearSession(): Promise<void> {
    await this.#log.clear();
  }

  /**
   * For `callModelInputFilter` of a run: adds to the instructions what is remembered about the last words of the user. The input stays as
   * it is, so that the block never becomes part of the history.
   */
  readonly recall: CallModelInputFilter = async ({ modelData }) => {
    const query = modelData.input.map((item) => asChat(item)).findLast(({ role }) => role === "user")?.text ?? "";
    this.#shown = await findBlock(this.memory, query, this.options);
    if (this.#shown === undefined) return modelData;
    const own = modelData.instructions;
    const instructions = own === undefined || own === "" ? this.#shown : `${own}\n\n${this.#shown}`;
    return { ...modelData, instructions };
  };
}
