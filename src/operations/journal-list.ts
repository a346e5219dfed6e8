import { z } from "zod";
import { type DeadEntry, type JournalEntry, readAll } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation, type OperationContext } from "./operation.js";

function toDead(entry: JournalEntry): DeadEntry {
  return {
    id: entry.id,
    ...("turnId" in entry.task ? { turnId: entry.task.turnId } : {}),
    attempts: entry.attempts,
    error: entry.lastError ?? "",
  };
}

/** All entries of the scope that failed for good, oldest first. */
export async function listDead(
  parts: EngineParts,
  scope: OperationContext["caller"]["scope"],
): Promise<readonly DeadEntry[]> {
  return parts.storage.truth.read(scope, async (transaction) => {
    const entries = await readAll((page) => transaction.journal.list(page));
    return entries.filter((entry) => entry.state === "dead").map(toDead);
  });
}

export const journalListOperation = defineOperation({
  name: "journal-list",
  title: { en: "List work that failed for good", zh: "列出最终失败的任务" },
  description: {
    en: "Recorded turns whose digestion failed at every try, with the last error; `lease expired N times` says that whoever worked on it was killed or hung. Mend the cause, then call journal-retry. For people who operate the store.",
    zh: "多次尝试后仍未能处理的对话及最后的错误；`lease expired N times` 表示处理它的进程被杀或卡死。排除原因后调用 journal-retry。供运维查看。",
  },
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({ id: z.string(), turnId: z.string().exactOptional(), attempts: z.int(), error: z.string() }),
    ),
  }),
  permission: "operate",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/journal/dead" },
  cli: { positional: [], example: "keepsake journal list --user ada" },
  mcp: false,
  async handle({ parts, caller }) {
    return { items: (await listDead(parts, caller.scope)).map((entry) => ({ ...entry })) };
  },
});
