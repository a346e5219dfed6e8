import { BaseMemoryBlock, type Memory } from "llamaindex";
import type { UserMemory } from "../../keepsake.js";
import { type ChatMessage, type ChatTerms, findBlock, takeIn } from "../beside-chat.js";

type MemoryMessage = Awaited<ReturnType<BaseMemoryBlock["get"]>>[number];

export interface KeepsakeBlockOptions extends ChatTerms {
  /** The conversation that the turns belong to. */
  readonly sessionId: string;
  /** Names the block. `keepsake` where absent. */
  readonly id?: string;
  /** Among the blocks, the higher first; 0: always in, whatever the budget. 1 where absent. */
  readonly priority?: number;
}

function textOf(content: MemoryMessage["content"]): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function asChat({ id, role, content }: MemoryMessage): ChatMessage {
  const isSpoken = role === "user" || role === "assistant";
  return { id, role: isSpoken ? role : "system", text: textOf(content) };
}

/**
 * A block for LlamaIndex's `createMemory({ memoryBlocks: [...] })`: gives what is remembered about the last words of the user, takes in
 * what leaves the short-term memory, and with `keep` all of it. A memory that is out of reach gives nothing; `onError` is told.
 * @example
 * const block = new KeepsakeBlock(keepsake.user("ada"), { sessionId: "chat-1" });
 * const memory = createMemory({ memoryBlocks: [block] });
 */
export class KeepsakeBlock extends BaseMemoryBlock {
  /** What the model was shown last: should the reply repeat it, it is not taken in. */
  #shown: string | undefined;

  constructor(
    private readonly memory: UserMemory,
    private readonly options: KeepsakeBlockOptions,
  ) {
    super({ id: options.id ?? "keepsake", priority: options.priority ?? 1, isLongTerm: true });
  }

  override async get(messages: MemoryMessage[] = []): Promise<MemoryMessage[]> {
    const query = messages.findLast(({ role }) => role === "user");
    this.#shown = query === undefined ? undefined : await findBlock(this.memory, textOf(query.content), this.options);
    return this.#shown === undefined ? [] : [{ id: this.id, role: "memory", content: this.#shown }];
  }

  /** Each message is one turn, by its id, however often it comes. */
  override async put(messages: MemoryMessage[]): Promise<void> {
    const { sessionId } = this.options;
    const chat = { sessionId, messages: messages.map(asChat), from: 0 };
    await takeIn(this.memory, chat, { ...this.options, block: this.#shown });
  }

  /**
   * Takes in everything that was said so far. LlamaIndex hands messages to its blocks only when they no longer fit its short-term
   * memory: call this after each exchange, or what a short chat said is never remembered.
   */
  async keep(memory: Pick<Memory, "snapshot">): Promise<void> {
    // only a snapshot has the messages with their ids
    const { messages } = JSON.parse(memory.snapshot()) as { readonly messages: MemoryMessage[] };
    await this.put(messages);
  }
}
