import type { GetPromptResult, Prompt } from "@modelcontextprotocol/server";
import type { Language } from "../../config/index.js";
import { KeepsakeError } from "../../domain/index.js";
import { type Caller, operationNamed, runOperation } from "../../operations/index.js";
import type { DoorEngine } from "../engine.js";
import type { CallTerms } from "./call-terms.js";

type Words = Readonly<Record<Language, string>>;

interface Template {
  readonly name: string;
  readonly title: Words;
  readonly about: Words;
  readonly argument?: { readonly name: string; readonly about: Words };
}

/** Things that a person picks from a menu, not the model. */
const TEMPLATES: readonly Template[] = [
  {
    name: "answer-with-memory",
    title: { en: "Answer with what is remembered", zh: "结合记忆回答" },
    about: {
      en: "Puts what memory holds on a question before it, marked with its source, within a token budget.",
      zh: "在问题之前放入相关记忆，注明来源，并控制在词元预算之内。",
    },
    argument: { name: "question", about: { en: "What is asked.", zh: "所问的问题。" } },
  },
  {
    name: "what-do-you-know",
    title: { en: "What do you know about me?", zh: "你知道我些什么？" },
    about: {
      en: "Asks for the whole profile, told plainly, with the ids for correcting or forgetting.",
      zh: "让模型如实列出全部画像，并附编号以便更正或遗忘。",
    },
  },
  {
    name: "wrap-up",
    title: { en: "Keep what matters of this conversation", zh: "记下本次会话的要点" },
    about: {
      en: "Asks the model to record what is worth keeping, and to show it for correction.",
      zh: "让模型记录值得保留的内容，并列出供更正。",
    },
  },
];

const ASK: Readonly<Record<string, Words>> = {
  "what-do-you-know": {
    en: "Read the profile tool's answer and tell me everything that is remembered about me, grouped, in plain words, each with its id. Do not add anything that is not there. Then ask whether something is wrong or should be forgotten.",
    zh: "请读取 profile 工具的结果，用平实的话分组列出关于我的全部记忆，每条附编号；不要添加其中没有的内容。然后问我有没有不对的或要忘掉的。",
  },
  "wrap-up": {
    en: "Call record with this conversation's turns if they are not recorded yet. Then call list for what was kept, show it to me in plain words with the ids, and correct or forget what I say is wrong.",
    zh: "若本次会话的发言尚未记录，请调用 record。然后调用 list 查看保留了什么，用平实的话连同编号列给我，并按我的意见更正或遗忘。",
  },
};

export function listPrompts(language: Language): Prompt[] {
  return TEMPLATES.map(({ name, title, about, argument }) => ({
    ...{ name, title: title[language], description: about[language] },
    ...(argument === undefined
      ? {}
      : { arguments: [{ name: argument.name, description: argument.about[language], required: true }] }),
  }));
}

interface ContextMessages {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** @throws NOT_FOUND, INVALID_INPUT, and what `context` throws */
export async function getPrompt(
  engine: DoorEngine,
  caller: Caller,
  request: CallTerms & { readonly name: string; readonly arguments?: Readonly<Record<string, string>> },
  language: Language,
): Promise<GetPromptResult> {
  const { name, arguments: given, ...terms } = request;
  const ask = ASK[name]?.[language];
  if (ask !== undefined) return { messages: [{ role: "user", content: { type: "text", text: ask } }] };
  if (name !== "answer-with-memory") {
    throw new KeepsakeError("NOT_FOUND", `there is no prompt ${JSON.stringify(name)}`, { field: "name" });
  }
  const operation = operationNamed("context");
  const input = { query: given?.question };
  const output = (await runOperation(
    operation,
    { parts: engine.parts, caller, ...terms },
    input,
    language,
  )) as ContextMessages;
  // A prompt knows only two roles: what is background goes before the question, in the user's turn.
  return {
    messages: output.messages.map(({ role, content }) => ({
      role: role === "assistant" ? "assistant" : "user",
      content: { type: "text", text: content },
    })),
  };
}
