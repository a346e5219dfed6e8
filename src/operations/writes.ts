import { z } from "zod";
import { type ListedWrite, MEMORY_STATUSES, type MemoryPatch, toIso, WRITE_KINDS } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { memoryToWire, memoryWire } from "./memory-wire.js";
import { defineOperation } from "./operation.js";
import { described, field, isoField, isoText, pageFields, pageWire } from "./wire.js";
import { toWriteSelection, writeSelectionFields } from "./write-selection.js";

/** Changed fields of a memory; `null` where there was nothing. */
const patchWire = z.record(z.string(), z.unknown());

const PATCH_INSTANTS = new Set(["lastAccessedAt", "expiresAt", "validTo"]);

function patchToWire(patch: MemoryPatch): z.output<typeof patchWire> {
  return Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [
      name,
      PATCH_INSTANTS.has(name) && typeof value === "number" ? toIso(value) : value,
    ]),
  );
}

/** The whole line of the log, for who works with it rather than reads it. */
function fullWrite({ write, memory }: ListedWrite) {
  return {
    sequence: write.sequence,
    before: patchToWire(write.before),
    after: patchToWire(write.after),
    ...field("memory", memory === undefined ? undefined : memoryToWire(memory)),
  };
}

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
    sequence: z.int().exactOptional(),
    before: patchWire.exactOptional(),
    after: patchWire.exactOptional(),
    memory: memoryWire.exactOptional(),
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
    full: described(
      z.boolean(),
      "Also give each line's number, what it changed, and the memory in full.",
      "同时给出每条的序号、所作的更改与记忆的全部字段。",
    ).exactOptional(),
    ...pageFields,
  }),
  output: pageWire(writeWire),
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/writes" },
  cli: { positional: [], example: "keepsake writes --session-id chat-1 --user ada" },
  mcp: false,
  async handle({ parts, caller }, { limit, cursor, full, ...origin }) {
    const selection = toWriteSelection(origin);
    const { listWrites } = await import("../undo/index.js");
    const page = await listWrites(parts, caller.scope, selection, {
      ...(limit === undefined ? {} : { limit }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    return {
      items: page.items.map(({ write, memory }) => ({
        ...(full === true ? fullWrite({ write, ...field("memory", memory) }) : {}),
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
