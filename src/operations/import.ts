import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { digestedName } from "../audit/index.js";
import { FORMAT_NAMES } from "../importing/imported-session.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation, type OperationContext } from "./operation.js";
import { described, field, id, instant, timeZone } from "./wire.js";

const POLL_FIRST_MS = 50;
const POLL_LAST_MS = 1_000;

/** Until nothing of the user's waits to be digested, or the caller no longer does. @returns how much still waits */
async function untilDigested({ parts, caller, signal, onProgress }: OperationContext): Promise<number> {
  const pending = () => parts.storage.truth.read(caller.scope, ({ journal }) => journal.pending());
  const total = await pending();
  let left = total;
  for (let waitMs = POLL_FIRST_MS; left > 0 && signal?.aborted !== true; waitMs = Math.min(POLL_LAST_MS, waitMs * 2)) {
    onProgress?.({ step: "digesting", done: Math.max(0, total - left), total: Math.max(total, left) });
    // an abort ends the wait, and the loop by its condition
    await sleep(waitMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    left = await pending();
  }
  return left;
}

export const importOperation = defineOperation({
  name: "import",
  title: { en: "Import a file of conversations", zh: "导入对话文件" },
  description: {
    en: "Records the conversations of a file, given as its text. What each turn gave is extracted behind it. The same file never writes twice, so an import that broke off is taken up by sending it again. The answer names the import, by which it can be rolled back.",
    zh: "记录一个文件中的对话，文件以文本给出；其中的记忆随后抽取。同一文件不会写入两次，中断的导入重新发送即可继续。回答给出导入编号，可凭此整体回滚。",
  },
  input: z.strictObject({
    content: described(z.string().min(1), "The file's text.", "文件的文本内容。"),
    format: described(
      z.enum(FORMAT_NAMES),
      "How the file is written; recognised where absent.",
      "文件格式；不填则自动识别。",
    ).exactOptional(),
    timeZone: timeZone().exactOptional(),
    speakerIsUser: described(
      z.array(id("A speaker.", "说话人。")).min(1).max(100),
      "Who among the named speakers is the user.",
      "哪些署名说话人是用户本人。",
    ).exactOptional(),
    undatedAt: instant("Date of messages without one.", "没有日期的消息按此时刻计。").exactOptional(),
    importId: id(
      "Name of the import; made from the file where absent.",
      "导入编号；不填则由文件内容得出。",
    ).exactOptional(),
    wait: described(
      z.boolean(),
      "Also wait until nothing of the user's waits to be digested.",
      "同时等待该用户的内容全部消化完毕。",
    ).exactOptional(),
  }),
  output: z.object({
    importId: z.string().exactOptional(),
    turns: z.int(),
    duplicates: z.int(),
    sessions: z.int(),
    redacted: z.record(z.string(), z.int()),
    warnings: z.record(z.string(), z.int()),
    interrupted: z.boolean(),
    /** Of the user's, not of the import's alone. */
    pendingTurns: z.int().exactOptional(),
  }),
  permission: "memory:write",
  hints: { readOnly: false, destructive: false, idempotent: true },
  errors: [...WRITE_ERRORS, "CONFLICT", "UNSUPPORTED_FORMAT"],
  http: { method: "POST", path: "/v1/users/{user}/import" },
  cli: { positional: ["file"], example: "keepsake import chats.json --user ada" },
  reportsProgress: true,
  mcp: false,
  async handle(context, { content, importId, wait, timeZone: zone, speakerIsUser, ...reading }) {
    const { parts, caller, signal, onProgress } = context;
    const { accept } = await import("../remember/index.js");
    const { importIdOf, recordConversations } = await import("../importing/index.js");
    const report = await recordConversations(Buffer.from(content, "utf8"), {
      options: {
        ...reading,
        timeZone: zone ?? parts.defaultTimeZone,
        now: parts.clock.now(),
        ...field("speakerIsUser", speakerIsUser),
      },
      importId: () => importId ?? importIdOf(createHash("sha256").update(content).digest("hex")),
      record: (piece) =>
        accept(parts, caller.scope, { ...piece, ...field("agentId", piece.agentId ?? caller.agentId) }),
      onProgress: (done) => onProgress?.({ step: "recording", done }),
      signal,
    });
    const pendingTurns = wait === true && !report.interrupted ? await untilDigested(context) : undefined;
    return {
      ...report,
      redacted: { ...report.redacted },
      warnings: { ...report.warnings },
      ...field("pendingTurns", pendingTurns),
    };
  },
  audit: (_input, { importId }) => (importId === undefined ? [] : [digestedName(importId)]),
});
