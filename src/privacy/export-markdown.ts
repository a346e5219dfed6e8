import { type Memory, type Turn, toIso, type WriteKind } from "../domain/index.js";
import type { ExportRecord } from "./export-sections.js";

type Language = "en" | "zh";

const WORDS = {
  en: {
    title: "What is kept about you",
    session: "Conversation",
    memory: "Memories",
    write: "How they came to be",
    episode: "Indexed pieces of conversation",
    summary: "Summaries of conversations",
    state: "Working state",
    attachment: "Attachments",
    queued: "Still to be done",
    audit: "Who did what",
    from: "in your words",
    said: "said",
    until: "until",
    by: "by",
  },
  zh: {
    title: "关于你保存的内容",
    session: "会话",
    memory: "记忆",
    write: "记忆的由来",
    episode: "已建索引的对话片段",
    summary: "会话摘要",
    state: "工作状态",
    attachment: "附件",
    queued: "待处理的任务",
    audit: "谁做了什么",
    from: "原话",
    said: "说于",
    until: "止于",
    by: "操作者",
  },
} as const;

const ROLES: Readonly<Record<Language, Readonly<Record<Turn["role"], string>>>> = {
  en: { user: "You", assistant: "Assistant", tool: "Tool", system: "System" },
  zh: { user: "你", assistant: "助手", tool: "工具", system: "系统" },
};

const IN_CHINESE: Readonly<Record<Memory["kind"] | Memory["status"], string>> = {
  ...{ fact: "事实", preference: "偏好", identity: "身份", goal: "目标", avoidance: "回避", event: "事件" },
  ...{ procedure: "规程", task: "任务", summary: "摘要", active: "有效", "pending-review": "待审核" },
  ...{ superseded: "已被取代", archived: "已归档", expired: "已过期", erased: "已抹除" },
};

const WRITES: Readonly<Record<WriteKind, string>> = {
  ...{ new: "新增", version: "新版本", pending: "待审核", reinforced: "重复" },
  ...{ superseded: "被取代", retracted: "被撤回", trimmed: "缩短有效期" },
};

const KINDS: Readonly<Record<Language, (word: Memory["kind"] | Memory["status"]) => string>> = {
  en: (word) => word,
  zh: (word) => IN_CHINESE[word],
};

/** Said words must not become headings, links or pictures of the document that quotes them. */
function plain(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~!]/g, "\\$&")
    .replace(/\s*\n\s*/g, " / ")
    .trim();
}

function minute(at: number): string {
  return toIso(at)
    .replace("T", " ")
    .replace(/:\d\d(\.\d+)?Z$/, " UTC");
}

function memoryLine(memory: Memory, language: Language): string {
  const words = WORDS[language];
  const ended = memory.validTo === undefined ? "" : `, ${words.until} ${minute(memory.validTo)}`;
  const head = `- ${plain(memory.content)} (${KINDS[language](memory.kind)}, ${KINDS[language](memory.status)}, v${memory.version}; ${words.said} ${minute(memory.saidAt)}${ended}) \`${memory.id}\``;
  return memory.evidence === "" || memory.evidence === memory.content
    ? head
    : `${head}\n  - ${words.from}: ${plain(memory.evidence)}`;
}

function lineOf(record: ExportRecord, language: Language): string {
  const words = WORDS[language];
  switch (record.type) {
    case "session": {
      const { id, startedAt, lastTurnAt } = record.session;
      return `### ${words.session} ${plain(id)}\n\n${minute(startedAt)} – ${minute(lastTurnAt)}\n`;
    }
    case "turn": {
      const { at, speaker, role, text } = record.turn;
      return `- ${minute(at)} **${plain(speaker ?? ROLES[language][role])}**: ${plain(text)}`;
    }
    case "memory":
      return memoryLine(record.memory, language);
    case "write":
      return `- ${minute(record.write.at)} ${language === "zh" ? WRITES[record.write.kind] : record.write.kind} \`${record.write.memoryId}\``;
    case "episode":
      return `- ${minute(record.episode.at)} \`${record.episode.id}\` ← ${record.episode.turnIds.map((id) => `\`${id}\``).join(", ")}`;
    case "summary":
      return `- ${plain(record.summary.sessionId)}: ${plain(record.summary.summary?.summary ?? "")}`;
    case "state":
      return `- ${plain(record.space)} / ${plain(record.entry.key)}: ${plain(JSON.stringify(record.entry.value))} (${words.until} ${minute(record.entry.expiresAt)})`;
    case "attachment": {
      const { recordedAt, name, mediaType, bytes, id, sessionId } = record.attachment;
      return `- ${minute(recordedAt)} ${plain(name)} (${plain(mediaType)}, ${bytes} B, ${plain(sessionId)}) \`${id}\``;
    }
    case "queued":
      return `- ${minute(record.queued.appendedAt)} ${record.queued.task.type} (${record.queued.state})`;
    case "audit": {
      const { at, action, outcome, actor, door } = record.audit;
      return `- ${minute(at)} ${action} (${outcome}) ${words.by} ${plain(actor)}${door === undefined ? "" : `, ${door}`}`;
    }
  }
}

/** The records that stand under one heading. A session is a heading of its own. */
function headingOf(record: ExportRecord, language: Language): string | undefined {
  return record.type === "session" || record.type === "turn" ? undefined : `## ${WORDS[language][record.type]}`;
}

/**
 * Records as a person reads them: Markdown, in the reader's language; the words themselves stay in the language they were said in.
 * @param page `first`: the document's title is put before; `after`: the type of the last record of the page before, whose heading stands
 */
export function exportMarkdown(
  records: readonly ExportRecord[],
  language: Language,
  page: { readonly title?: string; readonly after?: ExportRecord["type"] },
): string {
  const lines: string[] = page.title === undefined ? [] : [`# ${WORDS[language].title}: ${plain(page.title)}\n`];
  let last = page.after;
  for (const record of records) {
    const isFirst = page.title !== undefined && lines.length === 1;
    const heading = record.type === last ? undefined : headingOf(record, language);
    if (heading !== undefined) lines.push(`${isFirst ? "" : "\n"}${heading}\n`);
    else if (record.type === "session" && !isFirst) lines.push("");
    lines.push(lineOf(record, language));
    last = record.type;
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
