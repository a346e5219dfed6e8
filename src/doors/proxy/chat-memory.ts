import { createHash } from "node:crypto";
import type { KeepsakeConfig } from "../../config/index.js";
import { toIso, toKeepsakeError } from "../../domain/index.js";
import { type Caller, operationNamed, runOperation } from "../../operations/index.js";
import type { DoorEngine } from "../engine.js";
import { inTime } from "../in-time.js";
import { traceContext } from "../trace-context.js";
import type { ChatRequest, SaidMessage } from "./protocol.js";

type ProxyTerms = NonNullable<KeepsakeConfig["proxy"]>;

/** Head and tail of a long message say what it is about. */
const QUERY_SIDE = 2_000;
/** Framing of the messages that the budget counts and the proxy does not send. */
const FRAMING_TOKENS = 16;
const ID_DIGITS = 32;

/** `used`: something was put in; `none`: nothing bears on it; `unavailable`: out of reach or too slow. */
export type MemoryUse =
  | { readonly outcome: "used"; readonly block: string }
  | { readonly outcome: "none" | "unavailable" };

/** Who asks, and from within which trace. */
interface Asking {
  readonly caller: Caller;
  readonly traceparent?: string;
  /** Told the work of memory, which goes on when the request does not wait for it any more. */
  readonly onWork?: (work: Promise<unknown>) => void;
}

interface Exchange {
  readonly request: ChatRequest;
  readonly sessionId: string;
  /** "" where nothing was said, or not to the end. */
  readonly reply: string;
  readonly block: string;
}

function digest(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, ID_DIGITS);
}

function lastQuery(messages: readonly SaidMessage[]): string {
  const asked = messages.findLast(({ role, text }) => role === "user" && text.trim() !== "")?.text ?? "";
  const query = asked.length <= 2 * QUERY_SIDE ? asked : `${asked.slice(0, QUERY_SIDE)}\n${asked.slice(-QUERY_SIDE)}`;
  return query.toWellFormed();
}

/** The memory beside one chat: what it adds before, and what it takes in afterwards. */
export class ChatMemory {
  readonly #recording = new Set<Promise<void>>();

  constructor(
    private readonly engine: DoorEngine,
    private readonly terms: ProxyTerms,
  ) {}

  /**
   * The block of memories for the last thing that the user said.
   * @throws FORBIDDEN when the credential may not read memory; whatever else happens, the chat goes on without
   */
  async look(asking: Asking, request: ChatRequest): Promise<MemoryUse> {
    const query = lastQuery(request.messages);
    if (query === "") return { outcome: "none" };
    const { parts } = this.engine;
    try {
      const maxTokens = this.terms.contextTokens + parts.tokens.count(query) + FRAMING_TOKENS;
      const found = await inTime(this.terms.memoryTimeoutMs, (signal) =>
        this.#run("context", asking, { query, maxTokens }, signal),
      );
      const { messages } = found as {
        readonly messages: readonly { readonly role: string; readonly content: string }[];
      };
      const block = messages.find(({ role }) => role === "system")?.content;
      return block === undefined ? { outcome: "none" } : { outcome: "used", block };
    } catch (thrown) {
      const { code } = toKeepsakeError(thrown);
      if (code === "FORBIDDEN") throw thrown;
      parts.telemetry.log("warn", "proxy-without-memory", { code });
      return { outcome: "unavailable" };
    }
  }

  /**
   * Takes in what was said since the assistant spoke last, and the reply. Behind the answer: nobody waits for it, and what fails is
   * logged. The same request twice is one message (P18). Of the block nothing comes back in, should the reply repeat it (P01).
   */
  keep(asking: Asking, exchange: Exchange): void {
    const work = this.#record(asking, exchange).catch((thrown: unknown) => {
      this.engine.parts.telemetry.log("warn", "proxy-not-recorded", { code: toKeepsakeError(thrown).code });
    });
    this.#recording.add(work);
    void work.finally(() => this.#recording.delete(work));
  }

  /** Resolves when nothing is still being taken in. */
  async settled(): Promise<void> {
    while (this.#recording.size > 0) await Promise.all(this.#recording);
  }

  /** A conversation that nothing names is known by how it began, and by its day: many begin alike. */
  sessionOf(caller: Caller, request: ChatRequest): string {
    if (request.conversation !== undefined) return `conversation-${digest(request.conversation)}`;
    const day = toIso(this.engine.parts.clock.now()).slice(0, "YYYY-MM-DD".length);
    const first = request.messages.find(({ role }) => role === "user")?.text;
    const isWhole = request.history === "" && first !== undefined;
    return `chat-${day}-${digest(caller.scope.user, isWhole ? first : "").slice(0, 12)}`;
  }

  async #record(asking: Asking, { request, sessionId, reply, block }: Exchange): Promise<void> {
    const { messages, history } = request;
    const since = messages.findLastIndex(({ role }) => role === "assistant") + 1;
    const said = messages.flatMap(({ role, text }, index) =>
      role === "user" && index >= since && text.trim() !== ""
        ? [{ id: `proxy_${digest(sessionId, history, messages.slice(0, index + 1))}`, role, text: this.#cut(text) }]
        : [],
    );
    const own = this.#cut((block === "" ? reply : reply.replaceAll(block, "")).trim());
    const answer =
      own === "" ? [] : [{ id: `proxy_${digest(sessionId, history, messages, own)}`, role: "assistant", text: own }];
    const turns = [...said, ...answer];
    if (turns.length > 0) await this.#run("record", asking, { sessionId, turns });
  }

  /** A document in a message must not keep the rest from being taken in. */
  #cut(text: string): string {
    return text.slice(0, this.engine.parts.policy.limits.maxTurnCharacters).toWellFormed();
  }

  async #run(name: string, asking: Asking, input: unknown, signal?: AbortSignal): Promise<unknown> {
    const operation = operationNamed(name);
    const { caller } = asking;
    const within = traceContext(asking.traceparent);
    const heard = {
      ...(signal === undefined ? {} : { signal }),
      ...(asking.onWork === undefined ? {} : { onWork: asking.onWork }),
    };
    const context = { parts: this.engine.parts, caller, ...within, ...heard };
    return runOperation(operation, context, input);
  }
}
