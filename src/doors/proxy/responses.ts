import { spanOfKey, withField } from "./json-spans.js";
import {
  type AnswerReader,
  type Fields,
  isFields,
  type Protocol,
  readMessage,
  type SaidMessage,
  textOf,
} from "./protocol.js";

/**
 * `instructions` are the protocol's system message, and they hold for this request alone. An item among the input would stay in a
 * conversation that the provider keeps, so that every turn would add another block to it.
 */
function withBlock(text: string, body: Fields, block: string): string {
  const { instructions } = body;
  const own = typeof instructions === "string" && instructions !== "" ? `${instructions}\n\n` : "";
  const span = spanOfKey(text, "instructions");
  if (span === undefined) return withField(text, "instructions", block);
  return `${text.slice(0, span.start)}${JSON.stringify(`${own}${block}`)}${text.slice(span.end)}`;
}

/** A call of a tool is the assistant's, its result is nobody's words. */
function readItem(value: unknown): SaidMessage {
  const type = isFields(value) ? value.type : undefined;
  if (type === undefined || type === "message") return readMessage(value);
  return { role: typeof type === "string" && type.endsWith("_call") ? "assistant" : "other", text: "" };
}

function messagesOf(input: unknown): readonly SaidMessage[] | undefined {
  if (typeof input === "string") return [{ role: "user", text: input }];
  return Array.isArray(input) ? input.map(readItem) : undefined;
}

function outputText({ output }: Fields): string {
  const messages = (Array.isArray(output) ? output : []).filter(isFields).filter(({ type }) => type === "message");
  return messages.map(({ content }) => textOf(content)).join("\n");
}

function reader(): AnswerReader {
  let whole: string | undefined;
  let said = "";
  return {
    event(data) {
      if (data.type === "response.output_text.delta" && typeof data.delta === "string") said += data.delta;
      if (data.type === "response.completed" && isFields(data.response)) whole = outputText(data.response);
    },
    body(data) {
      whole = outputText(data);
    },
    text: () => (whole === undefined || whole === "" ? said : whole),
  };
}

function conversationOf({ conversation }: Fields): string | undefined {
  const id = isFields(conversation) ? conversation.id : conversation;
  return typeof id === "string" && id !== "" ? id : undefined;
}

export const responses: Protocol = {
  path: "/v1/responses",
  read(text, body) {
    const messages = messagesOf(body.input);
    const { instructions, previous_response_id: previous } = body;
    // what is neither text nor absent is not ours to rewrite
    if (messages === undefined || typeof (instructions ?? "") !== "string") return undefined;
    const conversation = conversationOf(body);
    return {
      messages,
      history: `${typeof previous === "string" ? previous : ""} ${conversation ?? ""}`,
      ...(conversation === undefined ? {} : { conversation }),
      withBlock: (block) => withBlock(text, body, block),
    };
  },
  answer: reader,
};
