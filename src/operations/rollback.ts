import { z } from "zod";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { described, exactly } from "./wire.js";
import { ONE_ORIGIN, toWriteSelection, writeSelectionFields } from "./write-selection.js";

export const rollbackOperation = defineOperation({
  name: "rollback",
  title: { en: "Roll back what was written", zh: "回滚写入" },
  description: {
    en: "Takes back what one turn, conversation, agent, import or policy version wrote, all or nothing: memories that were added are closed and recalled no more, what they replaced or retracted holds again unless something newer has its place, repetitions are uncounted. Nothing is destroyed, and what was said again elsewhere stays. Name exactly one origin; look first with dryRun. The conversation itself stays: to remove that too use forget.",
    zh: "撤回某条发言、某个会话、某个智能体、某次导入或某一策略版本写入的内容，要么全部成功要么不变：新增的记忆被关闭、不再检索到，被其取代或撤回的恢复有效（除非已有更新的内容占位），重复不再计数。不销毁任何内容；别处也说过的保留。来源恰选其一；请先用 dryRun 预览。对话原文仍在，若要一并删除请用 forget。",
  },
  input: exactly(
    z.strictObject({
      ...writeSelectionFields,
      dryRun: described(z.boolean(), "Only tell what would be done.", "只说明会做什么，不改动。").exactOptional(),
    }),
    ONE_ORIGIN,
  ),
  output: z.object({
    dryRun: z.boolean(),
    writes: z.int(),
    closed: z.array(z.string()),
    restored: z.array(z.string()),
    weakened: z.array(z.string()),
    kept: z.array(z.object({ id: z.string(), reason: z.string() })),
  }),
  permission: "memory:review",
  hints: { readOnly: false, destructive: true, idempotent: true },
  errors: WRITE_ERRORS,
  http: { method: "POST", path: "/v1/users/{user}/rollback" },
  cli: { positional: [], example: "keepsake rollback --import-id import_1f2e --dry-run --user ada" },
  mcp: false,
  async handle({ parts, caller }, { dryRun, ...origin }) {
    const selection = toWriteSelection(origin);
    const { rollback } = await import("../undo/index.js");
    const report = await rollback(parts, caller.scope, selection, dryRun === undefined ? {} : { dryRun });
    return {
      dryRun: report.dryRun,
      writes: report.writes,
      closed: [...report.closed],
      restored: [...report.restored],
      weakened: [...report.weakened],
      kept: report.kept.map((each) => ({ ...each })),
    };
  },
  audit: (_input, output) => (output.dryRun ? [] : [...output.closed, ...output.restored, ...output.weakened]),
});
