import { z } from "zod";
import { toIso } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { memoryToWire } from "./memory-wire.js";
import { defineOperation } from "./operation.js";
import { described, field, pageFields } from "./wire.js";

const RECORD_TYPES = [
  "session",
  "turn",
  "memory",
  "write",
  "episode",
  "summary",
  "state",
  "attachment",
  "queued",
  "audit",
] as const;

/** Fields that hold instants, wherever in a record they stand. */
const INSTANTS = new Set([
  ...["at", "recordedAt", "startedAt", "lastTurnAt", "endedAt", "madeAt", "undoneAt", "updatedAt", "expiresAt"],
  ...["appendedAt", "dueAt", "validTo", "validFrom", "saidAt", "lastAccessedAt"],
]);

/** Working state is the caller's own JSON: nothing in it is read as ours. */
const OPAQUE = new Set(["value"]);

function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => {
        if (INSTANTS.has(name) && typeof part === "number") return [name, toIso(part)];
        return [name, OPAQUE.has(name) ? part : toWire(part)];
      }),
  );
}

function recordOf(value: object): Record<string, unknown> {
  return toWire(value) as Record<string, unknown>;
}

const itemWire = z
  .object({ type: z.enum(RECORD_TYPES), record: z.record(z.string(), z.unknown()) })
  .meta({ id: "ExportItem", description: "One thing held about a user.", "x-zh": "关于用户保存的一项内容。" });

type Item = z.output<typeof itemWire>;
type Page = Awaited<ReturnType<typeof import("../privacy/index.js")["exportPage"]>>;

function toItem(record: Page["records"][number]): Item {
  switch (record.type) {
    case "session":
      return { type: "session", record: recordOf(record.session) };
    case "turn":
      return { type: "turn", record: recordOf(record.turn) };
    case "memory":
      return { type: "memory", record: memoryToWire(record.memory) };
    case "write":
      return { type: "write", record: recordOf(record.write) };
    case "episode":
      return { type: "episode", record: recordOf(record.episode) };
    case "summary":
      return { type: "summary", record: recordOf(record.summary) };
    case "state":
      return { type: "state", record: recordOf({ space: record.space, ...record.entry }) };
    case "attachment":
      return { type: "attachment", record: recordOf(record.attachment) };
    case "queued": {
      const { scope: _, ...queued } = record.queued;
      return { type: "queued", record: recordOf(queued) };
    }
    case "audit": {
      // what proves the chain, and which key it was, is the tenant's matter
      const { previous: _, hash: __, position: ___, keyId: ____, ...line } = record.audit;
      return { type: "audit", record: recordOf(line) };
    }
  }
}

const DEFAULT_LIMIT = 500;

export const exportOperation = defineOperation({
  name: "export",
  title: { en: "Export everything about a user", zh: "导出关于用户的一切" },
  description: {
    en: "Everything held about the user, page after page: sessions and turns, memories of every status and version, what wrote them, episodes, summaries, working state, what attachments there are, queued work, and the audit lines about the user (verdicts on recalled memories among them). As items, or as Markdown for people. Call it when somebody asks for their data; for a question use recall.",
    zh: "逐页给出关于该用户保存的一切：会话与发言、各状态各版本的记忆及其由来、片段、摘要、工作状态、附件清单、待处理任务，以及涉及该用户的审计记录（含对召回结果的评价）。可为条目，也可为供人阅读的 Markdown。用户索取自己的数据时调用；回答问题请用 recall。",
  },
  input: z.strictObject({
    format: described(
      z.enum(["json", "markdown"]),
      "`json` (default) gives items, `markdown` a text to read.",
      "`json`（默认）给出条目，`markdown` 给出可阅读的文本。",
    ).exactOptional(),
    language: described(
      z.enum(["en", "zh"]),
      "Language of the headings of the Markdown; the words stay as they were said.",
      "Markdown 标题所用的语言；内容保持原话。",
    ).exactOptional(),
    limit: described(
      z.int().min(1).max(1_000),
      "About so many things a page, 1–1000.",
      "每页大约的条数，1–1000。",
    ).exactOptional(),
    cursor: pageFields.cursor,
  }),
  output: z.object({
    items: z.array(itemWire).exactOptional(),
    text: z.string().exactOptional(),
    nextCursor: z.string().exactOptional(),
  }),
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/export" },
  cli: { positional: [], example: "keepsake export --format markdown --user ada > ada.md" },
  mcp: false,
  async handle({ parts, caller }, { format, language = "en", limit = DEFAULT_LIMIT, cursor }) {
    const { exportMarkdown, exportPage } = await import("../privacy/index.js");
    // lines that are about to be written are about this user too
    if (cursor === undefined) await parts.audit.flush();
    const page = await exportPage(parts, caller.scope, { limit, ...field("cursor", cursor) });
    const next = field("nextCursor", page.nextCursor);
    if (format !== "markdown") return { items: page.records.map(toItem), ...next };
    const title = cursor === undefined ? caller.scope.user : undefined;
    const text = exportMarkdown(page.records, language, { ...field("title", title), ...field("after", page.after) });
    return { text, ...next };
  },
});
