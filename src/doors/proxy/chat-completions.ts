import { elementStarts, spanOfKey } from "./json-spans.js";
import { type AnswerReader, type Fields, isFields, type Protocol, readMessage, textOf } from "./protocol.js";

/** Behind the client's own system messages: theirs stay first, and what a provider has cached of them stays valid. */
function withBlock(text: string, messages: readonly { readonly role: string }[], block: string): string {
  const span = spanOfKey(text, "messages");
  if (span === undefined) return text;
  const leading = messages.findIndex(({ role }) => role !== "system");
  const message = JSON.stringify({ role: "system", content: block });
  const at = elementStarts(text, span)[leading < 0 ? messages.length : leading];
  if (at !== undefined) return `${text.slice(0, at)}${message},${text.slice(at)}`;
  const comma = messages.length === 0 ? "" : ",";
  return `${text.slice(0, span.end - 1)}${comma}${message}${text.slice(span.end - 1)}`;
}

/** The first choice, which is the one that clients show. */
function firstChoice({ choices }: Fields): Fields | undefined {
  if (!Array.isArray(choices)) return undefined;
  return choices.filter(isFields).find(({ index }) => index === undefined || index === 0);
}

function reader(): AnswerReader {
  let said = "";
  return {
    event(data) {
      const delta = firstChoice(data)?.delta;
      if (isFields(delta)) said += textOf(delta.content);
    },
    body(data) {
      const message = firstChoice(data)?.message;
      if (isFields(message)) said = textOf(message.content);
    },
    text: () => said,
  };
}

export const chatCompletions: Protocol = {
  path: "/v1/chat/completions",
  read(text, body) {
    if (!Array.isArray(body.messages)) return undefined;
    const messages = body.messages.map(readMessage);
    return { messages, history: "", withBlock: (block) => withBlock(text, messages, block) };
  },
  answer: reader,
};
