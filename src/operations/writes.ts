import { z } from "zod";
import { MEMORY_STATUSES, toIso, WRITE_KINDS } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { described, field, isoField, isoText } from "./wire.js";
import { toWriteSelection, writeSelectionFields } from "./write-selection.js";

const writeWire = z
  .object({
    memoryId: z.string(),
    kind: z.enum(WRITE_KINDS),
    at: isoText,
    content: z.string().exactOptional(),
    status: z.enum(MEMORY_STATUSES).exactOptional(),
    turnId: z.string().exactOptional(),
    sessionId: z.string().exactOptional(),
    agentId: z.string().exactOptional(),
    importId: z.string().exactOptional(),
    policyVersion: z.string(),
    undoneAt: isoText.exactOptional(),
  })
  .meta({
    id: "Write",
    description: "What one statement did to one memory, with the memory as it is now.",
    "x-zh": "一条陈述对一条记忆做了什么，并附该记忆的现状。",
  });

export const writesOperation = defineOperation({
  name: "writes",
  title: { en: "List what was written", zh: "列出写入内容" },
  description: {
    en: "Everything that one turn, conversation, agent, import or policy version wrote, newest first: memories added, replaced, retracted and repeated, rolled back ones included. Name exactly one origin. Call it before rollback.",
    zh: "某条发言、某个会话、某个智能体、某次导入或某一策略版本写入的一切，从新到旧：新增、取代、撤回与重复的记忆，含已回滚的。来源恰选其一。回滚之前先看这里。",
  },
  input: z.strictObject({
    ...writeSelectionFields,
    limit: described(z.int().min(1).max(1_000), "Page size, 1–1000.", "每页条数，1–1000。").exactOptional(),
    cursor: described(
      z.string().min(1).max(4_096),
      "nextCursor of the page before.",
      "上一页给出的 nextCursor。",
    ).exactOptional(),
  }),
  output: z.object({ items: z.array(writeWire), nextCursor: z.string().exactOptional() }),
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/writes" },
  cli: { positional: [], example: "keepsake writes --session-id chat-1 --user ada" },
  mcp: false,
  async handle({ parts, caller }, { limit, cursor, ...origin }) {
    const selection = toWriteSelection(origin);
    const { listWrites } = await import("../undo/index.js");
    const page = await listWrites(parts, caller.scope, selection, {
      ...(limit === undefined ? {} : { limit }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    return {
      items: page.items.map(({ write, memory }) => ({
        memoryId: write.memoryId,
        kind: write.kind,
        at: toIso(write.at),
        ...field("content", memory?.content),
        ...field("status", memory?.status),
        ...field("turnId", write.turnId),
        ...field("sessionId", write.sessionId),
        ...field("agentId", write.agentId),
        ...field("importId", write.importId),
        policyVersion: write.policyVersion,
        ...isoField("undoneAt", write.undoneAt),
      })),
      ...field("nextCursor", page.nextCursor),
    };
  },
});
