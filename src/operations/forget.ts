import { z } from "zod";
import {
  type ForgetReport,
  type ForgetRequest,
  KeepsakeError,
  MEMORY_KINDS,
  type MemoryId,
  type SessionId,
} from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { described, exactly, field, id, instant, oneOfWays } from "./wire.js";

const fields = z.strictObject({
  id: id("This memory, all its versions and the turns it came from.", "该记忆的全部版本及其来源发言。").exactOptional(),
  text: described(z.string().min(1), "Whatever holds this text.", "凡含有这段文字的。").exactOptional(),
  sessionId: id("Everything from this conversation.", "来自该会话的一切。").exactOptional(),
  everything: described(z.literal(true), "Everything about this user.", "关于该用户的一切。").exactOptional(),
  kinds: described(
    z.array(z.enum(MEMORY_KINDS)).min(1),
    "Memories of these kinds, within what else is named of tags, from and to.",
    "这些类别的记忆；可与 tags、from、to 一起限定。",
  ).exactOptional(),
  tags: described(
    z.array(z.string().min(1)).min(1),
    "Memories with any of these tags.",
    "带有其中任一标签的记忆。",
  ).exactOptional(),
  from: instant("Said from this instant on.", "说于此时刻及之后的。").exactOptional(),
  to: instant("Said before this instant.", "说于此时刻之前的。").exactOptional(),
  dryRun: described(
    z.boolean(),
    "Only say what would be erased; nothing is changed.",
    "只说明会抹除什么，不作改动。",
  ).exactOptional(),
});

const FILTER_FIELDS = new Set(["kinds", "tags", "from", "to"]);
const input = exactly(fields, oneOfWays("id", "text", "sessionId", "everything", [...FILTER_FIELDS]));

function toRequest(given: z.output<typeof input>): ForgetRequest {
  const { kinds, tags, from, to, dryRun: _, ...ways } = given;
  const isFilter = Object.keys(given).some((name) => FILTER_FIELDS.has(name));
  const named = [...Object.keys(ways), ...(isFilter ? ["a filter"] : [])];
  if (named.length !== 1) {
    const message = `name exactly one of id, text, sessionId, everything, or a filter of kinds, tags, from and to (got ${named.length === 0 ? "none" : named.join(", ")})`;
    throw new KeepsakeError("INVALID_INPUT", message, { field: Object.keys(ways)[1] ?? Object.keys(ways)[0] ?? "id" });
  }
  if (given.id !== undefined) return { by: "id", id: given.id as MemoryId };
  if (given.text !== undefined) return { by: "text", text: given.text };
  if (given.sessionId !== undefined) return { by: "session", sessionId: given.sessionId as SessionId };
  if (given.everything !== undefined) return { by: "everything" };
  return {
    by: "filter",
    filter: { ...field("kinds", kinds), ...field("tags", tags), ...field("from", from), ...field("to", to) },
  };
}

function toWire({ erased, memoryIds, residue, saidElsewhere, moreSaidElsewhere, contents }: ForgetReport) {
  return {
    ...{ erased: { ...erased }, memoryIds: [...memoryIds], residue: [...residue] },
    saidElsewhere: saidElsewhere.map((each) => ({ ...each })),
    ...field("moreSaidElsewhere", moreSaidElsewhere),
    ...field(
      "contents",
      contents?.map((each) => ({ ...each })),
    ),
  };
}

export const forgetOperation = defineOperation({
  name: "forget",
  title: { en: "Forget", zh: "忘记" },
  description: {
    en: "Erases for good: rows, versions, vectors, keyword entries, turns, attachments, transcripts, and queued work. It cannot be undone. Call it only when the user asks to forget or delete something. Name exactly one of id, text, sessionId, everything, or a filter (kinds, tags, from, to); with dryRun it only says what would go. Never `everything` without the user's explicit wish. For something that is merely wrong or outdated use correct.",
    zh: "彻底抹除：数据行、各版本、向量、关键词条目、原话、附件、会话全文与待处理任务，不可恢复。仅当用户要求忘记或删除时调用。id、text、sessionId、everything 或筛选条件（kinds、tags、from、to）恰选其一；dryRun 只说明会抹除什么。没有用户的明确意愿绝不可用 everything。只是记错或过时的请用 correct。",
  },
  input,
  output: z.object({
    erased: z.object({
      memories: z.int(),
      episodes: z.int(),
      turns: z.int(),
      journalEntries: z.int(),
      stateEntries: z.int(),
      blobs: described(z.int(), "Attachments and transcripts.", "附件与会话全文。").exactOptional(),
    }),
    memoryIds: z.array(z.string()),
    residue: described(
      z.array(z.string()),
      "Where a scan still found something of it; empty when the erasure is proved.",
      "扫描仍能找到之处；为空即证明已抹除。",
    ),
    saidElsewhere: described(
      z.array(
        z.strictObject({
          kind: z.enum(["turn", "memory", "summary"]),
          id: z.string(),
          sessionId: z.string().exactOptional(),
        }),
      ),
      "What may say the same in other words, 20 places at most: it was not asked for and stays. Ask the user before forgetting it too.",
      "可能以别的说法表达同一内容之处，至多 20 处：未被要求抹除，予以保留。再抹除之前请先询问用户。",
    ),
    moreSaidElsewhere: described(z.int(), "Further such places.", "此外还有多少处。").exactOptional(),
    contents: described(
      z.array(z.strictObject({ id: z.string(), content: z.string() })),
      "Of a dry run: what would go, 50 memories at most.",
      "试运行时会被抹除的内容，至多 50 条。",
    ).exactOptional(),
    dryRun: z.literal(true).exactOptional(),
  }),
  permission: "memory:erase",
  hints: { readOnly: false, destructive: true, idempotent: true },
  errors: [...WRITE_ERRORS, "NOT_FOUND"],
  http: { method: "POST", path: "/v1/users/{user}/forget" },
  cli: { positional: ["id"], example: "keepsake forget mem_01 --user ada" },
  mcp: true,
  async handle({ parts, caller }, given) {
    const request = toRequest(given);
    const { forget, wouldForget } = await import("../privacy/index.js");
    if (given.dryRun === true)
      return { ...toWire(await wouldForget(parts, caller.scope, request)), dryRun: true as const };
    const report = await forget(parts, caller.scope, request);
    const { dropCached } = await import("../recall/index.js");
    dropCached(parts, caller.scope);
    return toWire(report);
  },
  audit: (_input, output) => (output.dryRun === true ? [] : output.memoryIds),
});
