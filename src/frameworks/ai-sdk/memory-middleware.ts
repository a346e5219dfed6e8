import type { LanguageModelMiddleware } from "ai";
import type { UserMemory } from "../../keepsake.js";
import { type ChatMessage, type ChatTerms, findBlock, sinceLastAnswer, takeIn } from "../beside-chat.js";

export interface MemoryMiddlewareOptions extends ChatTerms {
  /** The conversation that the turns belong to. */
  readonly sessionId: string;
}

/** A middleware for `wrapLanguageModel`, and a way to wait for what it writes behind the answers. */
export interface MemoryMiddleware extends LanguageModelMiddleware {
  /** Resolves when the turns of every answer so far are taken in. Await it before a process, or a function at the edge, ends. */
  settled(): Promise<void>;
}

type Params = Awaited<ReturnType<NonNullable<LanguageModelMiddleware["transformParams"]>>>;
type Prompt = Params["prompt"];
type StreamResult = Awaited<ReturnType<NonNullable<LanguageModelMiddleware["wrapStream"]>>>;
type Part = StreamResult["stream"] extends ReadableStream<infer Chunk> ? Chunk : never;

interface Looked {
  /** As the caller sent it. */
  readonly prompt: Prompt;
  readonly block: string | undefined;
}

function textOf(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  return parts.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : [])).join("\n");
}

function asChat(prompt: Prompt): ChatMessage[] {
  return prompt.map(({ role, content }) => ({
    role,
    text: typeof content === "string" ? content : textOf(content as readonly { type: string; text?: string }[]),
  }));
}

/** Behind the caller's own system messages: theirs stay first, and what a provider has cached of them stays valid. */
function withBlock(prompt: Prompt, block: string): Prompt {
  const leading = prompt.findIndex(({ role }) => role !== "system");
  const at = leading < 0 ? prompt.length : leading;
  return [...prompt.slice(0, at), { role: "system", content: block }, ...prompt.slice(at)];
}

/** The same stream, part by part; `end` is told once whether it came to its end. */
function tap(stream: ReadableStream<Part>, part: (one: Part) => void, end: () => void): ReadableStream<Part> {
  const reader = stream.getReader();
  return new ReadableStream<Part>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          end();
          controller.close();
        } else {
          part(value);
          controller.enqueue(value);
        }
      } catch (thrown) {
        end();
        controller.error(thrown);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}

/**
 * Gives any model of the AI SDK a memory: what is remembered about the last words of the user goes in before, what was said is taken in
 * behind the answer, streamed or not. An answer that breaks off is not taken in; the words of the user are. A memory that fails or is
 * slow changes nothing but `onError`.
 * @example
 * const memory = memoryMiddleware(keepsake.user("ada"), { sessionId: "chat-1" });
 * const model = wrapLanguageModel({ model: openai("gpt-5"), middleware: memory });
 */
export function memoryMiddleware(memory: UserMemory, options: MemoryMiddlewareOptions): MemoryMiddleware {
  const looked = new WeakMap<object, Looked>();
  const recording = new Set<Promise<void>>();

  const keep = (params: Params, reply: string): void => {
    const { prompt, block } = looked.get(params) ?? { prompt: params.prompt, block: undefined };
    const asked = asChat(prompt);
    const messages: ChatMessage[] = [...asked, { role: "assistant", text: reply }];
    const chat = { sessionId: options.sessionId, messages, from: sinceLastAnswer(asked) };
    const work = takeIn(memory, chat, { ...options, block });
    recording.add(work);
    void work.finally(() => recording.delete(work));
  };

  return {
    specificationVersion: "v3",
    async transformParams({ params }) {
      const query = asChat(params.prompt).findLast(({ role }) => role === "user")?.text ?? "";
      const block = await findBlock(memory, query, options);
      const prompt = block === undefined ? params.prompt : withBlock(params.prompt, block);
      const changed = { ...params, prompt };
      looked.set(changed, { prompt: params.prompt, block });
      return changed;
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      keep(params, textOf(result.content));
      return result;
    },
    async wrapStream({ doStream, params }) {
      const result = await doStream();
      let said = "";
      let isWhole = false;
      const part = (one: Part): void => {
        if (one.type === "text-delta") said += one.delta;
        if (one.type === "finish") isWhole = true;
      };
      return { ...result, stream: tap(result.stream, part, () => keep(params, isWhole ? said : "")) };
    },
    async settled() {
      while (recording.size > 0) await Promise.all(recording);
    },
  };
}
