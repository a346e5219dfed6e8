import { importFault } from "./import-fault.js";
import { FORMAT_NAMES, type FormatName, type ImportSource } from "./imported-session.js";
import { nameFormat, REMEDIES } from "./remedies.js";
import { SourceText } from "./source-text.js";
import { takeCensus } from "./transcript-lines.js";
import { WarningTally } from "./warning-tally.js";

export interface ImportFormat {
  readonly name: FormatName;
  readonly title: { readonly en: string; readonly zh: string };
  readonly description: { readonly en: string; readonly zh: string };
  readonly extensions: readonly string[];
  /** Read piece by piece; the others are parsed whole. */
  readonly streams: boolean;
}

/** Every format that can be read, in the order in which they are tried. */
export const FORMATS: readonly ImportFormat[] = [
  {
    name: "messages",
    title: { en: "OpenAI-style messages", zh: "OpenAI 风格的消息" },
    description: {
      en: 'JSONL: one message a line {"role","content","at","session"…}, or one conversation a line {"messages":[…]}; a JSON document of either.',
      zh: 'JSONL：每行一条消息 {"role","content","at","session"…}，或每行一段会话 {"messages":[…]}；也可以是同样内容的单个 JSON 文档。',
    },
    extensions: ["jsonl", "ndjson", "json"],
    streams: true,
  },
  {
    name: "chatgpt",
    title: { en: "ChatGPT export", zh: "ChatGPT 导出文件" },
    description: {
      en: "conversations.json of a ChatGPT data export; of each conversation the branch seen last.",
      zh: "ChatGPT 数据导出里的 conversations.json；每段会话取最后看到的分支。",
    },
    extensions: ["json"],
    streams: false,
  },
  {
    name: "locomo",
    title: { en: "LoCoMo", zh: "LoCoMo" },
    description: {
      en: "LoCoMo benchmark: one conversation or a list; both speakers are people, captions of pictures included.",
      zh: "LoCoMo 评测数据：一段或多段两人长对话；两位都是人，图片说明一并读入。",
    },
    extensions: ["json"],
    streams: false,
  },
  {
    name: "memorybank",
    title: { en: "MemoryBank", zh: "MemoryBank" },
    description: {
      en: "MemoryBank: people by name, each with a history of days of {query, response}.",
      zh: "MemoryBank：按人名分组，每人按日期列出 {query, response}。",
    },
    extensions: ["json"],
    streams: false,
  },
  {
    name: "transcript",
    title: { en: "Plain transcript", zh: "纯文本聊天记录" },
    description: {
      en: "“Name: text” lines under date lines, or “[2026-05-01 10:02] Name: text”; further lines go on with the message.",
      zh: "日期行下面的“姓名：内容”，或“[2026-05-01 10:02] 姓名：内容”；后续行接着上一条消息。",
    },
    extensions: ["txt", "md", "log"],
    streams: true,
  },
];

/** How much of a source is looked at. UTF-16 units. */
const HEAD_CHARACTERS = 64 * 1024;

/** A property by name, not the same words inside a string: there the quotes are escaped. */
function hasProperty(head: string, name: string): boolean {
  return new RegExp(`(?<!\\\\)"${name}"\\s*:`, "u").test(head);
}

/** The format that the head of a text looks like; undefined when it is none of them. Never throws. */
export function findFormat(head: string): FormatName | undefined {
  const text = head.slice(0, HEAD_CHARACTERS).trimStart();
  if (/^[[{]\s*(?:["[{\]}]|$)/u.test(text)) {
    if (
      hasProperty(text, "mapping") &&
      (hasProperty(text, "current_node") || hasProperty(text, "parent") || hasProperty(text, "children"))
    ) {
      return "chatgpt";
    }
    if (/(?<!\\)"session_\d+(?:_date_time)?"\s*:/u.test(text)) return "locomo";
    if (hasProperty(text, "history") && (hasProperty(text, "query") || hasProperty(text, "response")))
      return "memorybank";
    const hasWords = ["content", "text", "value", "messages", "turns", "conversations"].some((name) =>
      hasProperty(text, name),
    );
    const hasSpeaker = ["role", "from", "speaker", "name", "messages", "turns"].some((name) => hasProperty(text, name));
    return hasWords && hasSpeaker ? "messages" : undefined;
  }
  if (text === "" || text.startsWith("<") || text.startsWith("%PDF") || text.startsWith("PK\u0003")) return undefined;
  const census = takeCensus(text);
  const isTalk = census.dates > 0 ? census.messages > 0 : census.messages >= 2 && census.messages >= census.others;
  return isTalk ? "transcript" : undefined;
}

/** Like `detectFormat`, for a source already opened. @param named the format that the caller is sure of */
export async function formatOf(source: SourceText, named?: FormatName): Promise<FormatName> {
  const head = await source.head(HEAD_CHARACTERS);
  if (head.trim() === "") throw importFault("INVALID_INPUT", {}, "there is nothing in it", REMEDIES.checkFile);
  const format = named ?? findFormat(head);
  if (format !== undefined) return format;
  throw importFault(
    "UNSUPPORTED_FORMAT",
    {},
    "this looks like none of the formats that can be read",
    nameFormat(FORMAT_NAMES),
  );
}

/**
 * The format of a file or of bytes, from their head.
 * @throws UNSUPPORTED_FORMAT when it is none of `FORMATS`; INVALID_INPUT when there is nothing in it or it cannot be read
 */
export async function detectFormat(source: ImportSource): Promise<FormatName> {
  const text = new SourceText(source, new WarningTally());
  try {
    return await formatOf(text);
  } finally {
    await text.close();
  }
}
