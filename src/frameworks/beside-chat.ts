import { KeepsakeError, type RecordTurn, toKeepsakeError } from "../domain/index.js";
import type { UserMemory } from "../keepsake.js";

/** What every framework asks of the memory beside a chat. */
export interface ChatTerms {
  /** Tokens that the block of memories may take. 1,000 where absent. */
  readonly contextTokens?: number;
  /** How long a chat waits for its memories before it goes on without, in ms. 5,000 where absent. */
  readonly timeoutMs?: number;
  /** The agent that the turns are written down for. */
  readonly agentId?: string;
  /** Told what failed. A chat never fails because its memory did. */
  readonly onError?: (error: KeepsakeError, during: "recall" | "record") => void;
}

const CONTEXT_TOKENS = 1_000;
const TIMEOUT_MS = 5_000;
/** Recall is asked to answer with what it has a little before the chat goes on without it. */
const DEADLINE_SHARE = 0.8;
const MAX_DEADLINE_MS = 600_000;
/** Head and tail of a long message say what it is about. */
const QUERY_SIDE = 2_000;
/** Framing of the messages that the budget counts and nobody sends. */
const FRAMING_TOKENS = 16;
const ID_DIGITS = 32;

/** An estimate from above for ordinary text: the budget of a context holds the query too, and tokenizers are not at hand here. */
function estimateTokens(text: string): number {
  let tokens = 0;
  for (const character of text) tokens += character > "\u02ff" ? 1.5 : 0.5;
  return Math.ceil(tokens) + FRAMING_TOKENS;
}

function inTime<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new KeepsakeError("DEADLINE_EXCEEDED", `memory took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

function tell(terms: ChatTerms, thrown: unknown, during: "recall" | "record"): void {
  try {
    terms.onError?.(toKeepsakeError(thrown), during);
  } catch {
    // who listens to failures may not be the one that breaks the chat
  }
}

/**
 * The memories that bear on `query`, quoted as data, ready to be a system message. `undefined` where there are none, where memory is out
 * of reach or too slow: the chat goes on without.
 */
export async function findBlock(memory: UserMemory, query: string, terms: ChatTerms): Promise<string | undefined> {
  const asked = query.length <= 2 * QUERY_SIDE ? query : `${query.slice(0, QUERY_SIDE)}\n${query.slice(-QUERY_SIDE)}`;
  const wellFormed = asked.toWellFormed();
  if (wellFormed.trim() === "") return undefined;
  const timeoutMs = terms.timeoutMs ?? TIMEOUT_MS;
  try {
    const maxTokens = (terms.contextTokens ?? CONTEXT_TOKENS) + estimateTokens(wellFormed);
    const deadlineMs = Math.min(Math.max(1, Math.floor(timeoutMs * DEADLINE_SHARE)), MAX_DEADLINE_MS);
    const found = await inTime(memory.context({ query: wellFormed, maxTokens, deadlineMs }), timeoutMs);
    return found.messages.find(({ role }) => role === "system")?.content;
  } catch (thrown) {
    tell(terms, thrown, "recall");
    return undefined;
  }
}

/** One message of a chat, as far as memory is concerned. */
export interface ChatMessage {
  /** Absent where the framework gives none: then the turn's id is made from what came before it. */
  readonly id?: string;
  readonly role: "user" | "assistant" | "system" | "tool";
  readonly text: string;
}

/** SHA-256 over the parts, in hex: the same parts give the same id, on every runtime that has Web Crypto. */
export async function digest(...parts: readonly unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, ID_DIGITS);
}

/** What is new: everything since the assistant spoke last before the last words of the user. */
export function sinceLastAnswer(messages: readonly ChatMessage[]): number {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  return messages.findLastIndex(({ role }, index) => role === "assistant" && index < asked) + 1;
}

/**
 * Takes in what user and assistant said from message `from` on. Of the block that was put in nothing comes back in, should the reply
 * repeat it (P01). Taken in twice, it is there once: each turn is known by its own id, or by all that led to it (P18).
 */
export async function takeIn(
  memory: UserMemory,
  chat: { readonly sessionId: string; readonly messages: readonly ChatMessage[]; readonly from: number },
  terms: ChatTerms & { readonly block?: string | undefined },
): Promise<void> {
  const { sessionId, messages, from } = chat;
  const { agentId, block = "" } = terms;
  try {
    const turns: RecordTurn[] = [];
    for (const [index, message] of messages.entries()) {
      if (index < from || (message.role !== "user" && message.role !== "assistant")) continue;
      const isEcho = message.role === "assistant" && block !== "";
      const text = (isEcho ? message.text.replaceAll(block, "") : message.text).trim().toWellFormed();
      if (text === "") continue;
      // what the system says may name the day: the same words are still the same turn
      const led = messages.slice(0, index + 1).filter(({ role }) => role !== "system");
      const id = await digest(sessionId, message.id ?? led.map(({ role, text: said }) => [role, said]));
      turns.push({ id, role: message.role, text });
    }
    if (turns.length === 0) return;
    await memory.record({ sessionId, turns, ...(agentId === undefined ? {} : { agentId }) });
  } catch (thrown) {
    tell(terms, thrown, "record");
  }
}
