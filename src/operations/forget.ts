import { z } from "zod";
import { type ForgetRequest, KeepsakeError, type MemoryId, type SessionId } from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { described, id } from "./wire.js";

const input = z.strictObject({
  id: id("This memory, all its versions and the turns it came from.", "该记忆的全部版本及其来源发言。").exactOptional(),
  text: described(z.string().min(1), "Whatever holds this text.", "凡含有这段文字的。").exactOptional(),
  sessionId: id("Everything from this conversation.", "来自该会话的一切。").exactOptional(),
  everything: described(z.literal(true), "Everything about this user.", "关于该用户的一切。").exactOptional(),
});

function toRequest(given: z.output<typeof input>): ForgetRequest {
  const named = Object.keys(given);
  if (named.length !== 1) {
    const message = `name exactly one of id, text, sessionId, everything (got ${named.length === 0 ? "none" : named.join(", ")})`;
    throw new KeepsakeError("INVALID_INPUT", message, { field: named[1] ?? "id" });
  }
  if (given.id !== undefined) return { by: "id", id: given.id as MemoryId };
  if (given.text !== undefined) return { by: "text", text: given.text };
  if (given.sessionId !== undefined) return { by: "session", sessionId: given.sessionId as SessionId };
  return { by: "everything" };
}

export const forgetOperation = defineOperation({
  name: "forget",
  title: { en: "Forget", zh: "忘记" },
  description: {
    en: "Erases for good: rows, versions, vectors, keyword entries, turns, and queued work. It cannot be undone. Call it only when the user asks to forget or delete something. Name exactly one of id, text, sessionId, everything; never `everything` without the user's explicit wish. For something that is merely wrong or outdated use correct.",
    zh: "彻底抹除：数据行、各版本、向量、关键词条目、原话与待处理任务，不可恢复。仅当用户要求忘记或删除时调用。id、text、sessionId、everything 恰选其一；没有用户的明确意愿绝不可用 everything。只是记错或过时的请用 correct。",
  },
  input,
  output: z.object({
    erased: z.object({
      memories: z.int(),
      episodes: z.int(),
      turns: z.int(),
      journalEntries: z.int(),
      stateEntries: z.int(),
    }),
    memoryIds: z.array(z.string()),
    residue: z.array(z.string()),
  }),
  permission: "memory:erase",
  hints: { readOnly: false, destructive: true, idempotent: true },
  errors: [...WRITE_ERRORS, "NOT_FOUND"],
  http: { method: "POST", path: "/v1/users/{user}/forget" },
  cli: { positional: ["id"], example: "keepsake forget mem_01 --user ada" },
  mcp: true,
  async handle({ parts, caller }, given) {
    const request = toRequest(given);
    const { forget } = await import("../privacy/index.js");
    const report = await forget(parts, caller.scope, request);
    const { dropCached } = await import("../recall/index.js");
    dropCached(parts, caller.scope);
    return { erased: { ...report.erased }, memoryIds: [...report.memoryIds], residue: [...report.residue] };
  },
  audit: (_input, output) => output.memoryIds,
});
