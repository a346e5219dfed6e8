/** One message of a request, as far as memory is concerned. */
export interface SaidMessage {
  readonly role: "system" | "user" | "assistant" | "other";
  /** "" where there are no words: a picture, a call of a tool. */
  readonly text: string;
}

/** What memory needs to know of a request, and how it puts its words in. */
export interface ChatRequest {
  readonly messages: readonly SaidMessage[];
  /** What comes before the messages and is not among them: makes equal words of different conversations differ. */
  readonly history: string;
  /** Names the conversation where the protocol does. */
  readonly conversation?: string;
  /** The body with the block as a system message; every other character as it came. */
  withBlock(block: string): string;
}

/** The words of an answer, while it passes. */
export interface AnswerReader {
  /** One `data:` of an event stream. */
  event(data: Fields): void;
  /** The whole body of an answer that is not streamed. */
  body(data: Fields): void;
  /** What the assistant said; "" where nothing. */
  text(): string;
}

export interface Protocol {
  readonly path: string;
  /** `undefined` for a body that it does not understand: it passes as it is. */
  read(text: string, body: Fields): ChatRequest | undefined;
  answer(): AnswerReader;
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The words of a content, which is a text or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => (isFields(part) && typeof part.text === "string" ? [part.text] : [])).join("\n");
}

const ROLES: Readonly<Record<string, SaidMessage["role"]>> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
};

export function readMessage(value: unknown): SaidMessage {
  const { role, content } = isFields(value) ? value : {};
  return { role: ROLES[String(role)] ?? "other", text: textOf(content) };
}
